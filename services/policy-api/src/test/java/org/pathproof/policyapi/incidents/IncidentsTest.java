// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.access.ApiToken;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.RunningApi;
import tools.jackson.databind.JsonNode;

/** Tests the incidents of running policy APIs with a real Kafka. */
final class IncidentsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int ROUTES = 50;
    /** The AS whose signature does not verify: the origin of the paths below. */
    private static final int CULPRIT = 65003;

    private static final String OPERATOR = ApiToken.create();
    private static final String READER = ApiToken.create();
    private static final String[] SETTINGS = {
        "pathproof.policy-api.inventory.learn-after=0s",
        "pathproof.policy-api.inventory.lost-after=1s",
        "pathproof.policy-api.incidents.open-after=1s",
        "pathproof.policy-api.incidents.close-after=3s",
        "pathproof.api.tokens[0].name=operator",
        "pathproof.api.tokens[0].role=operator",
        "pathproof.api.tokens[0].hash=" + ApiToken.hash(OPERATOR),
        "pathproof.api.tokens[1].name=reader",
        "pathproof.api.tokens[1].role=reader",
        "pathproof.api.tokens[1].hash=" + ApiToken.hash(READER)
    };

    private RunningApi api;

    @BeforeEach
    void start() {
        api = new RunningApi(SETTINGS);
        api.putSession(1, up(1));
        api.putSession(2, up(2));
        await().atMost(LIMIT)
                .until(() -> api.get("/api/v1/inventory").statusCode() == 200
                        && api.json("/api/v1/inventory").get("routers").asInt() == 2);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private static Session.Builder up(int number) {
        return session(number, number, number).setRelayed(true);
    }

    private static String prefix(int i) {
        return "10.0." + i + ".0/24";
    }

    private void breakRoutes() {
        for (int i = 0; i < ROUTES; i++) {
            api.putVerdict(key(prefix(i), 1 + i % 2), notValid(1, 65001, 65002, CULPRIT));
        }
    }

    private void repairRoutes() {
        for (int i = 0; i < ROUTES; i++) {
            api.putVerdict(key(prefix(i), 1 + i % 2), valid(65001, 65002, CULPRIT));
        }
    }

    private static List<JsonNode> incidents(RunningApi of, String query) {
        HttpResponse<String> response = of.get("/api/v1/incidents" + query);
        return response.statusCode() == 200
                ? RunningApi.parse(response.body())
                        .get("incidents")
                        .valueStream()
                        .toList()
                : List.of();
    }

    private static Optional<JsonNode> ofAs(RunningApi of) {
        return incidents(of, "?kind=invalid-paths&asn=AS" + CULPRIT).stream().findFirst();
    }

    private JsonNode awaitIncident() {
        await().atMost(LIMIT).until(() -> ofAs(api).isPresent());
        return ofAs(api).orElseThrow();
    }

    private static String state(RunningApi of, String id) {
        HttpResponse<String> response = of.get("/api/v1/incidents/" + id);
        return response.statusCode() == 200
                ? RunningApi.parse(response.body()).get("state").asString()
                : "";
    }

    private void awaitState(String id, String state) {
        await().atMost(LIMIT).until(() -> state(api, id).equals(state));
    }

    private HttpResponse<String> send(String method, String path) {
        return api.send(method, path, "", "Authorization", "Bearer " + OPERATOR);
    }

    private String metrics() {
        return api.get("/actuator/prometheus", "Accept", "text/plain").body();
    }

    @Test
    void manyRoutesOfOneAsAreOneIncident() {
        breakRoutes();

        JsonNode incident = awaitIncident();

        assertThat(incidents(api, "?kind=invalid-paths")).hasSize(1);
        assertThat(incident.get("state").asString()).isEqualTo("open");
        assertThat(incident.get("asn").asLong()).isEqualTo(CULPRIT);
        await().atMost(LIMIT).until(() -> ofAs(api).orElseThrow().get("largest").asLong() > ROUTES / 2);
        assertThat(incident.get("routers").asInt()).isEqualTo(2);
        assertThat(incident.get("peers").asInt()).isEqualTo(2);
        assertThat(incident.get("prefixes").size()).isEqualTo(ExampleReader.MAX_PREFIXES);
        assertThat(incident.get("complete").asBoolean()).isFalse();
        assertThat(incident.get("rules").size()).isEqualTo(1);
        await().atMost(LIMIT)
                .until(() -> metrics().contains("pathproof_incidents{kind=\"invalid-paths\",state=\"open\"} 1.0"));
    }

    @Test
    void anIncidentStaysOpenUntilTheEndOfTheHoldDown() {
        breakRoutes();
        String id = awaitIncident().get("id").asString();
        repairRoutes();
        await().atMost(LIMIT)
                .until(() -> api.json("/api/v1/summary").get("offenders").isEmpty());
        assertThat(state(api, id)).isEqualTo("open");
        breakRoutes();
        await().atMost(LIMIT)
                .until(() -> !api.json("/api/v1/summary").get("offenders").isEmpty());
        await().during(Duration.ofSeconds(4))
                .atMost(LIMIT)
                .until(() -> state(api, id).equals("open"));

        repairRoutes();

        awaitState(id, "closed");
        assertThat(incidents(api, "")).isEmpty();
        assertThat(incidents(api, "?state=closed")).hasSize(1);

        breakRoutes();
        JsonNode next = awaitIncident();
        assertThat(next.get("id").asString()).isNotEqualTo(id);
        assertThat(state(api, id)).as("the closed one is kept").isEqualTo("closed");
    }

    @Test
    void replicasAgreeAndARestartKeepsTimeAndAcknowledgement() {
        try (RunningApi other = api.further(SETTINGS)) {
            breakRoutes();
            JsonNode opened = awaitIncident();
            String id = opened.get("id").asString();
            await().atMost(LIMIT).until(() -> ofAs(other).isPresent());
            HttpResponse<String> response = send(
                    "POST",
                    "/api/v1/incidents/" + id + "/acknowledge?owner=noc&reason=keys&expires="
                            + Instant.now().plusSeconds(3600));
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            await().atMost(LIMIT).until(() -> state(other, id).equals("acknowledged"));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(incidents(other, "")).isEqualTo(incidents(api, "")));

            api.restart(SETTINGS);

            awaitState(id, "acknowledged");
            JsonNode again = ofAs(api).orElseThrow();
            assertThat(again.get("first")).isEqualTo(opened.get("first"));
            assertThat(again.get("acknowledgement").get("owner").asString()).isEqualTo("noc");
            assertThat(again.get("acknowledgement").get("by").asString()).isEqualTo("operator");
            assertThat(incidents(other, "")).hasSize(1);
            assertThat(send("POST", "/api/v1/incidents/" + id + "/unacknowledge")
                            .statusCode())
                    .isEqualTo(200);
            await().atMost(LIMIT).until(() -> state(other, id).equals("open"));
        }
    }

    @Test
    void aMuteEndsAtItsTimeOrWithItsRemoval() {
        breakRoutes();
        String id = awaitIncident().get("id").asString();
        Instant expires = Instant.now().plusSeconds(4);
        String parameters = "?asn=" + CULPRIT + "&owner=noc&reason=rollover&expires=";

        HttpResponse<String> response = send("POST", "/api/v1/mutes" + parameters + expires);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(state(api, id)).isEqualTo("muted");
        assertThat(api.json("/api/v1/mutes").get("mutes").size()).isEqualTo(1);
        assertThat(api.json("/api/v1/summary").get("states").get("NOT_VALID").asLong())
                .as("verdicts stay")
                .isEqualTo(ROUTES);
        awaitState(id, "open");
        assertThat(Instant.now()).isAfterOrEqualTo(expires);

        String mute = RunningApi.parse(send("POST", "/api/v1/mutes" + parameters + expires.plusSeconds(3600))
                        .body())
                .get("id")
                .asString();
        assertThat(state(api, id)).isEqualTo("muted");
        assertThat(send("DELETE", "/api/v1/mutes/" + mute).statusCode()).isEqualTo(200);
        assertThat(state(api, id)).isEqualTo("open");
        assertThat(send("DELETE", "/api/v1/mutes/" + mute.replace('-', 'x')).statusCode())
                .isEqualTo(404);
    }

    @Test
    void aLostRouterIsAnIncidentWithTheTimeOfItsLoss() {
        api.putSession(1, up(1).setState(State.DOWN).setEpoch(2).setDeadBefore(2));
        await().atMost(LIMIT)
                .until(() -> incidents(api, "?kind=router-lost&router=r1").size() == 1);

        JsonNode lost = api.json("/api/v1/inventory?lost=true").get("entries").get(0);
        assertThat(incidents(api, "?kind=router-lost").getFirst().get("first")).isEqualTo(lost.get("since"));
    }

    @Test
    void errorsNameTheParameterAndReadersChangeNothing() {
        record Case(String method, String path, int status, String words) {}
        String mutes = "/api/v1/mutes?owner=noc&reason=r&expires=";
        for (Case one : List.of(
                new Case("GET", "/api/v1/incidents?kind=fire", 400, "parameter kind 'fire' is none of"),
                new Case("GET", "/api/v1/incidents?state=x", 400, "parameter state 'x'"),
                new Case("GET", "/api/v1/incidents?since=x", 400, "parameter since 'x' is not a time"),
                new Case("GET", "/api/v1/incidents/0123", 404, "no incident '0123'"),
                new Case("POST", "/api/v1/incidents/0123/unacknowledge", 404, "no incident '0123'"),
                new Case("POST", mutes + "2999-01-01T00:00:00Z&asn=1", 400, "more than 90 days away"),
                new Case("POST", mutes + Instant.now().plusSeconds(60), 400, "needs at least one of"),
                new Case("POST", "/api/v1/mutes?asn=1&owner=noc&reason=r", 400, "expires"))) {
            HttpResponse<String> response = one.method().equals("GET")
                    ? api.get(one.path(), "Authorization", "Bearer " + OPERATOR)
                    : send(one.method(), one.path());
            assertThat(response.statusCode()).as(one.path() + response.body()).isEqualTo(one.status());
            assertThat(response.body()).contains(one.words());
        }
        assertThat(api.post(mutes + Instant.now().plusSeconds(60) + "&asn=1", "", "Authorization", "Bearer " + READER)
                        .statusCode())
                .isEqualTo(403);
    }
}
