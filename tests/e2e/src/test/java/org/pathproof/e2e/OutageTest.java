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
 * Outages of Redis and of the RTR cache: no verdict turns NOT_VALID, health and metrics name the fault, and
 * everything recovers without an operator. {@code -Dpathproof.outage.seconds=60} sets the length of each outage.
 */
final class OutageTest {
    private static final Duration OUTAGE = Duration.ofSeconds(Long.getLong("pathproof.outage.seconds", 15));
    private static final Duration SETTLED = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @Test
    void missingInfrastructureNeverTurnsIntoNotValid() throws IOException {
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
                        # One of the two neighbours never sends a route: health is failing until its table counts as complete.
                        empty-time: 10s
                    """.formatted(redis.port()));
            try (RunningPathproof pathproof =
                            RunningPathproof.start(folder, "--rtr", cache.address(), "--config", config.toString());
                    ChildProcess router = pathproof.replay(capture, RunningPathproof.MIRRORED_BYTES)) {
                assertThat(router.isAlive()).isTrue();
                await().atMost(SETTLED).until(() -> allValid(pathproof));
                await().atMost(SETTLED).until(() -> healthy(pathproof));

                redis.stop();
                await("health that names Redis")
                        .atMost(SETTLED)
                        .until(() -> health(pathproof).body().contains("edis") && !healthy(pathproof));
                staysValid(pathproof);
                redis.start();
                await("recovery from Redis").atMost(SETTLED).until(() -> healthy(pathproof));

                cache.stop();
                await("health that names the cache")
                        .atMost(SETTLED)
                        .until(() -> health(pathproof).body().contains(cache.address()) && !healthy(pathproof));
                staysValid(pathproof);
                cache.serve(without65000);
                cache.start();
                await("what changed meanwhile").atMost(SETTLED).until(() -> turned(pathproof));
                await("recovery from the cache").atMost(SETTLED).until(() -> healthy(pathproof));
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

    private static boolean turned(RunningPathproof pathproof) {
        return pathproof.statesByPrefix("state=NOT_VALID").size() == 5
                && pathproof.statesByPrefix("state=VALID").size() == 2;
    }

    private static void staysValid(RunningPathproof pathproof) {
        Callable<Boolean> valid = () -> allValid(pathproof);
        await("verdicts that stay").during(OUTAGE).atMost(OUTAGE.plus(SETTLED)).until(valid);
    }
}
