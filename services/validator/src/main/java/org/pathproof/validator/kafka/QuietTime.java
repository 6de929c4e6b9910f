// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import java.time.Duration;

/** The time since a thread last had work. Not thread-safe. */
final class QuietTime {
    /** Time without work after which a thread is quiet. */
    private static final long QUIET_NANOS = Duration.ofSeconds(2).toNanos();

    private long since;

    /** @param now a value of {@link System#nanoTime}, as the arguments of all methods */
    QuietTime(long now) {
        since = now;
    }

    /** Records that the thread had work. */
    void recordWork(long now) {
        since = now;
    }

    /** Returns true if the thread had no work for two seconds. */
    boolean isQuiet(long now) {
        return now - since >= QUIET_NANOS;
    }
}
