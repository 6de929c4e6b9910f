// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pathproof.network.model.Mark;
import org.pathproof.network.model.NetworkView;
import org.pathproof.network.model.OverrideStrategy;
import org.pathproof.network.model.PeerKind;
import org.pathproof.network.model.RouteOverride;
import org.pathproof.network.model.SeenPath;

/**
 * Overrides that are made of the paths of each router by themselves: the best accepted path of the router, if a refused
 * path of the same router is not worse.
 *
 * @param own the way to recognise paths of the feed
 * @param preference the way to make the override win
 * @param reflection the neighbors that receive the override
 * @param stripsOwnClusterId true if the router's own CLUSTER_ID is removed from CLUSTER_LIST
 */
record PerRouter(String name, OwnPaths own, Preference preference, Reflection reflection, boolean stripsOwnClusterId)
        implements OverrideStrategy {
    private static final VisibleSteps STEPS = new VisibleSteps(true);

    /** Ways to make the router select the override. */
    enum Preference {
        /** LOCAL_PREF one above the highest of all paths. */
        ABOVE_ALL,
        /** LOCAL_PREF one above the highest of the refused paths that could be selected. */
        ABOVE_THREATS,
        /** LOCAL_PREF of the path itself, and a rank that only this router sees. */
        LOCAL_RANK
    }

    /** Neighbors that receive the override. */
    enum Reflection {
        ALL,
        /** None: the override has NO_ADVERTISE. */
        NONE,
        /** Those that would receive the path if the router selected it by itself. */
        AS_THE_PATH
    }

    @Override
    public Map<Integer, RouteOverride> decide(NetworkView view) {
        Map<Integer, RouteOverride> overrides = new TreeMap<>();
        for (int router : view.fed()) {
            if (preference == Preference.LOCAL_RANK
                    && !view.router(router).software().hasLocalRank()) {
                continue;
            }
            decide(view, router, overrides);
        }
        return overrides;
    }

    private void decide(NetworkView view, int router, Map<Integer, RouteOverride> overrides) {
        List<SeenPath> accepted = new ArrayList<>();
        List<SeenPath> refused = new ArrayList<>();
        for (SeenPath path : view.paths(router)) {
            if (!own.test(path)) {
                (path.refused() ? refused : accepted).add(path);
            }
        }
        List<SeenPath> threats = STEPS.threats(refused, accepted);
        if (threats.isEmpty()) {
            return;
        }
        SeenPath best = STEPS.best(accepted).orElseThrow();
        int localPref = switch (preference) {
            case ABOVE_ALL -> Math.max(highest(refused), highest(accepted)) + 1;
            case ABOVE_THREATS -> highest(threats) + 1;
            case LOCAL_RANK -> best.localPrefOrDefault();
        };
        boolean internal = best.kind() == PeerKind.INTERNAL;
        overrides.put(
                router,
                new RouteOverride(
                        best.route().source(),
                        localPref,
                        best.route().nextHop(),
                        internal ? best.originator() : 0,
                        internal ? clusterList(view, router, best) : List.of(),
                        best.route().memberAses(),
                        mark(view, router, best),
                        preference == Preference.LOCAL_RANK));
    }

    private Mark mark(NetworkView view, int router, SeenPath best) {
        return switch (reflection) {
            case ALL -> Mark.REFLECT;
            case NONE -> Mark.NO_ADVERTISE;
            case AS_THE_PATH ->
                best.kind() == PeerKind.INTERNAL && !view.hasClients(router) ? Mark.NOT_REFLECTED : Mark.REFLECT;
        };
    }

    private List<Integer> clusterList(NetworkView view, int router, SeenPath path) {
        List<Integer> clusters = new ArrayList<>();
        clusters.add(NetworkView.FEED_CLUSTER);
        clusters.addAll(path.clusterList());
        if (stripsOwnClusterId) {
            clusters.removeIf(cluster -> cluster == view.router(router).clusterId());
        }
        return List.copyOf(clusters);
    }

    private static int highest(Collection<SeenPath> paths) {
        return paths.stream().mapToInt(SeenPath::localPrefOrDefault).max().orElse(0);
    }
}
