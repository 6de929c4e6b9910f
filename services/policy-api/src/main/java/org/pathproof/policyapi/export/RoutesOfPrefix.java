// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.pathproof.contracts.RouteKey;
import org.pathproof.verdictstore.store.Route;

/** The routes to one prefix that decide whether it is listed, by neighbor. A remembered route is no longer received. */
final class RoutesOfPrefix {
    private final Map<String, List<Route>> received = new LinkedHashMap<>();
    private final Map<String, List<Route>> all = new LinkedHashMap<>();
    private final Set<RouteKey> present = new HashSet<>();

    void addReceived(String neighbor, Route route) {
        present.add(route.key());
        received.computeIfAbsent(neighbor, ignored -> new ArrayList<>()).add(route);
        add(neighbor, route);
    }

    /** Adds a remembered route unless it was received again. All received routes must be there. */
    void addRemembered(String neighbor, Route route) {
        if (!present.contains(route.key())) {
            add(neighbor, route);
        }
    }

    private void add(String neighbor, Route route) {
        all.computeIfAbsent(neighbor, ignored -> new ArrayList<>()).add(route);
    }

    /** Returns the neighbors that have such a route, in order. */
    Set<String> neighborsOf(Predicate<Route> wanted) {
        Set<String> neighbors = new TreeSet<>();
        all.forEach((neighbor, routes) -> {
            if (routes.stream().anyMatch(wanted)) {
                neighbors.add(neighbor);
            }
        });
        return neighbors;
    }

    /** Returns the received and the remembered routes of a neighbor. */
    List<Route> of(String neighbor) {
        return all.getOrDefault(neighbor, List.of());
    }

    /** Returns the received and the remembered routes of all neighbors but one. */
    List<Route> ofOthers(String neighbor) {
        List<Route> others = new ArrayList<>();
        all.forEach((name, routes) -> {
            if (!name.equals(neighbor)) {
                others.addAll(routes);
            }
        });
        return others;
    }

    Stream<Route> receivedFrom(String neighbor) {
        return received.getOrDefault(neighbor, List.of()).stream();
    }
}
