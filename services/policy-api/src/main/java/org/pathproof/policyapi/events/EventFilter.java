// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.SessionChange;

/**
 * Selects the events for a client. A change of a route matches if the previous or the new route matches. So a client
 * with the filter NOT_VALID also receives the event that ends this state. In a replay, the previous route is unknown
 * and counts as a match.
 *
 * @param query the routes that match; {@code LONGEST} has the effect of {@code COVERING}
 * @param type null for every type
 */
public record EventFilter(RouteQuery query, @Nullable Type type) {
    /** Types of events, with the names of RIS Live. */
    public enum Type {
        UPDATE,
        RIS_PEER_STATE
    }

    public boolean matches(StoreEvent event) {
        return switch (event) {
            case StoreEvent.OfRoute(RouteChange change, var origin, boolean replayed) ->
                (type == null || type == Type.UPDATE) && matches(change, replayed);
            case StoreEvent.OfSession(SessionChange change, var origin) ->
                (type == null || type == Type.RIS_PEER_STATE) && matches(change);
        };
    }

    private boolean matches(RouteChange change, boolean replayed) {
        Optional<Session> session = change.sessionView().session();
        Route before = change.before();
        Route after = change.after();
        boolean shown = after != null && after.alive() || before != null && before.alive() || replayed && after == null;
        return shown
                && session.isPresent()
                && query.matches(session.get())
                && query.matches(change.key().prefix())
                && (replayed
                        || after != null && query.matchesVerdict(after)
                        || before != null && query.matchesVerdict(before));
    }

    private boolean matches(SessionChange change) {
        Session before = change.before();
        Session after = change.after();
        Session known = after == null ? before : after;
        boolean news = before == null
                || after == null
                || before.getState() != after.getState()
                || before.getEpoch() != after.getEpoch();
        return known != null && news && query.matches(known);
    }
}
