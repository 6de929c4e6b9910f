// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongSupplier;

/**
 * Bounds the age of the oldest record in flight without a time for each record. Records are counted in two generations.
 * A new generation begins with the first record after {@link #GENERATION}, once the generation before the current one
 * has no records left. The bound exceeds the age by at most two generations and the longest recent wait of a record.
 * Safe for use by several threads.
 */
final class RecordAges {
    static final Duration GENERATION = Duration.ofMillis(250);

    private final LongSupplier nanoTime;
    /** Number of records in flight of each generation. */
    private final AtomicIntegerArray inFlight = new AtomicIntegerArray(2);
    /** The newer generation, and the starts of both, by the clock. */
    private volatile Starts starts;

    private record Starts(int newer, long newerAt, long olderAt) {
        int older() {
            return 1 - newer;
        }

        Starts next(long now) {
            return new Starts(older(), now, newerAt);
        }
    }

    /** @param nanoTime a clock such as {@link System#nanoTime} */
    RecordAges(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        long now = nanoTime.getAsLong();
        this.starts = new Starts(0, now, now);
    }

    /** Adds a record. Returns its generation, the argument of {@link #remove}. */
    int add() {
        long now = nanoTime.getAsLong();
        Starts known = starts;
        if (now - known.newerAt > GENERATION.toNanos() && inFlight.get(known.older()) == 0) {
            known = begin(now);
        }
        inFlight.incrementAndGet(known.newer());
        return known.newer();
    }

    private synchronized Starts begin(long now) {
        Starts known = starts;
        if (now - known.newerAt > GENERATION.toNanos() && inFlight.get(known.older()) == 0) {
            known = known.next(now);
            starts = known;
        }
        return known;
    }

    /** Removes a record that was acknowledged or refused. */
    void remove(int generation) {
        inFlight.decrementAndGet(generation);
    }

    /** Returns an upper bound for the age of the oldest record in flight; zero if there is none. */
    Duration oldest() {
        Starts known = starts;
        long now = nanoTime.getAsLong();
        if (inFlight.get(known.older()) > 0) {
            return Duration.ofNanos(now - known.olderAt);
        }
        return inFlight.get(known.newer()) > 0 ? Duration.ofNanos(now - known.newerAt) : Duration.ZERO;
    }
}
