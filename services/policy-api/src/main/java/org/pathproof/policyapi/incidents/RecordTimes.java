// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times of records, in microseconds since 1970. */
final class RecordTimes {
    private RecordTimes() {}

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }
}
