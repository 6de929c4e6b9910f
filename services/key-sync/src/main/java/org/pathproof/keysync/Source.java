// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSnapshot;

/** Source of RPKI data: a cache, a file, or router certificates. */
interface Source extends AutoCloseable {
    String name();

    /** Returns the current state of the source. */
    Reading read();

    /** Returns the time at which the data change by themselves, without any event; null for never. */
    default @Nullable Instant nextChange() {
        return null;
    }

    @Override
    void close();

    /**
     * State of a source at one moment.
     *
     * @param data newest complete data; null before the first data
     * @param confirmed time at which the source last confirmed the data; null before the first confirmation
     * @param expires time at which the data expires without another confirmation; null for never
     * @param problem current problem of the source; null without a problem
     */
    record Reading(
            @Nullable RpkiSnapshot data,
            @Nullable Instant confirmed,
            @Nullable Instant expires,
            @Nullable String problem) {
        boolean works() {
            return data != null && problem == null;
        }

        boolean hasExpired(Instant now) {
            return expires != null && now.isAfter(expires);
        }
    }
}
