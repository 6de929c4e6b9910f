// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToIntFunction;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.feeds.override.Suspension;

/** Metrics of the derived origin feed. Without a configured feed there are none. */
final class DerivedOriginMetrics implements MeterBinder {
    private final DerivedOriginFeed feed;

    DerivedOriginMetrics(DerivedOriginFeed feed) {
        this.feed = feed;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        if (!feed.isEnabled()) {
            return;
        }
        registerGauge(
                registry,
                FeedMetricNames.DERIVED_PAIRS,
                MetricLabels.TYPE,
                "expressible",
                DerivedOriginMetrics::expressible);
        registerGauge(
                registry,
                FeedMetricNames.DERIVED_PAIRS,
                MetricLabels.TYPE,
                "not-expressible",
                status -> status.differences().notExpressible().size());
        registerGauge(
                registry,
                FeedMetricNames.DERIVED_VRPS,
                MetricLabels.TYPE,
                "added",
                status -> status.differences().added().size());
        registerGauge(
                registry,
                FeedMetricNames.DERIVED_VRPS,
                MetricLabels.TYPE,
                "removed",
                status -> status.differences().removed().size());
        for (Suspension reason : Suspension.values()) {
            registerGauge(
                    registry,
                    FeedMetricNames.DERIVED_SUSPENDED,
                    MetricLabels.REASON,
                    reason.label(),
                    status -> status.suspensions().contains(reason) ? 1 : 0);
        }
        registerGauge(
                registry,
                FeedMetricNames.DERIVED_SUSPENDED,
                MetricLabels.REASON,
                "over-limit",
                status -> status.overLimit() ? 1 : 0);
    }

    private static int expressible(DerivedOriginStatus status) {
        return status.pairs() - status.differences().notExpressible().size();
    }

    private void registerGauge(
            MeterRegistry registry,
            String name,
            String tag,
            String tagValue,
            ToIntFunction<DerivedOriginStatus> value) {
        Gauge.builder(name, feed, f -> value.applyAsInt(f.status()))
                .tag(tag, tagValue)
                .register(registry);
    }
}
