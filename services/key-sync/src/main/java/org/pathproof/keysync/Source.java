// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSnapshot;

/** Where RPKI data comes from. */
interface Source extends AutoCloseable {
    String name();

    /** How it is now. */
    Reading read();

    @Override
    void close();

    /**
     * A source at one moment.
     *
     * @param data its last complete data; null before the first
     * @param confirmed when the source last said that this is current; null before the first
     * @param expires until when the data is good without another word of the source; null for ever
     * @param problem what is wrong now; null when nothing is
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
