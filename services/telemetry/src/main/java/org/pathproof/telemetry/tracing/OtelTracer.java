// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes spans with the SDK of OpenTelemetry, and exports them by OTLP over HTTP. */
final class OtelTracer implements RouteTracer {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(5);
    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private final TracedService service;
    private final RouteSampling sampling;
    private final SpanLimit limit;
    private final SpanCounts counts;
    private final SdkTracerProvider provider;
    private final Tracer tracer;

    /** @param exporter sends the spans; closed with this object */
    OtelTracer(TracingSettings settings, TracedService service, SpanCounts counts, SpanExporter exporter) {
        this.service = service;
        this.sampling = new RouteSampling(settings.sample(), settings.tracedPrefixes());
        this.limit = new SpanLimit(settings.spansPerSecond(), System::nanoTime);
        this.counts = counts;
        this.provider = SdkTracerProvider.builder()
                .setResource(Resource.create(Attributes.of(
                        AttributeKey.stringKey("service.name"),
                        service.label(),
                        AttributeKey.stringKey("service.instance.id"),
                        hostName())))
                .addSpanProcessor(new SpanQueue(exporter, settings.url(), counts))
                .build();
        this.tracer = provider.get("org.pathproof");
    }

    static OtelTracer connect(TracingSettings settings, TracedService service, MeterRegistry registry) {
        SpanExporter exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(settings.url())
                .setConnectTimeout(CONNECT_TIMEOUT)
                .setTimeout(EXPORT_TIMEOUT)
                // A receiver that is away for longer than the queue lasts costs spans anyway.
                .setRetryPolicy(null)
                .build();
        return new OtelTracer(settings, service, new SpanCounts(service, registry), exporter);
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public @Nullable RouteSpan start(String name, byte[] key, long startMicros) {
        return sampling.selects(key) && permits(service.spansPerEvent())
                ? span(name, Context.root(), startMicros)
                : null;
    }

    @Override
    public @Nullable TraceContext continued(byte @Nullable [] header) {
        TraceContext context = TraceContext.parse(header);
        return context != null && permits(service.spansPerEvent()) ? context : null;
    }

    @Override
    public RouteSpan child(String name, TraceContext parent, long startMicros) {
        SpanContext remote = SpanContext.createFromRemoteParent(
                parent.traceId(), parent.spanId(), TraceFlags.getSampled(), TraceState.getDefault());
        return span(name, Context.root().with(Span.wrap(remote)), startMicros);
    }

    @Override
    public @Nullable RouteSpan further(String name, TraceContext parent, long startMicros) {
        return permits(1) ? child(name, parent, startMicros) : null;
    }

    private boolean permits(int spans) {
        boolean permitted = limit.permits(spans);
        if (!permitted) {
            counts.addLimited(spans);
        }
        return permitted;
    }

    private RouteSpan span(String name, Context parent, long startMicros) {
        return new OtelSpan(tracer.spanBuilder(name)
                .setParent(parent)
                .setStartTimestamp(startMicros, TimeUnit.MICROSECONDS)
                .startSpan());
    }

    /** Exports the queued spans now. Waits for the exporter, but not for long. */
    void flush() {
        var _ = provider.forceFlush().join(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        var _ = provider.shutdown().join(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
