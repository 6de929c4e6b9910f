// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.telemetry.latency.Latency;
import org.pathproof.telemetry.latency.LatencyHistograms;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.validator.route.RouteCounts;

/** Metrics of the tasks of this process. */
public final class RouteMeters {
    private static final String OTHER = "other";

    private final MeterRegistry registry;
    private final Map<PathState, Counter> verdicts = new EnumMap<>(PathState.class);
    private final Map<String, Counter> findings = new ConcurrentHashMap<>();
    private final Map<String, Counter> rejects = new ConcurrentHashMap<>();
    private final List<RouteCounts> tasks = new CopyOnWriteArrayList<>();
    private final Upkeep upkeep = new Upkeep();
    private final ProofRevalidations revalidations = new ProofRevalidations();
    private final StateLosses losses = new StateLosses();
    private final Latency latency;
    final Counter withdrawalsUnknown;
    final Counter staleEvents;
    final Counter aheadMisses;
    final Counter revalidated;
    final Counter swept;
    final Counter sessionsRejected;
    final ValidationFailures failures;
    /** Counts partitions whose records were deleted before they were validated. */
    public final Counter routeGaps;

    final Counter stateLosses;

    public RouteMeters(MeterRegistry registry) {
        this.registry = registry;
        for (PathState state : PathState.values()) {
            if (state == PathState.UNRECOGNIZED) {
                continue;
            }
            verdicts.put(
                    state,
                    Counter.builder(ValidatorMetricNames.VERDICTS)
                            .tag(MetricLabels.STATE, state.name())
                            .register(registry));
            Gauge.builder(
                            ValidatorMetricNames.ROUTES,
                            tasks,
                            t -> t.stream().mapToLong(i -> i.count(state)).sum())
                    .tag(MetricLabels.STATE, state.name())
                    .register(registry);
        }
        registerRowBytes("key", RouteCounts::keyBytes);
        registerRowBytes("rest", RouteCounts::otherBytes);
        latency = LatencyHistograms.register(registry, ValidatorMetricNames.VERDICT_LATENCY);
        withdrawalsUnknown = registry.counter(ValidatorMetricNames.WITHDRAWALS_UNKNOWN);
        staleEvents = registry.counter(ValidatorMetricNames.STALE_EVENTS);
        aheadMisses = registry.counter(EngineMetricNames.AHEAD_MISSES);
        revalidated = registry.counter(ValidatorMetricNames.REVALIDATED);
        swept = registry.counter(ValidatorMetricNames.SWEPT);
        sessionsRejected = rejects("session", "not-protobuf");
        Gauge.builder(
                        ValidatorMetricNames.VALIDATOR_UPKEEP,
                        upkeep,
                        u -> u.oldest().toMillis() / 1000.0)
                .register(registry);
        failures = new ValidationFailures(registry.counter(ValidatorMetricNames.VALIDATION_FAILURES));
        Gauge.builder(ValidatorMetricNames.ROUTES_FAILED, this, RouteMeters::failedRoutes)
                .register(registry);
        Gauge.builder(ValidatorMetricNames.ROUTES_PROOF_UNTRUSTED, this, RouteMeters::untrustedRoutes)
                .register(registry);
        routeGaps = registry.counter(ValidatorMetricNames.ROUTE_GAPS);
        stateLosses = registry.counter(ValidatorMetricNames.STATE_LOSSES);
    }

    /** Returns the number of routes of this process that are not validated because of an error in Pathproof. */
    public long failedRoutes() {
        return tasks.stream().mapToLong(RouteCounts::failed).sum();
    }

    /** Returns the number of routes of this process that await a new proof because of a signature engine. */
    public long untrustedRoutes() {
        return tasks.stream().mapToLong(RouteCounts::untrusted).sum();
    }

    /** Returns the tasks that revalidate proofs. */
    public ProofRevalidations revalidations() {
        return revalidations;
    }

    /** Returns the background work of the tasks. */
    public Upkeep upkeep() {
        return upkeep;
    }

    /** Returns the tasks whose state was lost with a topic. */
    public StateLosses losses() {
        return losses;
    }

    private void registerRowBytes(String type, ToLongFunction<RouteCounts> bytes) {
        Gauge.builder(
                        ValidatorMetricNames.ROW_BYTES,
                        tasks,
                        t -> t.stream().mapToLong(bytes).sum())
                .tag(MetricLabels.TYPE, type)
                .register(registry);
    }

    /** Counts a published verdict and its findings. */
    void countVerdict(Verdict verdict) {
        Counter counter = verdicts.get(verdict.getState());
        if (counter != null) {
            counter.increment();
        }
        if (!verdict.getDerivedFrom().isEmpty()) {
            return; // the source route counts these findings
        }
        for (Finding finding : verdict.getFindingsList()) {
            findings.computeIfAbsent(
                            label(finding),
                            rule -> Counter.builder(ValidatorMetricNames.FINDINGS)
                                    .tag(MetricLabels.FINDING, rule)
                                    .register(registry))
                    .increment();
        }
    }

    /**
     * Records the time from receiving a route to its verdict.
     *
     * @param trace position in the trace of the route; null for a route that is not traced
     */
    void recordLatency(long receivedUs, long nowUs, @Nullable TraceContext trace) {
        if (receivedUs > 0) {
            latency.record(TimeUnit.MICROSECONDS.toNanos(nowUs - receivedUs), trace);
        }
    }

    void countReject(String code) {
        rejects("route", code).increment();
    }

    void add(RouteCounts task) {
        tasks.add(task);
    }

    void remove(RouteCounts task) {
        tasks.remove(task);
    }

    private Counter rejects(String layer, String code) {
        return rejects.computeIfAbsent(
                layer + code,
                k -> Counter.builder(CollectorMetricNames.REJECTS)
                        .tag(MetricLabels.LAYER, layer)
                        .tag(MetricLabels.CODE, code)
                        .register(registry));
    }

    /** Returns the name of a known rule, else {@link #OTHER}: unknown names must not create time series. */
    private static String label(Finding finding) {
        try {
            return Rule.ofLabel(finding.getRule()).label();
        } catch (IllegalArgumentException e) {
            return OTHER;
        }
    }
}
