// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A BGP speaker of the network: import, selection and export of routes to the one prefix. */
final class Router implements Session.Speaker {
    private final int index;
    private final RouterPlan plan;
    private final RouteSelection selection;
    private final boolean dropsRefused;
    private final Igp igp;
    private final List<Neighbor> neighbors = new ArrayList<>();
    /** Path Identifiers that this router gave to paths of its neighbors. */
    private final Map<Long, Integer> pathIds = new HashMap<>();

    private boolean sendsAllPaths;
    private @Nullable Monitoring monitoring;
    private @Nullable Candidate best;
    private int losses;

    Router(int index, RouterPlan plan, boolean acceptedFirst, boolean dropsRefused, Igp igp) {
        this.index = index;
        this.plan = plan;
        this.selection = new RouteSelection(plan.missingMedIsWorst(), acceptedFirst);
        this.dropsRefused = dropsRefused;
        this.igp = igp;
    }

    RouterPlan plan() {
        return plan;
    }

    /** Adds a neighbor, and returns its index. */
    Neighbor addNeighbor(
            PeerKind kind, boolean client, boolean feed, boolean addPath, int identifier, int address, int localPref) {
        Neighbor neighbor = new Neighbor(neighbors.size(), kind, client, feed, addPath, identifier, address, localPref);
        neighbors.add(neighbor);
        sendsAllPaths |= addPath;
        return neighbor;
    }

    List<Neighbor> neighbors() {
        return neighbors;
    }

    void monitor(Monitoring target) {
        monitoring = target;
    }

    @Nullable
    Candidate best() {
        return best;
    }

    /** Returns how often the router had a route, and then none. */
    int losses() {
        return losses;
    }

    @Override
    public void receive(int from, int pathId, @Nullable Route route) {
        Neighbor neighbor = neighbors.get(from);
        Route imported = route == null ? null : imported(neighbor, route);
        Route before = imported == null ? neighbor.in.remove(pathId) : neighbor.in.put(pathId, imported);
        if (!Objects.equals(before, imported)) {
            report(neighbor, pathId, imported);
            select();
        }
    }

    @Override
    public void onUp(int from) {
        Neighbor neighbor = neighbors.get(from);
        if (monitoring != null) {
            monitoring.reportState(index, neighbor, true);
        }
        synchronise(neighbor, usable());
    }

    @Override
    public void onDown(int from) {
        Neighbor neighbor = neighbors.get(from);
        neighbor.out.clear();
        if (monitoring != null) {
            monitoring.reportState(index, neighbor, false);
        }
        List<Integer> lost = List.copyOf(neighbor.in.keySet());
        neighbor.in.clear();
        lost.forEach(pathId -> report(neighbor, pathId, null));
        select();
    }

    /** Returns the route of the Adj-RIB-In; null if the import denies it. */
    private @Nullable Route imported(Neighbor from, Route route) {
        return switch (from.kind) {
            case EXTERNAL ->
                dropsRefused && route.source().tampered() ? null : Route.ofUpstream(route.source(), from.localPref);
            case CONFEDERATION -> route.memberAses().contains(plan.memberAs()) ? null : route;
            case INTERNAL ->
                route.originatorId() == plan.identifier() || route.clusterList().contains(plan.clusterId())
                        ? null
                        : route;
        };
    }

    private void report(Neighbor neighbor, int pathId, @Nullable Route route) {
        if (monitoring != null && !neighbor.feed) {
            monitoring.report(index, neighbor, pathId, route);
        }
    }

    /** Selects the best route again, and sends what changed. */
    void select() {
        List<Candidate> usable = usable();
        Candidate selected = selection.best(usable);
        losses += best != null && selected == null ? 1 : 0;
        if (sendsAllPaths || !Objects.equals(best, selected)) {
            best = selected;
            neighbors.forEach(neighbor -> synchronise(neighbor, usable));
        }
    }

    private List<Candidate> usable() {
        List<Candidate> usable = new ArrayList<>();
        for (Neighbor neighbor : neighbors) {
            neighbor.in.forEach((pathId, route) -> {
                int cost = igp.costTo(index, route.nextHop());
                if (cost != Igp.UNREACHABLE) {
                    usable.add(new Candidate(
                            route, neighbor.index, pathId, neighbor.kind, neighbor.identifier, neighbor.address, cost));
                }
            });
        }
        return usable;
    }

    private void synchronise(Neighbor to, List<Candidate> usable) {
        if (to.feed || to.kind == PeerKind.EXTERNAL || !to.session().isUp()) {
            return;
        }
        Map<Integer, Route> wanted = new TreeMap<>();
        if (to.addPath) {
            usable.forEach(candidate -> put(wanted, pathId(candidate), exported(candidate, to)));
        } else if (best != null) {
            put(wanted, 0, exported(best, to));
        }
        new TreeMap<>(to.out).forEach((pathId, route) -> {
            if (!wanted.containsKey(pathId)) {
                to.out.remove(pathId);
                if (!losesWithdrawal(to, route)) {
                    to.session().send(this, pathId, null);
                }
            }
        });
        wanted.forEach((pathId, route) -> {
            if (!route.equals(to.out.put(pathId, route))) {
                to.session().send(this, pathId, route);
            }
        });
    }

    private static void put(Map<Integer, Route> routes, int pathId, @Nullable Route route) {
        if (route != null) {
            routes.put(pathId, route);
        }
    }

    private int pathId(Candidate candidate) {
        long key = (long) candidate.neighbor() << 32 | candidate.pathId();
        return pathIds.computeIfAbsent(key, ignored -> pathIds.size() + 1);
    }

    private boolean losesWithdrawal(Neighbor to, Route route) {
        return plan.software() == Software.GOBGP
                && to.kind == PeerKind.INTERNAL
                && !to.client
                && route.isOverride()
                && route.injectedAt() == index;
    }

    /** Returns the route that a neighbor receives; null if it receives none. */
    private @Nullable Route exported(Candidate candidate, Neighbor to) {
        Neighbor from = neighbors.get(candidate.neighbor());
        Route route = candidate.route();
        if (from == to || route.mark() == Mark.NO_ADVERTISE) {
            return null;
        }
        boolean ownNextHop = plan.nextHopSelf() == NextHopSelf.ALL;
        if (to.kind == PeerKind.CONFEDERATION) {
            route = route.enteringMemberAs(plan.memberAs());
            ownNextHop |= from.kind != PeerKind.INTERNAL && plan.nextHopSelf() != NextHopSelf.NO;
        } else if (from.kind == PeerKind.INTERNAL) {
            if (route.mark() == Mark.NOT_REFLECTED || (!from.client && !to.client)) {
                return null;
            }
            route = plan.software() == Software.GOBGP && from.feed && !to.client
                    ? route.withReflection(0, List.of())
                    : route.reflected(
                            route.originatorId() != 0 ? route.originatorId() : from.identifier, plan.clusterId());
        } else {
            ownNextHop |= plan.nextHopSelf() != NextHopSelf.NO;
        }
        return (ownNextHop ? route.withNextHop(index) : route).sent(plan.software() != Software.FRR);
    }
}
