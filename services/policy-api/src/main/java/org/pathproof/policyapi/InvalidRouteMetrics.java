// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.Metrics;
import org.pathproof.contracts.v1.Session;
import org.pathproof.policyapi.store.OriginVerdict;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.policyapi.store.SessionView;
import org.pathproof.policyapi.store.Totals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts invalid routes by router and peer, and by the AS in their findings. For each state, a metric has the {@code
 * maxSeries} series with the most routes, and one series with the sum of the others. The counts are refreshed every
 * {@code interval}.
 */
final class InvalidRouteMetrics implements MeterBinder, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(InvalidRouteMetrics.class);
    private static final String OTHER = "other";
    private static final List<PathState> INVALID = List.of(PathState.NOT_VALID, PathState.MALFORMED);

    private final RouteTable table;
    private final int maxSeries;
    private final Duration interval;
    private @Nullable ScheduledExecutorService clock;

    /** A count with its labels. */
    private record Series(Tags labels, long routes) {}

    InvalidRouteMetrics(RouteTable table, int maxSeries, Duration interval) {
        this.table = table;
        this.maxSeries = maxSeries;
        this.interval = interval;
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        MultiGauge paths = MultiGauge.builder(Metrics.STORE_INVALID_ROUTES).register(registry);
        MultiGauge origins =
                MultiGauge.builder(Metrics.STORE_ORIGIN_INVALID_ROUTES).register(registry);
        MultiGauge offenders = MultiGauge.builder(Metrics.STORE_OFFENDER_ROUTES).register(registry);
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(
                Thread.ofVirtual().name("invalid-route-metrics").factory());
        clock = started;
        var _ = started.scheduleWithFixedDelay(
                () -> refresh(paths, origins, offenders), 0, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void refresh(MultiGauge paths, MultiGauge origins, MultiGauge offenders) {
        try {
            List<MultiGauge.Row<?>> byState = new ArrayList<>();
            for (PathState state : INVALID) {
                Tags label = Tags.of(Metrics.STATE, state.name());
                byState.addAll(rows(bySession(totals -> totals.of(state), label), others(label)));
            }
            paths.register(byState, true);
            origins.register(
                    rows(bySession(totals -> totals.of(OriginVerdict.INVALID), Tags.empty()), others(Tags.empty())),
                    true);
            offenders.register(rows(byAs(), Tags.of(Metrics.ASN, OTHER)), true);
        } catch (RuntimeException e) {
            log.warn("Refresh of the invalid route counts failed", e);
        }
    }

    private static Tags others(Tags labels) {
        return labels.and(Metrics.ROUTER, OTHER, Metrics.PEER, OTHER);
    }

    private List<Series> bySession(ToLongFunction<Totals> count, Tags labels) {
        List<Series> series = new ArrayList<>();
        for (SessionView sessionView : table.sessionViews()) {
            long routes = count.applyAsLong(sessionView.totals());
            if (routes > 0) {
                Session session = sessionView.session().orElseGet(Session::getDefaultInstance);
                series.add(new Series(
                        labels.and(Metrics.ROUTER, router(session), Metrics.PEER, session.getPeerIp()), routes));
            }
        }
        return series;
    }

    private static String router(Session session) {
        return session.getRouterName().isEmpty() ? session.getRouterIp() : session.getRouterName();
    }

    private List<Series> byAs() {
        return table.totals().offenders().entrySet().stream()
                .map(as -> new Series(Tags.of(Metrics.ASN, Long.toString(as.getKey())), as.getValue()))
                .toList();
    }

    /** Adds up the series with the same labels (RIB views of one peer), and the series beyond {@code maxSeries}. */
    private List<MultiGauge.Row<?>> rows(List<Series> all, Tags others) {
        List<Series> merged = all.stream()
                .collect(Collectors.groupingBy(Series::labels, Collectors.summingLong(Series::routes)))
                .entrySet()
                .stream()
                .map(e -> new Series(e.getKey(), e.getValue()))
                .sorted(Comparator.comparingLong(Series::routes).reversed())
                .toList();
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        merged.stream().limit(maxSeries).forEach(s -> rows.add(MultiGauge.Row.of(s.labels(), s.routes())));
        long rest = merged.stream().skip(maxSeries).mapToLong(Series::routes).sum();
        rows.add(MultiGauge.Row.of(others, rest));
        return rows;
    }

    @Override
    public synchronized void close() {
        ScheduledExecutorService running = clock;
        if (running != null) {
            running.shutdownNow();
        }
    }
}
