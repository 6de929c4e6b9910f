// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.Collection;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.wire.Prefix;

/** The live routes and their sessions, for readers that decide by them: feeds and exports. Thread-safe. */
public interface RouteLookup {
    /** Returns a live route. */
    Optional<Route> get(RouteKey key);

    /** Returns the sessions that have a record or routes. */
    Collection<SessionView> sessionViews();

    /**
     * Returns the live routes that match, in order. The iterator is lazy: later changes may be visible.
     *
     * @param after the routes begin after this key; null for the beginning
     */
    Iterator<Route> find(RouteQuery query, @Nullable RouteKey after);

    /** Returns the live routes of a session, in order. The iterator is lazy: it may or may not see later changes. */
    Iterator<Route> routesOf(SessionId session);

    /** Returns the live routes of a session to one prefix, in order of their SAFI and Path Identifier. */
    Iterator<Route> routesOf(SessionId session, Prefix prefix);
}
