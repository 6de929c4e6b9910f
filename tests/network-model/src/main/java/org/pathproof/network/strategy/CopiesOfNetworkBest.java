// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.strategy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pathproof.network.model.Mark;
import org.pathproof.network.model.NetworkView;
import org.pathproof.network.model.NextHopSelf;
import org.pathproof.network.model.OverrideStrategy;
import org.pathproof.network.model.Route;
import org.pathproof.network.model.RouteOverride;
import org.pathproof.network.model.RouterPlan;
import org.pathproof.network.model.SeenPath;

/**
 * The one best accepted path of the network, announced to every fed router.
 *
 * @param reflected true if all fed routers reflect the path; false if only its own router does
 */
record CopiesOfNetworkBest(String name, boolean reflected) implements OverrideStrategy {
    @Override
    public Map<Integer, RouteOverride> decide(NetworkView view) {
        Map<Integer, RouteOverride> overrides = new TreeMap<>();
        NetworkBest network = NetworkBest.of(view);
        if (network.threats().isEmpty()) {
            return overrides;
        }
        SeenPath best = NetworkBest.SHARED_STEPS.best(network.leaders()).orElseThrow();
        int localPref = network.winningLocalPref();
        for (int router : view.fed()) {
            overrides.put(
                    router, router == best.router() ? atBorder(best, localPref) : copy(view, router, best, localPref));
        }
        return overrides;
    }

    /** Returns the override for the router where the path enters the AS. */
    static RouteOverride atBorder(SeenPath path, int localPref) {
        return new RouteOverride(
                path.route().source(), localPref, path.route().nextHop(), 0, List.of(), List.of(), Mark.REFLECT, false);
    }

    private RouteOverride copy(NetworkView view, int router, SeenPath path, int localPref) {
        return copy(view, router, path, localPref, reflected ? Mark.REFLECT : Mark.NOT_REFLECTED);
    }

    /** Returns the override for another router than the one where the path enters the AS. */
    static RouteOverride copy(NetworkView view, int router, SeenPath path, int localPref, Mark mark) {
        RouterPlan border = view.router(path.router());
        int nextHop = border.nextHopSelf() == NextHopSelf.NO
                ? Route.EXTERNAL_ADDRESSES + path.route().source().upstream()
                : path.router();
        return new RouteOverride(
                path.route().source(),
                localPref,
                nextHop,
                border.identifier(),
                List.of(NetworkView.FEED_CLUSTER),
                view.router(router).memberAs() == border.memberAs() ? List.of() : List.of(border.memberAs()),
                mark,
                false);
    }
}
