// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;

/**
 * States of a route within its session. A state depends only on epochs: the epoch in which the route was announced, the
 * session's {@code dead_before}, and the epoch of the newest complete table.
 *
 * <p>The connection state of the session does not matter, because the topics of sessions and routes are read
 * independently. An announcement of a new epoch can arrive while the session record still has the state DOWN; the route
 * is alive then. Routes of a lost BMP connection stay alive; a Peer Down raises {@code dead_before}.
 */
public enum RouteLife {
    /** Announced in the epoch of the newest complete table or later. */
    ALIVE,
    /** Announced before the newest complete table of its session and not since then: must be withdrawn. */
    STALE,
    /** Announced before the peer went down. */
    DEAD;

    /**
     * Returns the state of a route.
     *
     * @param session the record of the route's session; null while none has been read, in which case no route is dead
     * @param epoch the epoch of the session in which the route was announced
     * @param tableEpoch the epoch of the newest complete table of the route's family; 0 if there was none
     */
    public static RouteLife of(@Nullable Session session, long epoch, long tableEpoch) {
        if (isDead(session, epoch)) {
            return DEAD;
        }
        return epoch < tableEpoch ? STALE : ALIVE;
    }

    /** Returns true if routes announced in an epoch are dead. Routes of an unknown session are not dead. */
    public static boolean isDead(@Nullable Session session, long epoch) {
        return epoch < deadBefore(session);
    }

    /** Returns the epoch below which routes of a session are dead; 0 for an unknown session. */
    public static long deadBefore(@Nullable Session session) {
        return session == null ? 0 : session.getDeadBefore();
    }
}
