// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.BuildInfo;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.verdictstore.input.Snapshots;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.paged.RowStore;
import org.pathproof.verdictstore.store.AspaVerdict;
import org.pathproof.verdictstore.store.OriginVerdict;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.Totals;

/** Metrics of the store's content, delay and memory. A scrape adds up the counts once. */
final class StoreMetrics implements MeterBinder {
    private static final long MAX_TOTALS_AGE_NANOS = 1_000_000_000L;

    private final RouteTable table;
    private final StoreStatus status;
    private final Snapshots snapshots;
    private @Nullable Totals totals;
    private long countedAt;
    private RowStore.@Nullable Memory memory;
    private long measuredAt;

    StoreMetrics(RouteTable table, StoreStatus status, Snapshots snapshots) {
        this.table = table;
        this.status = status;
        this.snapshots = snapshots;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        BuildInfo.register(registry);
        for (PathState state : PathState.values()) {
            Gauge.builder(StoreMetricNames.STORE_ROUTES, this, m -> m.totals().of(state))
                    .tag(MetricLabels.STATE, state.name())
                    .register(registry);
        }
        for (OriginVerdict origin : OriginVerdict.values()) {
            Gauge.builder(
                            StoreMetricNames.STORE_ORIGIN_ROUTES,
                            this,
                            m -> m.totals().of(origin))
                    .tag(MetricLabels.STATE, origin.name())
                    .register(registry);
        }
        for (AspaVerdict aspa : AspaVerdict.values()) {
            Gauge.builder(
                            StoreMetricNames.STORE_ASPA_ROUTES,
                            this,
                            m -> m.totals().of(aspa))
                    .tag(MetricLabels.STATE, aspa.name())
                    .register(registry);
        }
        Gauge.builder(
                        StoreMetricNames.STORE_SIGNED_ROUTES,
                        this,
                        m -> m.totals().signed())
                .register(registry);
        for (Rule rule : Rule.values()) {
            Gauge.builder(StoreMetricNames.STORE_FINDINGS, this, m -> m.totals().of(rule))
                    .tag(MetricLabels.FINDING, rule.label())
                    .register(registry);
        }
        Gauge.builder(
                        StoreMetricNames.STORE_LAG,
                        status,
                        s -> known(s.pipeline().unread()))
                .register(registry);
        Gauge.builder(
                        StoreMetricNames.STORE_DELAY,
                        status,
                        s -> seconds(s.pipeline().reading()))
                .register(registry);
        Gauge.builder(
                        StoreMetricNames.TABLE_DELAY,
                        status,
                        s -> seconds(s.pipeline().table()))
                .register(registry);
        Gauge.builder(
                        StoreMetricNames.VALIDATION_LAG,
                        status,
                        s -> known(s.pipeline().unvalidated()))
                .register(registry);
        Gauge.builder(
                        StoreMetricNames.VALIDATION_DELAY,
                        status,
                        s -> seconds(s.pipeline().validating()))
                .register(registry);
        Gauge.builder(StoreMetricNames.STORE_REJECTED, status, s -> s.input().rejected())
                .register(registry);
        Gauge.builder(StoreMetricNames.STORE_AGE, status, StoreMetrics::secondsSinceContact)
                .register(registry);
        Gauge.builder(StoreMetricNames.STORE_SNAPSHOT_AGE, snapshots, StoreMetrics::age)
                .register(registry);
        Gauge.builder(
                        StoreMetricNames.STORE_SNAPSHOT_BYTES,
                        snapshots,
                        s -> s.state().bytes())
                .register(registry);
        FunctionCounter.builder(
                        StoreMetricNames.STORE_SNAPSHOT_FAILURES,
                        snapshots,
                        s -> s.state().failures())
                .register(registry);
        bindMemory(registry, "rows", RowStore.Memory::blocks);
        bindMemory(registry, "free-places", RowStore.Memory::freePlaces);
        bindMemory(registry, "free-pages", RowStore.Memory::freePages);
        bindMemory(registry, "prefixes", RowStore.Memory::leaves);
        bindMemory(registry, "dictionaries", RowStore.Memory::dictionaries);
        Gauge.builder(StoreMetricNames.STORE_READY, status, s -> s.input().ready() ? 1 : 0)
                .register(registry);
    }

    private void bindMemory(MeterRegistry registry, String type, ToDoubleFunction<RowStore.Memory> bytes) {
        Gauge.builder(StoreMetricNames.STORE_MEMORY, this, m -> bytes.applyAsDouble(m.memory()))
                .tag(MetricLabels.TYPE, type)
                .register(registry);
    }

    private static double age(Snapshots snapshots) {
        Instant time = snapshots.state().time();
        return time == null ? Double.NaN : Duration.between(time, Instant.now()).toMillis() / 1000.0;
    }

    /** Returns the seconds since Kafka's last response; NaN before the first response. */
    private static double secondsSinceContact(StoreStatus status) {
        Instant last = status.input().lastContact();
        return last == null ? Double.NaN : Duration.between(last, Instant.now()).toMillis() / 1000.0;
    }

    private static double known(long count) {
        return count < 0 ? Double.NaN : count;
    }

    private static double seconds(@Nullable Duration delay) {
        return delay == null ? Double.NaN : delay.toMillis() / 1000.0;
    }

    private synchronized Totals totals() {
        Totals counted = totals;
        long now = System.nanoTime();
        if (counted == null || now - countedAt > MAX_TOTALS_AGE_NANOS) {
            counted = table.totals();
            totals = counted;
            countedAt = now;
        }
        return counted;
    }

    private synchronized RowStore.Memory memory() {
        RowStore.Memory measured = memory;
        long now = System.nanoTime();
        if (measured == null || now - measuredAt > MAX_TOTALS_AGE_NANOS) {
            measured = table.memory();
            memory = measured;
            measuredAt = now;
        }
        return measured;
    }
}
