// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Limits the log lines that traffic from the network can cause: a number of lines in each interval. Suppressed lines
 * are counted. Thread-safe.
 */
public final class LogThrottle {
    private final int maxLines;
    private final long intervalNanos;
    private final LongSupplier nanoTime;
    private long intervalStart;
    private int lines;
    private long suppressed;

    /** @param maxLines maximum number of lines in each interval */
    public LogThrottle(int maxLines, Duration interval) {
        this(maxLines, interval, System::nanoTime);
    }

    /** @param nanoTime clock, as {@link System#nanoTime} */
    public LogThrottle(int maxLines, Duration interval, LongSupplier nanoTime) {
        this.maxLines = maxLines;
        this.intervalNanos = interval.toNanos();
        this.nanoTime = nanoTime;
        this.intervalStart = nanoTime.getAsLong();
    }

    /**
     * Permits a line, or counts it as suppressed.
     *
     * @return the number of lines suppressed since the last permitted line; empty if this line is suppressed, too
     */
    public synchronized OptionalLong permit() {
        long now = nanoTime.getAsLong();
        if (now - intervalStart >= intervalNanos) {
            intervalStart = now;
            lines = 0;
        }
        if (lines >= maxLines) {
            suppressed++;
            return OptionalLong.empty();
        }
        lines++;
        long before = suppressed;
        suppressed = 0;
        return OptionalLong.of(before);
    }
}
