// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.strategy;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.NetworkView;
import org.pathproof.network.model.PeeringPlan;
import org.pathproof.network.model.RouterPlan;

/**
 * The routers that an override reaches over the sessions that are up: directly, through reflectors (RFC 4456 section 6)
 * and through other member ASes (RFC 5065). Selection can hide a path, but never spreads it further.
 */
final class Propagation {
    private final NetworkView view;
    private final NetworkPlan plan;
    private final Queue<Arrival> queue = new ArrayDeque<>();
    private final Set<Arrival> arrived = new HashSet<>();
    private final Set<Integer> reached = new HashSet<>();

    /**
     * A router that has the path.
     *
     * @param toAll true if it sends the path to all neighbors; false if to its clients only
     * @param internal true if the router reflects the path; false if it received the path from another member AS
     * @param memberAses AS_CONFED_SEQUENCE of the path, without order
     * @param clusters CLUSTER_LIST of the path, without order
     */
    private record Arrival(
            int router, boolean toAll, boolean internal, Set<Integer> memberAses, Set<Integer> clusters) {}

    private Propagation(NetworkView view) {
        this.view = view;
        this.plan = view.plan();
    }

    /** Returns true if a path of a reflection client of a border router reaches all routers. */
    static boolean reachesAll(NetworkView view, int border) {
        Propagation propagation = new Propagation(view);
        propagation.arrive(new Arrival(border, true, true, Set.of(), Set.of()));
        propagation.spread();
        return propagation.reached.size() == view.plan().routers().size();
    }

    private void arrive(Arrival arrival) {
        reached.add(arrival.router());
        if (arrived.add(arrival)) {
            queue.add(arrival);
        }
    }

    private void spread() {
        while (!queue.isEmpty()) {
            Arrival at = queue.remove();
            for (PeeringPlan peering : plan.peerings()) {
                if (!view.isUp(peering)) {
                    continue;
                }
                if (peering.has(at.router())) {
                    int to = peering.first() == at.router() ? peering.second() : peering.first();
                    send(at, to, peering);
                }
            }
        }
    }

    private void send(Arrival from, int to, PeeringPlan peering) {
        RouterPlan sender = plan.routers().get(from.router());
        RouterPlan receiver = plan.routers().get(to);
        if (sender.memberAs() != receiver.memberAs()) {
            Set<Integer> memberAses = with(from.memberAses(), sender.memberAs());
            if (!memberAses.contains(receiver.memberAs())) {
                arrive(new Arrival(to, true, false, memberAses, Set.of()));
            }
        } else if (from.toAll() || peering.isReflector(from.router())) {
            Set<Integer> clusters = from.internal() ? with(from.clusters(), sender.clusterId()) : from.clusters();
            if (!clusters.contains(receiver.clusterId())) {
                arrive(new Arrival(to, peering.isReflector(to), true, from.memberAses(), clusters));
            }
        }
    }

    private static Set<Integer> with(Set<Integer> values, int value) {
        Set<Integer> all = new HashSet<>(values);
        all.add(value);
        return all;
    }
}
