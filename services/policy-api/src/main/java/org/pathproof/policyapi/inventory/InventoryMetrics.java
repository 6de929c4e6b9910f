// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.telemetry.series.SeriesGauge;
import org.pathproof.telemetry.series.SeriesGauge.Series;

/**
 * Metrics of expected routers and peers. The lost ones have series first. Routers or peers beyond {@link #MAX_SERIES}
 * are summed under {@code other}.
 */
final class InventoryMetrics implements MeterBinder {
    static final int MAX_SERIES = 1_000;

    private static final String OTHER = "other";

    private final InventoryStore store;
    private final Clock clock;

    InventoryMetrics(InventoryStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        SeriesGauge routers = new SeriesGauge(StoreMetricNames.ROUTER_LOST, registry);
        SeriesGauge peers = new SeriesGauge(StoreMetricNames.PEER_LOST, registry);
        Gauge.builder(StoreMetricNames.INVENTORY_UNLEARNED, store, InventoryStore::unlearned)
                .register(registry);
        store.onCheck(() -> {
            Instant now = clock.instant();
            routers.set(rows(true, now));
            peers.set(rows(false, now));
        });
    }

    private List<Series> rows(boolean ofRouters, Instant now) {
        List<InventoryEntry> expected = store.entries().stream()
                .filter(entry -> !entry.retired() && entry.key().isRouter() == ofRouters)
                .sorted(Comparator.comparing((InventoryEntry entry) -> !entry.isFault(now)))
                .toList();
        List<Series> rows = new ArrayList<>();
        expected.stream().limit(MAX_SERIES).forEach(entry -> rows.add(row(entry.key(), entry.isFault(now) ? 1 : 0)));
        long rest = expected.stream()
                .skip(MAX_SERIES)
                .filter(entry -> entry.isFault(now))
                .count();
        rows.add(row(new InventoryKey(OTHER, ofRouters ? "" : OTHER), rest));
        return rows;
    }

    private static Series row(InventoryKey key, long value) {
        Tags router = Tags.of(MetricLabels.ROUTER, key.router());
        return new Series(key.isRouter() ? router : router.and(MetricLabels.PEER, key.peer()), value);
    }
}
