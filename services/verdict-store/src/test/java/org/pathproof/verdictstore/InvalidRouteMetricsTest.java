// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.unsigned;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.contracts.v1.AspaState;
import org.pathproof.contracts.v1.Session;
import org.pathproof.verdictstore.store.RouteTable;

final class InvalidRouteMetricsTest {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final int SESSIONS = 9;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RouteTable table = new RouteTable();

    /** Fills session n with n NOT_VALID routes whose findings name AS 64500 + n. */
    private void fill() {
        for (int n = 1; n <= SESSIONS; n++) {
            Session opened = session(n, n, n).build();
            table.applySession(sessionId(n).bytes().toArray(), opened.toByteArray());
            for (int i = 0; i < n; i++) {
                table.applyVerdict(
                        key("10." + n + "." + i + ".0/24", n).toBytes(),
                        notValid(2, 65_000 + n, 64_500 + n, 64_400).build().toByteArray());
            }
        }
    }

    @Test
    void showsTheLargestCountsAndSumsTheOthers() {
        fill();
        try (InvalidRouteMetrics metrics = new InvalidRouteMetrics(table, 3, SHORT)) {
            metrics.bindTo(registry);

            await().untilAsserted(() -> assertThat(
                            byLabel(StoreMetricNames.STORE_INVALID_ROUTES, MetricLabels.ROUTER, "NOT_VALID"))
                    .containsExactlyInAnyOrderEntriesOf(Map.of("r9", 9.0, "r8", 8.0, "r7", 7.0, "other", 21.0)));
            await().untilAsserted(
                            () -> assertThat(byLabel(StoreMetricNames.STORE_OFFENDER_ROUTES, MetricLabels.ASN, null))
                                    .containsExactlyInAnyOrderEntriesOf(
                                            Map.of("64509", 9.0, "64508", 8.0, "64507", 7.0, "other", 21.0)));
        }
    }

    @Test
    void showsTheLargestRoutersAndCountsThoseWithoutSeries() {
        fill();
        try (InvalidRouteMetrics metrics = new InvalidRouteMetrics(table, 3, SHORT)) {
            metrics.bindTo(registry);

            await().untilAsserted(() -> assertThat(
                            byLabel(StoreMetricNames.STORE_ROUTER_ROUTES, MetricLabels.ROUTER, "NOT_VALID"))
                    .containsExactlyInAnyOrderEntriesOf(Map.of("r9", 9.0, "r8", 8.0, "r7", 7.0, "other", 21.0)));
            assertThat(byLabel(StoreMetricNames.STORE_ROUTER_ROUTES, MetricLabels.ROUTER, "VALID"))
                    .containsEntry("r9", 0.0);
            await().untilAsserted(() -> assertThat(
                            byLabel(StoreMetricNames.STORE_SERIES_FOLDED, MetricLabels.TYPE, null))
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            "peer", 6.0, "origin", 0.0, "aspa", 0.0, "stripped", 0.0, "asn", 6.0, "router", 6.0)));
        }
    }

    @Test
    void aSeriesEndsWithItsLastInvalidRoute() {
        fill();
        try (InvalidRouteMetrics metrics = new InvalidRouteMetrics(table, 100, SHORT)) {
            metrics.bindTo(registry);
            await().until(() -> byLabel(StoreMetricNames.STORE_INVALID_ROUTES, MetricLabels.ROUTER, "NOT_VALID")
                            .size()
                    == SESSIONS + 1);

            table.applyVerdict(key("10.1.0.0/24", 1).toBytes(), null);

            await().untilAsserted(() -> assertThat(
                            byLabel(StoreMetricNames.STORE_INVALID_ROUTES, MetricLabels.ROUTER, "NOT_VALID"))
                    .hasSize(SESSIONS)
                    .doesNotContainKey("r1"));
        }
    }

    @Test
    void namesPeersWhoseSessionsHaveNoSignatures() {
        table.applySession(
                sessionId(1).bytes().toArray(),
                session(1, 1, 1).setBgpsecSeen(false).build().toByteArray());
        table.applySession(
                sessionId(2).bytes().toArray(), session(2, 2, 2).build().toByteArray());
        try (InvalidRouteMetrics metrics = new InvalidRouteMetrics(table, 100, SHORT)) {
            metrics.bindTo(registry);

            await().untilAsserted(
                            () -> assertThat(byLabel(StoreMetricNames.STORE_STRIPPED_SESSIONS, MetricLabels.PEER, null))
                                    .containsExactlyInAnyOrderEntriesOf(Map.of("192.0.2.1", 1.0, "other", 0.0)));

            table.applySession(
                    sessionId(1).bytes().toArray(), session(1, 1, 1).build().toByteArray());

            await().untilAsserted(
                            () -> assertThat(byLabel(StoreMetricNames.STORE_STRIPPED_SESSIONS, MetricLabels.PEER, null))
                                    .containsExactlyInAnyOrderEntriesOf(Map.of("other", 0.0)));
        }
    }

    @Test
    void countsPathsThatAreInvalidByAspaByRouterAndPeer() {
        table.applySession(
                sessionId(1).bytes().toArray(), session(1, 1, 1).build().toByteArray());
        for (int i = 0; i < 4; i++) {
            table.applyVerdict(
                    key("10.1." + i + ".0/24", 1).toBytes(),
                    unsigned(65001, 64500)
                            .setAspa(i == 0 ? AspaState.ASPA_VALID : AspaState.ASPA_INVALID)
                            .build()
                            .toByteArray());
        }
        try (InvalidRouteMetrics metrics = new InvalidRouteMetrics(table, 100, SHORT)) {
            metrics.bindTo(registry);

            await().untilAsserted(() -> assertThat(
                            byLabel(StoreMetricNames.STORE_ASPA_INVALID_ROUTES, MetricLabels.ROUTER, null))
                    .containsExactlyInAnyOrderEntriesOf(Map.of("r1", 3.0, "other", 0.0)));
        }
    }

    private Map<String, Double> byLabel(String metric, String label, @org.jspecify.annotations.Nullable String state) {
        Map<String, Double> values = new TreeMap<>();
        for (Gauge gauge : registry.find(metric).gauges()) {
            if (state == null || state.equals(gauge.getId().getTag(MetricLabels.STATE))) {
                values.put(String.valueOf(gauge.getId().getTag(label)), gauge.value());
            }
        }
        return values;
    }
}
