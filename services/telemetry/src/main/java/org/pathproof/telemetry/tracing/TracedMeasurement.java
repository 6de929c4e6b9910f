// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import org.jspecify.annotations.Nullable;

/**
 * The trace to which the measurement of the current thread belongs. Histograms keep its ids as an exemplar of the
 * measured value, so that a slow value leads to a trace.
 */
public final class TracedMeasurement {
    private static final ThreadLocal<@Nullable TraceContext> CURRENT = new ThreadLocal<>();

    private TracedMeasurement() {}

    /**
     * Records a value for a route.
     *
     * @param trace position in the trace of the route; null for a route that is not traced
     * @param recording records the value in this thread
     */
    public static void record(@Nullable TraceContext trace, Runnable recording) {
        if (trace == null) {
            recording.run();
            return;
        }
        CURRENT.set(trace);
        try {
            recording.run();
        } finally {
            CURRENT.remove();
        }
    }

    /** Returns the trace of the measurement in this thread; null for none. */
    static @Nullable TraceContext current() {
        return CURRENT.get();
    }
}
