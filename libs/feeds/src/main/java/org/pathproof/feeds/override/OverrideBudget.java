// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import org.pathproof.feeds.policy.OverrideLimits;

/** Counts new overrides in intervals. An interval begins with its first new override. Not thread-safe. */
final class OverrideBudget {
    private final boolean limited;
    private Instant windowStart = Instant.EPOCH;
    private int taken;

    private OverrideBudget(boolean limited) {
        this.limited = limited;
    }

    static OverrideBudget limited() {
        return new OverrideBudget(true);
    }

    static OverrideBudget unlimited() {
        return new OverrideBudget(false);
    }

    /** Counts a new override. */
    void take(OverrideLimits limits, Instant now) {
        if (!now.isBefore(windowEnd(limits))) {
            windowStart = now;
            taken = 0;
        }
        taken++;
    }

    /** Returns true if a new override has room in the interval. */
    boolean hasRoom(OverrideLimits limits, Instant now) {
        return !limited || taken < limits.maxChanges() || !now.isBefore(windowEnd(limits));
    }

    Instant windowEnd(OverrideLimits limits) {
        return windowStart.plus(limits.changeInterval());
    }
}
