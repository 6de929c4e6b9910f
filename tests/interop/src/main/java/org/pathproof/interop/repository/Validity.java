// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;

/** The time of validity of certificates, CRLs and manifests, in whole seconds. */
record Validity(Instant from, Instant to) {
    private static final Duration TOLERANCE = Duration.ofHours(1);
    private static final Duration LIFETIME = Duration.ofDays(1);

    /**
     * Returns the validity of files that are issued at a time. The validity begins earlier, for clocks that are behind.
     */
    static Validity issuedAt(Instant time) {
        return new Validity(time.minus(TOLERANCE), time.plus(LIFETIME));
    }

    Date begin() {
        return Date.from(from);
    }

    Date end() {
        return Date.from(to);
    }
}
