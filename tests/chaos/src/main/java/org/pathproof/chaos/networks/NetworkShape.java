// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.networks;

import java.util.List;
import org.pathproof.chaos.load.World;
import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.NextHopSelf;
import org.pathproof.network.model.PeeringPlan;
import org.pathproof.network.model.PeeringPlan.Clients;
import org.pathproof.network.model.RouterPlan;
import org.pathproof.network.model.Software;
import org.pathproof.network.model.UpstreamPlan;

/**
 * A network of a run. A border without a feed takes part in decisions only in the AS of the policy, so the network with
 * such a border has this AS.
 *
 * @param name first part of the names of its routers
 * @param as AS of the sessions with Pathproof
 * @param denies true if the import policy of the second router denies the overrides of {@link #DENIED} prefixes
 */
record NetworkShape(String name, long as, NetworkPlan plan, boolean denies) {
    /** Number of prefixes whose overrides an import policy denies: the last ones. */
    static final int DENIED = 6;

    private static final int SIGNER = (int) World.SIGNER;
    private static final int OTHER_SIGNER = (int) World.OTHER_SIGNER;
    private static final int PLAIN_NEIGHBOR = (int) World.PLAIN_NEIGHBOR;
    /** Difference of the ASes of routers that are networks of their own to that of the policy: at most this number. */
    private static final int SINGLE_ROUTERS = 10;

    /** Two fed borders in a mesh, two borders behind a reflector, and two borders of which one is fed. */
    static List<NetworkShape> all() {
        return List.of(
                new NetworkShape(
                        "net-mesh",
                        World.LOCAL_AS + SINGLE_ROUTERS + 1,
                        plan(
                                List.of(fed(1), fed(2)),
                                List.of(new PeeringPlan(0, 1, Clients.NONE, false)),
                                List.of(
                                        new UpstreamPlan(0, SIGNER, 100),
                                        new UpstreamPlan(0, PLAIN_NEIGHBOR, 90),
                                        new UpstreamPlan(1, SIGNER, 100),
                                        new UpstreamPlan(1, OTHER_SIGNER, 100))),
                        true),
                new NetworkShape(
                        "net-reflector",
                        World.LOCAL_AS + SINGLE_ROUTERS + 2,
                        plan(
                                List.of(fed(1), fed(2), fed(3)),
                                List.of(
                                        new PeeringPlan(2, 0, Clients.SECOND, false),
                                        new PeeringPlan(2, 1, Clients.SECOND, false)),
                                List.of(
                                        new UpstreamPlan(0, SIGNER, 100),
                                        new UpstreamPlan(0, OTHER_SIGNER, 110),
                                        new UpstreamPlan(1, SIGNER, 100),
                                        new UpstreamPlan(1, PLAIN_NEIGHBOR, 90))),
                        false),
                new NetworkShape(
                        "net-mixed",
                        World.LOCAL_AS,
                        plan(
                                List.of(fed(1), notFed(2)),
                                List.of(new PeeringPlan(0, 1, Clients.NONE, false)),
                                List.of(
                                        new UpstreamPlan(0, SIGNER, 100),
                                        new UpstreamPlan(0, OTHER_SIGNER, 100),
                                        new UpstreamPlan(1, SIGNER, 100),
                                        new UpstreamPlan(1, PLAIN_NEIGHBOR, 90))),
                        false));
    }

    private static NetworkPlan plan(
            List<RouterPlan> routers, List<PeeringPlan> peerings, List<UpstreamPlan> upstreams) {
        return new NetworkPlan(routers, peerings, upstreams, List.of(), true, List.of(), 0);
    }

    private static RouterPlan fed(int identifier) {
        return RouterPlan.standard(identifier);
    }

    private static RouterPlan notFed(int identifier) {
        return new RouterPlan(identifier, identifier, 0, Software.STANDARD, NextHopSelf.NO, false, false, true);
    }
}
