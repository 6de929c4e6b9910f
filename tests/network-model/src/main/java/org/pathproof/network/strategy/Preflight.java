// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.strategy;

import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.NetworkView;
import org.pathproof.network.model.NextHopSelf;
import org.pathproof.network.model.PeerKind;
import org.pathproof.network.model.PeeringPlan;
import org.pathproof.network.model.RouterPlan;
import org.pathproof.network.model.Software;
import org.pathproof.network.model.UpstreamPlan;

/** Requirements of overrides, which are checked before the first one. */
enum Preflight {
    /** Nothing is checked. */
    NONE,
    /** All requirements are checked. */
    ALL;

    /** Returns true if overrides are permitted in a network at all. */
    boolean permits(NetworkView view) {
        return this == NONE || view.plan().upstreams().stream().allMatch(upstream -> isVisible(view, upstream));
    }

    /** Returns true if the paths of an upstream are seen with their LOCAL_PREF. */
    private static boolean isVisible(NetworkView view, UpstreamPlan upstream) {
        RouterPlan router = view.router(upstream.router());
        return router.monitored()
                && (router.software() != Software.FRR || upstream.localPref() == UpstreamPlan.DEFAULT_LOCAL_PREF);
    }

    /** Returns true if a router may have overrides. */
    boolean permits(NetworkView view, int router) {
        return this == NONE
                || (Propagation.reachesAll(view, router)
                        && reflectsUsableNextHops(view.plan(), view.router(router))
                        && reflectsCompletely(view.plan(), router));
    }

    private static boolean reflectsUsableNextHops(NetworkPlan plan, RouterPlan router) {
        return plan.upstreamsInIgp() || router.nextHopSelf() != NextHopSelf.EXTERNAL_PATHS;
    }

    /** Returns false for software that loses withdrawals towards neighbors that are no clients. */
    private static boolean reflectsCompletely(NetworkPlan plan, int router) {
        return plan.routers().get(router).software() != Software.GOBGP
                || plan.peerings().stream()
                        .allMatch(peering -> !peering.has(router)
                                || kind(plan, peering) != PeerKind.INTERNAL
                                || peering.isReflector(router));
    }

    private static PeerKind kind(NetworkPlan plan, PeeringPlan peering) {
        return plan.routers().get(peering.first()).memberAs()
                        == plan.routers().get(peering.second()).memberAs()
                ? PeerKind.INTERNAL
                : PeerKind.CONFEDERATION;
    }
}
