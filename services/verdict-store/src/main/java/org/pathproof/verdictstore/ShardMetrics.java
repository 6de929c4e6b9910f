// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore;

import static org.slf4j.MarkerFactory.getMarker;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.verdictstore.input.LoadProgress;
import org.pathproof.verdictstore.store.RouteTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics of the store's shards: the rows of each, and what each has to read while the store is built. A shard has the
 * prefixes of one partition of the verdicts. The set of series is refreshed every {@code interval}, because the number
 * of partitions may change.
 */
final class ShardMetrics implements MeterBinder, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ShardMetrics.class);

    private final RouteTable table;
    private final Supplier<LoadProgress> loading;
    private final Duration interval;
    private @Nullable ScheduledExecutorService clock;

    /** @param loading returns the progress of the first reading */
    ShardMetrics(RouteTable table, Supplier<LoadProgress> loading, Duration interval) {
        this.table = table;
        this.loading = loading;
        this.interval = interval;
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        MultiGauge rows = MultiGauge.builder(StoreMetricNames.STORE_ROWS).register(registry);
        MultiGauge unread = MultiGauge.builder(StoreMetricNames.STORE_UNREAD).register(registry);
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(
                Thread.ofVirtual().name("shard-metrics").factory());
        clock = started;
        var _ = started.scheduleWithFixedDelay(
                () -> refresh(rows, unread), 0, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void refresh(MultiGauge rows, MultiGauge unread) {
        try {
            rows.register(series(table.sizesOfShards().length, this::rowsOf), false);
            unread.register(series(loading.get().partitions().size(), this::unreadOf), false);
        } catch (RuntimeException e) {
            log.warn(getMarker("shard-metrics-failed"), "Refresh of the metrics of shards failed", e);
        }
    }

    /** Returns a series for each partition, whose value is that of the time of the scrape. */
    private static List<MultiGauge.Row<?>> series(int partitions, IntToDoubleFunction value) {
        List<MultiGauge.Row<?>> series = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            int partition = i;
            Tags labels = Tags.of(MetricLabels.PARTITION, Integer.toString(i));
            series.add(MultiGauge.Row.of(labels, () -> value.applyAsDouble(partition)));
        }
        return series;
    }

    private double rowsOf(int shard) {
        long[] sizes = table.sizesOfShards();
        return shard < sizes.length ? sizes[shard] : 0;
    }

    private double unreadOf(int partition) {
        List<LoadProgress.Partition> partitions = loading.get().partitions();
        return partition < partitions.size() ? partitions.get(partition).left() : 0;
    }

    @Override
    public synchronized void close() {
        ScheduledExecutorService running = clock;
        if (running != null) {
            running.shutdownNow();
        }
    }
}
