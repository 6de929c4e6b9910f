// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** The wall clock in microseconds, the unit of times in records. */
final class Clock {
    private Clock() {}

    /** Returns microseconds since 1970-01-01 UTC. */
    static long nowUs() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(now.getNano());
    }
}
