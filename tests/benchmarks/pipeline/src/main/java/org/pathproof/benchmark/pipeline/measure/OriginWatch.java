// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Follows which of some routes are without the VRP that they had. Other routes get verdicts, too: what a VRP of a shorter prefix makes INVALID
 * is NOT_FOUND without it. Written by the reader's thread only.
 */
public final class OriginWatch implements VerdictReader.Listener {
    /** ORIGIN_VALID in verdict.proto. */
    private static final int ORIGIN_VALID = 1;

    private final LongOpenHashSet watched;
    private final LongOpenHashSet without;
    private final AtomicInteger verdicts = new AtomicInteger();
    private volatile int lost;
    private volatile long last;

    /** Of routes that are VALID by origin while the VRPs are there, by their digests. */
    public OriginWatch(long[] digests) {
        watched = new LongOpenHashSet(digests);
        without = new LongOpenHashSet(digests.length);
    }

    @Override
    public void read(VerdictReader.@Nullable Seen verdict, long micros) {
        if (verdict == null) {
            return;
        }
        if (watched.contains(verdict.digest())) {
            if (verdict.origin() == ORIGIN_VALID) {
                without.remove(verdict.digest());
            } else {
                without.add(verdict.digest());
            }
        }
        lost = without.size();
        last = micros;
        verdicts.incrementAndGet();
    }

    /** How many routes are without now. */
    public int lost() {
        return lost;
    }

    /** How many verdicts there were, of all routes. */
    public int verdicts() {
        return verdicts.get();
    }

    /** When the last verdict came, in microseconds since 1970. */
    public long last() {
        return last;
    }
}
