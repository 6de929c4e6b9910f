// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.session;

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

/** Tests the inventory of running policy APIs with a real Kafka. The sessions come through Kafka (relayed). */
final class InventoryTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String OPERATOR = ApiToken.create();
    private static final String READER = ApiToken.create();
    private static final String[] SETTINGS = {
        "pathproof.policy-api.inventory.learn-after=0s",
        "pathproof.policy-api.inventory.lost-after=1s",
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
                .until(() -> state(api, "r1", "").equals("up")
                        && state(api, "r2", "192.0.2.2").equals("up"));
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private static Session.Builder up(int number) {
        return session(number, number, number).setRelayed(true);
    }

    /** Ends the sessions of a router, as its collector does after the hold time. */
    private void kill(int router) {
        api.putSession(router, up(router).setState(State.DOWN).setEpoch(2).setDeadBefore(2));
    }

    private static JsonNode entries(RunningApi of, String query) {
        return of.json("/api/v1/inventory" + query).get("entries");
    }

    private static Optional<JsonNode> entry(RunningApi of, String router, String peer) {
        HttpResponse<String> response = of.get("/api/v1/inventory");
        if (response.statusCode() != 200) {
            return Optional.empty();
        }
        return RunningApi.parse(response.body())
                .get("entries")
                .valueStream()
                .filter(one -> one.get("router").asString().equals(router)
                        && (one.has("peer") ? one.get("peer").asString() : "").equals(peer))
                .findFirst();
    }

    private static String state(RunningApi of, String router, String peer) {
        return entry(of, router, peer).map(one -> one.get("state").asString()).orElse("");
    }

    private void awaitState(String router, String state) {
        await().atMost(LIMIT).until(() -> state(api, router, "").equals(state));
    }

    private JsonNode health() {
        return RunningApi.parse(api.get("/api/v1/health").body());
    }

    private HttpResponse<String> post(String path) {
        return api.post("/api/v1/inventory/" + path, "", "Authorization", "Bearer " + OPERATOR);
    }

    @Test
    void aKilledRouterIsAFaultUntilItIsBack() {
        kill(1);
        awaitState("r1", "lost");

        JsonNode inventory = health().get("components").get("inventory");
        assertThat(inventory.get("status").asString()).isEqualTo("failing");
        assertThat(inventory.get("message").asString())
                .startsWith("1 of 2 expected routers lost (r1, no BMP connection, since 20");
        assertThat(api.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
        assertThat(entries(api, "?lost=true").size()).isEqualTo(1);
        JsonNode step = api.json("/api/v1/checklist").get("steps").get(1);
        assertThat(step.get("state").asString()).isEqualTo("lost");
        assertThat(step.get("message").asString()).contains("r1");
        await().atMost(LIMIT).until(() -> metrics().contains("pathproof_router_lost{router=\"r1\"} 1.0"));
        assertThat(metrics()).contains("pathproof_router_lost{router=\"r2\"} 0.0");

        api.putSession(1, up(1).setEpoch(3));
        awaitState("r1", "up");
        await().atMost(LIMIT)
                .until(() -> health().get("components")
                        .get("inventory")
                        .get("status")
                        .asString()
                        .equals("ok"));
        assertThat(entry(api, "r1", "").orElseThrow().has("since")).isFalse();
    }

    private String metrics() {
        return api.get("/actuator/prometheus", "Accept", "text/plain").body();
    }

    @Test
    void aLossHasItsTimeAfterARestartAndOnEachReplica() {
        kill(1);
        awaitState("r1", "lost");
        String since = entry(api, "r1", "").orElseThrow().get("since").asString();
        try (RunningApi other = api.further(SETTINGS)) {
            await().atMost(LIMIT).until(() -> state(other, "r1", "").equals("lost"));
            assertThat(entry(other, "r1", "").orElseThrow().get("since").asString())
                    .isEqualTo(since);

            api.restart(SETTINGS);
            awaitState("r1", "lost");
            assertThat(entry(api, "r1", "").orElseThrow().get("since").asString())
                    .isEqualTo(since);

            api.putSession(1, up(1).setEpoch(3));
            await().atMost(LIMIT)
                    .until(() -> state(other, "r1", "").equals("up")
                            && state(api, "r1", "").equals("up"));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(entries(other, "")).isEqualTo(entries(api, "")));
        }
    }

    @Test
    void anAcknowledgedLossIsNoFaultUntilItsEnd() {
        kill(1);
        awaitState("r1", "lost");
        Instant expires = Instant.now().plusSeconds(4);

        HttpResponse<String> response = post("acknowledge?router=r1&owner=noc&reason=cut&expires=" + expires);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonNode acknowledged = RunningApi.parse(response.body());
        assertThat(acknowledged.get("state").asString()).isEqualTo("acknowledged");
        assertThat(acknowledged.get("acknowledgement").get("by").asString()).isEqualTo("operator");
        assertThat(health().get("components").get("inventory").get("message").asString())
                .contains("1 lost and acknowledged");
        awaitState("r1", "lost");
        assertThat(Instant.now()).isAfterOrEqualTo(expires);
    }

    @Test
    void aRetiredRouterIsNotExpectedOnAnyReplica() {
        kill(1);
        awaitState("r1", "lost");
        try (RunningApi other = api.further(SETTINGS)) {
            await().atMost(LIMIT).until(() -> state(other, "r1", "").equals("lost"));

            assertThat(post("retire?router=r1&reason=removed").statusCode()).isEqualTo(200);

            await().atMost(LIMIT).until(() -> state(other, "r1", "").equals("retired"));
            await().atMost(LIMIT).until(() -> state(other, "r1", "192.0.2.1").equals("retired"));
        }
        api.restart(SETTINGS);
        awaitState("r1", "retired");
        assertThat(health().get("components").get("inventory").get("message").asString())
                .isEqualTo("1 router and 1 peer are expected, and none is lost");
        assertThat(post("retire?router=r1").statusCode()).isEqualTo(404);
    }

    @Test
    void anExpectedRouterThatNeverConnectedIsLost() {
        HttpResponse<String> response = post("expect?router=r9&peer=192.0.2.9&reason=new+site");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);

        awaitState("r9", "lost");

        assertThat(entry(api, "r9", "").orElseThrow().get("detail").asString()).isEqualTo("never connected");
        assertThat(state(api, "r9", "192.0.2.9"))
                .as("the peer of a lost router")
                .isEqualTo("waiting");
    }

    @Test
    void aLostPeerOfARouterThatIsUpIsAFault() {
        api.putSession(3, session(3, 1, 3).setRelayed(true));
        await().atMost(LIMIT).until(() -> state(api, "r1", "192.0.2.3").equals("up"));

        api.putSession(
                3,
                session(3, 1, 3)
                        .setRelayed(true)
                        .setState(State.DOWN)
                        .setEpoch(2)
                        .setDeadBefore(2));

        await().atMost(LIMIT).until(() -> state(api, "r1", "192.0.2.3").equals("lost"));
        assertThat(health().get("components").get("inventory").get("message").asString())
                .startsWith("1 of 3 expected peers lost (192.0.2.3 of r1, no BGP session is up, since 20");
        await().atMost(LIMIT)
                .until(() -> metrics().contains("pathproof_peer_lost{peer=\"192.0.2.3\",router=\"r1\"} 1.0"));
    }

    @Test
    void errorsNameTheParameterAndReadersChangeNothing() {
        record Case(String path, int status, String words) {}
        String given = "acknowledge?router=r1&owner=noc&reason=cut&expires=";
        for (Case one : List.of(
                new Case("acknowledge?router=r1&owner=noc&reason=cut", 400, "expires"),
                new Case(given + "tomorrow", 400, "parameter expires 'tomorrow' is not a time"),
                new Case(given + "2020-01-01T00:00:00Z", 400, "is in the past"),
                new Case(given + "2999-01-01T00:00:00Z", 400, "more than 366 days away"),
                new Case("acknowledge?router=r1&owner=&reason=cut&expires=2999-01-01T00:00:00Z", 400, "owner"),
                new Case("retire?peer=192.0.2.1", 400, "router"),
                new Case("retire?router=r1%0Ax", 400, "parameter router"),
                new Case("retire?router=r7", 404, "no router 'r7'"),
                new Case("retire?router=r1&peer=192.0.2.77", 404, "no peer '192.0.2.77' of router 'r1'"))) {
            HttpResponse<String> response = post(one.path());
            assertThat(response.statusCode()).as(one.path() + response.body()).isEqualTo(one.status());
            assertThat(response.body()).contains(one.words());
        }
        HttpResponse<String> refused =
                api.post("/api/v1/inventory/retire?router=r1", "", "Authorization", "Bearer " + READER);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(state(api, "r1", "")).isEqualTo("up");
    }
}
