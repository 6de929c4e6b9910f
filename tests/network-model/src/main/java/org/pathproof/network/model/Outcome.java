// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of a network after its last event. */
public final class Outcome {
    /** End of the way of a packet. */
    public enum Delivery {
        /** The packet leaves the AS to an upstream that announces a path. */
        DELIVERED,
        /** A router has no route, or the route leads to an upstream without a path. */
        LOST,
        LOOP
    }

    private final boolean quiet;
    private final long lateMessages;
    private final long messages;
    private final List<@Nullable Candidate> best = new ArrayList<>();
    private final List<Delivery> deliveries = new ArrayList<>();
    private final List<String> ghosts = new ArrayList<>();
    private final int lateLosses;

    Outcome(
            NetworkPlan plan,
            boolean quiet,
            long lateMessages,
            long messages,
            int lateLosses,
            List<Router> routers,
            List<Upstream> upstreams,
            @Nullable Feed feed,
            Igp igp) {
        this.quiet = quiet;
        this.lateMessages = lateMessages;
        this.messages = messages;
        routers.forEach(router -> best.add(router.best()));
        this.lateLosses = lateLosses;
        for (int router = 0; router < routers.size(); router++) {
            deliveries.add(deliver(router, upstreams, igp));
        }
        if (quiet && feed != null) {
            findGhosts(plan, routers, upstreams, feed);
        }
    }

    /** Returns true if no message was left, within the limit. */
    public boolean isQuiet() {
        return quiet;
    }

    /** Returns the number of messages after the last event. */
    public long lateMessages() {
        return lateMessages;
    }

    public long messages() {
        return messages;
    }

    /** Returns how often a router had a route and then none after the last event, also for a moment. */
    public int lateLosses() {
        return lateLosses;
    }

    /** Returns the best route of a router; null if it has none. */
    public @Nullable Candidate best(int router) {
        return best.get(router);
    }

    /** Returns the end of the way of packets that start at a router. */
    public Delivery delivery(int router) {
        return deliveries.get(router);
    }

    /** Returns a sentence for each override in a router without a reason. */
    public List<String> ghosts() {
        return ghosts;
    }

    private Delivery deliver(int start, List<Upstream> upstreams, Igp igp) {
        int router = start;
        for (int hop = 0; hop <= best.size(); hop++) {
            Candidate selected = best.get(router);
            if (selected == null) {
                return Delivery.LOST;
            }
            int address = selected.route().nextHop();
            int owner = igp.ownerOf(address);
            if (owner == router) {
                return address >= Route.EXTERNAL_ADDRESSES
                                && upstreams
                                                .get(address - Route.EXTERNAL_ADDRESSES)
                                                .available()
                                        != null
                        ? Delivery.DELIVERED
                        : Delivery.LOST;
            }
            router = igp.nextRouter(router, owner);
            if (router < 0) {
                return Delivery.LOST;
            }
        }
        return Delivery.LOOP;
    }

    private void findGhosts(NetworkPlan plan, List<Router> routers, List<Upstream> upstreams, Feed feed) {
        boolean refusedPaths = upstreams.stream()
                .map(Upstream::available)
                .anyMatch(announcement -> announcement != null && announcement.tampered());
        for (int index = 0; index < plan.routers().size(); index++) {
            int router = index;
            for (Neighbor neighbor : routers.get(index).neighbors()) {
                neighbor.in.values().stream().filter(Route::isOverride).forEach(route -> {
                    Route announced = feed.announced(route.injectedAt());
                    UpstreamAnnouncement source =
                            upstreams.get(route.source().upstream()).available();
                    String reason = announced == null || !announced.source().equals(route.source())
                            ? "is not announced"
                            : !route.source().equals(source)
                                    ? "has no path"
                                    : !refusedPaths ? "is needed for no refused path" : "";
                    if (!reason.isEmpty()) {
                        ghosts.add("router " + (router + 1) + " has an override of upstream "
                                + (route.source().upstream() + 1) + " that " + reason);
                    }
                });
            }
        }
    }
}
