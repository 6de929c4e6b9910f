// SPDX-License-Identifier: Apache-2.0
/**
 * Traces of sampled routes from BMP to the feeds.
 *
 * <p>{@link org.pathproof.telemetry.tracing.RouteTracer} makes the spans of one service. The collector starts a trace
 * for each event of a route that {@link org.pathproof.telemetry.tracing.RouteSampling} selects. A {@link
 * org.pathproof.telemetry.tracing.TraceContext} travels in a header of the Kafka records, so that validator and policy
 * API continue the trace. {@link org.pathproof.telemetry.tracing.TraceNames} has the names of all spans.
 *
 * <p>Without an endpoint in the {@link org.pathproof.telemetry.tracing.TracingSettings}, no class of OpenTelemetry is
 * loaded, and records have no header. With an endpoint, {@link org.pathproof.telemetry.tracing.SpanLimit} bounds the
 * spans per second and {@link org.pathproof.telemetry.tracing.SpanQueue} the spans in memory.
 */
@NullMarked
package org.pathproof.telemetry.tracing;

import org.jspecify.annotations.NullMarked;
