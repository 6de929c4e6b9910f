// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.feed;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Measures the longest time in which a condition did not hold. Thread-safe. */
final class Gap {
    private final LongSupplier nanoTime;
    private boolean holds;
    private long since;
    private long longestNanos;

    /** Begins with a condition that does not hold. */
    Gap() {
        this(System::nanoTime);
    }

    Gap(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /** Records that the condition holds, or does not, from now on. */
    synchronized void set(boolean now) {
        if (now == holds) {
            return;
        }
        longestNanos = Math.max(longestNanos, current());
        holds = now;
        since = nanoTime.getAsLong();
    }

    /** Returns the longest time since the last {@link #restart}, including a time that has not ended. */
    synchronized Duration longest() {
        return Duration.ofNanos(Math.max(longestNanos, current()));
    }

    /** Forgets earlier times. A time that has not ended counts from now on. */
    synchronized void restart() {
        longestNanos = 0;
        since = nanoTime.getAsLong();
    }

    private long current() {
        return holds ? 0 : nanoTime.getAsLong() - since;
    }
}
