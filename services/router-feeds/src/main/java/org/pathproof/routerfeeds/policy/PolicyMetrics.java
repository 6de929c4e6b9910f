// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Instant;
import org.pathproof.contracts.metrics.FeedMetricNames;

/** Metrics of the policy of the feeds. */
public final class PolicyMetrics implements MeterBinder {
    private final PolicyStore store;
    private final Clock clock;

    public PolicyMetrics(PolicyStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(FeedMetricNames.FEEDS_SWITCHED_OFF, store, s -> s.state().isSwitchedOff() ? 1 : 0)
                .register(registry);
        Gauge.builder(FeedMetricNames.FEED_POLICY_VERSION, store, s -> s.state().version())
                .register(registry);
        Gauge.builder(FeedMetricNames.FEED_POLICY_EXCEPTIONS, store, this::exceptions)
                .register(registry);
    }

    private long exceptions(PolicyStore policies) {
        Instant now = Instant.now(clock);
        return policies.state().document().exceptions().stream()
                .filter(exception -> exception.isActive(now))
                .count();
    }
}
