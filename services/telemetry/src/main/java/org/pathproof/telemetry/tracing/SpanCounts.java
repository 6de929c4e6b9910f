// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.pathproof.contracts.metrics.CommonMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;

/** Counts the spans of a service by their result. Thread-safe. */
final class SpanCounts {
    private final Counter exported;
    private final Counter failed;
    private final Counter dropped;
    private final Counter limited;

    SpanCounts(TracedService service, MeterRegistry registry) {
        exported = counter(service, "exported", registry);
        failed = counter(service, "failed", registry);
        dropped = counter(service, "dropped", registry);
        limited = counter(service, "limited", registry);
    }

    private static Counter counter(TracedService service, String result, MeterRegistry registry) {
        return Counter.builder(CommonMetricNames.TRACE_SPANS)
                .tag(MetricLabels.SERVICE, service.label())
                .tag(MetricLabels.RESULT, result)
                .register(registry);
    }

    /** Counts spans that the receiver accepted. */
    void addExported(int spans) {
        exported.increment(spans);
    }

    /** Counts spans that could not be sent. */
    void addFailed(int spans) {
        failed.increment(spans);
    }

    /** Counts a span that the full queue did not take. */
    void addDropped() {
        dropped.increment();
    }

    /** Counts spans that the limit per second prevented. */
    void addLimited(int spans) {
        limited.increment(spans);
    }
}
