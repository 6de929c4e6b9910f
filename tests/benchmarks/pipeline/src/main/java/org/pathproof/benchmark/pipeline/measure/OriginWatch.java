// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the watched routes whose VRP is withdrawn. Other routes get verdicts, too: a route that is INVALID because of
 * a VRP of a shorter prefix becomes NOT_FOUND without this VRP. Only the reader's thread writes.
 */
public final class OriginWatch implements VerdictReader.Listener {
    /** ORIGIN_VALID in verdict.proto. */
    private static final int ORIGIN_VALID = 1;

    private final LongOpenHashSet watched;
    private final LongOpenHashSet without;
    private final AtomicInteger verdicts = new AtomicInteger();
    private final AtomicInteger flips = new AtomicInteger();
    private volatile int lost;
    private volatile long first;
    private volatile long last;

    /** @param digests digests of routes whose origin is VALID while no VRP is withdrawn */
    public OriginWatch(long[] digests) {
        watched = new LongOpenHashSet(digests);
        without = new LongOpenHashSet(digests.length);
    }

    /** Starts a new count of verdicts, and of losses and returns of VRPs. */
    public void begin() {
        verdicts.set(0);
        flips.set(0);
        first = 0;
        last = 0;
    }

    @Override
    public void read(VerdictReader.@Nullable Seen verdict, long micros) {
        if (verdict == null) {
            return;
        }
        if (watched.contains(verdict.digest())) {
            boolean flipped =
                    verdict.origin() == ORIGIN_VALID ? without.remove(verdict.digest()) : without.add(verdict.digest());
            if (flipped) {
                flips.incrementAndGet();
            }
        }
        first = first == 0 ? micros : first;
        lost = without.size();
        last = micros;
        verdicts.incrementAndGet();
    }

    /** Returns the number of watched routes. */
    public int watched() {
        return watched.size();
    }

    /** Returns the number of routes without their VRP now. */
    public int lost() {
        return lost;
    }

    /** Returns the number of losses and returns of VRPs since the start of the count. */
    public int flips() {
        return flips.get();
    }

    /** Returns the number of verdicts of all routes since the start of the count. */
    public int verdicts() {
        return verdicts.get();
    }

    /**
     * Returns the time of the first verdict since the start of the count, in microseconds since 1970; 0 without one.
     */
    public long first() {
        return first;
    }

    /**
     * Returns the time of the last verdict since the start of the count, in microseconds since 1970; 0 without one.
     */
    public long last() {
        return last;
    }
}
