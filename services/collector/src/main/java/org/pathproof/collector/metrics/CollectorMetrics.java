// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.telemetry.latency.Latency;
import org.pathproof.telemetry.latency.LatencyHistograms;
import org.pathproof.telemetry.tracing.TraceContext;

/** The collector's metrics, named by {@link CollectorMetricNames}. */
public final class CollectorMetrics {
    /**
     * Maximum number of routers with their own label. A further router replaces the one that is disconnected for the
     * longest time. While all are connected, further routers share the label {@code other}.
     */
    static final int MAX_ROUTERS = 1_000;

    private static final String OTHER = "other";
    /** Reasons of {@link #countClosed}: their series exist from the start, so that a rate includes the first event. */
    private static final List<String> CLOSE_REASONS = List.of(
            "not-allowed",
            "description",
            "certificate-expired",
            "certificate-revoked",
            "per-address",
            "connections",
            "proxy-protocol",
            "tls",
            "broken",
            "no-message",
            "stalled",
            "idle",
            "framing",
            "superseded",
            "instances",
            "taken-over",
            "resync",
            "gap");
    /** Results of {@link #countDescription}. */
    private static final List<String> DESCRIPTION_RESULTS = List.of("applied", "refused", "ignored");
    /**
     * Maximum number of gauges for statistics, over all routers and peers; further statistics are counted as ignored.
     */
    private static final int MAX_STATISTICS = 20_000;

    private final MeterRegistry registry;
    private final Map<String, OfRouter> routers = new HashMap<>(); // guarded by itself
    private final AtomicInteger statistics = new AtomicInteger();
    private final Counter announcements;
    private final Counter withdrawals;
    private final Counter marks;
    private final Counter backpressure;
    private final Counter produceErrors;
    private final Counter folded;
    private final Counter shedSessions;
    private final Latency produceLatency;

    public CollectorMetrics(MeterRegistry registry) {
        this.registry = registry;
        announcements = events("announcement");
        withdrawals = events("withdrawal");
        marks = events("mark");
        backpressure = registry.counter(CollectorMetricNames.BMP_BACKPRESSURE);
        produceErrors = registry.counter(CollectorMetricNames.PRODUCE_ERRORS);
        folded = registry.counter(CollectorMetricNames.ROUTERS_FOLDED);
        Gauge.builder(CollectorMetricNames.ROUTERS_FOLDED_NOW, this, CollectorMetrics::foldedNow)
                .register(registry);
        shedSessions = registry.counter(CollectorMetricNames.SESSIONS_SHED);
        CLOSE_REASONS.forEach(reason -> registry.counter(CollectorMetricNames.BMP_CLOSED, MetricLabels.REASON, reason));
        DESCRIPTION_RESULTS.forEach(
                result -> registry.counter(CollectorMetricNames.ROUTER_DESCRIPTIONS, MetricLabels.RESULT, result));
        produceLatency = LatencyHistograms.register(registry, CollectorMetricNames.PRODUCE_LATENCY);
    }

    /**
     * Returns the metrics of one router, by its label, until {@link OfRouter#release}. A router beyond {@link
     * #MAX_ROUTERS} connected ones shares the metrics of all such routers.
     */
    public OfRouter ofRouter(String label) {
        synchronized (routers) {
            OfRouter known = routers.get(label);
            if (known == null && labels() >= MAX_ROUTERS) {
                removeLongestUnused();
            }
            boolean fits = known != null || labels() < MAX_ROUTERS;
            if (!fits) {
                folded.increment();
            }
            OfRouter metrics = routers.computeIfAbsent(fits ? label : OTHER, OfRouter::new);
            metrics.users++;
            return metrics;
        }
    }

    private int foldedNow() {
        synchronized (routers) {
            OfRouter others = routers.get(OTHER);
            return others == null ? 0 : others.users;
        }
    }

    /** Returns the number of routers with their own label. */
    private int labels() {
        return routers.size() - (routers.containsKey(OTHER) ? 1 : 0);
    }

    private void removeLongestUnused() {
        routers.values().stream()
                .filter(router -> router.users == 0 && !router.label.equals(OTHER))
                .min(Comparator.comparingLong(router -> router.lastMessageMicros.get()))
                .ifPresent(router -> {
                    routers.remove(router.label);
                    router.removeAll();
                });
    }

    /** Counts a session or peer of a router that exceeds a bound. */
    public void countRefusedSession(String bound) {
        registry.counter(CollectorMetricNames.SESSIONS_REFUSED, MetricLabels.REASON, bound)
                .increment();
    }

    /** Counts sessions that were deleted to keep a bound. */
    public void countShedSessions(int sessions) {
        shedSessions.increment(sessions);
    }

    public void mark() {
        marks.increment();
    }

    public void reject(String layer, String code) {
        registry.counter(CollectorMetricNames.REJECTS, MetricLabels.LAYER, layer, MetricLabels.CODE, code)
                .increment();
    }

    /** Counts a connection that the collector refused or closed. */
    public void countClosed(String reason) {
        registry.counter(CollectorMetricNames.BMP_CLOSED, MetricLabels.REASON, reason)
                .increment();
    }

    /** Counts a connection of a router with a description in its certificate: applied, refused or ignored. */
    public void countDescription(String result) {
        registry.counter(CollectorMetricNames.ROUTER_DESCRIPTIONS, MetricLabels.RESULT, result)
                .increment();
    }

    /** Adds a duration, in nanoseconds, for which a connection was not read. */
    public void addBackpressure(long nanos) {
        backpressure.increment(nanos / 1e9);
    }

    /**
     * Records the time until Kafka acknowledged a record.
     *
     * @param trace position in the trace of the record's route; null for a route that is not traced
     */
    public void recordProduced(long nanos, @Nullable TraceContext trace) {
        produceLatency.record(nanos, trace);
    }

    public void countProduceError() {
        produceErrors.increment();
    }

    /** Counts partitions of OpenBMP topics whose records were deleted before they were read. */
    public void countRawGaps(int partitions) {
        registry.counter(CollectorMetricNames.RAW_GAPS).increment(partitions);
    }

    public void openBmp(String type) {
        registry.counter(CollectorMetricNames.OPENBMP_RECORDS, MetricLabels.TYPE, type)
                .increment();
    }

    private Counter events(String type) {
        return registry.counter(CollectorMetricNames.ROUTE_EVENTS, MetricLabels.TYPE, type);
    }

    private record Statistic(Gauge gauge, AtomicLong value) {}

    /** Metrics of one router. */
    public final class OfRouter {
        private final String label;
        private final AtomicLong lastMessageMicros = new AtomicLong();
        private final Map<String, Counter> messages = new ConcurrentHashMap<>();
        private final Map<String, Statistic> reported = new ConcurrentHashMap<>();
        private final Counter bytes;
        private final Counter preferred;
        private final Set<Meter> meters = ConcurrentHashMap.newKeySet();
        private int users; // guarded by routers

        private OfRouter(String label) {
            this.label = label;
            bytes = counter(CollectorMetricNames.BMP_BYTES);
            preferred = counter(CollectorMetricNames.MIRROR_PREFERRED);
            meters.add(TimeGauge.builder(
                            CollectorMetricNames.BMP_LAST_MESSAGE, lastMessageMicros::get, TimeUnit.MICROSECONDS)
                    .tag(MetricLabels.ROUTER, label)
                    .register(registry));
        }

        /** Returns a counter of this router with further labels: names and values in turn. */
        private Counter counter(String name, String... labels) {
            Counter counter =
                    registry.counter(name, Tags.of(MetricLabels.ROUTER, label).and(labels));
            meters.add(counter);
            return counter;
        }

        /** Ends the use of these metrics by one connection of the router. */
        public void release() {
            synchronized (routers) {
                users--;
            }
        }

        private void removeAll() {
            removeStatistics();
            meters.forEach(registry::remove);
        }

        public void countMessage(String type, int size, long nowMicros) {
            messages.computeIfAbsent(
                            type.startsWith("unknown") ? "unknown" : type,
                            t -> counter(CollectorMetricNames.BMP_MESSAGES, MetricLabels.TYPE, t))
                    .increment();
            bytes.increment(size);
            lastMessageMicros.set(nowMicros);
        }

        public void countAnnouncements(int routes, List<Finding> findings) {
            announcements.increment(routes);
            countFindings(routes, findings);
        }

        /** Counts findings on the UPDATE of these routes. */
        public void countFindings(int routes, List<Finding> findings) {
            for (Finding finding : findings) {
                counter(CollectorMetricNames.UPDATE_FINDINGS, MetricLabels.FINDING, finding.getRule())
                        .increment(routes);
            }
        }

        public void countWithdrawals(int routes) {
            withdrawals.increment(routes);
        }

        public void reject(String layer, String code) {
            CollectorMetrics.this.reject(layer, code);
        }

        /** Sets a statistic that the router reported; {@code family} is empty for all families together. */
        public void setStatistic(String peer, String name, String family, long value) {
            String key = peer + ' ' + name + ' ' + family;
            Statistic known = reported.get(key);
            if (known == null) {
                if (statistics.incrementAndGet() > MAX_STATISTICS) {
                    statistics.decrementAndGet();
                    countIgnored("statistic");
                    return;
                }
                AtomicLong held = new AtomicLong();
                Gauge gauge = Gauge.builder(CollectorMetricNames.BMP_STATISTIC, held, AtomicLong::doubleValue)
                        .tag(MetricLabels.ROUTER, label)
                        .tag(MetricLabels.PEER, peer)
                        .tag(MetricLabels.STATISTIC, name)
                        .tag(MetricLabels.FAMILY, family)
                        .register(registry);
                known = new Statistic(gauge, held);
                reported.put(key, known);
            }
            known.value().set(value);
        }

        /** Removes the statistics of a router that disconnected. */
        public void removeStatistics() {
            reported.values().removeIf(statistic -> {
                registry.remove(statistic.gauge());
                statistics.decrementAndGet();
                return true;
            });
        }

        public void countUnknownPeerDown() {
            counter(CollectorMetricNames.PEER_DOWN_UNKNOWN).increment();
        }

        public void countMirroringLoss() {
            counter(CollectorMetricNames.MIRROR_LOST).increment();
        }

        /** Counts a warning that a session of the router begins to have. */
        public void countTableWarning(String warning) {
            registry.counter(
                            CollectorMetricNames.TABLE_WARNINGS,
                            MetricLabels.ROUTER,
                            label,
                            MetricLabels.REASON,
                            warning)
                    .increment();
        }

        /** Counts monitored routes that were not used because their mirrored copy has BGPsec_PATH. */
        public void countPreferredMirrored(int routes) {
            if (routes > 0) {
                preferred.increment(routes);
            }
        }

        /** Counts mirrored paths with BGPsec_PATH that are no longer remembered. */
        public void countForgottenMirrored(int paths) {
            counter(CollectorMetricNames.MIRROR_FORGOTTEN).increment(paths);
        }

        public void countIgnored(String reason) {
            counter(CollectorMetricNames.BMP_IGNORED, MetricLabels.REASON, reason)
                    .increment();
        }
    }
}
