// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The state of the network that Pathproof sees: configurations, and the paths that BMP reported. */
public final class NetworkView {
    /** BGP Identifier of the feed, and its CLUSTER_ID. */
    public static final int FEED_IDENTIFIER = 900;

    public static final int FEED_CLUSTER = 901;

    private final NetworkPlan plan;
    private final NavigableMap<SeenPath.Key, SeenPath> paths = new TreeMap<>();

    /** Routers of which each router reported a session, by router. */
    private final Map<Integer, Set<Integer>> up = new HashMap<>();

    NetworkView(NetworkPlan plan) {
        this.plan = plan;
    }

    /**
     * Returns the view of a network whose sessions are all up, while no message is on its way.
     *
     * @param announced the path that each upstream announces; null for none
     */
    public static NetworkView quiet(NetworkPlan plan, List<@Nullable UpstreamAnnouncement> announced) {
        NetworkView view = new NetworkView(plan);
        for (PeeringPlan peering : plan.peerings()) {
            view.setUp(peering.first(), peering.second(), true);
            view.setUp(peering.second(), peering.first(), true);
        }
        for (int number = 0; number < plan.upstreams().size(); number++) {
            UpstreamPlan upstream = plan.upstreams().get(number);
            UpstreamAnnouncement path = announced.get(number);
            if (path != null) {
                view.put(new SeenPath(
                        new SeenPath.Key(upstream.router(), number, 0),
                        PeerKind.EXTERNAL,
                        Route.EXTERNAL_ADDRESSES + number,
                        upstream.localPref(),
                        List.of(),
                        Route.ofUpstream(path, upstream.localPref())));
            }
        }
        return view;
    }

    /** Returns the configuration of the network, which operators state or a preflight finds. */
    public NetworkPlan plan() {
        return plan;
    }

    public RouterPlan router(int index) {
        return plan.routers().get(index);
    }

    /** Returns the indexes of the fed routers. */
    public List<Integer> fed() {
        List<Integer> fed = new ArrayList<>();
        for (int router = 0; router < plan.routers().size(); router++) {
            if (plan.routers().get(router).fed()) {
                fed.add(router);
            }
        }
        return fed;
    }

    /** Returns the paths of a router in a fixed order. */
    public List<SeenPath> paths(int router) {
        return List.copyOf(paths.subMap(new SeenPath.Key(router, 0, 0), new SeenPath.Key(router + 1, 0, 0))
                .values());
    }

    /** Returns the paths of all routers in a fixed order. */
    public List<SeenPath> paths() {
        return List.copyOf(paths.values());
    }

    /** Returns true if a session is up, as far as one of its ends is monitored. */
    public boolean isUp(PeeringPlan peering) {
        return isUp(peering.first(), peering.second()) && isUp(peering.second(), peering.first());
    }

    private boolean isUp(int router, int other) {
        return !router(router).monitored() || up.getOrDefault(router, Set.of()).contains(other);
    }

    /** Returns true if a router is the reflector of another router. */
    public boolean hasClients(int router) {
        return plan.peerings().stream().anyMatch(peering -> peering.has(router) && peering.isReflector(router));
    }

    void put(SeenPath path) {
        paths.put(path.key(), path);
    }

    void remove(SeenPath.Key key) {
        paths.remove(key);
    }

    void setUp(int router, int other, boolean isUp) {
        Set<Integer> others = up.computeIfAbsent(router, ignored -> new HashSet<>());
        if (isUp) {
            others.add(other);
        } else {
            others.remove(other);
        }
    }

    void removeAll(int router) {
        up.remove(router);
        paths.keySet().removeIf(key -> key.router() == router);
    }
}
