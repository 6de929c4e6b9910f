// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.access.ApiToken;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.routerfeeds.bgp.FeedBench;
import tools.jackson.databind.JsonNode;

/** Tests that a change with a loss is named and needs a confirmation, and that the switch changes no export. */
final class RiskyChangesTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String TOKEN = ApiToken.create();
    private static final String YAML = "application/yaml";
    private static final String WITHOUT_GROUPS = "own-as: 64999\ncluster-id: 10.0.0.254\n";
    private static final int PREFIXES = 120;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(
                "pathproof.feeds.routers[0].router=r1",
                "pathproof.api.tokens[0].name=ann",
                "pathproof.api.tokens[0].role=admin",
                "pathproof.api.tokens[0].hash=" + ApiToken.hash(TOKEN));
        api.rpki().replace(List.of());
        api.putSession(1, session(1, 1, 1).setView(RibView.ADJ_RIB_IN_POST));
        api.putSession(2, session(2, 1, 2).setView(RibView.ADJ_RIB_IN_POST));
        api.connectRouter(session(1, 1, 1).getRouterHash());
        for (int i = 0; i < PREFIXES; i++) {
            String prefix = "10.1." + i + ".0/24";
            api.putVerdict(key(prefix, 1), FeedBench.withAttributes(notValid(1, 65001, 64500)));
            api.putVerdict(key(prefix, 2), FeedBench.withAttributes(valid(65002, 64502, 64500)));
        }
        await().atMost(LIMIT)
                .until(() -> router().get("prefixes").asInt() == PREFIXES
                        && router().get("suspended").isEmpty());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void applyPolicy() {
        assertThat(put("?force=true", FeedBench.POLICY).statusCode()).isEqualTo(200);
        await().atMost(LIMIT).until(() -> router().get("active").asInt() == PREFIXES);
    }

    private static JsonNode router() {
        return api.json("/api/v1/overrides").get("routers").get(0);
    }

    private static HttpResponse<String> send(String method, String path, String body, String... headers) {
        List<String> all = new ArrayList<>(List.of("Authorization", "Bearer " + TOKEN));
        all.addAll(List.of(headers));
        return api.send(method, "/api/v1/feeds" + path, body, all.toArray(String[]::new));
    }

    private static HttpResponse<String> put(String query, String body) {
        return send("PUT", "/policy" + query, body, "Content-Type", YAML, "If-Match", "*");
    }

    private static long version() {
        return api.json("/api/v1/feeds").get("version").asLong();
    }

    private static String detail(HttpResponse<String> response) {
        return RunningApi.parse(response.body()).get("detail").asString();
    }

    @Test
    void aDocumentWithoutGroupsNeedsAConfirmation() {
        long before = version();
        HttpResponse<String> refused = put("", WITHOUT_GROUPS);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(detail(refused))
                .contains(
                        "group border is removed (reject-not-valid: r1, r2)",
                        "120 announcements are withdrawn",
                        "force=true");
        assertThat(version()).isEqualTo(before);
        HttpResponse<String> confirmed = put("?force=true", WITHOUT_GROUPS);
        assertThat(confirmed.statusCode()).isEqualTo(200);
        JsonNode changed = RunningApi.parse(confirmed.body());
        assertThat(changed.get("version").asLong()).isEqualTo(before + 1);
        assertThat(changed.at("/losses/0").asString()).startsWith("group border is removed");
    }

    @Test
    void aChangeWithoutANamedLossIsCounted() {
        HttpResponse<String> refused = put("", FeedBench.POLICY + "    local-preference: 1\n");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(detail(refused)).contains("120 announcements are withdrawn");
        assertThat(put("", FeedBench.POLICY + "    max-changes: 500\n").statusCode())
                .isEqualTo(200);
    }

    @Test
    void anEmptyDocumentIsNoPolicy() {
        for (String empty : List.of("", "\n", "# groups are in another file\n")) {
            HttpResponse<String> refused = put("?force=true", empty);
            assertThat(refused.statusCode()).as(empty).isEqualTo(400);
            assertThat(refused.body()).contains("the document is empty");
        }
        assertThat(put("", "{}").statusCode()).isEqualTo(409);
    }

    @Test
    void aStaleDocumentDoesNotReplaceTheChangeOfAColleague() {
        String edited = "version: " + version() + "\n" + FeedBench.POLICY;
        assertThat(put("", FeedBench.POLICY + "    max-changes: 500\n").statusCode())
                .isEqualTo(200);
        HttpResponse<String> stale = put("", edited);
        assertThat(stale.statusCode()).isEqualTo(412);
        assertThat(detail(stale))
                .contains("is an edit of version", "is in force, changed by ann", "remove the field version");
        assertThat(put("", "version: " + version() + "\n" + FeedBench.POLICY).statusCode())
                .isEqualTo(200);
    }

    @Test
    void aLargeExceptionNeedsAConfirmation() {
        String all = """
                {"prefix":"0.0.0.0/0","owner":"noc","reason":"test","expires":"2099-01-01T00:00:00Z"}""";
        HttpResponse<String> refused = send("POST", "/exceptions", all);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(detail(refused))
                .contains("it ends at 2099-01-01T00:00:00Z, in more than 90 days")
                .contains("its prefix 0.0.0.0/0 is shorter than /16");
        HttpResponse<String> inPolicy = put("", FeedBench.POLICY + "exceptions: [" + all + "]\n");
        assertThat(inPolicy.statusCode()).isEqualTo(409);
        assertThat(detail(inPolicy)).contains("the exception of noc for 0.0.0.0/0 is large");
        assertThat(send("POST", "/exceptions?force=true", all).statusCode()).isEqualTo(200);
        assertThat(put("", FeedBench.POLICY + "exceptions: [" + all + "]\n").statusCode())
                .as("it is in force already")
                .isEqualTo(200);
        String small = all.replace("0.0.0.0/0", "198.51.100.0/24")
                .replace(
                        "2099-01-01T00:00:00Z",
                        Instant.now()
                                .plus(30, ChronoUnit.DAYS)
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString());
        assertThat(send("POST", "/exceptions", small).statusCode()).isEqualTo(200);
        HttpResponse<String> removed = put("", FeedBench.POLICY);
        assertThat(removed.statusCode()).isEqualTo(409);
        assertThat(detail(removed)).contains("the exception of noc for 198.51.100.0/24 until");
    }

    @Test
    void theSwitchCountsWhatItWithdrawsAndChangesNoExport() {
        String all = api.get("/api/v1/export/frr").body();
        String group = api.get("/api/v1/export/frr?group=border").body();
        assertThat(all).contains("10.1.0.0/24");
        assertThat(group).contains("10.1.0.0/24");
        JsonNode off = RunningApi.parse(send("POST", "/off", "").body());
        try {
            assertThat(off.get("withdrawn").asInt()).isEqualTo(PREFIXES);
            await().atMost(LIMIT).until(() -> router().get("active").asInt() == 0);
            assertThat(api.get("/api/v1/export/frr").body()).isEqualTo(all);
            assertThat(api.get("/api/v1/export/frr?group=border").body()).isEqualTo(group);
        } finally {
            assertThat(RunningApi.parse(send("POST", "/on", "").body()).has("withdrawn"))
                    .isFalse();
        }
    }
}
