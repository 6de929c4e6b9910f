// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import org.pathproof.feeds.policy.OverrideLimits;

/** Counts new overrides in consecutive intervals. Not thread-safe. */
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

    /** Counts a new override, and returns false if the interval has no room for it. */
    boolean take(OverrideLimits limits, Instant now) {
        if (!now.isBefore(windowEnd(limits))) {
            windowStart = now;
            taken = 0;
        }
        if (limited && taken >= limits.maxChanges()) {
            return false;
        }
        taken++;
        return true;
    }

    Instant windowEnd(OverrideLimits limits) {
        return windowStart.plus(limits.changeInterval());
    }
}
