// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pathproof.contracts.metrics.CommonMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
@Timeout(60)
final class OtelTracerTest {
    private static final byte[] KEY = {1, 1, 0};
    private static final int MANY = 100_000;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final SpanCounts counts = new SpanCounts(TracedService.COLLECTOR, meters);
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void release() {
        released.countDown();
    }

    private static TracingSettings settings(int spansPerSecond) {
        return new TracingSettings("http://127.0.0.1:9", 1, List.of(), spansPerSecond);
    }

    private double count(String result) {
        return meters.get(CommonMetricNames.TRACE_SPANS)
                .tag(MetricLabels.RESULT, result)
                .counter()
                .count();
    }

    /** An exporter of the SDK that responds once it is released. */
    private final class SlowExporter implements SpanExporter {
        final ConcurrentLinkedQueue<SpanData> spans = new ConcurrentLinkedQueue<>();

        @Override
        public CompletableResultCode export(Collection<SpanData> batch) {
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return CompletableResultCode.ofFailure();
            }
            spans.addAll(batch);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    @Test
    void childrenContinueTheTraceOfAnotherService() {
        SlowExporter exporter = new SlowExporter();
        released.countDown();
        try (OtelTracer tracer = new OtelTracer(settings(200), TracedService.COLLECTOR, counts, exporter)) {
            RouteSpan first = requireNonNull(tracer.start(TraceNames.BMP_RECEIVE, KEY, 1_000));
            first.set(TraceNames.ROUTER, "r1").end(2_000);
            TraceContext received =
                    requireNonNull(tracer.continued(first.context().toHeader()));
            assertThat(received).isEqualTo(first.context());
            tracer.child(TraceNames.VALIDATE, received, 3_000).end(4_000);
            tracer.flush();
            SpanData root = exporter.spans.remove();
            SpanData child = exporter.spans.remove();
            assertThat(root.getParentSpanContext().isValid()).isFalse();
            assertThat(root.getStartEpochNanos()).isEqualTo(1_000_000);
            assertThat(root.getEndEpochNanos()).isEqualTo(2_000_000);
            assertThat(child.getTraceId()).isEqualTo(root.getTraceId());
            assertThat(child.getParentSpanId()).isEqualTo(root.getSpanId());
            assertThat(count("exported")).isEqualTo(2);
        }
    }

    @Test
    void aStalledReceiverNeitherDelaysRoutesNorFillsMemory() {
        SlowExporter exporter = new SlowExporter();
        try (OtelTracer tracer = new OtelTracer(settings(MANY), TracedService.COLLECTOR, counts, exporter)) {
            TraceContext parent = new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
            for (int i = 0; i < MANY; i++) {
                tracer.child(TraceNames.VALIDATE, parent, i).end(i + 1L);
            }
            assertThat(count("dropped")).isEqualTo(MANY - SpanQueue.MAX_SPANS);
            released.countDown();
            tracer.flush();
            assertThat(exporter.spans).hasSize(SpanQueue.MAX_SPANS);
            assertThat(count("exported")).isEqualTo(SpanQueue.MAX_SPANS);
            tracer.child(TraceNames.VALIDATE, parent, 1).end(2);
            tracer.flush();
            assertThat(exporter.spans).as("the queue has room again").hasSize(SpanQueue.MAX_SPANS + 1);
        }
    }

    @Test
    void theNumberOfSpansPerSecondIsLimited() {
        SlowExporter exporter = new SlowExporter();
        released.countDown();
        try (OtelTracer tracer = new OtelTracer(settings(10), TracedService.COLLECTOR, counts, exporter)) {
            int started = 0;
            long begin = System.nanoTime();
            for (int i = 0; i < 1_000; i++) {
                started += tracer.start(TraceNames.BMP_RECEIVE, KEY, 1) == null ? 0 : 1;
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            // Two spans for each event: five at once, and five more each second.
            assertThat(started).isBetween(5, 5 + (int) Math.ceil(5 * seconds));
            assertThat(count("limited")).isEqualTo(2.0 * (1_000 - started));
        }
    }

    @Test
    void anUnreachableReceiverIsOneLogLineAndAMetric(CapturedOutput output) throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket()) {
            closed.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            port = closed.getLocalPort();
        }
        TracingSettings settings = new TracingSettings("http://127.0.0.1:" + port, 1, List.of(), 200);
        try (RouteTracer tracer = RouteTracers.of(settings, TracedService.COLLECTOR, meters)) {
            RouteSpan span = requireNonNull(tracer.start(TraceNames.BMP_RECEIVE, KEY, 1));
            span.end(2);
            ((OtelTracer) tracer).flush();
            assertThat(count("failed")).isEqualTo(1);
        }
        assertThat(output.getAll().lines().filter(line -> line.contains("127.0.0.1:" + port)))
                .singleElement()
                .asString()
                .contains("spans not exported")
                .contains("spans=1")
                .doesNotContain("no answer");
        assertThat(output.getAll()).doesNotContain("HttpExporter");
    }
}
