// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.lifecycle;

import java.time.Clock;
import java.time.Instant;

/** Times in the unit of session records: microseconds since 1970-01-01 UTC. */
final class Micros {
    private Micros() {}

    static long now(Clock clock) {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }
}
