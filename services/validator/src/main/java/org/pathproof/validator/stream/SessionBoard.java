// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.RouteLife;

/**
 * All sessions, as their topic has them last. Written by the global stream thread, read by all tasks.
 *
 * <p>The topic of sessions and that of routes are not read in step. That does no harm: whether a route is dead depends on the number of
 * its epoch alone, so it comes to the same whichever is seen first.
 */
public final class SessionBoard {
    private final Map<SessionId, Session> sessions = new ConcurrentHashMap<>();
    private final Inbox.Group<Death> tasks = new Inbox.Group<>();

    /**
     * Routes of a session and of an epoch below {@code before} are dead.
     *
     * @param forgotten whether the session is forgotten as a whole, so that its epochs may begin anew
     */
    record Death(SessionId session, long before, boolean forgotten) {}

    /** A session has changed; null when it is forgotten, whereupon all its routes are dead. */
    void put(SessionId id, @Nullable Session session) {
        Session old = session == null ? sessions.remove(id) : sessions.put(id, session);
        if (session == null && old != null) {
            tasks.tell(new Death(id, old.getEpoch() + 1, true));
        } else if (session != null && RouteLife.deadBefore(session) > RouteLife.deadBefore(old)) {
            tasks.tell(new Death(id, RouteLife.deadBefore(session), false));
        }
    }

    public @Nullable Session get(SessionId id) {
        return sessions.get(id);
    }

    /** All sessions as they are now. */
    Collection<Session> all() {
        return sessions.values();
    }

    public int size() {
        return sessions.size();
    }

    Inbox<Death> follow() {
        return tasks.open();
    }
}
