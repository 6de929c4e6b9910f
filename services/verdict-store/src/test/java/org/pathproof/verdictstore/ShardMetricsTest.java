// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.valid;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.verdictstore.input.LoadProgress;
import org.pathproof.verdictstore.input.SnapshotSettings;
import org.pathproof.verdictstore.input.Snapshots;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.store.RouteTable;

final class ShardMetricsTest {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final int SHARDS = 3;
    private static final int ROUTES = 60;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RouteTable table = new RouteTable(SHARDS);

    private void fill() {
        table.applySession(
                sessionId(1).bytes().toArray(), session(1, 1, 1).build().toByteArray());
        for (int i = 0; i < ROUTES; i++) {
            table.applyVerdict(
                    key("10.0." + i + ".0/24", 1).toBytes(),
                    valid(65_001, 64_496).build().toByteArray());
        }
    }

    @Test
    void showsTheRowsOfEachShard() {
        fill();
        try (ShardMetrics metrics = new ShardMetrics(table, () -> new LoadProgress(List.of()), SHORT)) {
            metrics.bindTo(registry);
            await().untilAsserted(() -> assertThat(byLabel(StoreMetricNames.STORE_ROWS, MetricLabels.PARTITION))
                    .containsOnlyKeys("0", "1", "2")
                    .allSatisfy((partition, rows) -> assertThat(rows).isPositive()));
            assertThat(byLabel(StoreMetricNames.STORE_ROWS, MetricLabels.PARTITION).values().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum())
                    .isEqualTo(ROUTES);
            table.clear(1);
            await().untilAsserted(() -> assertThat(byLabel(StoreMetricNames.STORE_ROWS, MetricLabels.PARTITION))
                    .containsExactly(Map.entry("0", 0.0)));
        }
    }

    @Test
    void showsWhatIsUnreadUntilTheStoreIsComplete() {
        AtomicReference<LoadProgress> progress = new AtomicReference<>(
                new LoadProgress(List.of(new LoadProgress.Partition(0, 30, 40), new LoadProgress.Partition(1, 7, 7))));
        try (ShardMetrics metrics = new ShardMetrics(table, progress::get, SHORT)) {
            metrics.bindTo(registry);
            await().untilAsserted(() -> assertThat(byLabel(StoreMetricNames.STORE_UNREAD, MetricLabels.PARTITION))
                    .isEqualTo(Map.of("0", 10.0, "1", 0.0)));
            progress.set(new LoadProgress(List.of()));
            await().untilAsserted(() -> assertThat(byLabel(StoreMetricNames.STORE_UNREAD, MetricLabels.PARTITION))
                    .isEmpty());
        }
    }

    @Test
    void theTypesOfMemoryAreAllOfIt() {
        fill();
        Snapshots none = new Snapshots(SnapshotSettings.of("", Duration.ofMinutes(5)), table, Clock.systemUTC());
        new StoreMetrics(table, new StoreStatus(Duration.ofSeconds(5)), none).bindTo(registry);
        Map<String, Double> bytes = byLabel(StoreMetricNames.STORE_MEMORY, MetricLabels.TYPE);
        assertThat(bytes).containsOnlyKeys("rows", "free-places", "free-pages", "prefixes", "dictionaries");
        assertThat(bytes.get("rows")).isBetween(32.0 * ROUTES, 64.0 * ROUTES);
        assertThat(bytes.get("prefixes")).isGreaterThan(8.0 * ROUTES);
        assertThat(bytes.get("dictionaries")).isPositive();
        assertThat(bytes.values().stream().mapToDouble(Double::doubleValue).sum())
                .isEqualTo((double) table.memory().total());
    }

    private Map<String, Double> byLabel(String metric, String label) {
        Map<String, Double> values = new TreeMap<>();
        for (Gauge gauge : registry.find(metric).gauges()) {
            values.put(String.valueOf(gauge.getId().getTag(label)), gauge.value());
        }
        return values;
    }
}
