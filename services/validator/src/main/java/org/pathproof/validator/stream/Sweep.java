// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.validator.route.KeptRow;
import org.pathproof.validator.route.SessionFilter;

/**
 * Withdraws the routes of sessions that went down or did not announce them again. When a session goes down, readers
 * treat its routes as dead even before the sweep, because of the session's record.
 *
 * <p>One circular pass over the rows, a slice at a time, serves all changed sessions. A session joins at the current
 * row of the pass, and leaves when the pass has reached that row again. Rows that are added meanwhile need no test,
 * because an announcement of a dead epoch is not accepted.
 *
 * <p>The state of a pass is not stored, because the epochs, the session records and the marks determine which routes
 * must be withdrawn. A task that starts tests all its routes once. See docs/adr/0015. Only the thread of the task uses
 * this class.
 */
final class Sweep {
    /** Number of rows that a slice compares with the sessions, per route that it may test. */
    static final int COMPARED_PER_TESTED = 16;

    /** Above any epoch: the filter selects every row of the session. */
    private static final long ANY_EPOCH = Long.MAX_VALUE - 1;

    private final TaskRoutes routes;
    private final RouteMeters meters;
    private final SessionMailbox changes;
    // Sessions of the pass, in the order in which they joined it.
    private final Map<SessionId, Position> searched = new LinkedHashMap<>();
    // Sessions of the pass whose record was deleted.
    private final Map<SessionId, Deleted> deleted = new HashMap<>();
    // Selects rows of the sessions of the pass, and of some sessions that have left the pass.
    private final SessionFilter filter = new SessionFilter();
    private boolean isFirstRound = true; // the first round tests the routes of all sessions
    private Position position = new Position(0, null);

    /**
     * A position of the pass.
     *
     * @param round number of times that the pass has reached the end of the rows
     * @param next key below which all rows of this round are tested; null at the first row
     */
    private record Position(long round, @Nullable Bytes next) {
        /** Returns true when the pass has tested every row since the position {@code start}. */
        boolean isOneRoundAfter(Position start) {
            return round > start.round + 1 || round == start.round + 1 && isAtOrAfter(start.next);
        }

        private boolean isAtOrAfter(@Nullable Bytes key) {
            return key == null || next != null && next.compareTo(key) >= 0;
        }
    }

    /**
     * A session whose record was deleted. Its epochs may restart, so that epochs alone do not distinguish old routes
     * from new ones.
     *
     * @param before epoch below which its old routes are dead
     * @param announced routes announced since the record was deleted
     */
    private record Deleted(long before, Set<Bytes> announced) {}

    Sweep(TaskRoutes routes, SessionBoard board, RouteMeters meters) {
        this.routes = routes;
        this.meters = meters;
        this.changes = board.subscribe();
    }

    /** Adds a session to the pass, at the current row. The session leaves when the pass reaches that row again. */
    void search(SessionId session) {
        searched.remove(session);
        if (routes.table().size() == 0) {
            deleted.remove(session);
            return;
        }
        searched.put(session, position);
        if (deleted.containsKey(session)) {
            filter.put(session, ANY_EPOCH, ANY_EPOCH);
        } else {
            filter.put(session, routes.aliveInAllFamiliesFrom(session), routes.deadBefore(session));
        }
    }

    /** Adds the sessions that other threads have changed. */
    void takeUp() {
        if (changes.isEmpty()) {
            return;
        }
        changes.take().forEach((session, deletedBefore) -> {
            if (deletedBefore > 0) {
                routes.forget(session);
                Deleted earlier = deleted.get(session);
                long before = earlier == null ? deletedBefore : Math.max(deletedBefore, earlier.before);
                deleted.put(session, new Deleted(before, new HashSet<>()));
            }
            search(session);
        });
    }

    /** Withdraws all routes of a session without a record, except those that are announced from now on. */
    void searchDeleted(SessionId session) {
        routes.forget(session);
        deleted.put(session, new Deleted(Long.MAX_VALUE, new HashSet<>()));
        search(session);
    }

    /** Prepares for the announcement of a route: withdraws the old route of a deleted session. */
    void prepareAnnouncement(Bytes key, SessionId session) {
        Deleted old = deleted.isEmpty() ? null : deleted.get(session);
        if (old != null) {
            test(key);
            old.announced.add(key);
        }
    }

    /** Tests up to {@code limit} routes of the sessions; returns true if there are more. */
    boolean slice(int limit) {
        if (!isPassing()) {
            return false;
        }
        List<Bytes> keys = new ArrayList<>();
        Bytes next = routes.table()
                .scan(position.next, COMPARED_PER_TESTED * limit, limit, isFirstRound ? null : filter, keys::add);
        keys.forEach(this::test);
        position = new Position(next == null ? position.round + 1 : position.round, next);
        isFirstRound &= next != null;
        leave();
        return isPassing();
    }

    private void leave() {
        Iterator<Map.Entry<SessionId, Position>> oldest = searched.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<SessionId, Position> session = oldest.next();
            if (!position.isOneRoundAfter(session.getValue())) {
                return;
            }
            oldest.remove();
            deleted.remove(session.getKey());
        }
        filter.clear();
    }

    /** Returns true if there are routes to test. */
    boolean isPending() {
        return isPassing() || !changes.isEmpty();
    }

    private boolean isPassing() {
        return isFirstRound || !searched.isEmpty();
    }

    private void test(Bytes key) {
        KeptRow row = routes.get(key);
        if (row == null) {
            return;
        }
        RouteKey route = RouteKey.ofBytes(key.get());
        long epoch = row.epoch();
        if (isOfDeleted(key, route.session(), epoch) || !routes.isAlive(route.session(), route.family(), epoch)) {
            routes.withdraw(key, row);
            meters.swept.increment();
        } else if (routes.isPublishedDead(key, row)) {
            routes.renew(key, row, epoch, row.row().verdict().getReceivedUs());
        }
    }

    private boolean isOfDeleted(Bytes key, SessionId session, long epoch) {
        Deleted old = deleted.isEmpty() ? null : deleted.get(session);
        return old != null && epoch < old.before && !old.announced.contains(key);
    }

    void close() {
        changes.close();
    }
}
