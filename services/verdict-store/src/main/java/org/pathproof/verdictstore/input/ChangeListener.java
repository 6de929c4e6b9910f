// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import org.jspecify.annotations.Nullable;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.SessionChange;

/**
 * Receives every change of a route or session while the store is complete. The follower's thread calls the methods,
 * which must not block.
 */
public interface ChangeListener {
    /** Returns false if the listener needs no changes, for example because its feed has no routers. */
    default boolean isEnabled() {
        return true;
    }

    /** The store is complete. Changes follow from this position on. */
    void onComplete(Position position);

    /** The follower empties the store and reads all records again. {@link #onComplete} follows. */
    void onRestart();

    void onChange(RouteChange change, Origin origin);

    void onChange(SessionChange change, Origin origin);

    /** All changes of the last poll were delivered. */
    void onPollEnd();

    /**
     * Origin of a change in Kafka.
     *
     * @param partition partition of the topic
     * @param offset offset in the partition
     * @param timestampMs timestamp of the record, milliseconds since 1970
     * @param next position after the record
     * @param trace position in the trace of the route; null for a route that is not traced
     */
    record Origin(
            int partition,
            long offset,
            long timestampMs,
            Position next,
            @Nullable TraceContext trace) {
        /** Creates the origin of a change that is not traced. */
        public Origin(int partition, long offset, long timestampMs, Position next) {
            this(partition, offset, timestampMs, next, null);
        }
    }
}
