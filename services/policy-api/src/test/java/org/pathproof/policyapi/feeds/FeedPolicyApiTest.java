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
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.pathproof.access.ApiToken;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.routerfeeds.bgp.FeedBench;
import tools.jackson.databind.JsonNode;

/**
 * Tests the policy over HTTP on a running program with two prefixes that need an override. The tests build on each
 * other.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class FeedPolicyApiTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String TOKEN = ApiToken.create();
    private static final String YAML = "application/yaml";
    private static RunningApi api;

    private final String expires = Instant.now()
            .plus(30, ChronoUnit.DAYS)
            .truncatedTo(ChronoUnit.SECONDS)
            .toString();
    private final String exception = """
            {"prefix":"198.51.100.0/24","owner":"noc","reason":"signer is broken","expires":"%s"}""".formatted(expires);

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
        for (String prefix : List.of("198.51.100.0/24", "203.0.113.0/24")) {
            api.putVerdict(key(prefix, 1), FeedBench.withAttributes(notValid(1, 65001, 64500)));
            api.putVerdict(key(prefix, 2), FeedBench.withAttributes(valid(65002, 64502, 64500)));
        }
        await().atMost(LIMIT)
                .until(() -> router().get("prefixes").asInt() == 2
                        && router().get("suspended").isEmpty());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static JsonNode router() {
        return api.json("/api/v1/overrides").get("routers").get(0);
    }

    private static void awaitActive(int number) {
        await().atMost(LIMIT).until(() -> router().get("active").asInt() == number);
    }

    private static HttpResponse<String> send(String method, String path, String body, String... headers) {
        List<String> all = new ArrayList<>(List.of("Authorization", "Bearer " + TOKEN));
        all.addAll(List.of(headers));
        return api.send(method, "/api/v1/feeds" + path, body, all.toArray(String[]::new));
    }

    private static JsonNode ok(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return RunningApi.parse(response.body());
    }

    private static HttpResponse<String> put(String body, String... headers) {
        return send("PUT", "/policy", body, headers);
    }

    @Test
    @Order(1)
    void withoutAPolicyEveryRouterIsObserved() {
        assertThat(api.json("/api/v1/feeds").get("version").asInt()).isZero();
        assertThat(router().get("policy").asString()).isEqualTo("observe");
        HttpResponse<String> policy = api.get("/api/v1/feeds/policy", "Accept", YAML);
        assertThat(policy.headers().firstValue("ETag")).contains("\"0\"");
        assertThat(policy.headers().firstValue("Content-Type").orElse("")).startsWith(YAML);
        assertThat(policy.body()).contains("groups: []");
    }

    @Test
    @Order(2)
    void previewShowsWhatThePolicyWouldChange() {
        JsonNode first = ok(send("POST", "/preview?limit=1", FeedBench.POLICY, "Content-Type", YAML));
        assertThat(first.at("/routers/0/router").asString()).isEqualTo("r1");
        assertThat(first.at("/routers/0/added").asInt()).isEqualTo(2);
        assertThat(first.get("routers").get(0).propertyNames())
                .as("prefixes without an accepted path come before all other counts")
                .startsWith("router", "group", "policy", "without_accepted_path");
        assertThat(first.get("changes").size()).isEqualTo(1);
        assertThat(first.at("/changes/0/prefix").asString()).isEqualTo("198.51.100.0/24");
        assertThat(first.at("/changes/0/change").asString()).isEqualTo("added");
        assertThat(first.at("/changes/0/after/path/peer").asString()).isEqualTo("192.0.2.2");
        JsonNode second = ok(send(
                "POST",
                "/preview?limit=1&cursor=" + first.get("cursor").asString(),
                FeedBench.POLICY,
                "Content-Type",
                YAML));
        assertThat(second.at("/changes/0/prefix").asString()).isEqualTo("203.0.113.0/24");
        assertThat(second.has("cursor")).isFalse();
        assertThat(router().get("active").asInt()).as("nothing is applied").isZero();
        assertThat(send("POST", "/preview?cursor=x", "{}").statusCode()).isEqualTo(400);
    }

    @Test
    @Order(2)
    void previewOfTheTagFeedHasEachPathWithItsCommunities() {
        String policy = FeedBench.POLICY.replace("reject-not-valid", "tag");
        List<JsonNode> changes = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = ok(send("POST", "/preview?limit=3" + cursor, policy, "Content-Type", YAML));
            assertThat(page.at("/routers/0/added").asInt()).isEqualTo(4);
            page.get("changes").forEach(changes::add);
            cursor = page.has("cursor") ? "&cursor=" + page.get("cursor").asString() : "";
        } while (!cursor.isEmpty());
        assertThat(changes).hasSize(4).allSatisfy(change -> {
            assertThat(change.get("feed").asString()).isEqualTo("tag");
            assertThat(change.get("change").asString()).isEqualTo("added");
            boolean valid = change.at("/after/path/state").asString().equals("VALID");
            assertThat(change.at("/after/large_communities/0").asString()).isEqualTo("64999:33:" + (valid ? 1 : 2));
        });
        assertThat(changes.stream().map(change -> change.get("prefix").asString()))
                .containsExactly("198.51.100.0/24", "198.51.100.0/24", "203.0.113.0/24", "203.0.113.0/24");
        assertThat(router().get("tagged").asInt()).as("nothing is applied").isZero();
    }

    @Test
    @Order(3)
    void aPolicyIsAppliedWithoutARestart() {
        assertThat(put(FeedBench.POLICY, "Content-Type", YAML).statusCode()).isEqualTo(428);
        assertThat(put(FeedBench.POLICY, "Content-Type", YAML, "If-Match", "\"7\"")
                        .statusCode())
                .isEqualTo(412);
        assertThat(put(FeedBench.POLICY, "Content-Type", YAML, "If-Match", "7").statusCode())
                .isEqualTo(400);
        JsonNode changed = ok(
                send("PUT", "/policy?reason=first%20run", FeedBench.POLICY, "Content-Type", YAML, "If-Match", "\"0\""));
        assertThat(changed.get("version").asInt()).isEqualTo(1);
        awaitActive(2);
        JsonNode json = api.json("/api/v1/feeds/policy");
        assertThat(json.at("/groups/0/policy").asString()).isEqualTo("reject-not-valid");
        assertThat(ok(put(json.toString())).get("version").asInt())
                .as("the JSON of GET has its version, and PUT accepts it")
                .isEqualTo(2);
        assertThat(put(json.toString()).statusCode()).as("again").isEqualTo(412);
    }

    @Test
    @Order(4)
    void eachProblemHasItsLineAndField() {
        HttpResponse<String> refused = put(
                FeedBench.POLICY.replace("reject-not-valid", "reject") + "colour: red\n",
                "Content-Type",
                YAML,
                "If-Match",
                "*");
        assertThat(refused.statusCode()).isEqualTo(400);
        JsonNode problem = RunningApi.parse(refused.body());
        assertThat(problem.get("detail").asString())
                .startsWith("line 6, column 13: groups[0].policy: must be observe, tag,")
                .endsWith("(and 1 more problem)");
        assertThat(problem.at("/problems/1/line").asInt()).isEqualTo(7);
        assertThat(problem.at("/problems/1/field").asString()).isEqualTo("colour");
        assertThat(put("{", "If-Match", "*").statusCode()).isEqualTo(400);
        assertThat(send("POST", "/preview", "groups: 1", "Content-Type", YAML).statusCode())
                .isEqualTo(400);
        assertThat(put("x", "Content-Type", "text/plain", "If-Match", "*").statusCode())
                .isEqualTo(415);
    }

    @Test
    @Order(5)
    void exceptionsAreAddedListedAndRemoved() {
        String id =
                ok(send("POST", "/exceptions", exception)).at("/exception/id").asString();
        awaitActive(1);
        JsonNode listed = api.json("/api/v1/feeds/exceptions");
        assertThat(listed.get("version").asInt()).isEqualTo(3);
        assertThat(listed.at("/exceptions/0/id").asString()).isEqualTo(id);
        assertThat(listed.at("/exceptions/0/owner").asString()).isEqualTo("noc");
        assertThat(listed.at("/exceptions/0/active").asBoolean()).isTrue();
        assertThat(send("POST", "/exceptions", exception).body()).contains("has this exception already");
        assertThat(send("POST", "/exceptions", exception.replace(expires, "2001-01-01T00:00:00Z"))
                        .body())
                .contains("expires 2001-01-01T00:00:00Z is in the past");
        assertThat(send("POST", "/exceptions", exception.replace("noc", "")).body())
                .contains("\"field\":\"owner\"");
        assertThat(ok(send("DELETE", "/exceptions/" + id, "")).get("version").asInt())
                .isEqualTo(4);
        awaitActive(2);
        assertThat(send("DELETE", "/exceptions/" + id, "").statusCode()).isEqualTo(404);
    }

    @Test
    @Order(6)
    void theSwitchWinsAndIsVisible() {
        assertThat(ok(send("POST", "/off?reason=routes%20flap", ""))
                        .get("switched_off")
                        .asBoolean())
                .isTrue();
        awaitActive(0);
        assertThat(policyHealth())
                .startsWith("all feeds are switched off by ann at ")
                .contains("routes flap");
        assertThat(api.metric("pathproof_feeds_switched_off")).isEqualTo(1);
        assertThat(api.metric("pathproof_feed_policy_version")).isEqualTo(4);
        JsonNode preview = ok(send("POST", "/preview", FeedBench.POLICY, "Content-Type", YAML));
        assertThat(preview.get("switched_off").asBoolean()).isTrue();
        assertThat(preview.get("changes").isEmpty()).isTrue();
        assertThat(ok(send("POST", "/on", "")).get("switched_off").asBoolean()).isFalse();
        awaitActive(2);
        assertThat(policyHealth()).startsWith("version 4, by ann at ");
    }

    private static String policyHealth() {
        return RunningApi.parse(api.get("/api/v1/health").body())
                .at("/components/policy/message")
                .asString();
    }

    @Test
    @Order(7)
    void theHistoryHasAuthorsReasonsAndBothPolicies() {
        JsonNode changes = api.json("/api/v1/feeds/history").get("changes");
        assertThat(changes.valueStream().map(change -> change.get("change").asString()))
                .containsExactly("on", "off", "policy", "policy", "policy", "policy");
        assertThat(changes.get(5).get("reason").asString()).isEqualTo("first run");
        assertThat(changes.valueStream().map(change -> change.get("author").asString()))
                .containsOnly("ann");
        JsonNode page = api.json("/api/v1/feeds/history?limit=4");
        assertThat(page.get("total").asInt()).isEqualTo(6);
        assertThat(page.get("changes").size()).isEqualTo(4);
        JsonNode rest = api.json(
                "/api/v1/feeds/history?limit=4&cursor=" + page.get("cursor").asString());
        assertThat(rest.at("/changes/1")).isEqualTo(changes.get(5));
        assertThat(rest.has("cursor")).isFalse();
        assertThat(api.get("/api/v1/feeds/history?cursor=x").statusCode()).isEqualTo(400);
        assertThat(api.get("/api/v1/feeds/history?limit=0").statusCode()).isEqualTo(400);
        JsonNode version = api.json("/api/v1/feeds/history/3");
        assertThat(version.get("before").asString()).contains("exceptions: []");
        assertThat(version.get("after").asString()).contains("owner: noc");
        assertThat(api.get("/api/v1/feeds/history/99").statusCode()).isEqualTo(404);
    }

    @Test
    @Order(8)
    void aRestartKeepsPolicyAndSwitch() {
        send("POST", "/off", "");
        api.restart("pathproof.feeds.routers[0].router=r1");
        await().atMost(LIMIT).until(() -> api.get("/api/v1/feeds").statusCode() == 200); // 503 until the topic is read
        JsonNode feeds = api.json("/api/v1/feeds");
        assertThat(feeds.get("switched_off").asBoolean()).isTrue();
        assertThat(feeds.get("version").asInt()).isEqualTo(4);
        assertThat(api.json("/api/v1/feeds/history").get("changes").size()).isEqualTo(7);
    }
}
