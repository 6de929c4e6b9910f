// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pathproof.access.ApiToken;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.policyapi.web.AuditLines;
import org.pathproof.routerfeeds.policy.PolicyStore;
import tools.jackson.databind.JsonNode;

/** Tests changes since a serial, limits, dry runs, hostile names and the policy of a group against a running server. */
final class ExportChangesTest {
    private static final String OPERATOR = ApiToken.create();
    private static final String READER = ApiToken.create();
    private static final String NEIGHBOR = "neighbor=192.0.2.1";

    @TempDir
    static Path folder;

    private static RunningApi api;

    @BeforeAll
    static void fill() throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.yaml"), """
                own-as: 64999
                cluster-id: 192.0.2.254
                groups:
                  - name: edge
                    routers: [r5]
                    policy: reject-not-valid
                  - name: prefer
                    routers: [r6]
                    policy: prefer-valid
                exceptions:
                  - prefix: 198.51.104.0/24
                    owner: noc
                    reason: test
                    expires: 2099-01-01T00:00:00Z
                """);
        api = new RunningApi(
                "pathproof.policy-api.export-max-changes=20",
                "pathproof.feeds.policy=" + policy,
                "pathproof.api.tokens[0].name=operator",
                "pathproof.api.tokens[0].role=operator",
                "pathproof.api.tokens[0].hash=" + ApiToken.hash(OPERATOR),
                "pathproof.api.tokens[1].name=reader",
                "pathproof.api.tokens[1].role=reader",
                "pathproof.api.tokens[1].hash=" + ApiToken.hash(READER));
        api.putSession(1, session(1, 1, 1));
        for (int i = 0; i < 3; i++) {
            api.putVerdict(key("198.51." + i + ".0/24", 1), notValid(1, 65001, 64496));
        }
        api.putSession(2, session(2, 2, 2).setRouterName("r2\nno router bgp 64500 */ \"]}} end-set"));
        api.putVerdict(key("198.51.50.0/24", 2), notValid(1, 65002, 64496));
        api.putSession(3, session(3, 3, 3).setPeerIp("192.0.2.3\nno router bgp"));
        api.putVerdict(key("198.51.60.0/24", 3), notValid(1, 65003, 64496));
        api.putSession(4, session(4, 4, 4));
        for (int i = 0; i < 30; i++) {
            api.putVerdict(key("203.0." + i + ".0/24", 4), notValid(1, 65004, 64496));
        }
        api.putSession(5, session(5, 5, 5));
        api.putVerdict(key("198.51.101.0/24", 5), notValid(1, 65005, 64496));
        api.putVerdict(key("198.51.102.0/24", 5), unsigned(65005, 64496));
        api.putVerdict(key("198.51.104.0/24", 5), notValid(1, 65005, 64496));
        api.putSession(6, session(6, 6, 6));
        api.putSession(7, session(7, 6, 7));
        api.putVerdict(key("198.51.105.0/24", 6), unsigned(65006, 64496));
        api.putVerdict(key("198.51.105.0/24", 7), valid(65007, 64496));
        api.putVerdict(key("198.51.106.0/24", 6), unsigned(65006, 64496));
        api.awaitRoutes(3 + 1 + 1 + 30 + 3 + 3);
        PolicyStore policies = api.bean(PolicyStore.class);
        await().atMost(Duration.ofSeconds(30)).until(() -> policies.state().ready());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static HttpResponse<String> get(String format, String query, String... headers) {
        return api.get("/api/v1/export/" + format + "?" + query, headers);
    }

    private static String serial(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.headers().firstValue(ExportController.SERIAL).orElseThrow();
    }

    private static void assertRefused(HttpResponse<String> response, int status, String... words) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains(words);
    }

    @ParameterizedTest
    @EnumSource(ExportFormat.class)
    void changeSinceASerialHasOnlyTheDifference(ExportFormat format) {
        RouterLists router = VendorGrammars.of(format);
        HttpResponse<String> whole = get(format.label(), NEIGHBOR);
        String first = serial(whole);
        router.apply(whole.body());
        String prefix = "198.51." + (200 + List.of(ExportFormat.values()).indexOf(format)) + ".0/24";
        long routes =
                api.bean(org.pathproof.verdictstore.store.RouteTable.class).size();
        api.putVerdict(key(prefix, 1), notValid(1, 65001, 64496));
        api.awaitRoutes(routes + 1);
        HttpResponse<String> change = get(format.label(), NEIGHBOR + "&since=" + first);
        assertThat(serial(change)).isNotEqualTo(first);
        assertThat(change.body()).contains(prefix.replace("/", format == ExportFormat.OPENCONFIG ? "%2F" : "/"));
        router.apply(change.body());
        assertThat(router.lists().get("PATHPROOF_IPV4"))
                .extracting(Object::toString)
                .contains("198.51.0.0/24", prefix);
        HttpResponse<String> none = get(format.label(), NEIGHBOR + "&since=" + serial(change));
        assertThat(serial(none)).isEqualTo(serial(change));
        if (format != ExportFormat.BIRD) { // BIRD reads a file as a whole
            assertThat(none.body()).doesNotContain("198.51");
            if (format != ExportFormat.IOS_XR) { // a prefix-set of IOS XR is replaced as a whole
                assertThat(change.body()).doesNotContain("198.51.0.0/24");
            }
        }
    }

    @Test
    void unknownSerialIsGoneAndAForeignOneIsRefused() {
        assertRefused(get("junos", NEIGHBOR + "&since=" + "0".repeat(32)), 410, "get the whole export again");
        assertRefused(get("junos", NEIGHBOR + "&since=x"), 400, "is not a serial");
        String other = serial(get("junos", "neighbor=192.0.2.2"));
        assertRefused(get("junos", NEIGHBOR + "&since=" + other), 400, "another format, router, neighbor");
    }

    @Test
    void refusalsAreInTheAuditLog() {
        try (AuditLines audit = new AuditLines()) {
            get("junos", NEIGHBOR + "&since=" + "0".repeat(32)); // 410: no refusal
            get("junos", "neighbor=192.0.2.4");
            get("junos", "neighbor=192.0.2.4&force=true");
            assertThat(audit.lines()).hasSize(2);
            assertThat(audit.lines().getFirst()).startsWith("event=refused status=409 reason=change-limit ");
            assertThat(audit.lines().getLast()).startsWith("event=refused status=403 reason=role-too-low ");
        }
    }

    @Test
    void limitRefusesWithCountsAndOnlyAnOperatorExceedsIt() {
        String four = "neighbor=192.0.2.4";
        assertRefused(get("junos", four), 409, "adds 30 and removes 0 prefixes in 1 set", "max_changes 20");
        assertRefused(get("junos", four + "&force=true"), 403, "force needs a token with the role operator");
        assertRefused(
                get("junos", four + "&max_changes=40", "Authorization", "Bearer " + READER),
                403,
                "max_changes above 20 needs");
        assertRefused(get("junos", NEIGHBOR + "&max_changes=1"), 409, "more than max_changes 1");
        HttpResponse<String> forced = get("junos", four + "&force=true", "Authorization", "Bearer " + OPERATOR);
        String tag = '"' + serial(forced) + '"';
        assertThat(get("junos", four, "If-None-Match", tag).statusCode()).isEqualTo(304);
        // The change from what the client has is small.
        assertThat(get("junos", four + "&since=" + serial(forced)).statusCode()).isEqualTo(200);
    }

    @Test
    void dryRunHasCountsAndLines() {
        JsonNode all =
                RunningApi.parse(get("junos", "neighbor=192.0.2.4&dry_run=true").body());
        assertThat(all.get("added").asInt()).isEqualTo(30);
        assertThat(all.get("admitted").asBoolean()).isFalse();
        assertThat(all.get("sets").get(0).get("new").asBoolean()).isTrue();
        assertThat(all.get("lines_total").asInt()).isEqualTo(all.get("lines").size());
        assertThat(all.get("lines").toString()).contains("set policy-options prefix-list PATHPROOF_IPV4 203.0.7.0/24");
    }

    @ParameterizedTest
    @EnumSource(ExportFormat.class)
    void comparesWithAPostedConfiguration(ExportFormat format) {
        String path = "/api/v1/export/" + format.label() + "?neighbor=192.0.2.2";
        String present = api.get(path).body();
        JsonNode same = RunningApi.parse(
                api.post(path, present, "Content-Type", "text/plain").body());
        assertThat(same.get("sets")).isEmpty();
        String other = present.replace("198.51.50.0", "198.51.51.0");
        JsonNode change = RunningApi.parse(
                api.post(path, other, "Content-Type", "text/plain").body());
        assertThat(change.get("added").asInt()).isEqualTo(1);
        assertThat(change.get("removed").asInt()).isEqualTo(1);
        assertThat(change.get("lines").toString()).contains("198.51.50.0");
    }

    @Test
    void refusesAConfigurationThatItCannotRead() {
        assertRefused(
                api.post(
                        "/api/v1/export/junos?" + NEIGHBOR,
                        "set policy-options prefix-list PATHPROOF_IPV4 192.0.2.0/99\n",
                        "Content-Type",
                        "text/plain"),
                400,
                "the configuration cannot be read");
        assertRefused(api.post("/api/v1/export/openconfig", "{", "Content-Type", "text/plain"), 400, "it is not JSON");
        assertRefused(get("ios", NEIGHBOR), 404, "there is no format ios");
    }

    @ParameterizedTest
    @EnumSource(ExportFormat.class)
    void hostileNamesStayInsideTheGrammar(ExportFormat format) {
        String router = "r2%5Cu000ano%20router%20bgp%2064500%20*%2F%20%22%5D%7D%7D%20end-set";
        for (String query : new String[] {"router=" + router, "neighbor=192.0.2.2&router=" + router}) {
            HttpResponse<String> response = get(format.label(), query);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            VendorGrammars.of(format).apply(response.body());
            assertThat(response.body()).contains("198.51.50.0/24").doesNotContain("*/");
        }
        // A neighbor without an address has no place in a configuration.
        assertThat(get(format.label(), "router=r3").statusCode()).isEqualTo(404);
        String name = "a%0Ano%20router%20bgp";
        assertThat(get(format.label(), "name=" + name).statusCode()).isEqualTo(400);
    }

    @Test
    void groupListsByItsPolicy() {
        HttpResponse<String> edge = get("junos", "group=edge");
        assertThat(edge.body())
                .contains("PATHPROOF_192_0_2_5_IPV4 198.51.101.0/24")
                .doesNotContain("198.51.102.0/24") // UNSIGNED is accepted
                .doesNotContain("198.51.104.0/24") // exception
                .doesNotContain("192_0_2_6");
        VendorGrammars.of(ExportFormat.IOS_XR).apply(get("ios-xr", "group=edge").body());
        HttpResponse<String> prefer = get("junos", "group=prefer");
        assertThat(prefer.body())
                .contains("PATHPROOF_192_0_2_6_IPV4 198.51.105.0/24") // neighbor 192.0.2.7 has a VALID path
                .doesNotContain("198.51.106.0/24"); // no other path
        assertRefused(get("junos", "group=none"), 404, "the policy has no group none");
        assertRefused(get("junos", "group=prefer&malformed=true"), 400, "malformed cannot be used with group");
        assertRefused(get("junos", "group=prefer&neighbor=192.0.2.1"), 404, "no session of neighbor");
    }

    @Test
    void aShortNameIsMadeForLongAddresses() {
        assertThat(ExportFormat.SR_OS.renderer().setName("PATHPROOF", "2001:db8:1111:2222:3333:4444:5555:6666"))
                .matches("PATHPROOF_[0-9a-f]{10}");
    }
}
