// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.unsigned;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.contracts.v1.Ownership;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.RunningApi;
import org.pathproof.verdictstore.input.CollectorMonitor;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.databind.JsonNode;

/** Tests the checklist from an empty site to a site with routes, and after all routers are disconnected. */
final class ChecklistTest {
    @Test
    void namesTheMissingStepAtEachStage() {
        try (RunningApi api = new RunningApi()) {
            assertThat(states(api)).containsExactly("rpki open", "router open", "peer open", "route open");
            assertThat(step(api, "rpki").get("message").asString()).contains("--rtr HOST:PORT");
            assertThat(step(api, "router").get("message").asString()).contains("No collector has reported yet");

            beat(api, collector());
            await().untilAsserted(
                            () -> assertThat(step(api, "router").get("message").asString())
                                    .contains("TCP port 11019 of collector-1"));

            api.rpki().replace(List.of(new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64496)));
            beat(api, collector().addRouters(router(1)));
            await().untilAsserted(() ->
                    assertThat(states(api)).containsExactly("rpki done", "router done", "peer open", "route open"));
            assertThat(step(api, "peer").get("message").asString()).startsWith("r1 (10.0.0.1): connected over BMP");
            JsonNode lonely = api.json("/api/v1/routers").get("routers").get(0);
            assertThat(lonely.get("router_name").asString()).isEqualTo("r1");
            assertThat(lonely.get("connected").asBoolean()).isTrue();
            assertThat(lonely.get("sessions").asInt()).isZero();

            api.putSession(1, session(1, 1, 1));
            await().untilAsserted(() ->
                    assertThat(states(api)).containsExactly("rpki done", "router done", "peer done", "route open"));
            api.putVerdict(key("203.0.113.0/24", 1), unsigned(65001, 64496));
            await().untilAsserted(() -> assertThat(
                            api.json("/api/v1/checklist").get("complete").asBoolean())
                    .isTrue());

            // After a crash of the collector, its records still say that the sessions are up.
            beat(api, collector());
            await().untilAsserted(() ->
                    assertThat(states(api)).containsExactly("rpki done", "router lost", "peer lost", "route done"));

            api.putSession(1, session(1, 1, 1).setState(State.LOST).setDownReason("the connection ended"));
            beat(api, collector());
            await().untilAsserted(() ->
                    assertThat(states(api)).containsExactly("rpki done", "router lost", "peer lost", "route done"));
            assertThat(step(api, "router").get("title").asString()).isEqualTo("All routers are disconnected");
            assertThat(api.json("/api/v1/routers")
                            .get("routers")
                            .get(0)
                            .get("connected")
                            .asBoolean())
                    .isFalse();
        }
    }

    /** Sends heartbeats until the monitor has read one, because it skips heartbeats from before its start. */
    private static void beat(RunningApi api, Collector.Builder collector) {
        Collector record = collector.build();
        CollectorMonitor watch = api.bean(CollectorMonitor.class);
        await().pollInterval(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(30))
                .until(() -> {
                    api.putCollector(record);
                    return watch.collectors().contains(record);
                });
    }

    private static Collector.Builder collector() {
        return Collector.newBuilder()
                .setId("collector-1")
                .setBeat(1)
                .setLeaseMs(RunningApi.LEASE_MS)
                .setBmpPort(11019);
    }

    private static Ownership router(int number) {
        return Ownership.newBuilder()
                .setRouterHash(session(1, number, 1).getRouterHash())
                .setRouterIp("10.0.0." + number)
                .setRouterName("r" + number)
                .build();
    }

    private static List<String> states(RunningApi api) {
        return api.json("/api/v1/checklist")
                .get("steps")
                .valueStream()
                .map(step ->
                        step.get("name").asString() + " " + step.get("state").asString())
                .toList();
    }

    private static JsonNode step(RunningApi api, String name) {
        return api.json("/api/v1/checklist")
                .get("steps")
                .valueStream()
                .filter(step -> step.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
