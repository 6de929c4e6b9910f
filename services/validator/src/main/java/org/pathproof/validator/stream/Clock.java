// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time as records carry it. */
final class Clock {
    private Clock() {}

    /** Microseconds since 1970. */
    static long nowUs() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
