// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import org.pathproof.policyapi.store.RouteChange;
import org.pathproof.policyapi.store.SessionChange;

/** Is told of every change of the store after it was read to its end for the first time. Called on the follower's thread: must not block. */
public interface ChangeListener {
    /** The store holds all there was when it was started; changes follow from this position on. */
    void caughtUp(Position position);

    /** The store is empty again and is being rebuilt; {@link #caughtUp} follows. */
    void restarted();

    void changed(RouteChange change, Origin origin);

    void changed(SessionChange change, Origin origin);

    /** Of all changes that Kafka had at hand was told; the next ones may come at once, or not for long. */
    void paused();

    /**
     * Where a change came from.
     *
     * @param partition of its topic
     * @param offset in the partition
     * @param timestampMs of the record, milliseconds since 1970
     * @param next the position behind it
     */
    record Origin(int partition, long offset, long timestampMs, Position next) {}
}
