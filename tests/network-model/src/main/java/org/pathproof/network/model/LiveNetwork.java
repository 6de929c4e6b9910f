// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A network that runs as long as the caller wants, with feeds and events that the caller makes. Routers and their
 * sessions are those of a {@link Simulation}. Not thread-safe.
 */
public final class LiveNetwork {
    private final Simulation simulation;
    /** The neighbors of each router that are replicas of Pathproof; none at a router without a feed. */
    private final List<List<Neighbor>> feeds = new ArrayList<>();

    /** Receives what routers report by BMP. */
    public interface Reports {
        /**
         * Handles a path in the Adj-RIB-In of a router.
         *
         * @param neighbor {@link Route#EXTERNAL_ADDRESSES} plus the index of an upstream, or the index of a router
         * @param route the path after import policy; null for a withdrawal
         */
        void onPath(int router, int neighbor, @Nullable Route route);
    }

    /** @param replicas number of sessions of each fed router with Pathproof */
    public LiveNetwork(NetworkPlan plan, int replicas, Reports reports) {
        simulation = Simulation.started(plan);
        Monitoring monitoring = new Monitoring() {
            @Override
            public void report(int router, Neighbor neighbor, int pathId, @Nullable Route route) {
                reports.onPath(router, neighbor.address, route);
            }

            @Override
            public void reportState(int router, Neighbor neighbor, boolean up) {
                // The paths of an ended session are reported one by one.
            }
        };
        for (Router router : simulation.routers()) {
            List<Neighbor> ofRouter = new ArrayList<>();
            for (int replica = 1; router.plan().fed() && replica <= replicas; replica++) {
                int identifier = identifierOf(replica);
                ofRouter.add(router.addNeighbor(PeerKind.INTERNAL, true, true, false, identifier, identifier, 0));
            }
            feeds.add(ofRouter);
            if (router.plan().monitored()) {
                router.monitor(monitoring);
            }
        }
    }

    /** Returns the BGP Identifier of a replica: 1 for the first one. */
    public static int identifierOf(int replica) {
        return NetworkView.FEED_IDENTIFIER + replica;
    }

    /** Announces a path from an upstream, or withdraws its path if {@code announcement} is null. */
    public void announce(int upstream, @Nullable UpstreamAnnouncement announcement) {
        simulation.upstreams().get(upstream).announce(announcement);
    }

    /** Ends or starts the session of an upstream, which keeps its path. */
    public void setUpstreamDown(int upstream, boolean down) {
        simulation.upstreams().get(upstream).session().setDown(down);
    }

    /** Delivers an override of a replica to a router, or its withdrawal if {@code override} is null. */
    public void receive(int router, int replica, @Nullable Route override) {
        simulation.routers().get(router).receive(feeds.get(router).get(replica - 1).index, 0, override);
    }

    /** Lets time pass. A message between routers takes 1 to 10 units of time. */
    public void advance(int time) {
        Clock clock = simulation.clock();
        clock.advanceTo(clock.now() + time);
    }

    /** Returns true if no message is on its way. */
    public boolean isQuiet() {
        return simulation.clock().isIdle();
    }

    /** Returns the number of messages between the routers and from upstreams so far. */
    public long messages() {
        return simulation.clock().messages();
    }

    /** Returns the selected path of a router; null if it has none. */
    public @Nullable Route best(int router) {
        Candidate best = simulation.routers().get(router).best();
        return best == null ? null : best.route();
    }

    /** Returns a sentence for each override that a router has over iBGP although no replica announces it. */
    public List<String> ghosts() {
        List<String> ghosts = new ArrayList<>();
        for (int index = 0; index < feeds.size(); index++) {
            for (Neighbor neighbor : simulation.routers().get(index).neighbors()) {
                for (Route route : neighbor.in.values()) {
                    if (route.isOverride() && !neighbor.feed && !isAnnounced(route)) {
                        ghosts.add("router " + (index + 1) + " has an override from router " + (neighbor.address + 1)
                                + " that no replica announces: " + route);
                    }
                }
            }
        }
        return ghosts;
    }

    private boolean isAnnounced(Route override) {
        return feeds.get(override.injectedAt()).stream()
                .flatMap(feed -> feed.in.values().stream())
                .anyMatch(
                        route -> route.source().equals(override.source()) && route.localPref() == override.localPref());
    }
}
