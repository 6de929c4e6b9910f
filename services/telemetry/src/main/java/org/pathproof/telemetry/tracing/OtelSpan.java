// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A span of OpenTelemetry. */
record OtelSpan(Span span) implements RouteSpan {
    @Override
    public TraceContext context() {
        return new TraceContext(
                span.getSpanContext().getTraceId(), span.getSpanContext().getSpanId());
    }

    @Override
    public RouteSpan set(String attribute, String value) {
        span.setAttribute(attribute, value);
        return this;
    }

    @Override
    public RouteSpan set(String attribute, long value) {
        span.setAttribute(attribute, value);
        return this;
    }

    @Override
    public RouteSpan event(String name, Map<String, String> attributes) {
        AttributesBuilder all = Attributes.builder();
        attributes.forEach(all::put);
        span.addEvent(name, all.build(), TraceClock.nowMicros(), TimeUnit.MICROSECONDS);
        return this;
    }

    @Override
    public void end(long micros) {
        span.end(micros, TimeUnit.MICROSECONDS);
    }

    @Override
    public void fail(String reason, long micros) {
        span.setStatus(StatusCode.ERROR, reason);
        end(micros);
    }
}
