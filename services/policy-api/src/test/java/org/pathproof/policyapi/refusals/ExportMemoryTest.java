// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.access.ApiToken;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.verdictstore.store.RouteTable;
import tools.jackson.databind.JsonNode;

/**
 * Tests that a prefix stays in exports when its refused route leaves the table, until the reason of the route ends.
 * Each test has a prefix and a session of its own.
 */
final class ExportMemoryTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String OPERATOR = ApiToken.create();
    private static final String READER = ApiToken.create();
    private static final Integer[] PATH = {65001, 64496};
    private static final String[] SETTINGS = {
        "pathproof.feeds.router-hold=1s",
        "pathproof.policy-api.export-max-remembered=50",
        "pathproof.api.tokens[0].name=operator",
        "pathproof.api.tokens[0].role=operator",
        "pathproof.api.tokens[0].hash=" + ApiToken.hash(OPERATOR),
        "pathproof.api.tokens[1].name=reader",
        "pathproof.api.tokens[1].role=reader",
        "pathproof.api.tokens[1].hash=" + ApiToken.hash(READER)
    };

    private static final AtomicInteger NUMBERS = new AtomicInteger(10);
    private static RunningApi api;

    private int number;
    private String prefix = "";
    private RouteKey route = key("0.0.0.0/0", 0);

    @BeforeAll
    static void start() {
        api = new RunningApi(SETTINGS);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    /** Lists the prefix of the test. */
    @BeforeEach
    void exportRefusedRoute() {
        number = NUMBERS.incrementAndGet();
        prefix = "198.51." + number + ".0/24";
        route = key(prefix, number);
        api.putSession(number, session(number, number, number));
        api.putVerdict(route, notValid(1, PATH));
        awaitListed(true);
        await().atMost(LIMIT).until(() -> refusals().size() == 1);
    }

    private String export() {
        var response = api.get("/api/v1/export/frr?neighbor=192.0.2." + number);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private void awaitListed(boolean listed) {
        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(AssertionError.class)
                .until(() -> export().contains("permit " + prefix) == listed);
    }

    private JsonNode refusals() {
        return api.json("/api/v1/refusals?neighbor=192.0.2." + number).get("refusals");
    }

    private JsonNode refusal() {
        return refusals().get(0);
    }

    private void awaitNow(String state) {
        await().atMost(LIMIT).until(() -> refusal().get("now").asString().equals(state));
    }

    private void awaitForgotten() {
        await().atMost(LIMIT).until(() -> refusals().isEmpty());
        awaitListed(false);
    }

    /** Waits until the store has a verdict. */
    private void awaitState(String state) {
        RouteTable table = api.bean(RouteTable.class);
        await().atMost(LIMIT)
                .until(() -> table.get(route)
                        .map(one -> one.state().name())
                        .orElse("none")
                        .equals(state));
    }

    @Test
    void aWithdrawnOrUnsignedRouteStaysListedWithReasonAndAge() {
        assertThat(refusal().get("now").asString()).isEqualTo("refused");
        assertThat(refusal().has("left")).isFalse();
        api.withdraw(route);
        awaitNow("absent");
        api.putVerdict(route, unsigned(PATH));
        awaitNow("unsigned");
        assertThat(export()).contains("permit " + prefix);
        JsonNode refusal = refusal();
        assertThat(refusal.get("prefix").asString()).isEqualTo(prefix);
        assertThat(refusal.get("neighbor").asString()).isEqualTo("192.0.2." + number);
        assertThat(refusal.get("state").asString()).isEqualTo("NOT_VALID");
        assertThat(refusal.get("reasons").get(0).asString()).isEqualTo("signature-mismatch");
        assertThat(refusal.get("age_seconds").asLong()).isNotNegative();
        assertThat(Instant.parse(refusal.get("until").asString()))
                .isEqualTo(Instant.parse(refusal.get("left").asString()).plus(7, ChronoUnit.DAYS));
        api.putVerdict(route, notValid(1, PATH));
        awaitNow("refused");
        assertThat(refusal().has("left")).isFalse();
    }

    /** FRR monitors the path of an external neighbor with its own AS at the start. */
    @Test
    void theOwnAsAtTheStartMakesNoOtherPath() {
        api.putVerdict(route, unsigned(64999, 65001, 64496));
        awaitNow("unsigned");
        assertThat(export()).contains("permit " + prefix);
    }

    @Test
    void aValidPathEndsTheReason() {
        api.withdraw(route);
        awaitNow("absent");
        api.putVerdict(route, valid(PATH));
        awaitForgotten();
        api.putVerdict(route, unsigned(PATH));
        awaitState("UNSIGNED");
        assertThat(export()).doesNotContain("permit " + prefix);
    }

    /** A path that was there for a moment ends the reason too. */
    @Test
    void aValidPathThatIsWithdrawnEndsTheReason() {
        api.putVerdict(route, valid(PATH));
        api.withdraw(route);
        awaitForgotten();
    }

    @Test
    void anotherUnsignedPathEndsTheReason() {
        api.putVerdict(route, unsigned(65001, 65005, 64496));
        awaitForgotten();
    }

    @Test
    void aNeighborThatStaysDownEndsTheReason() {
        api.putSession(
                number,
                session(number, number, number).setState(State.DOWN).setEpoch(2).setDeadBefore(2));
        awaitForgotten();
    }

    @Test
    void anOperatorEndsTheReason() {
        api.putVerdict(route, unsigned(PATH));
        awaitNow("unsigned");
        String path = "/api/v1/refusals/" + refusal().get("id").asString();
        assertThat(api.send("DELETE", path, "", "Authorization", "Bearer " + READER)
                        .statusCode())
                .isEqualTo(403);
        assertThat(api.send("DELETE", path, "", "Authorization", "Bearer " + OPERATOR)
                        .statusCode())
                .isEqualTo(200);
        awaitForgotten();
        assertThat(api.send("DELETE", path, "", "Authorization", "Bearer " + OPERATOR)
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void aRestartKeepsThePrefixAndAnAgeEndsIt() {
        api.withdraw(route);
        awaitNow("absent");
        JsonNode before = refusal();
        api.restart(SETTINGS);
        await().atMost(LIMIT).untilAsserted(() -> assertThat(refusals()).hasSize(1));
        assertThat(refusal().get("left")).isEqualTo(before.get("left"));
        assertThat(refusal().get("listed")).isEqualTo(before.get("listed"));
        assertThat(export()).contains("permit " + prefix);
        String[] brief = Arrays.copyOf(SETTINGS, SETTINGS.length + 1);
        brief[SETTINGS.length] = "pathproof.policy-api.export-memory=1s";
        api.restart(brief);
        awaitForgotten();
        api.restart(SETTINGS);
    }

    @Test
    void healthFailsAboveTheMaximum() {
        api.restart(List.of(SETTINGS).stream()
                .map(setting ->
                        setting.startsWith("pathproof.policy-api.export-max") ? setting.replace("50", "1") : setting)
                .toArray(String[]::new));
        for (int i = 0; i < 3; i++) {
            api.putVerdict(key("203.0." + i + ".0/24", number), notValid(1, PATH));
        }
        await().atMost(LIMIT).until(() -> export().contains("permit 203.0.2.0/24"));
        await().atMost(LIMIT).untilAsserted(() -> {
            export();
            assertThat(api.get("/api/v1/health").body()).contains("pathproof.policy-api.export-max-remembered");
        });
        assertThat(api.get("/actuator/prometheus").body()).contains("pathproof_export_memory_full 1.0");
        api.restart(SETTINGS);
    }
}
