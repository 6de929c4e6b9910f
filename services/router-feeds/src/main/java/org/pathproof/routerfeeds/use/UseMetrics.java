// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;

/** Metrics of the use of overrides, by router. */
final class UseMetrics implements MeterBinder {
    private final OverrideUses uses;

    UseMetrics(OverrideUses uses) {
        this.uses = uses;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (String router : uses.routers()) {
            for (UseState state : UseState.values()) {
                Gauge.builder(
                                FeedMetricNames.OVERRIDE_USE,
                                uses,
                                all -> all.counts(router).of(state))
                        .tag(MetricLabels.ROUTER, router)
                        .tag(MetricLabels.STATE, state.label())
                        .register(registry);
            }
            Gauge.builder(
                            FeedMetricNames.OVERRIDES_UNPROTECTED,
                            uses,
                            all -> all.unprotected(router).size())
                    .tag(MetricLabels.ROUTER, router)
                    .register(registry);
            for (UnusedReason reason : UnusedReason.values()) {
                Gauge.builder(FeedMetricNames.OVERRIDES_UNUSED, uses, all -> all.unused(router, reason))
                        .tag(MetricLabels.ROUTER, router)
                        .tag(MetricLabels.REASON, reason.label())
                        .register(registry);
            }
        }
    }
}
