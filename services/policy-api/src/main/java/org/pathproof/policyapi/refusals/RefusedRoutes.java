// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Prefix;

/**
 * The refused routes by key, and the same routes as a table with their verdicts under the present RPKI data. One thread
 * writes; any thread reads.
 */
final class RefusedRoutes {
    private final Map<RouteKey, RefusedRoute> routes = new ConcurrentHashMap<>();
    private final RouteTable table = new RouteTable();
    /** The keys by prefix and session, so that a change finds them fast. */
    private final Map<Place, Set<RouteKey>> places = new ConcurrentHashMap<>();
    /** The session records in the table. Used by the writing thread only. */
    private final Map<SessionId, Session> sessions = new HashMap<>();

    /** The prefix of a neighbor. With ADD-PATH, the neighbor has several routes to it. */
    private record Place(SessionId session, Prefix prefix, int safi) {
        static Place of(RouteKey key) {
            return new Place(key.session(), key.prefix(), key.safi());
        }
    }

    /** Returns the routes as a table. Its sessions have no state of their own, so that every route is alive. */
    RouteTable table() {
        return table;
    }

    int size() {
        return routes.size();
    }

    Collection<RefusedRoute> all() {
        return routes.values();
    }

    Optional<RefusedRoute> find(RouteKey key) {
        return Optional.ofNullable(routes.get(key));
    }

    /** Returns the refused routes of the same session and prefix. */
    List<RefusedRoute> at(RouteKey key) {
        Set<RouteKey> keys = places.get(Place.of(key));
        return keys == null
                ? List.of()
                : keys.stream().map(routes::get).filter(Objects::nonNull).toList();
    }

    void put(RefusedRoute route) {
        RouteKey key = route.key();
        routes.put(key, route);
        places.computeIfAbsent(Place.of(key), ignored -> ConcurrentHashMap.newKeySet())
                .add(key);
        setVerdict(key, route.verdict());
    }

    /** Replaces the verdict in the table. */
    void setVerdict(RouteKey key, Verdict verdict) {
        table.applyVerdict(
                key.toBytes(), verdict.toBuilder().setEpoch(0).build().toByteArray());
    }

    void remove(RouteKey key) {
        if (routes.remove(key) != null) {
            places.computeIfPresent(Place.of(key), (place, keys) -> {
                keys.remove(key);
                return keys.isEmpty() ? null : keys;
            });
            table.applyVerdict(key.toBytes(), null);
        }
    }

    /** Copies the record of a session into the table. */
    void setSession(SessionId id, Session record) {
        Session copy = record.toBuilder().clearDeadBefore().clearEpoch().build();
        if (!copy.equals(sessions.put(id, copy))) {
            table.applySession(id.bytes().toArray(), copy.toByteArray());
        }
    }

    /** Removes the sessions without routes. Returns the sessions of all routes. */
    Set<SessionId> retainSessions() {
        Set<SessionId> used = new HashSet<>();
        routes.keySet().forEach(key -> used.add(key.session()));
        for (SessionId id : List.copyOf(sessions.keySet())) {
            if (!used.contains(id)) {
                sessions.remove(id);
                table.applySession(id.bytes().toArray(), null);
            }
        }
        return used;
    }

    void clear() {
        List.copyOf(routes.keySet()).forEach(this::remove);
    }
}
