// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.verdictstore.paged.RowFilter;
import org.pathproof.verdictstore.paged.RowStore;

/** The sessions of a store by id. A session without a record and without routes is removed. Thread-safe. */
final class Sessions {
    private final RowStore store;
    private final Map<SessionId, SessionView> views = new ConcurrentHashMap<>();
    /** Sessions that have lost their record or a route without having a record. */
    private final Queue<SessionView> candidates = new ConcurrentLinkedQueue<>();
    /** Number of changes of records, so that a query notices them. */
    private final AtomicLong changes = new AtomicLong();

    Sessions(RowStore store) {
        this.store = store;
    }

    @Nullable
    SessionView find(SessionId id) {
        return views.get(id);
    }

    Collection<SessionView> all() {
        return views.values();
    }

    /** Returns a session, which is created if it is unknown. */
    SessionView get(SessionId id) {
        SessionView known = views.get(id); // computeIfAbsent may lock
        return known == null ? views.computeIfAbsent(id, this::create) : known;
    }

    private SessionView create(SessionId id) {
        return store.sessions().add(number -> new SessionView(number, id, store.shards()));
    }

    /** Adds the sessions of a snapshot, while there are none. */
    void restore(Collection<SessionView> sessions) {
        store.restoreSessions(sessions);
        for (SessionView session : sessions) {
            views.put(session.id(), session);
            removeIfEmpty(session);
        }
        changes.incrementAndGet();
    }

    /** Replaces the record of a session. */
    void setRecord(SessionView view, @Nullable Session record) {
        view.setSession(record);
        changes.incrementAndGet();
        if (view.isCrowded()) {
            store.upkeep().wantJoin();
        }
        removeIfEmpty(view);
    }

    /** Asks for the removal of a session if it has neither a record nor routes after the present batch. */
    void removeIfEmpty(SessionView view) {
        if (view.session().isEmpty()) {
            candidates.add(view);
        }
    }

    boolean hasCandidates() {
        return !candidates.isEmpty();
    }

    /** Removes the sessions that are empty now. There must be no writer meanwhile. */
    void removeEmpty() {
        for (SessionView view = candidates.poll(); view != null; view = candidates.poll()) {
            if (view.session().isEmpty() && !store.upkeep().hasRows(view) && views.remove(view.id(), view)) {
                store.upkeep().free(view);
            }
        }
    }

    /** Returns a number that changes with each record. */
    long changes() {
        return changes.get();
    }

    /** Returns the sessions that match a query. */
    RowFilter.Sessions matching(RouteQuery query) {
        return new RowFilter.Sessions(views.values().stream()
                .filter(view -> view.session().filter(query::matches).isPresent())
                .mapToInt(SessionView::number)
                .sorted()
                .toArray());
    }
}
