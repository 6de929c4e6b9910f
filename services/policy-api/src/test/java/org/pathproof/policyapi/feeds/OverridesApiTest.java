// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.routerfeeds.bgp.FeedBench;
import tools.jackson.databind.JsonNode;

/** Tests that the program computes overrides from Kafka's topics and explains the overrides over HTTP. */
final class OverridesApiTest {
    @TempDir
    Path folder;

    @Test
    void showsAndExplainsOverrides() throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.yaml"), FeedBench.POLICY);
        try (RunningApi api =
                new RunningApi("pathproof.feeds.routers[0].router=r1", "pathproof.feeds.policy=" + policy)) {
            api.rpki().replace(List.of());
            api.putSession(1, session(1, 1, 1).setView(RibView.ADJ_RIB_IN_POST));
            api.putSession(2, session(2, 1, 2).setView(RibView.ADJ_RIB_IN_POST));
            ByteString hash = session(1, 1, 1).getRouterHash();
            api.connectRouter(hash);
            api.putVerdict(key("198.51.100.0/24", 1), FeedBench.withAttributes(notValid(1, 65001, 64500)));
            api.putVerdict(key("198.51.100.0/24", 2), FeedBench.withAttributes(valid(65002, 64502, 64500)));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> router(api).get("active").asInt() == 1);

            JsonNode router = router(api);
            assertThat(router.get("group").asString()).isEqualTo("border");
            assertThat(router.get("suspended").size()).isZero();
            JsonNode override = router.get("overrides").get(0);
            assertThat(override.get("prefix").asString()).isEqualTo("198.51.100.0/24");
            assertThat(override.at("/path/peer").asString()).isEqualTo("192.0.2.2");

            for (String name : List.of("r1", "10.0.0.1")) {
                JsonNode explanation = api.json("/api/v1/overrides/" + name + "/198.51.100.0/24");
                assertThat(explanation.get("decision").asString()).isEqualTo("announce");
                assertThat(explanation.get("reason").asString()).isEqualTo("not-valid");
                assertThat(explanation.get("paths").size()).isEqualTo(2);
            }
            assertThat(api.get("/api/v1/overrides/r2/198.51.100.0/24").statusCode())
                    .isEqualTo(404);
            assertThat(api.get("/api/v1/overrides/r1/203.0.113.0/24").statusCode())
                    .isEqualTo(404);
            assertThat(api.get("/actuator/prometheus", "Accept", "text/plain").body())
                    .contains("pathproof_overrides{router=\"r1\"} 1.0");
            assertThat(RunningApi.parse(api.get("/api/v1/health").body())
                            .at("/components/feeds/message")
                            .asString())
                    .isEqualTo("1 override for 1 router");

            api.withdraw(key("198.51.100.0/24", 1));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> router(api).get("active").asInt() == 0);
        }
    }

    private static JsonNode router(RunningApi api) {
        return api.json("/api/v1/overrides").get("routers").get(0);
    }
}
