// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.RedisServer;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import tools.jackson.databind.JsonNode;

/** Tests the report about RPKI sources: Redis, REST and the dashboard in a real browser. */
final class RpkiSourcesTest {
    private static final String PATH = "/api/v1/rpki/sources";

    @Test
    void servesTheReportThatKeySyncWrote(@TempDir Path folder) throws Exception {
        try (RedisServer redis = RedisServer.inMemory();
                RunningApi api = new RunningApi("pathproof.redis.uri=" + redis.uri());
                RedisRpkiRepository repository = new RedisRpkiRepository(redis.uri())) {
            assertThat(api.get(PATH).body()).contains("key-sync has not reported its sources yet");
            SourceReports.publish(repository);
            await().atMost(Duration.ofSeconds(60)).until(() -> api.get(PATH).statusCode() == 200);
            JsonNode source = api.json(PATH).get("sources").get(0);
            assertThat(source.get("name").asString()).isEqualTo("rtr.example:323");
            assertThat(source.get("in_use").asBoolean()).isTrue();
            assertThat(source.get("since").asString()).isEqualTo("2026-11-20T12:00:00Z");
            assertThat(source.get("differences").get(0).toString())
                    .isEqualTo("{\"type\":\"vrp\",\"asn\":64496,\"prefix\":\"192.0.2.0/24\",\"max_length\":25,"
                            + "\"present\":true,\"since\":\"2026-11-20T12:00:00Z\"}");
            assertThat(source.get("refusals").get(0).get("reason").asString()).isEqualTo("it has a wrong SKI");

            try (Browser browser = new Browser(folder)) {
                browser.open(api.uri("/"), 1440, 1400, false);
                browser.awaitPage("rtr.example:323", "held", "lost 5,000 of 10,000 VRPs", "it has a wrong SKI");
            }
            redis.stop();
            await().atMost(Duration.ofSeconds(60)).until(() -> api.get(PATH).statusCode() == 503);
            assertThat(api.get(PATH).body()).contains("Redis is unreachable");
        }
    }

    @Test
    void aWriterWithoutTheLeaseCannotReport() throws Exception {
        try (RedisServer redis = RedisServer.inMemory();
                RedisRpkiRepository first = new RedisRpkiRepository(redis.uri());
                RedisRpkiRepository second = new RedisRpkiRepository(redis.uri())) {
            Lease old = first.acquire("first", Duration.ofMinutes(5)).orElseThrow();
            first.release(old);
            Lease lease = second.acquire("second", Duration.ofMinutes(5)).orElseThrow();
            assertThat(second.report(lease, SourceReports.example())).isTrue();
            assertThat(first.report(old, SourceReports.example())).isFalse();
        }
    }
}
