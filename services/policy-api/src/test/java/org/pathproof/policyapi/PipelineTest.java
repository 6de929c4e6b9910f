// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.rest.Readiness;
import tools.jackson.databind.JsonNode;

/**
 * Tests health and {@code ready} while input is not validated, while an open transaction hides verdicts, and after an
 * undecodable record.
 */
class PipelineTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final RouteKey ROUTE = key("203.0.113.0/24", 1);

    @Test
    void nothingIsReadyBeforeTheInputFromBeforeTheStartIsValidatedAndRead() {
        try (RunningApi api = new RunningApi()) {
            api.rpki().replace(Set.of());
            api.putSession(1, session(1, 1, 1));
            awaitHealth(api, "ok");

            // Five route events exist before the start, and no validator runs.
            api.putRouteEvents(5);
            api.restartUnready();
            await().atMost(TIMEOUT)
                    .until(() -> component(api, "validation")
                            .get("message")
                            .asString()
                            .startsWith("5 route events are not validated yet"));
            assertThat(component(api, "validation").get("status").asString()).isEqualTo("failing");
            assertThat(api.bean(Readiness.class).storeReady()).isTrue();
            assertThat(ready(api)).isFalse();
            assertThat(api.metric("pathproof_judging_lag_records")).isEqualTo(5);
            assertThat(api.metric("pathproof_judging_delay_seconds")).isNaN();

            // Four events are validated, and then the fifth. The verdict is in a transaction that is still open.
            api.commitAsValidator(4);
            try (RunningApi.OpenTransaction open = api.transaction()) {
                open.putVerdict(ROUTE, valid(65001, 64496));
                api.commitAsValidator(5);
                await().atMost(TIMEOUT)
                        .until(() -> component(api, "validation")
                                .get("status")
                                .asString()
                                .equals("ok"));
                await().atMost(TIMEOUT)
                        .until(() -> component(api, "store").get("lag").asLong() == 1);
                assertThat(component(api, "store").get("status").asString()).isEqualTo("failing");
                assertThat(ready(api)).isFalse();
                open.commit();
            }
            await().atMost(TIMEOUT).until(() -> ready(api));
            awaitHealth(api, "ok");
            assertThat(api.prefixes("")).isEqualTo(List.of("203.0.113.0/24"));
        }
    }

    @Test
    void verdictsOfAnOpenTransactionCountAsDelay() {
        try (RunningApi api = new RunningApi()) {
            api.rpki().replace(Set.of());
            api.putSession(1, session(1, 1, 1));
            awaitHealth(api, "ok");
            try (RunningApi.OpenTransaction left = api.transaction()) {
                left.putVerdict(ROUTE, valid(65001, 64496));
                awaitHealth(api, "failing");
                assertThat(component(api, "store").get("message").asString())
                        .contains("1 record behind Kafka, by up to");
                assertThat(component(api, "store").get("status").asString()).isEqualTo("failing");
                // The delay grows while the transaction is open.
                await().atMost(TIMEOUT)
                        .untilAsserted(() -> assertThat(api.metric("pathproof_store_delay_seconds"))
                                .isGreaterThan(2));
                assertThat(ready(api)).as("a late store stays ready").isTrue();

                // A store that is read again is not complete either while the transaction is open.
                api.restartUnready();
                await().atMost(TIMEOUT)
                        .until(() -> component(api, "store")
                                .get("message")
                                .asString()
                                .contains("1 record is not read yet"));
                assertThat(api.get("/api/v1/routes").statusCode()).isEqualTo(503);
                left.abort();
            }
            awaitHealth(api, "ok");
            assertThat(api.metric("pathproof_store_delay_seconds")).isZero();
        }
    }

    @Test
    void reportsUnsynchronisedSessionsAndUndecodableRecords() {
        try (RunningApi api = new RunningApi()) {
            api.rpki().replace(Set.of());
            api.putSession(1, session(1, 1, 1));
            api.putSession(2, session(2, 1, 2).setState(State.SYNCING));
            api.putSession(3, session(3, 1, 3).setState(State.SYNCING));
            api.putSession(4, session(4, 2, 3).setState(State.LOST));
            await().atMost(TIMEOUT)
                    .until(
                            () -> component(api, "sessions")
                                    .get("message")
                                    .asString()
                                    .startsWith(
                                            "2 sessions are re-synchronising: the table is still being sent; 1 session is lost"));
            assertThat(component(api, "sessions").get("status").asString()).isEqualTo("failing");
            api.putSession(2, session(2, 1, 2));
            api.putSession(3, session(3, 1, 3));
            api.putSession(4, session(4, 2, 3).setState(State.DOWN));
            awaitHealth(api, "ok");

            api.publishVerdict(ROUTE.toBytes(), new byte[] {1});
            awaitHealth(api, "failing");
            assertThat(component(api, "store").get("message").asString()).contains("1 record could not be decoded");
            assertThat(api.metric("pathproof_store_rejected_keys")).isEqualTo(1);
            api.publishVerdict(ROUTE.toBytes(), valid(65001, 64496).build().toByteArray());
            awaitHealth(api, "ok");
        }
    }

    private static void awaitHealth(RunningApi api, String status) {
        await().atMost(TIMEOUT)
                .until(() -> RunningApi.parse(api.get("/api/v1/health").body())
                        .get("status")
                        .asString()
                        .equals(status));
    }

    private static JsonNode component(RunningApi api, String name) {
        return RunningApi.parse(api.get("/api/v1/health").body())
                .get("components")
                .get(name);
    }

    private static boolean ready(RunningApi api) {
        return api.json("/api/v1/summary").get("ready").asBoolean();
    }
}
