// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Follows which routes are without a VRP that they had: all that are told of are such whose VRP goes or comes. Written by the reader's
 * thread only.
 */
public final class OriginWatch implements VerdictReader.Listener {
    /** ORIGIN_VALID in verdict.proto. */
    private static final int ORIGIN_VALID = 1;

    private final LongOpenHashSet without;
    private final AtomicInteger verdicts = new AtomicInteger();
    private volatile int lost;
    private volatile long last;

    public OriginWatch(int expected) {
        without = new LongOpenHashSet(expected);
    }

    @Override
    public void read(VerdictReader.@Nullable Seen verdict, long micros) {
        if (verdict == null) {
            return;
        }
        if (verdict.origin() == ORIGIN_VALID) {
            without.remove(verdict.digest());
        } else {
            without.add(verdict.digest());
        }
        lost = without.size();
        last = micros;
        verdicts.incrementAndGet();
    }

    /** How many routes are without now. */
    public int lost() {
        return lost;
    }

    public int verdicts() {
        return verdicts.get();
    }

    /** When the last verdict came, in microseconds since 1970. */
    public long last() {
        return last;
    }
}
