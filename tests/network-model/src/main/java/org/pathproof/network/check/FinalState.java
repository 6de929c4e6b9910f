// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.pathproof.network.model.EventPlan;
import org.pathproof.network.model.NetworkPlan;

/** Reduces the events of a network to those that lead to its last state, all at the same time. */
final class FinalState {
    private FinalState() {}

    static NetworkPlan of(NetworkPlan plan) {
        Map<Integer, EventPlan> announced = new TreeMap<>();
        TreeSet<Integer> down = new TreeSet<>();
        Map<Integer, EventPlan> broken = new TreeMap<>();
        Map<Integer, EventPlan> lost = new TreeMap<>();
        for (EventPlan event : plan.events()) {
            EventPlan now = new EventPlan(0, event.kind(), event.target(), event.announcement());
            switch (event.kind()) {
                case ANNOUNCE -> announced.put(event.target(), now);
                case WITHDRAW -> announced.remove(event.target());
                case UPSTREAM_DOWN -> down.add(event.target());
                case UPSTREAM_UP -> down.remove(event.target());
                case NEXT_HOP_LOST -> lost.put(event.target(), now);
                case NEXT_HOP_BACK -> lost.remove(event.target());
                case PEERING_DOWN -> broken.put(event.target(), now);
                case PEERING_UP -> broken.remove(event.target());
                case RESTART -> {
                    // Each run starts with empty tables.
                }
            }
        }
        announced.keySet().removeAll(down);
        List<EventPlan> events = new ArrayList<>(lost.values());
        events.addAll(broken.values());
        events.addAll(announced.values());
        return new NetworkPlan(
                plan.routers(),
                plan.peerings(),
                plan.upstreams(),
                plan.links(),
                plan.upstreamsInIgp(),
                List.copyOf(events),
                plan.seed());
    }
}
