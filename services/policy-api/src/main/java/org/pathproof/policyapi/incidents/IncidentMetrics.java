// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.metrics.StoreMetricNames;

/** Numbers of incidents by kind and state, without the closed ones: 24 series. */
final class IncidentMetrics implements MeterBinder {
    private static final List<IncidentState> STATES =
            List.of(IncidentState.OPEN, IncidentState.ACKNOWLEDGED, IncidentState.MUTED);

    private final IncidentStore store;
    private final Clock clock;
    private final Map<Series, AtomicLong> counts = new TreeMap<>();

    private record Series(IncidentKind kind, IncidentState state) implements Comparable<Series> {
        @Override
        public int compareTo(Series other) {
            int byKind = kind.compareTo(other.kind);
            return byKind == 0 ? state.compareTo(other.state) : byKind;
        }
    }

    IncidentMetrics(IncidentStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
        for (IncidentKind kind : IncidentKind.values()) {
            STATES.forEach(state -> counts.put(new Series(kind, state), new AtomicLong()));
        }
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        counts.forEach((series, count) -> Gauge.builder(StoreMetricNames.INCIDENTS, count, AtomicLong::doubleValue)
                .tag(MetricLabels.KIND, series.kind().label())
                .tag(MetricLabels.STATE, series.state().label())
                .register(registry));
        store.onCheck(this::refresh);
    }

    private void refresh() {
        Instant now = clock.instant();
        Predicate<Incident> muted = Mute.inForce(store.mutes(), now);
        Map<Series, Long> found = store.incidents().stream()
                .filter(incident -> !incident.closed())
                .collect(Collectors.groupingBy(
                        incident -> new Series(incident.subject().kind(), incident.state(muted, now)),
                        Collectors.counting()));
        counts.forEach((series, count) -> count.set(found.getOrDefault(series, 0L)));
    }
}
