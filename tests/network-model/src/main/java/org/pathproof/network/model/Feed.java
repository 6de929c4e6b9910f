// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Pathproof as one more speaker: sees routers by BMP, and announces overrides to the fed ones. */
final class Feed implements Session.Speaker {
    private static final int LONGEST_BMP_DELAY = 30;

    private final Clock clock;
    private final OverrideStrategy strategy;
    private final NetworkView view;
    private final Endings endings;
    /** BMP connections, by router. */
    private final Map<Integer, Channel> connections = new TreeMap<>();

    private final Map<Integer, Session> sessions = new TreeMap<>();
    private final Map<Integer, Route> out = new TreeMap<>();
    private boolean scheduled;

    Feed(Clock clock, NetworkPlan plan, OverrideStrategy strategy) {
        this.clock = clock;
        this.strategy = strategy;
        this.view = new NetworkView(plan);
        this.endings = new Endings(strategy.ending(), view);
    }

    void connect(int router, Session session) {
        sessions.put(router, session);
    }

    /** Returns the override that a router has from the feed; null if it has none. */
    @Nullable
    Route announced(int router) {
        return out.get(router);
    }

    /** Returns the receiver of the messages of a router. */
    Monitoring monitoringOf(Router router, int index) {
        Channel channel = new Channel(clock, LONGEST_BMP_DELAY);
        connections.put(index, channel);
        boolean frr = router.plan().software() == Software.FRR;
        return new Monitoring() {
            @Override
            public void report(int of, Neighbor neighbor, int pathId, @Nullable Route route) {
                SeenPath.Key key = new SeenPath.Key(of, neighbor.index, pathId);
                SeenPath path = route == null
                        ? null
                        : seen(key, neighbor, route, frr, router.plan().clusterId());
                change(() -> {
                    if (path == null) {
                        view.remove(key);
                    } else {
                        view.put(path);
                    }
                });
            }

            @Override
            public void reportState(int of, Neighbor neighbor, boolean up) {
                if (neighbor.kind != PeerKind.EXTERNAL && !neighbor.feed) {
                    change(() -> view.setUp(of, neighbor.address, up));
                }
            }

            private void change(Runnable change) {
                channel.send(() -> {
                    change.run();
                    decideSoon();
                });
            }
        };
    }

    private static SeenPath seen(SeenPath.Key key, Neighbor neighbor, Route route, boolean frr, int clusterId) {
        boolean external = neighbor.kind == PeerKind.EXTERNAL;
        List<Integer> clusters = route.clusterList();
        if (frr && !external) {
            clusters = new ArrayList<>(List.of(clusterId));
            clusters.addAll(route.clusterList());
        }
        return new SeenPath(
                key,
                neighbor.kind,
                neighbor.identifier,
                frr && external ? SeenPath.UNKNOWN : route.localPref(),
                List.copyOf(clusters),
                route);
    }

    /** Ends the BMP connection of a router. */
    void disconnect(int router) {
        Channel channel = connections.get(router);
        if (channel != null) {
            channel.reset();
            view.removeAll(router);
            decideSoon();
        }
    }

    @Override
    public void receive(int neighbor, int pathId, @Nullable Route route) {
        throw new IllegalStateException("routers send no routes to the feed");
    }

    @Override
    public void onUp(int router) {
        decideSoon();
    }

    @Override
    public void onDown(int router) {
        out.remove(router);
    }

    private void decideSoon() {
        if (!scheduled) {
            scheduled = true;
            clock.runAt(clock.now() + 1, this::decide);
        }
    }

    private void decide() {
        scheduled = false;
        Map<Integer, Route> wanted = new TreeMap<>();
        strategy.decide(view).forEach((router, override) -> wanted.put(router, route(router, override)));
        Map<Integer, Route> routes = endings.apply(new TreeMap<>(out), wanted, clock.now());
        endings.deadlines(clock.now()).forEach(time -> clock.runAt(time, this::decideSoon));
        sessions.forEach((router, session) -> {
            if (!session.isUp()) {
                return;
            }
            Route route = routes.get(router);
            Route before = route == null ? out.remove(router) : out.put(router, route);
            if (route == null ? before != null : !route.equals(before)) {
                session.send(this, 0, route);
            }
        });
    }

    private Route route(int router, RouteOverride override) {
        return new Route(
                override.source(),
                override.localPref(),
                override.nextHop(),
                override.originatorId(),
                override.clusterList(),
                override.memberAses(),
                false, // never BGPsec_PATH
                override.mark(),
                router,
                override.ranked() && view.router(router).software().hasLocalRank());
    }
}
