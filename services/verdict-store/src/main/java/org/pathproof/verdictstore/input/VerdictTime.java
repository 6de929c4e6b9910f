// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import org.jspecify.annotations.Nullable;
import org.pathproof.telemetry.tracing.TraceContext;

/**
 * The time of a verdict that waits for a feed.
 *
 * @param millis timestamp of the verdict's record, milliseconds since 1970
 * @param trace position in the trace of the route; null for a route that is not traced
 */
public record VerdictTime(long millis, @Nullable TraceContext trace) {
    /** Returns the time of the verdict that a change comes from. */
    public static VerdictTime of(ChangeListener.Origin origin) {
        return new VerdictTime(origin.timestampMs(), origin.trace());
    }

    /** Returns the older one of two times. */
    public VerdictTime older(VerdictTime other) {
        return other.millis < millis ? other : this;
    }
}
