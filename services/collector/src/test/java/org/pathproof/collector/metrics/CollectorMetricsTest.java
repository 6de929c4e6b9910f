// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.Finding;

final class CollectorMetricsTest {
    private static final List<String> TYPES = List.of("route_monitoring", "statistics_report", "unknown_200");
    private static final int FLOOD = CollectorMetrics.MAX_ROUTERS + 500;
    /** Maximum number of gauges for statistics. */
    private static final int MAX_STATISTICS = 20_000;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CollectorMetrics metrics = new CollectorMetrics(registry);

    @Test
    void aFloodOfRouterNamesSharesOneLabelBeyondTheMaximum() {
        int before = registry.getMeters().size();
        for (int n = 0; n < FLOOD; n++) {
            CollectorMetrics.OfRouter router = metrics.ofRouter("flood-" + n);
            TYPES.forEach(type -> router.countMessage(type, 100, 1));
            router.countAnnouncements(
                    1, List.of(Finding.newBuilder().setRule("as-loop").build()));
            router.countIgnored("family");
        }

        // For each router and for `other`: bytes, mirrored, last message, three types, one finding, one reason.
        assertThat(registry.getMeters().size() - before).isEqualTo(8 * (CollectorMetrics.MAX_ROUTERS + 1));
        assertThat(registry.get(CollectorMetricNames.ROUTERS_FOLDED).counter().count())
                .isEqualTo(500);
        assertThat(registry.get(CollectorMetricNames.BMP_BYTES)
                        .tag(MetricLabels.ROUTER, "other")
                        .counter()
                        .count())
                .isEqualTo(500 * 100 * TYPES.size());
    }

    @Test
    void connectionsWithTheSharedLabelCountUntilTheyEnd() {
        IntStream.range(0, CollectorMetrics.MAX_ROUTERS).forEach(n -> metrics.ofRouter("r" + n));
        CollectorMetrics.OfRouter folded = metrics.ofRouter("folded");
        metrics.ofRouter("folded too");

        assertThat(registry.get(CollectorMetricNames.ROUTERS_FOLDED_NOW).gauge().value())
                .isEqualTo(2);

        folded.release();

        assertThat(registry.get(CollectorMetricNames.ROUTERS_FOLDED_NOW).gauge().value())
                .isEqualTo(1);
    }

    @Test
    void aRouterKeepsItsLabelAfterTheMaximumIsReached() {
        metrics.ofRouter("first").countMessage("initiation", 10, 1);
        IntStream.range(0, FLOOD).forEach(n -> metrics.ofRouter("flood-" + n));

        metrics.ofRouter("first").countMessage("initiation", 10, 2);

        assertThat(registry.get(CollectorMetricNames.BMP_BYTES)
                        .tag(MetricLabels.ROUTER, "first")
                        .counter()
                        .count())
                .isEqualTo(20);
    }

    @Test
    void aFurtherRouterReplacesTheOneThatIsDisconnectedForTheLongestTime() {
        for (int n = 0; n < CollectorMetrics.MAX_ROUTERS; n++) {
            CollectorMetrics.OfRouter router = metrics.ofRouter("r" + n);
            router.countMessage("initiation", 10, 100 + n);
            router.countIgnored("family");
            if (n > 0) {
                router.release();
            }
        }
        int full = registry.getMeters().size();

        metrics.ofRouter("new").countMessage("initiation", 10, 5_000);

        assertThat(registry.find(CollectorMetricNames.BMP_BYTES)
                        .tag(MetricLabels.ROUTER, "r1")
                        .counter())
                .as("disconnected for the longest time")
                .isNull();
        assertThat(registry.find(CollectorMetricNames.BMP_BYTES)
                        .tag(MetricLabels.ROUTER, "r0")
                        .counter())
                .as("connected")
                .isNotNull();
        assertThat(registry.find(CollectorMetricNames.BMP_BYTES)
                        .tag(MetricLabels.ROUTER, "new")
                        .counter())
                .isNotNull();
        assertThat(registry.getMeters().size()).isLessThan(full);
        assertThat(registry.get(CollectorMetricNames.ROUTERS_FOLDED).counter().count())
                .isZero();
    }

    @Test
    void aFloodOfPeersHasAMaximumOfStatisticsAndTheRestIsCounted() {
        CollectorMetrics.OfRouter router = metrics.ofRouter("r1");
        IntStream.range(0, MAX_STATISTICS + 7)
                .forEach(peer -> router.setStatistic("peer-" + peer, "routes-adj-rib-in", "", 1));

        assertThat(registry.get(CollectorMetricNames.BMP_STATISTIC).gauges()).hasSize(MAX_STATISTICS);
        assertThat(registry.get(CollectorMetricNames.BMP_IGNORED)
                        .tag(MetricLabels.REASON, "statistic")
                        .counter()
                        .count())
                .isEqualTo(7);
    }

    @Test
    void reasonsOfClosedConnectionsHaveSeriesFromTheStart() {
        assertThat(registry.get(CollectorMetricNames.BMP_CLOSED).counters())
                .extracting(counter -> counter.getId().getTag(MetricLabels.REASON))
                .contains("not-allowed", "stalled", "superseded", "gap");
    }
}
