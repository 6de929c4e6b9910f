// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.provenance.RefusedObject;

/** Source of RPKI data: a cache, a file, or router certificates. */
public interface Source extends AutoCloseable {
    /**
     * Time after the last confirmation at which the data of a file or URL expire, as for RTR caches by default (RFC
     * 8210 section 6).
     */
    Duration EXPIRY = Duration.ofHours(2);

    /** Returns the name of the source in log, metrics and REST. */
    String name();

    /** Returns the current state of the source. */
    Reading read();

    /** Returns the time of the next change that needs no event, such as an expiry; null for never. */
    default @Nullable Instant nextChange() {
        return null;
    }

    /** Returns the kind of the source: rtr, file or certificates. */
    String kind();

    /** Returns the number of entries of the newest data that the source refuses. */
    default int refused() {
        return 0;
    }

    /** Returns the first 20 refused entries, with reasons. */
    default List<RefusedObject> refusals() {
        return List.of();
    }

    /** Ends the connection or the watch of files. */
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
        /** Returns true if the source has data and no problem. */
        public boolean works() {
            return data != null && problem == null;
        }

        /** Returns true if the data has expired at a time. */
        public boolean hasExpired(Instant now) {
            return expires != null && now.isAfter(expires);
        }
    }
}
