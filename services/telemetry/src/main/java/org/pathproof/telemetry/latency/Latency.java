// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.latency;

import org.jspecify.annotations.Nullable;
import org.pathproof.telemetry.tracing.TraceContext;

/** Records the values of one latency. Thread-safe, and never waits. */
@FunctionalInterface
public interface Latency {
    /** Records nothing. */
    Latency NONE = (nanos, trace) -> {};

    /**
     * Records a value.
     *
     * @param nanos the value in nanoseconds; a negative one counts as 0
     * @param trace position in the trace to which the value belongs, for an exemplar; null for none
     */
    void record(long nanos, @Nullable TraceContext trace);
}
