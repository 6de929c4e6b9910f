// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.RouteLife;

/**
 * The newest record of every session, and the number of the newest report of a signature engine. The global stream
 * thread writes both, and all tasks read them.
 *
 * <p>The topics of sessions and of routes are read independently. Their relative order does not matter: a route is dead
 * if its epoch is below the session's {@code dead_before}, even if the route is read first.
 */
public final class SessionBoard {
    private final Map<SessionId, Session> sessions = new ConcurrentHashMap<>();
    private final List<SessionMailbox> mailboxes = new CopyOnWriteArrayList<>();
    private final Runnable onChange;
    private volatile long distrust;

    /** @param onChange runs after each change that concerns tasks */
    SessionBoard(Runnable onChange) {
        this.onChange = onChange;
    }

    SessionBoard() {
        this(() -> {});
    }

    /**
     * Stores the newest record of a session. Null deletes the record, and the tasks then withdraw the routes of the
     * session.
     */
    void put(SessionId id, @Nullable Session session) {
        Session old = session == null ? sessions.remove(id) : sessions.put(id, session);
        if (session == null) {
            if (old != null) {
                post(id, old.getEpoch() + 1);
            }
        } else if (RouteLife.deadBefore(session) > RouteLife.deadBefore(old)) {
            post(id, 0);
        }
    }

    private void post(SessionId id, long deletedBefore) {
        mailboxes.forEach(mailbox -> mailbox.put(id, deletedBefore));
        onChange.run();
    }

    /** Sets the number of the newest report of a signature engine that is not trusted any more. */
    void putDistrust(long number) {
        distrust = number;
        onChange.run();
    }

    /** Returns the number of the newest such report: tasks revalidate all proofs made before it. 0 without reports. */
    long distrust() {
        return distrust;
    }

    public @Nullable Session get(SessionId id) {
        return sessions.get(id);
    }

    /** Returns a view of all sessions. */
    Collection<Session> all() {
        return sessions.values();
    }

    public int size() {
        return sessions.size();
    }

    /** Opens a mailbox that receives each session that loses routes from now on. */
    SessionMailbox subscribe() {
        SessionMailbox mailbox = new SessionMailbox(mailboxes::remove);
        mailboxes.add(mailbox);
        return mailbox;
    }
}
