// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore;

import static org.slf4j.MarkerFactory.getMarker;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.SessionNames;
import org.pathproof.telemetry.series.SeriesGauge;
import org.pathproof.telemetry.series.SeriesGauge.Series;
import org.pathproof.verdictstore.store.AspaVerdict;
import org.pathproof.verdictstore.store.OriginVerdict;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionView;
import org.pathproof.verdictstore.store.Totals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts routes by router, invalid routes and sessions without signatures by router and peer, and invalid routes by the
 * AS in their findings. For each state, a
 * metric has the {@code maxSeries} series with the most routes, and one series with the sum of the others. The counts
 * are refreshed every {@code interval}.
 */
final class InvalidRouteMetrics implements MeterBinder, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(InvalidRouteMetrics.class);
    private static final String OTHER = "other";
    // Types of STORE_SERIES_FOLDED
    private static final String PEER = "peer";
    private static final String ORIGIN = "origin";
    private static final String ASPA = "aspa";
    private static final String STRIPPED = "stripped";
    private static final String ASN = "asn";
    private static final String ROUTER = "router";
    private static final List<PathState> INVALID = List.of(PathState.NOT_VALID, PathState.MALFORMED);

    private final RouteTable table;
    private final int maxSeries;
    private final Duration interval;
    private final Map<String, AtomicLong> folded = new ConcurrentHashMap<>();
    private @Nullable ScheduledExecutorService clock;

    /** The values of a gauge, and the number of series without a value of their own. */
    private record Rows(List<Series> rows, long folded) {}

    private record Gauges(
            SeriesGauge paths,
            SeriesGauge origins,
            SeriesGauge aspa,
            SeriesGauge stripped,
            SeriesGauge offenders,
            SeriesGauge routers) {}

    /** The counts of one session. */
    private record SessionTotals(String router, String peer, Totals totals, boolean stripped) {
        private static SessionTotals of(SessionView view) {
            Session session = view.session().orElseGet(Session::getDefaultInstance);
            return new SessionTotals(
                    SessionNames.router(session), SessionNames.peer(session), view.totals(), view.stripsBgpsec());
        }
    }

    InvalidRouteMetrics(RouteTable table, int maxSeries, Duration interval) {
        this.table = table;
        this.maxSeries = maxSeries;
        this.interval = interval;
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        Gauges gauges = new Gauges(
                new SeriesGauge(StoreMetricNames.STORE_INVALID_ROUTES, registry),
                new SeriesGauge(StoreMetricNames.STORE_ORIGIN_INVALID_ROUTES, registry),
                new SeriesGauge(StoreMetricNames.STORE_ASPA_INVALID_ROUTES, registry),
                new SeriesGauge(StoreMetricNames.STORE_STRIPPED_SESSIONS, registry),
                new SeriesGauge(StoreMetricNames.STORE_OFFENDER_ROUTES, registry),
                new SeriesGauge(StoreMetricNames.STORE_ROUTER_ROUTES, registry));
        List.of(PEER, ORIGIN, ASPA, STRIPPED, ASN, ROUTER).forEach(type -> registerFoldedCount(registry, type));
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(
                Thread.ofVirtual().name("invalid-route-metrics").factory());
        clock = started;
        var _ = started.scheduleWithFixedDelay(() -> refresh(gauges), 0, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void registerFoldedCount(MeterRegistry registry, String type) {
        AtomicLong count = new AtomicLong();
        folded.put(type, count);
        Gauge.builder(StoreMetricNames.STORE_SERIES_FOLDED, count, AtomicLong::doubleValue)
                .tag(MetricLabels.TYPE, type)
                .register(registry);
    }

    private void refresh(Gauges gauges) {
        try {
            List<SessionTotals> sessions =
                    table.sessionViews().stream().map(SessionTotals::of).toList();
            List<Series> byState = new ArrayList<>();
            long foldedPeers = 0;
            for (PathState state : INVALID) {
                Tags label = Tags.of(MetricLabels.STATE, state.name());
                Rows rows = rows(bySession(sessions, session -> session.totals().of(state), label), others(label));
                byState.addAll(rows.rows());
                foldedPeers += rows.folded();
            }
            gauges.paths().set(byState);
            setFolded(PEER, foldedPeers);
            register(
                    gauges.origins(),
                    ORIGIN,
                    bySession(sessions, s -> s.totals().of(OriginVerdict.INVALID)));
            register(gauges.aspa(), ASPA, bySession(sessions, s -> s.totals().of(AspaVerdict.INVALID)));
            register(gauges.stripped(), STRIPPED, bySession(sessions, s -> s.stripped() ? 1 : 0));
            register(gauges.offenders(), ASN, rows(byAs(), Tags.of(MetricLabels.ASN, OTHER)));
            register(gauges.routers(), ROUTER, byRouter(sessions));
        } catch (RuntimeException e) {
            log.warn(getMarker("invalid-counts-failed"), "Refresh of the route counts failed", e);
        }
    }

    private void register(SeriesGauge gauge, String type, Rows rows) {
        gauge.set(rows.rows());
        setFolded(type, rows.folded());
    }

    private void setFolded(String type, long count) {
        AtomicLong held = folded.get(type);
        if (held != null) {
            held.set(count);
        }
    }

    private static Tags others(Tags labels) {
        return labels.and(MetricLabels.ROUTER, OTHER, MetricLabels.PEER, OTHER);
    }

    private Rows bySession(List<SessionTotals> sessions, ToLongFunction<SessionTotals> count) {
        return rows(bySession(sessions, count, Tags.empty()), others(Tags.empty()));
    }

    private static List<Series> bySession(
            List<SessionTotals> sessions, ToLongFunction<SessionTotals> count, Tags labels) {
        List<Series> series = new ArrayList<>();
        for (SessionTotals session : sessions) {
            long routes = count.applyAsLong(session);
            if (routes > 0) {
                series.add(new Series(
                        labels.and(MetricLabels.ROUTER, session.router(), MetricLabels.PEER, session.peer()), routes));
            }
        }
        return series;
    }

    private List<Series> byAs() {
        return table.totals().offenders().entrySet().stream()
                .map(as -> new Series(Tags.of(MetricLabels.ASN, Long.toString(as.getKey())), as.getValue()))
                .toList();
    }

    /** Returns one row for each state of the {@code maxSeries} routers with the most routes, and of all others. */
    private Rows byRouter(List<SessionTotals> sessions) {
        Map<String, List<Totals>> routers = sessions.stream()
                .collect(Collectors.groupingBy(
                        SessionTotals::router, Collectors.mapping(SessionTotals::totals, Collectors.toList())));
        List<String> largest = routers.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, List<Totals>> router) -> router.getValue().stream()
                                .mapToLong(Totals::routes)
                                .sum())
                        .reversed())
                .map(Map.Entry::getKey)
                .limit(maxSeries)
                .toList();
        List<Totals> others = new ArrayList<>();
        Map<String, List<Totals>> shown = new HashMap<>(Map.of(OTHER, others));
        largest.forEach(router -> shown.put(router, new ArrayList<>()));
        routers.forEach((router, totals) -> shown.getOrDefault(router, others).addAll(totals));
        List<Series> rows = new ArrayList<>();
        shown.forEach((router, totals) -> {
            for (PathState state : PathState.values()) {
                Tags labels = Tags.of(MetricLabels.ROUTER, router, MetricLabels.STATE, state.name());
                rows.add(new Series(
                        labels, totals.stream().mapToLong(t -> t.of(state)).sum()));
            }
        });
        return new Rows(rows, routers.size() - largest.size());
    }

    /** Adds up the series with the same labels (RIB views of one peer), and the series beyond {@code maxSeries}. */
    private Rows rows(List<Series> all, Tags others) {
        List<Series> merged = all.stream()
                .collect(Collectors.groupingBy(Series::labels, Collectors.summingLong(Series::value)))
                .entrySet()
                .stream()
                .map(e -> new Series(e.getKey(), e.getValue()))
                .sorted(Comparator.comparingLong(Series::value).reversed())
                .toList();
        List<Series> rows = new ArrayList<>();
        merged.stream().limit(maxSeries).forEach(rows::add);
        long rest = merged.stream().skip(maxSeries).mapToLong(Series::value).sum();
        rows.add(new Series(others, rest));
        return new Rows(rows, Math.max(0, merged.size() - maxSeries));
    }

    @Override
    public synchronized void close() {
        ScheduledExecutorService running = clock;
        if (running != null) {
            running.shutdownNow();
        }
    }
}
