// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A source of RPKI data: the current complete set and its changes. Thread-safe. */
public interface RpkiSource extends AutoCloseable {
    /**
     * Returns the set in force. Empty until the first complete set is read. The set remains present after a lost
     * connection.
     */
    Optional<RpkiSet> current();

    /**
     * Calls {@code listener} with later changes, in order, on a thread of the source. Changes that arrive while the
     * listener is busy are merged. The first complete set is a change that announces all its objects.
     */
    void onChange(Consumer<RpkiChange> listener);

    Status status();

    @Override
    void close();

    /**
     * The state of a source.
     *
     * @param connected true if the source is reachable
     * @param lastUpdate time of the last confirmation of the set in force; null before the first confirmation
     * @param problem a sentence for an operator; null for none
     * @param expires end of the Expire Interval of the sources (RFC 8210 section 6), by the clock of this process; null
     *     for never
     */
    record Status(
            boolean connected,
            @Nullable Instant lastUpdate,
            @Nullable String problem,
            @Nullable Instant expires) {
        /** Creates the state of a source whose data never expire. */
        public Status(boolean connected, @Nullable Instant lastUpdate, @Nullable String problem) {
            this(connected, lastUpdate, problem, null);
        }

        /** Returns true if the sources no longer answer for the data at a time. */
        public boolean hasExpired(Instant now) {
            return expires != null && !now.isBefore(expires);
        }
    }
}
