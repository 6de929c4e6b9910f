// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The wall clock in microseconds, the unit of times in records. */
final class Clock {
    private Clock() {}

    /** Returns microseconds since 1970-01-01 UTC. */
    static long nowUs() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
