// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.tracer.common.SpanContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Tests exemplars in the text that Prometheus scrapes. */
final class ExemplarTest {
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final TraceContext TRACE = new TraceContext("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");

    @Test
    void aTracedValueHasTheIdsOfItsTrace() {
        try (AnnotationConfigApplicationContext context = context("http://127.0.0.1:4318")) {
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(
                    PrometheusConfig.DEFAULT,
                    new PrometheusRegistry(),
                    Clock.SYSTEM,
                    context.getBean(SpanContext.class));
            Timer timer = Timer.builder("latency")
                    .serviceLevelObjectives(Duration.ofMillis(10), Duration.ofSeconds(1))
                    .register(registry);
            TracedMeasurement.record(TRACE, () -> timer.record(Duration.ofMillis(500)));
            TracedMeasurement.record(null, () -> timer.record(Duration.ofMillis(1)));
            timer.record(Duration.ofMillis(2));

            List<String> traced = registry.scrape(OPEN_METRICS)
                    .lines()
                    .filter(line -> line.contains("_bucket") && line.contains("trace_id"))
                    .toList();
            assertThat(traced)
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .startsWith("latency_seconds_bucket{le=\"1.0\"} 3 # {")
                            .contains(
                                    "trace_id=\"" + TRACE.traceId() + "\"",
                                    "span_id=\"" + TRACE.spanId() + "\"",
                                    "} 0.5 "));
            assertThat(TracedMeasurement.current()).isNull();
        }
    }

    @Test
    void withoutAnEndpointNoExemplarsAreSampled() {
        try (AnnotationConfigApplicationContext context = context("")) {
            assertThat(context.getBeanProvider(SpanContext.class).getIfAvailable())
                    .isNull();
            assertThat(context.getEnvironment().getProperty(ExemplarEnvironment.INTERVAL))
                    .isNull();
        }
    }

    @Test
    void anEndpointShortensThePauseBetweenSamples() {
        try (AnnotationConfigApplicationContext context = context("http://127.0.0.1:4318")) {
            assertThat(context.getEnvironment().getProperty(ExemplarEnvironment.INTERVAL))
                    .isEqualTo("10");
        }
    }

    private static AnnotationConfigApplicationContext context(String endpoint) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("pathproof.tracing.endpoint", endpoint)));
        new ExemplarEnvironment().postProcessEnvironment(context.getEnvironment(), new SpringApplication());
        context.register(ExemplarConfiguration.class);
        context.refresh();
        return context;
    }
}
