// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import java.time.Clock;
import java.time.Instant;

/** Times as session records hold them: microseconds since 1970. */
final class Micros {
    private Micros() {}

    static long now(Clock clock) {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }
}
