// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.oracle;

import java.util.ArrayList;
import java.util.List;

/** Number of verdicts and withdrawals read in each second, and the longest time without such a record. */
public final class Flow {
    private static final long SECOND = 1_000_000_000;

    private final List<Integer> perSecond = new ArrayList<>();
    private final long begun;
    private long last;
    private long longest;

    Flow(long begun) {
        this.begun = begun;
        this.last = begun;
    }

    void read(long now) {
        int second = (int) ((now - begun) / SECOND);
        while (perSecond.size() <= second) {
            perSecond.add(0);
        }
        perSecond.set(second, perSecond.get(second) + 1);
        longest = Math.max(longest, now - last);
        last = now;
    }

    /** Ends the measurement. */
    void end(long now) {
        longest = Math.max(longest, now - last);
    }

    /** Returns the longest time without a record, in nanoseconds. Begin and end of the measurement count as records. */
    public long longestSilence() {
        return longest;
    }

    /** Returns the text of the record. */
    @Override
    public String toString() {
        return "verdicts and withdrawals read, second by second: " + perSecond;
    }
}
