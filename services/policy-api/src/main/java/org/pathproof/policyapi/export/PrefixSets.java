// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.policyapi.store.Match;
import org.pathproof.policyapi.store.Route;
import org.pathproof.policyapi.store.RouteQuery;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.policyapi.store.SessionSelector;
import org.pathproof.wire.Prefix;

/**
 * Selects the prefixes to reject from each neighbour: those with a NOT_VALID path in the Adj-RIB-In of the neighbour,
 * before or after policy. Prefixes with a MALFORMED path are optional. A prefix for which the neighbour also has a
 * VALID path is left out, because a prefix filter cannot distinguish the paths.
 */
public final class PrefixSets {
    private static final Set<RibView> RECEIVED = EnumSet.of(RibView.ADJ_RIB_IN_PRE, RibView.ADJ_RIB_IN_POST);

    private final RouteTable table;

    public PrefixSets(RouteTable table) {
        this.table = table;
    }

    /**
     * Parameters of an export.
     *
     * @param router null for all routers
     * @param neighbour null for one set per neighbour
     * @param name name of the set, or the start of the names of several sets
     */
    record Request(
            @Nullable SessionSelector router, @Nullable SessionSelector neighbour, String name, boolean malformed) {}

    /**
     * Returns the sets, ordered by neighbour.
     *
     * @throws NotFoundException if no session matches, because an empty set would permit all routes
     */
    List<PrefixSet> of(Request request) {
        NavigableSet<String> neighbours = new TreeSet<>();
        table.sessionViews().stream()
                .flatMap(sessionView -> sessionView.session().stream())
                .filter(s -> RECEIVED.contains(s.getView()))
                .filter(s -> request.router() == null || request.router().isRouterOf(s))
                .filter(s -> request.neighbour() == null || request.neighbour().isPeerOf(s))
                .map(Session::getPeerIp)
                .forEach(neighbours::add);
        if (neighbours.isEmpty()) {
            throw new NotFoundException("no session of "
                    + (request.neighbour() == null
                            ? "any neighbour"
                            : "neighbour " + request.neighbour().text())
                    + (request.router() == null
                            ? ""
                            : " at router " + request.router().text()) + " is known");
        }
        if (request.neighbour() != null) {
            return List.of(set(request, request.name(), request.neighbour()));
        }
        List<PrefixSet> sets = new ArrayList<>();
        for (String address : neighbours) {
            String name = request.name() + '_' + address.replaceAll("[^0-9A-Za-z]", "_");
            sets.add(set(request, name, new SessionSelector(address)));
        }
        return sets;
    }

    private PrefixSet set(Request request, String name, SessionSelector neighbour) {
        Set<PathState> refused = request.malformed()
                ? EnumSet.of(PathState.NOT_VALID, PathState.MALFORMED)
                : EnumSet.of(PathState.NOT_VALID);
        NavigableSet<Prefix> bad = prefixes(refused, request.router(), neighbour);
        List<Prefix> refusedPrefixes = bad.stream()
                .filter(prefix -> !isProved(prefix, request.router(), neighbour))
                .toList();
        String words = neighbour.text()
                + (request.router() == null
                        ? ""
                        : " of router " + request.router().text());
        return new PrefixSet(name, words, refusedPrefixes, bad.size() - refusedPrefixes.size());
    }

    /** Returns true if the neighbour has a VALID path for the prefix. */
    private boolean isProved(Prefix prefix, @Nullable SessionSelector router, SessionSelector neighbour) {
        RouteQuery query = RouteQuery.ALL
                .withPrefix(prefix, Match.EXACT)
                .withStates(EnumSet.of(PathState.VALID))
                .withSessions(router, neighbour);
        for (Iterator<Route> routes = table.find(query, null); routes.hasNext(); ) {
            if (isReceived(routes.next())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isReceived(Route route) {
        return route.sessionView()
                .session()
                .filter(s -> RECEIVED.contains(s.getView()))
                .isPresent();
    }

    private NavigableSet<Prefix> prefixes(
            Set<PathState> states, @Nullable SessionSelector router, SessionSelector neighbour) {
        NavigableSet<Prefix> found = new TreeSet<>();
        RouteQuery query = RouteQuery.ALL.withStates(states).withSessions(router, neighbour);
        for (Iterator<Route> routes = table.find(query, null); routes.hasNext(); ) {
            Route route = routes.next();
            if (isReceived(route)) {
                found.add(route.key().prefix());
            }
        }
        return found;
    }
}
