// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import io.micrometer.core.instrument.MeterRegistry;

/** Creates the tracers of services. */
public final class RouteTracers {
    /** Traces no route. */
    public static final RouteTracer OFF = new NoTracer();

    private RouteTracers() {}

    /** Returns the tracer of a service: {@link #OFF} without an endpoint. Only other tracers load OpenTelemetry. */
    public static RouteTracer of(TracingSettings settings, TracedService service, MeterRegistry registry) {
        return settings.isOn() ? OtelTracer.connect(settings, service, registry) : OFF;
    }
}
