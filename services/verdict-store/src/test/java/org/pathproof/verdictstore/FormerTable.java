// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionChange;
import org.pathproof.verdictstore.store.SessionView;
import org.pathproof.wire.Prefix;

/**
 * The table of release 0.1 in the place of the present one, for tests that compare what readers make of both. Routes
 * are those of the former table; a table without routes decodes them and has the sessions. Queries look at every route.
 * Not thread-safe.
 */
public final class FormerTable implements RouteLookup {
    private final org.pathproof.verdictstore.tree.RouteTable routes = new org.pathproof.verdictstore.tree.RouteTable();
    private final RouteTable sessions = new RouteTable();

    /** Applies a record of pathproof.verdicts. A null value withdraws the route. */
    public RouteChange applyVerdict(byte[] key, byte @Nullable [] value) {
        var change = routes.applyVerdict(key, value);
        SessionView session = sessions.applyVerdict(key, null).sessionView();
        return new RouteChange(
                change.key(),
                session,
                change.before() == null ? null : route(change.before()).orElse(null),
                change.after() == null ? null : route(change.after()).orElse(null));
    }

    /** Applies a record of pathproof.sessions. A null value deletes the session. */
    public SessionChange applySession(byte[] key, byte @Nullable [] value) {
        routes.applySession(key, value);
        return sessions.applySession(key, value);
    }

    /** Returns a route of the former table; empty if its session has no record, so that the route is not live. */
    private Optional<Route> route(org.pathproof.verdictstore.tree.Route former) {
        return sessions.past(former.key().toBytes(), former.verdict().toByteArray())
                .map(RouteChange::after);
    }

    @Override
    public Optional<Route> get(RouteKey key) {
        return routes.get(key).flatMap(this::route);
    }

    @Override
    public Collection<SessionView> sessionViews() {
        return sessions.sessionViews();
    }

    private Iterator<Route> routes(
            Iterator<org.pathproof.verdictstore.tree.Route> former,
            Predicate<Prefix> prefixes,
            Predicate<Route> wanted) {
        List<Route> found = new ArrayList<>();
        former.forEachRemaining(route -> {
            if (prefixes.test(route.prefix())) {
                route(route).filter(wanted).ifPresent(found::add);
            }
        });
        return found.iterator();
    }

    /** Finds routes by {@link RouteQuery#matches(Route)}, so the query must not have {@link Match#LONGEST}. */
    @Override
    public Iterator<Route> find(RouteQuery query, @Nullable RouteKey after) {
        return routes(
                routes.find(org.pathproof.verdictstore.tree.RouteQuery.ALL, null),
                query::matches,
                route -> query.matches(route) && (after == null || isAfter(route.key(), after)));
    }

    /** Compares by address family, prefix, SAFI, session and Path Identifier. */
    private static boolean isAfter(RouteKey key, RouteKey other) {
        int c = key.prefix().compareTo(other.prefix());
        c = c == 0 ? Integer.compare(key.safi(), other.safi()) : c;
        c = c == 0 ? key.session().bytes().compareTo(other.session().bytes()) : c;
        return c == 0 ? key.pathId() > other.pathId() : c > 0;
    }

    @Override
    public Iterator<Route> routesOf(SessionId session) {
        return routes(routes.routesOf(session), prefix -> true, route -> true);
    }

    @Override
    public Iterator<Route> routesOf(SessionId session, Prefix prefix) {
        return routes(routes.routesOf(session), prefix::equals, route -> true);
    }
}
