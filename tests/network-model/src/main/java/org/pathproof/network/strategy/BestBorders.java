// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.strategy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pathproof.network.model.Ending;
import org.pathproof.network.model.Mark;
import org.pathproof.network.model.NetworkView;
import org.pathproof.network.model.OverrideStrategy;
import org.pathproof.network.model.RouteOverride;
import org.pathproof.network.model.SeenPath;

/**
 * The best accepted paths of the network, each announced only to the fed router where it enters the AS. All other
 * routers receive them over iBGP, with the same LOCAL_PREF.
 *
 * @param preflight the check of the network and of its routers before the first override
 * @param partial handling of networks in which a best path enters at a router that gets no override
 */
record BestBorders(String name, Preflight preflight, Partial partial, Ending ending) implements OverrideStrategy {
    /** Ways to handle best paths that enter at routers without overrides. */
    enum Partial {
        /** No override is made. */
        REFUSE,
        /** The other best paths are announced. */
        ANNOUNCE_OTHERS,
        /** As {@link #ANNOUNCE_OTHERS}; if there are none, each router with a refused path gets a copy of its own. */
        COPY
    }

    @Override
    public Map<Integer, RouteOverride> decide(NetworkView view) {
        Map<Integer, RouteOverride> overrides = new TreeMap<>();
        if (!preflight.permits(view)) {
            return overrides;
        }
        NetworkBest network = NetworkBest.of(view);
        if (network.threats().isEmpty()) {
            return overrides;
        }
        int localPref = network.winningLocalPref();
        for (SeenPath path : VisibleSteps.ordered(network.leaders())) {
            if (view.router(path.router()).fed() && preflight.permits(view, path.router())) {
                overrides.putIfAbsent(path.router(), CopiesOfNetworkBest.atBorder(path, localPref));
            } else if (partial == Partial.REFUSE) {
                return Map.of();
            }
        }
        if (overrides.isEmpty() && partial == Partial.COPY) {
            announceCopies(view, network, localPref, overrides);
        }
        return overrides;
    }

    /** Gives each router with a threat a copy that it does not reflect. Does nothing if one of them cannot get it. */
    private void announceCopies(
            NetworkView view, NetworkBest network, int localPref, Map<Integer, RouteOverride> overrides) {
        List<Integer> borders =
                network.threats().stream().map(SeenPath::router).distinct().toList();
        SeenPath best = NetworkBest.SHARED_STEPS.best(network.leaders()).orElseThrow();
        if (borders.stream()
                .allMatch(router -> view.router(router).fed()
                        && router != best.router()
                        && !view.hasClients(router)
                        && preflight.permits(view, router))) {
            borders.forEach(router ->
                    overrides.put(router, CopiesOfNetworkBest.copy(view, router, best, localPref, Mark.NOT_REFLECTED)));
        }
    }
}
