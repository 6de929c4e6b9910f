// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.metrics.DescribedMeters;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.telemetry.tracing.TraceContext;

final class LatencyHistogramsTest {
    private static final String NAME = StoreMetricNames.STORE_LATENCY;
    private static final TraceContext TRACE = new TraceContext("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void aHistogramHasClassicAndNativeBuckets() {
        Latency latency = LatencyHistograms.register(prometheus, NAME);
        for (int ms = 1; ms <= 1_000; ms++) {
            latency.record(TimeUnit.MILLISECONDS.toNanos(ms), null);
        }
        latency.record(-5, null);

        HistogramDataPointSnapshot point = snapshot().getDataPoints().getFirst();
        assertThat(point.getCount()).isEqualTo(1_001);
        assertThat(point.hasClassicHistogramData()).isTrue();
        assertThat(point.hasNativeHistogramData()).isTrue();
        assertThat(point.getNativeSchema()).isEqualTo(3);
        assertThat(point.getNativeZeroCount()).isEqualTo(1);
        assertThat(point.getNativeBucketsForPositiveValues().size()).isBetween(60, 90);
        assertThat(prometheus.scrape())
                .contains(
                        NAME + "_bucket{le=\"0.25\"} 251\n",
                        NAME + "_bucket{le=\"+Inf\"} 1001\n",
                        NAME + "_count 1001\n")
                .doesNotContain(NAME + "_seconds");
    }

    @Test
    void aTracedValueIsAnExemplarOfItsBucket() {
        Latency latency = LatencyHistograms.register(prometheus, NAME);
        latency.record(TimeUnit.MILLISECONDS.toNanos(500), TRACE);
        latency.record(TimeUnit.MILLISECONDS.toNanos(3), null);

        assertThat(prometheus
                        .scrape(OPEN_METRICS)
                        .lines()
                        .filter(line -> line.contains("_bucket") && line.contains("trace_id")))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith(NAME + "_bucket{le=\"1.0\"} 2 # {")
                        .contains(
                                "trace_id=\"" + TRACE.traceId() + "\"",
                                "span_id=\"" + TRACE.spanId() + "\"",
                                "} 0.5 "));
    }

    @Test
    void aHistogramHasTheDescriptionAndTheLabelsOfTheRegistry() {
        prometheus.config().meterFilter(new DescribedMeters()).commonTags(Tags.of("site", "north"));
        LatencyHistograms.register(prometheus, NAME).record(1, null);

        assertThat(prometheus.scrape())
                .contains("# HELP " + NAME + " Time from a validator's verdict", NAME + "_count{site=\"north\"} 1\n");
        assertThat(prometheus.getMeters()).isEmpty();
    }

    @Test
    void eachValueOfALabelHasItsSeriesFromTheStart() {
        Map<String, Latency> feeds = LatencyHistograms.register(prometheus, NAME, "feed", List.of("bgp", "rtr"));
        feeds.getOrDefault("bgp", Latency.NONE).record(1, null);

        assertThat(prometheus.scrape()).contains(NAME + "_count{feed=\"bgp\"} 1\n", NAME + "_count{feed=\"rtr\"} 0\n");
    }

    @Test
    void anotherRegistryHasATimer() {
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        LatencyHistograms.register(simple, NAME, "feed", List.of("bgp"))
                .getOrDefault("bgp", Latency.NONE)
                .record(TimeUnit.MILLISECONDS.toNanos(7), TRACE);

        Timer timer = simple.get(NAME).tag("feed", "bgp").timer();
        assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(7);
        assertThat(timer.takeSnapshot().histogramCounts()).hasSize(11);
    }

    @Test
    void aCompositeRecordsInAllItsRegistries() {
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        CompositeMeterRegistry composite = new CompositeMeterRegistry();
        composite.add(simple);
        composite.add(prometheus);
        LatencyHistograms.register(composite, NAME).record(1_000, null);

        assertThat(simple.get(NAME).timer().count()).isEqualTo(1);
        assertThat(snapshot().getDataPoints().getFirst().getCount()).isEqualTo(1);
    }

    private HistogramSnapshot snapshot() {
        return (HistogramSnapshot) prometheus.getPrometheusRegistry().scrape(NAME::equals).stream()
                .findFirst()
                .orElseThrow();
    }
}
