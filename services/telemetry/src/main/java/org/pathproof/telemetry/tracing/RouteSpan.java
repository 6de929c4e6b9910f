// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import java.util.Map;

/** A step of a route on its way through Pathproof. Times are microseconds since 1970. Thread-safe. */
public interface RouteSpan {
    /** Returns the position of this span, for its children and for headers. */
    TraceContext context();

    /** Sets an attribute. Does nothing after the end. */
    RouteSpan set(String attribute, String value);

    /** Sets an attribute. Does nothing after the end. */
    RouteSpan set(String attribute, long value);

    /** Adds an event of this moment. Does nothing after the end. */
    RouteSpan event(String name, Map<String, String> attributes);

    /** Ends the span, and queues it for the exporter. */
    void end(long micros);

    /** Ends the span with an error. */
    void fail(String reason, long micros);
}
