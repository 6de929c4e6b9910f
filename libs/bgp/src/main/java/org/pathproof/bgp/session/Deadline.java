// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.time.Duration;

/** A timer: a point on a monotonic clock in nanoseconds, or none. */
final class Deadline {
    private boolean set;
    private long at;

    void setIn(Duration delay, long now) {
        set = true;
        at = now + delay.toNanos();
    }

    void clear() {
        set = false;
    }

    boolean isSet() {
        return set;
    }

    boolean isDue(long now) {
        return set && at - now <= 0;
    }

    /** Returns the nanoseconds until this deadline, or {@code atMost} if the deadline is later or not set. */
    long remaining(long now, long atMost) {
        return set ? Math.min(atMost, Math.max(0, at - now)) : atMost;
    }
}
