// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.latency;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.Labels;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.telemetry.tracing.TraceContext;

/**
 * Registers histograms of latencies. In a registry of Prometheus, a histogram has classic and native buckets, and keeps
 * traces as exemplars. In another registry, it is a timer with the classic buckets. The registries of a {@link
 * CompositeMeterRegistry} must be added before the histogram is registered.
 */
public final class LatencyHistograms {
    private static final double NANOS_PER_SECOND = 1e9;
    /** Upper bounds of the classic buckets, in milliseconds. */
    private static final List<Integer> BOUNDS_MS = List.of(1, 2, 5, 10, 20, 50, 100, 250, 1_000, 5_000, 30_000);
    /** Resolution of native buckets: eight buckets for each doubling, so that a quantile is at most 4.4 % wrong. */
    private static final int NATIVE_SCHEMA = 3;
    /** Maximum number of native buckets; more halve the resolution. 20 doublings are 50 µs to 52 s. */
    private static final int MAX_NATIVE_BUCKETS = 160;
    /** Values up to this one, in seconds, share one native bucket. */
    private static final double ZERO_THRESHOLD = 1e-5;

    private LatencyHistograms() {}

    /**
     * Registers the histogram of a latency, once for each registry.
     *
     * @param name name of the metric, as Prometheus shows it; ends in {@code _seconds}
     */
    public static Latency register(MeterRegistry registry, String name) {
        return all(registries(registry).map(each -> register(each, name, Tags.empty(), "", List.of(""))), "");
    }

    /**
     * Registers the histogram of a latency with one label, once for each registry.
     *
     * @param name name of the metric, as Prometheus shows it; ends in {@code _seconds}
     * @param label name of the label
     * @param values all values of the label
     * @return the latencies by value of the label
     */
    public static Map<String, Latency> register(
            MeterRegistry registry, String name, String label, List<String> values) {
        List<Map<String, Latency>> each = registries(registry)
                .map(one -> register(one, name, Tags.of(label, ""), label, values))
                .toList();
        Map<String, Latency> byValue = new LinkedHashMap<>();
        values.forEach(value -> byValue.put(value, all(each.stream(), value)));
        return Map.copyOf(byValue);
    }

    private static Stream<MeterRegistry> registries(MeterRegistry registry) {
        return registry instanceof CompositeMeterRegistry composite
                ? composite.getRegistries().stream().flatMap(LatencyHistograms::registries)
                : Stream.of(registry);
    }

    private static Latency all(Stream<Map<String, Latency>> registered, String value) {
        List<Latency> latencies =
                registered.map(each -> Objects.requireNonNull(each.get(value))).toList();
        if (latencies.size() == 1) {
            return latencies.getFirst();
        }
        return (nanos, trace) -> latencies.forEach(each -> each.record(nanos, trace));
    }

    private static Map<String, Latency> register(
            MeterRegistry registry, String name, Tags labels, String label, List<String> values) {
        Map<String, Latency> byValue = new LinkedHashMap<>();
        if (registry instanceof PrometheusMeterRegistry prometheus) {
            Histogram histogram = histogram(prometheus, name, labels);
            for (String value : values) {
                byValue.put(value, point(label.isEmpty() ? histogram.labelValues() : histogram.labelValues(value)));
            }
        } else {
            for (String value : values) {
                byValue.put(value, timer(registry, name, label.isEmpty() ? Tags.empty() : Tags.of(label, value)));
            }
        }
        return byValue;
    }

    private static Histogram histogram(PrometheusMeterRegistry registry, String name, Tags labels) {
        Meter.Id id = mapped(registry, name, labels);
        Histogram histogram = Histogram.builder()
                .name(name)
                .help(Objects.requireNonNullElse(id.getDescription(), name))
                .constLabels(constant(id, labels))
                .labelNames(labels.stream().map(label -> label.getKey()).toArray(String[]::new))
                .classicUpperBounds(BOUNDS_MS.stream()
                        .mapToDouble(ms -> ms / (double) TimeUnit.SECONDS.toMillis(1))
                        .toArray())
                .nativeInitialSchema(NATIVE_SCHEMA)
                .nativeMaxNumberOfBuckets(MAX_NATIVE_BUCKETS)
                .nativeMinZeroThreshold(ZERO_THRESHOLD)
                .build();
        registry.getPrometheusRegistry().register(histogram);
        return histogram;
    }

    /** Returns the id of a meter after the registry's filters: with description, and with the labels of settings. */
    private static Meter.Id mapped(MeterRegistry registry, String name, Tags labels) {
        Timer probe = Timer.builder(name).tags(labels).register(registry);
        registry.remove(probe);
        return probe.getId();
    }

    private static Labels constant(Meter.Id id, Tags labels) {
        Labels.Builder constant = Labels.builder();
        id.getTags().stream()
                .filter(tag -> labels.stream().noneMatch(label -> label.getKey().equals(tag.getKey())))
                .forEach(tag -> constant.label(tag.getKey(), tag.getValue()));
        return constant.build();
    }

    private static Latency point(DistributionDataPoint point) {
        return (nanos, trace) -> {
            double seconds = Math.max(0, nanos) / NANOS_PER_SECOND;
            if (trace == null) {
                point.observe(seconds);
            } else {
                point.observeWithExemplar(seconds, exemplar(trace));
            }
        };
    }

    private static Labels exemplar(TraceContext trace) {
        return Labels.of("trace_id", trace.traceId(), "span_id", trace.spanId());
    }

    private static Latency timer(MeterRegistry registry, String name, Tags tags) {
        Timer timer = Timer.builder(name)
                .tags(tags)
                .serviceLevelObjectives(
                        BOUNDS_MS.stream().map(Duration::ofMillis).toArray(Duration[]::new))
                .register(registry);
        return (long nanos, @Nullable TraceContext trace) -> timer.record(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }
}
