// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ends of each session: epochs below which its routes died, with the times. A reader that is behind sees
 * sessions in a later state than the verdicts that it reads, so the newest end of a session is not sufficient. Not
 * thread-safe.
 */
public final class SessionDeaths {
    /** Result for routes that did not die. */
    static final long NEVER = -1;

    /**
     * Maximum number of ends of a session. The oldest are forgotten. A writer that is behind by more ends would miss
     * withdrawals.
     */
    private static final int MAX_ENDS = 1 << 16;

    private final Map<Long, Ends> bySession = new HashMap<>();

    private static final class Ends {
        private long[] epochs = new long[2];
        private long[] times = new long[2];
        private int count;

        void add(long deadBefore, long timeUs) {
            if (count > 0 && epochs[count - 1] >= deadBefore) {
                return;
            }
            if (count == MAX_ENDS) {
                System.arraycopy(epochs, 1, epochs, 0, --count);
                System.arraycopy(times, 1, times, 0, count);
            } else if (count == epochs.length) {
                epochs = Arrays.copyOf(epochs, 2 * count);
                times = Arrays.copyOf(times, 2 * count);
            }
            epochs[count] = deadBefore;
            times[count++] = timeUs;
        }

        /** Returns the index of the first end of routes of an epoch; the number of ends if they are alive. */
        int firstAbove(long epoch) {
            int found = Arrays.binarySearch(epochs, 0, count, epoch + 1);
            return found < 0 ? -found - 1 : found;
        }
    }

    /**
     * Adds the end of a session, if it is a new one.
     *
     * @param deadBefore epoch below which the routes are dead; 0 adds nothing
     */
    public void add(long session, long deadBefore, long timeUs) {
        if (deadBefore > 0) {
            bySession.computeIfAbsent(session, _ -> new Ends()).add(deadBefore, timeUs);
        }
    }

    /**
     * Returns the time at which routes of an epoch died, if routes of a later epoch exist.
     *
     * @param later epoch of a later announcement
     * @return {@link #NEVER} if no end of the session lies between the epochs
     */
    long between(long session, long epoch, long later) {
        Ends ends = bySession.get(session);
        int first = ends == null ? 0 : ends.firstAbove(epoch);
        return ends != null && first < ends.count && ends.epochs[first] <= later ? ends.times[first] : NEVER;
    }

    /** Returns true if routes of an epoch died at a time or before. */
    boolean isDead(long session, long epoch, long timeUs) {
        @Nullable Ends ends = bySession.get(session);
        int first = ends == null ? 0 : ends.firstAbove(epoch);
        return ends != null && first < ends.count && ends.times[first] <= timeUs;
    }
}
