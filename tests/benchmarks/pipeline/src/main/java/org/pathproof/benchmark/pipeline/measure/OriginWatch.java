// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Follows which of some routes are without the VRP that they had. Other routes get verdicts, too: what a VRP of a
 * shorter prefix makes INVALID is NOT_FOUND without it. Written by the reader's thread only.
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

    /** Of routes that are VALID by origin while the VRPs are there, by their digests. */
    public OriginWatch(long[] digests) {
        watched = new LongOpenHashSet(digests);
        without = new LongOpenHashSet(digests.length);
    }

    /** Counts from here on: how many verdicts and flips there were, and when. */
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

    /** Returns the number of routes. */
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

    /** When the first verdict came since, in microseconds since 1970; 0 when there was none. */
    public long first() {
        return first;
    }

    /** When the last one came. */
    public long last() {
        return last;
    }
}
