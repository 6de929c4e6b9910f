// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.ski;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.PeerFacts;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.Golden;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.policyapi.rest.routes.RouteIds;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/** Tests the responses of the REST interface, from records in Kafka to bytes on a socket. */
final class RestApiTest {
    private static RunningApi api;

    @BeforeAll
    static void fill() {
        api = new RunningApi();
        api.rpki()
                .replace(List.of(
                        new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64496),
                        new Vrp(Prefix.parse("198.51.100.0/22"), 23, 64497),
                        new RouterKey(64496, Bytes.wrap(ski(1).toByteArray()), Bytes.fromHex("3059")),
                        new RouterKey(64500, Bytes.wrap(ski(2).toByteArray()), Bytes.fromHex("305a"))));
        api.putSession(1, session(1, 1, 1));
        api.putSession(2, session(2, 2, 2).setBgpsecSeen(false));
        api.putSession(
                3,
                session(3, 2, 3)
                        .setState(State.DOWN)
                        .setDeadBefore(2)
                        .setEpoch(2)
                        .setDownReason("hold timer expired"));
        api.putSession(
                4, session(4, 3, 4).setFacts(PeerFacts.getDefaultInstance()).setBgpsecSeen(false));
        api.putVerdict(key("203.0.113.0/24", 1), valid(65001, 64500, 64496));
        api.putVerdict(key("203.0.113.0/24", 2), unsigned(65002, 64496).setOrigin(OriginState.ORIGIN_VALID));
        api.putVerdict(
                key("198.51.100.0/24", 1),
                notValid(2, 65001, 64500, 64497)
                        .setOrigin(OriginState.ORIGIN_INVALID)
                        .setOriginReason("length"));
        api.putVerdict(
                key("192.0.2.0/24", 1, 5),
                notValid(1, 65001, 64501)
                        .setAnnouncement(Announcement.newBuilder()
                                .setTargetAs(64999)
                                .setPeerAs(65001)
                                .setBgpsecPath(ByteString.copyFrom(new byte[] {0, 8, 1, 0})))
                        .setState(PathState.MALFORMED));
        api.putVerdict(key("2001:db8::/32", 4), unsigned(65004, 64502));
        api.putVerdict(key("10.0.0.0/8", 3), valid(65003, 64503));
        api.publishVerdict(new byte[] {9, 9, 9}, new byte[] {1});
        api.awaitRoutes(6);
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            JsonNode components =
                    RunningApi.parse(api.get("/api/v1/health").body()).get("components");
            return components.at("/store/message").asString().contains("could not be decoded")
                    && components.at("/sessions/status").asString().equals("ok");
        });
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @ParameterizedTest
    @CsvSource({
        "routes-all.json, /api/v1/routes",
        "routes-page.json, /api/v1/routes?limit=2",
        "keys.json, /api/v1/keys",
        "keys-of-as.json, /api/v1/keys?asn=AS64496",
        "vrps.json, /api/v1/vrps",
        "vrps-covering.json, /api/v1/vrps?prefix=203.0.113.128/25",
        "sessions.json, /api/v1/sessions",
        "routers.json, /api/v1/routers",
        "summary.json, /api/v1/summary",
        "validity-valid.json, /api/v1/validity/AS64496/203.0.113.0/24",
        "validity-invalid-as.json, /api/v1/validity/64511/203.0.113.0/24",
        "validity-invalid-length.json, /api/v1/validity/64497/198.51.100.0/24",
        "validity-not-found.json, /api/v1/validity/AS64502/2001:db8::/32",
    })
    void answersEqualTheGoldenFiles(String golden, String path) {
        HttpResponse<String> response = api.get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).isEqualTo("application/json");
        Golden.assertJson(golden, response.body());
    }

    @Test
    void healthIsFailingWhileARecordCouldNotBeDecoded() {
        HttpResponse<String> response = api.get("/api/v1/health");
        assertThat(response.statusCode()).isEqualTo(503);
        Golden.assertJson("health.json", response.body());
    }

    @Test
    void routeAndExplanationEqualTheGoldenFiles() {
        Golden.assertJson(
                "route.json",
                api.get("/api/v1/routes/" + id("203.0.113.0/24", "r1")).body());
        Golden.assertJson(
                "explain-valid.json", api.get(explain("203.0.113.0/24", "r1")).body());
        Golden.assertJson(
                "explain-unsigned.json",
                api.get(explain("203.0.113.0/24", "r2")).body());
        Golden.assertJson(
                "explain-not-valid.json",
                api.get(explain("198.51.100.0/24", "r1")).body());
        Golden.assertJson(
                "explain-malformed.json", api.get(explain("192.0.2.0/24", "r1")).body());
    }

    private static String explain(String prefix, String router) {
        return "/api/v1/routes/" + id(prefix, router) + "/explain";
    }

    private static String id(String prefix, String router) {
        return api.json("/api/v1/routes?prefix=" + prefix + "&router=" + router)
                .get("routes")
                .get(0)
                .get("id")
                .asString();
    }

    @Test
    void validityHasTheUrlsOfRoutinator() {
        String byPath = body("/api/v1/validity/AS64496/203.0.113.0/24");
        assertThat(body("/api/v1/validity/64496/203.0.113.0%2F24")).isEqualTo(byPath);
        assertThat(body("/validity?asn=AS64496&prefix=203.0.113.0/24")).isEqualTo(byPath);
        assertThat(body("/api/v1/validity?asn=64496&prefix=203.0.113.0%2F24")).isEqualTo(byPath);
    }

    private static String body(String path) {
        HttpResponse<String> response = api.get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body().replaceAll("\"generatedTime\":\"[^\"]*\"", "");
    }

    @Test
    void answersABatchInItsOrder() {
        HttpResponse<String> response = api.post("/validity", """
                {"routes":[{"asn":"AS64496","prefix":"203.0.113.0/24"},{"asn":64511,"prefix":"2001:db8::/32"}]}""");
        assertThat(response.statusCode()).isEqualTo(200);
        Golden.assertJson("validity-batch.json", response.body());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"routes\":[{\"asn\":\"ASx\",\"prefix\":\"203.0.113.0/24\"}]} | routes[0].asn 'ASx' is not an AS number",
                "{\"routes\":[{\"asn\":1}]} | routes[0].prefix is missing",
                "{\"routes\":7} | no array \"routes\"",
                "{ | not the expected JSON",
            })
    void refusesAnInvalidBatchWithAReason(String body, String words) {
        assertProblem(api.post("/api/v1/validity", body), 400, words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/api/v1/validity/AS99999999999/203.0.113.0/24 | 'AS99999999999' is not an AS number",
                "/api/v1/validity/AS1/203.0.113.0 | has no length",
                "/api/v1/validity/AS1/203.0.113.0/33 | is not a prefix",
                "/validity?asn=AS1 | parameter prefix is missing",
                "/api/v1/routes?prefix=banana | 'banana' is not a prefix",
                "/api/v1/routes?prefix=203.0.113.7/24 | '203.0.113.7/24' has bits after its length: write 203.0.113.0/24",
                "/api/v1/routes?prefix=203.0.113.0/%2B24 | '203.0.113.0/+24' is not a prefix",
                "/api/v1/routes?prefix=203.0.113.0/024 | is not a prefix",
                "/api/v1/routes?prefix=203.00.113.0/24 | is not a prefix",
                "/api/v1/routes?prefix=fe80::1%25eth0/128 | has a zone",
                "/api/v1/routes?prefix=::ffff:203.0.113.0/120 | is an IPv4-mapped IPv6 prefix: write 203.0.113.0/24",
                "/api/v1/validity/AS1/203.0.113.7/24 | '203.0.113.7/24' has bits after its length",
                "/api/v1/vrps?prefix=203.0.113.7/24 | has bits after its length",
                "/api/v1/prefixes?covering=203.0.113.7/24 | has bits after its length",
                "/api/v1/routes?asn=AS01 | parameter asn 'AS01' is not an AS number",
                "/api/v1/routes?asn=%2B1 | parameter asn '+1' is not an AS number",
                "/api/v1/routes?asn=1,2 | parameter asn '1,2' is not an AS number",
                "/api/v1/routes?limit=%2B5 | parameter limit '+5' is not a whole number",
                "/api/v1/routes?limit=0x10 | parameter limit '0x10' is not a whole number",
                "/api/v1/routes?router=nope | parameter router 'nope' is not known now; routers: ",
                "/api/v1/routes?router=r1,r2 | parameter router 'r1,r2' is not known now",
                "/api/v1/routes?router=r1&router=r2 | parameter router is given 2 times; it has one value",
                "/api/v1/routes?view=loc-rib&view=adj-rib-in-pre | parameter view is given 2 times",
                "/api/v1/routes?router=10.0.0.300 | is not an IPv4 address",
                "/api/v1/routes?peer=AS65999 | parameter peer 'AS65999' is not known now; peers: ",
                "/api/v1/routes?peer=192.0.2.99&router=r1 | parameter peer '192.0.2.99' is not known now; peers of router r1: ",
                "/api/v1/sessions?router=nope | parameter router 'nope' is not known now",
                "/api/v1/sessions?state=UP,DOWN | parameter state 'UP,DOWN' is none of",
                "/api/v1/events?router=nope | parameter router 'nope' is not known now",
                "/api/v1/routes?match=covered | parameter match 'covered' needs the parameter prefix",
                "/api/v1/routes?prefix=10.0.0.0/8&match=nearest | is none of exact, longest, covering, covered",
                "/api/v1/routes?state=BAD | 'BAD' is none of VALID, NOT_VALID",
                "/api/v1/routes?origin_state=BAD | 'BAD' is none of valid, invalid, not-found",
                "/api/v1/routes?finding=bad | 'bad' is none of signature-mismatch",
                "/api/v1/routes?limit=0 | parameter limit '0' is less than 1",
                "/api/v1/routes?cursor=x | 'x' is not the id of a route",
                "/api/v1/routes?colour=red | unknown parameter 'colour'",
                "/api/v1/routes?view=loc | is none of adj-rib-in-pre",
                "/api/v1/routes/x | 'x' is not the id of a route",
                "/api/v1/keys?ski=00 | is not an SKI",
                "/api/v1/export/frr?name=9 | is not a name",
                "/api/v1/events?type=x | parameter type 'x' is none of UPDATE, RIS_PEER_STATE",
                "/api/v1/events?last_event_id=x | parameter last_event_id 'x' is not an event id",
                "/api/v1/routes?limit=many | parameter limit 'many' is not a whole number",
                "/api/v1/routes?limit=10001 | parameter limit '10001' is more than 10000",
                "/api/v1/keys?limit=100001 | parameter limit '100001' is more than 100000",
                "/api/v1/routes?state=VALID,BAD | parameter state 'BAD' is none of VALID",
                "/api/v1/routes?origin_as=x | parameter origin_as 'x' is not an AS number",
                "/api/v1/sessions?state=x | parameter state 'x' is none of",
                "/api/v1/prefixes?covering= | parameter covering is missing",
                "/api/v1/export/frr?malformed=perhaps | parameter malformed 'perhaps' is neither true nor false",
            })
    void namesParameterValueAndAllowedValues(String path, String words) {
        assertProblem(api.get(path), 400, words);
    }

    @Test
    void answers404ForAnUnknownRoute() {
        assertProblem(api.get("/api/v1/routes/" + RouteIds.format(key("10.9.0.0/16", 1))), 404, "there is no route");
        assertProblem(api.get("/api/v1/export/bird?neighbor=192.0.2.99"), 404, "192.0.2.99");
        assertThat(api.get("/api/v1/nothing").statusCode()).isEqualTo(404);
    }

    private static void assertProblem(HttpResponse<String> response, int status, String words) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).isEqualTo("application/problem+json");
        assertThat(RunningApi.parse(response.body()).get("detail").asString()).contains(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "state=NOT_VALID | 198.51.100.0/24",
                "state=not-valid,MALFORMED | 192.0.2.0/24 198.51.100.0/24",
                "state=not-valid,,&state=MALFORMED | 192.0.2.0/24 198.51.100.0/24",
                "state=&origin_state=%20&limit=&prefix=198.51.100.0/24 | 198.51.100.0/24",
                "state=UNSIGNED | 203.0.113.0/24 2001:db8::/32",
                "origin_state=invalid | 198.51.100.0/24",
                "finding=signature-mismatch | 192.0.2.0/24 198.51.100.0/24",
                "asn=AS64500 | 198.51.100.0/24 203.0.113.0/24",
                "origin_as=64496 | 203.0.113.0/24 203.0.113.0/24",
                "router=R1&state=VALID | 203.0.113.0/24",
                "router=10.0.0.3 | 2001:db8::/32",
                "router=01010101010101010101010101010101&origin_as=64501 | 192.0.2.0/24",
                "peer=192.0.2.2 | 203.0.113.0/24",
                "peer=AS65004 | 2001:db8::/32",
                "peer=65004 | 2001:db8::/32",
                "prefix=203.0.113.7/32&match=longest&router=r2 | 203.0.113.0/24",
                "prefix=192.0.0.0/8&match=covered | 192.0.2.0/24",
                "prefix=2001:DB8:0:0::/32 | 2001:db8::/32",
                "view=loc-rib | ",
            })
    void filtersSelect(String query, String prefixes) {
        assertThat(String.join(" ", api.prefixes(query))).isEqualTo(prefixes == null ? "" : prefixes);
    }

    @Test
    void ignoresHeadersNamedLikeFilters() {
        assertThat(api.get("/api/v1/routes", "router", "no-such-router").body())
                .isEqualTo(api.get("/api/v1/routes").body());
    }

    @Test
    void pagesAndStreamHaveTheSameRoutes() {
        List<String> paged = new ArrayList<>();
        String cursor = null;
        do {
            JsonNode page = api.json("/api/v1/routes?limit=2" + (cursor == null ? "" : "&cursor=" + cursor));
            page.get("routes").forEach(route -> paged.add(route.toString()));
            cursor = page.has("cursor") ? page.get("cursor").asString() : null;
        } while (cursor != null);
        HttpResponse<String> stream = api.get("/api/v1/routes", "Accept", "application/x-ndjson");
        assertThat(stream.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/x-ndjson");
        assertThat(stream.body()
                        .lines()
                        .map(line -> RunningApi.parse(line).toString())
                        .toList())
                .isEqualTo(paged);
        assertThat(paged).hasSize(5);
        assertProblem(api.get("/api/v1/routes?state=BAD", "Accept", "application/x-ndjson"), 400, "'BAD'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/api/v1/summary", "/actuator/health/readiness", "/v3/api-docs"})
    void setsAContentSecurityPolicy(String path) {
        HttpResponse<String> response = api.get(path);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    @Test
    void exposesMetrics() {
        String metrics = api.get("/actuator/prometheus").body();
        assertThat(metrics)
                .contains("pathproof_store_routes{state=\"NOT_VALID\"} 1.0")
                .contains("pathproof_store_routes{state=\"VALID\"} 1.0")
                .contains("pathproof_store_findings{finding=\"signature-mismatch\"} 2.0")
                .contains("pathproof_store_ready 1.0")
                .contains("pathproof_store_lag_records 0.0")
                .contains("pathproof_event_subscribers 0.0")
                .contains("pathproof_store_last_contact_age_seconds");
        assertThat(api.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
    }

    @Test
    void openApiDescribesThePaths() {
        JsonNode paths = api.json("/v3/api-docs").get("paths");
        assertThat(paths.propertyNames())
                .contains(
                        "/api/v1/routes",
                        "/api/v1/routes/{id}/explain",
                        "/validity",
                        "/api/v1/events",
                        "/api/v1/export/{format}");
        assertThat(paths.toString()).contains("origin_state");
    }

    @Test
    void everyEndpointIsInTheReference() throws IOException {
        String page = Files.readString(Path.of("../../docs/reference/rest-api.md"));
        Set<String> missing = new TreeSet<>();
        api.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .forEach((mapping, handler) -> {
                    if (handler.getBeanType().getName().startsWith("org.pathproof.")) {
                        for (RequestMethod method :
                                mapping.getMethodsCondition().getMethods()) {
                            mapping.getPatternValues().stream()
                                    .map(pattern -> "`" + method + " " + pattern + "`")
                                    .filter(endpoint -> !page.contains(endpoint))
                                    .forEach(missing::add);
                        }
                    }
                });
        assertThat(missing).isEmpty();
    }
}
