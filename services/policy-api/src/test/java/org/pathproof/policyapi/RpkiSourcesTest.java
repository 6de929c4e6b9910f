// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.RedisServer;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.provenance.RefusedObject;
import org.pathproof.rpki.provenance.SlurmReport;
import org.pathproof.rpki.provenance.SourceDifference;
import org.pathproof.rpki.provenance.SourceProblem;
import org.pathproof.rpki.provenance.SourceReport;
import org.pathproof.rpki.provenance.SourcesReport;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.databind.JsonNode;

/** Tests the report about RPKI sources: Redis, REST and the dashboard in a real browser. */
final class RpkiSourcesTest {
    private static final Instant T0 = Instant.parse("2026-11-20T12:00:00Z");

    private static final String PATH = "/api/v1/rpki/sources";

    private static SourcesReport report() {
        Vrp vrp = new Vrp(Prefix.parse("192.0.2.0/24"), 25, 64496);
        SourceReport cache = new SourceReport(
                "rtr.example:323",
                "rtr",
                1,
                true,
                true,
                null,
                "the source has lost 5,000 of 10,000 VRPs",
                T0,
                T0,
                T0,
                7,
                1,
                2,
                3,
                1,
                0,
                List.of(SourceDifference.of(vrp, true, T0)),
                1,
                List.of(new RefusedObject("router key of AS64500", "it has a wrong SKI")),
                List.of(new SourceProblem(T0, "connection lost")));
        return new SourcesReport(T0, "key-sync-1", "union", List.of(cache), SlurmReport.NONE);
    }

    @Test
    void servesTheReportThatKeySyncWrote(@TempDir Path folder) throws Exception {
        try (RedisServer redis = RedisServer.inMemory();
                RunningApi api = new RunningApi("pathproof.redis.uri=" + redis.uri());
                RedisRpkiRepository repository = new RedisRpkiRepository(redis.uri())) {
            assertThat(api.get(PATH).body()).contains("key-sync has not reported its sources yet");
            Lease lease =
                    repository.acquire("key-sync-1", Duration.ofMinutes(5)).orElseThrow();
            repository.publish(lease, RpkiSnapshot.empty(1, new Serial(1)), null);
            assertThat(repository.report(lease, report())).isTrue();
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
            assertThat(second.report(lease, report())).isTrue();
            assertThat(first.report(old, report())).isFalse();
        }
    }
}
