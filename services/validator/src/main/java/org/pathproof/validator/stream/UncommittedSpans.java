// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.telemetry.tracing.RouteSpan;
import org.pathproof.telemetry.tracing.TraceClock;

/** The spans that end with the transaction of their thread. Safe for use by several stream threads. */
final class UncommittedSpans {
    private final ThreadLocal<List<RouteSpan>> spans = ThreadLocal.withInitial(ArrayList::new);

    /** Adds a span to the transaction of the calling thread. */
    void add(RouteSpan span) {
        spans.get().add(span);
    }

    /** Ends the spans of the calling thread. */
    void end() {
        long now = TraceClock.nowMicros();
        spans.get().forEach(span -> span.end(now));
        spans.get().clear();
    }

    /** Ends the spans of the calling thread with an error. */
    void fail() {
        long now = TraceClock.nowMicros();
        spans.get().forEach(span -> span.fail("transaction aborted", now));
        spans.get().clear();
    }
}
