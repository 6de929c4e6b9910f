// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.feeds.override.OverrideCounts;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.telemetry.certificates.CertificateMeters;
import org.pathproof.telemetry.certificates.CertificateUse;

/** Metrics of the override feeds and of the certificates of their sessions, by configured router. */
public final class OverrideMetrics implements MeterBinder {
    private final OverrideFeeds feeds;

    public OverrideMetrics(OverrideFeeds feeds) {
        this.feeds = feeds;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (RouterFeed feed : feeds.routers()) {
            registerGauge(registry, FeedMetricNames.OVERRIDES, feed, OverrideCounts::active);
            registerGauge(registry, FeedMetricNames.OVERRIDES_WAITING, feed, OverrideCounts::waiting);
            registerGauge(registry, FeedMetricNames.OVERRIDES_HELD, feed, OverrideCounts::held);
            registerGauge(registry, FeedMetricNames.OVERRIDES_OSCILLATING, feed, OverrideCounts::oscillating);
            registerGauge(registry, FeedMetricNames.OVERRIDES_BLOCKED, feed, OverrideCounts::blocked);
            registerGauge(registry, FeedMetricNames.OVERRIDES_IMPOSSIBLE, feed, OverrideCounts::withoutAcceptedPath);
            registerCounter(registry, "announcement", feed, OverrideCounts::announced);
            registerCounter(registry, "withdrawal", feed, OverrideCounts::withdrawn);
            Gauge.builder(FeedMetricNames.TAGGED_PATHS, feed, RouterFeed::taggedPaths)
                    .tag(MetricLabels.ROUTER, feed.name())
                    .register(registry);
            if (feeds.session(feed.name()).isPresent()) {
                Gauge.builder(FeedMetricNames.FEED_SESSION_ESTABLISHED, feeds, f -> isEstablished(f, feed.name()))
                        .tag(MetricLabels.ROUTER, feed.name())
                        .register(registry);
            }
            feeds.tls(feed.name())
                    .ifPresent(files -> CertificateMeters.register(
                            registry,
                            CertificateUse.BGP_FEED,
                            feed.name(),
                            files.certificate().toString()));
            for (Suspension reason : Suspension.values()) {
                Gauge.builder(
                                FeedMetricNames.OVERRIDES_SUSPENDED,
                                feed,
                                f -> f.suspensions().contains(reason) ? 1 : 0)
                        .tag(MetricLabels.ROUTER, feed.name())
                        .tag(MetricLabels.REASON, reason.label())
                        .register(registry);
            }
        }
    }

    private static int isEstablished(OverrideFeeds feeds, String router) {
        return feeds.session(router).filter(FeedSession::isEstablished).isPresent() ? 1 : 0;
    }

    private static void registerGauge(
            MeterRegistry registry, String name, RouterFeed feed, ToDoubleFunction<OverrideCounts> value) {
        Gauge.builder(name, feed, f -> value.applyAsDouble(f.counts()))
                .tag(MetricLabels.ROUTER, feed.name())
                .register(registry);
    }

    private static void registerCounter(
            MeterRegistry registry, String type, RouterFeed feed, ToDoubleFunction<OverrideCounts> value) {
        FunctionCounter.builder(FeedMetricNames.OVERRIDE_CHANGES, feed, f -> value.applyAsDouble(f.counts()))
                .tag(MetricLabels.ROUTER, feed.name())
                .tag(MetricLabels.TYPE, type)
                .register(registry);
    }
}
