// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.BuildInfo;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.policyapi.events.EventHub;
import org.pathproof.policyapi.feed.PipelineMonitor;
import org.pathproof.policyapi.feed.VerdictFollower;
import org.pathproof.policyapi.health.HealthReporter;
import org.pathproof.policyapi.store.AspaVerdict;
import org.pathproof.policyapi.store.OriginVerdict;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.policyapi.store.Totals;

/** Metrics of the store's content and delay. A scrape adds up the counts once. */
final class StoreMetrics implements MeterBinder {
    private static final long MAX_TOTALS_AGE_NANOS = 1_000_000_000L;

    private final RouteTable table;
    private final VerdictFollower follower;
    private final PipelineMonitor pipeline;
    private final HealthReporter health;
    private final EventHub hub;
    private @Nullable Totals totals;
    private long countedAt;

    StoreMetrics(
            RouteTable table, VerdictFollower follower, PipelineMonitor pipeline, HealthReporter health, EventHub hub) {
        this.table = table;
        this.follower = follower;
        this.pipeline = pipeline;
        this.health = health;
        this.hub = hub;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        BuildInfo.register(registry);
        for (PathState state : PathState.values()) {
            Gauge.builder(StoreMetricNames.STORE_ROUTES, this, m -> m.totals().of(state))
                    .tag(MetricLabels.STATE, state.name())
                    .description("Live routes in the store, by path state")
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
                    .description("Live routes in the store, by ASPA state")
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
                    .description("Live routes in the store with a finding, by rule")
                    .register(registry);
        }
        Gauge.builder(
                        StoreMetricNames.STORE_LAG,
                        pipeline,
                        p -> known(p.status().unread()))
                .description("Records in Kafka that the store has not read, including those of open transactions; NaN"
                        + " while unknown")
                .register(registry);
        Gauge.builder(
                        StoreMetricNames.STORE_DELAY,
                        pipeline,
                        p -> seconds(p.status().reading()))
                .description(
                        "Upper bound of the age of the oldest verdict that the store has not read; NaN while unknown")
                .register(registry);
        Gauge.builder(
                        StoreMetricNames.VALIDATION_LAG,
                        pipeline,
                        p -> known(p.status().unjudged()))
                .description("Route events in Kafka that validators have not judged; NaN while unknown")
                .register(registry);
        Gauge.builder(
                        StoreMetricNames.VALIDATION_DELAY,
                        pipeline,
                        p -> seconds(p.status().judging()))
                .description("Upper bound of the age of the oldest route event that is not judged; NaN while unknown")
                .register(registry);
        Gauge.builder(StoreMetricNames.STORE_REJECTED, follower, f -> f.status().rejected())
                .description("Keys whose newest record the store could not decode")
                .register(registry);
        Gauge.builder(StoreMetricNames.STORE_AGE, health, HealthReporter::secondsSinceContact)
                .description("Seconds since Kafka last answered the store")
                .register(registry);
        Gauge.builder(StoreMetricNames.STORE_READY, follower, f -> f.status().ready() ? 1 : 0)
                .description("1 if the store has read all records that existed at its start")
                .register(registry);
        Gauge.builder(StoreMetricNames.EVENT_SUBSCRIBERS, hub, EventHub::subscribers)
                .description("Subscribers of the event stream")
                .register(registry);
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
}
