// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.sessions;

import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;

/** The record of a BGP session that ended. */
final class SessionEnd {
    private SessionEnd() {}

    /**
     * Returns the record after the end: the epoch rises by one, and all older routes are dead at once.
     *
     * @param newestGap number of the newest known gap: no older route is left that it could have affected
     */
    static Session of(Session before, String collectorId, String reason, long newestGap, long nowMicros) {
        long epoch = before.getEpoch() + 1;
        return before.toBuilder()
                .setState(State.DOWN)
                .setEpoch(epoch)
                .setDeadBefore(epoch)
                .setGapsHealed(newestGap)
                .setDownReason(reason)
                .setChangedUs(nowMicros)
                .setCollectorId(collectorId)
                .build();
    }
}
