// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import org.jspecify.annotations.Nullable;

/**
 * Makes the spans of one service. Never waits and never throws, whatever the state of the receiver: spans that the
 * queue cannot take are dropped and counted. Thread-safe. Times are microseconds since 1970.
 */
public interface RouteTracer extends AutoCloseable {
    /** Returns false if no route is traced. */
    boolean isOn();

    /**
     * Starts the trace of a route's event with its first span.
     *
     * @param key bytes of the route's key
     * @return null if the route is not selected, or if the service makes too many spans
     */
    @Nullable
    RouteSpan start(String name, byte[] key, long startMicros);

    /**
     * Returns the position in a trace of another service, for the parent of this service's spans.
     *
     * @param header value of the header {@link TraceContext#HEADER}; null if there is none
     * @return null without a usable header, or if the service makes too many spans
     */
    @Nullable
    TraceContext continued(byte @Nullable [] header);

    /** Starts a span in a trace that {@link #start} or {@link #continued} returned. */
    RouteSpan child(String name, TraceContext parent, long startMicros);

    /**
     * Starts a span of a feed. Unlike the spans of {@link #child}, this span is counted on its own against the limit of
     * spans.
     *
     * @return null if the service makes too many spans
     */
    @Nullable
    RouteSpan further(String name, TraceContext parent, long startMicros);

    /** Exports the queued spans, for at most a few seconds. */
    @Override
    void close();
}
