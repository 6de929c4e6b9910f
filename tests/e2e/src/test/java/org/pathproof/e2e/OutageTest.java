// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.StayRtr;
import org.pathproof.harness.TestData;

/**
 * Tests outages of Redis and of the RTR cache. No verdict may become NOT_VALID, health must name the fault, and all
 * parts must recover without an operator. {@code -Dpathproof.outage.seconds=60} sets the length of each outage.
 */
final class OutageTest {
    private static final Duration OUTAGE = Duration.ofSeconds(Long.getLong("pathproof.outage.seconds", 15));
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @Test
    void anOutageChangesNoVerdictToNotValid() throws IOException {
        Path all = TestData.path("rtr/rpki-051.json");
        Path without65000 = TestData.path("rtr/rpki-051-b.json");
        Path capture = TestData.path("bmp/bgpsec-frrbgpsec-mirror-k1.bmp");
        try (RedisServer redis = RedisServer.durable(folder);
                StayRtr cache = new StayRtr(folder, all)) {
            Path config = folder.resolve("pathproof.yaml");
            Files.writeString(config, """
                    pathproof:
                      redis:
                        uri: redis://127.0.0.1:%d
                      collector:
                        loop-allowed-peers: ["10.66.0.9"]
                        # Health is failing until the tables are complete. One of the two neighbors never sends a
                        # route.
                        empty-time: 10s
                    """.formatted(redis.port()));
            try (RunningPathproof pathproof =
                            RunningPathproof.start(folder, "--rtr", cache.address(), "--config", config.toString());
                    ChildProcess router = pathproof.replay(capture, RunningPathproof.MIRRORED_BYTES)) {
                assertThat(router.isAlive()).isTrue();
                await().atMost(SETTLE_TIMEOUT).until(() -> allValid(pathproof));
                await().atMost(SETTLE_TIMEOUT).until(() -> healthy(pathproof));

                redis.stop();
                await("health that names Redis")
                        .atMost(SETTLE_TIMEOUT)
                        .until(() -> health(pathproof).body().contains("edis") && !healthy(pathproof));
                assertStaysValid(pathproof);
                redis.start();
                await("health after the outage of Redis").atMost(SETTLE_TIMEOUT).until(() -> healthy(pathproof));

                cache.stop();
                await("health that names the cache")
                        .atMost(SETTLE_TIMEOUT)
                        .until(() -> health(pathproof).body().contains(cache.address()) && !healthy(pathproof));
                assertStaysValid(pathproof);
                cache.serve(without65000);
                cache.start();
                await("the change from the outage").atMost(SETTLE_TIMEOUT).until(() -> isChanged(pathproof));
                await("health after the outage of the cache")
                        .atMost(SETTLE_TIMEOUT)
                        .until(() -> healthy(pathproof));
            }
        }
    }

    private static HttpResponse<String> health(RunningPathproof pathproof) {
        return pathproof.get("/api/v1/health", "application/json");
    }

    private static boolean healthy(RunningPathproof pathproof) {
        return health(pathproof).statusCode() == 200;
    }

    private static boolean allValid(RunningPathproof pathproof) {
        Map<String, String> states = pathproof.statesByPrefix("");
        return states.size() == 7 && states.values().stream().allMatch("VALID"::equals);
    }

    private static boolean isChanged(RunningPathproof pathproof) {
        return pathproof.statesByPrefix("state=NOT_VALID").size() == 5
                && pathproof.statesByPrefix("state=VALID").size() == 2;
    }

    private static void assertStaysValid(RunningPathproof pathproof) {
        Callable<Boolean> valid = () -> allValid(pathproof);
        await("verdicts that stay VALID")
                .during(OUTAGE)
                .atMost(OUTAGE.plus(SETTLE_TIMEOUT))
                .until(valid);
    }
}
