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

    /** Counts a new override. Returns false without counting it if the interval has no room. */
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
