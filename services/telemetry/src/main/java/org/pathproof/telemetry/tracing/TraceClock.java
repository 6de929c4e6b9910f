// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The clock of spans: microseconds since 1970. */
public final class TraceClock {
    private TraceClock() {}

    public static long nowMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** Returns the time at which {@link System#nanoTime} had a value. */
    public static long microsAt(long nanoTime) {
        return nowMicros() - (System.nanoTime() - nanoTime) / 1_000;
    }
}
