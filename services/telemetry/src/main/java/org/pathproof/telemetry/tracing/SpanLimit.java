// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import java.util.function.LongSupplier;
import org.pathproof.telemetry.rate.TokenBucket;

/** Limits the spans per second of a service, so that a wrong fraction of routes cannot overload it. Thread-safe. */
final class SpanLimit {
    private static final int SECONDS_PER_MINUTE = 60;

    private final TokenBucket spans;
    private final LongSupplier nanoTime;

    /** @param nanoTime clock, as {@link System#nanoTime} */
    SpanLimit(int perSecond, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.spans = new TokenBucket(perSecond, (double) SECONDS_PER_MINUTE * perSecond, nanoTime.getAsLong());
    }

    /** Returns true if the service may make this number of spans now, and counts them. */
    synchronized boolean permits(int number) {
        return spans.take(number, nanoTime.getAsLong());
    }
}
