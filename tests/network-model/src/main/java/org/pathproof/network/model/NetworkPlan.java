// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.List;

/**
 * A network and the events that happen in it. A plan and a seed determine a run.
 *
 * @param links links between routers, with their IGP cost; empty: all routers have links of cost 10
 * @param upstreamsInIgp true if all routers have routes to the addresses of upstreams
 * @param seed seed of the delays
 */
public record NetworkPlan(
        List<RouterPlan> routers,
        List<PeeringPlan> peerings,
        List<UpstreamPlan> upstreams,
        List<Link> links,
        boolean upstreamsInIgp,
        List<EventPlan> events,
        long seed) {
    /** A link between two routers. */
    public record Link(int first, int second, int cost) {}

    /** Returns the same network with other delays. */
    public NetworkPlan withSeed(long other) {
        return new NetworkPlan(routers, peerings, upstreams, links, upstreamsInIgp, events, other);
    }
}
