// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.networks;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.chaos.load.World;
import org.pathproof.chaos.routers.BorderRouter;
import org.pathproof.chaos.routers.HeldRoute;
import org.pathproof.chaos.routers.RouteListener;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.network.model.LiveNetwork;
import org.pathproof.network.model.Mark;
import org.pathproof.network.model.NetworkView;
import org.pathproof.network.model.PeeringPlan;
import org.pathproof.network.model.Route;
import org.pathproof.network.model.RouteOverride;
import org.pathproof.network.model.UpstreamAnnouncement;
import org.pathproof.network.strategy.Strategies;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/**
 * A network of several routers: a {@link LiveNetwork} for each prefix, whose routers report by BMP and receive
 * overrides by BGP. Thread-safe.
 */
final class SimulatedNetwork implements RouteListener, AutoCloseable {
    private static final int ONE_OF_WITHDRAWN = 5;

    private final NetworkShape shape;
    private final NetworkAddresses addresses;
    private final NetworkPaths paths;
    private final Random random;
    /** All routers, in the order of the plan. */
    private final List<SimulatedRouter> monitored = new ArrayList<>();

    private final Map<Integer, BorderRouter> fed = new LinkedHashMap<>();
    private final Map<Prefix, LiveNetwork> live = new LinkedHashMap<>();
    /** The path that each upstream announces. */
    private final Map<Prefix, Map<Integer, NetworkPath>> announced = new HashMap<>();

    private final Set<Integer> down = new HashSet<>();
    private final List<String> faults = new ArrayList<>();
    private boolean detourKey;
    private long events;
    private long changes;

    /**
     * Binds the routers with feeds.
     *
     * @param first number of the first path
     */
    SimulatedNetwork(World world, NetworkShape shape, NetworkAddresses addresses, int prefixCount, int first, long seed)
            throws IOException {
        this.shape = shape;
        this.addresses = addresses;
        this.paths = new NetworkPaths(world, shape, first, prefixCount);
        this.random = new Random(seed);
        for (int index = 0; index < shape.plan().routers().size(); index++) {
            monitored.add(new SimulatedRouter(
                    nameOf(index),
                    addresses.router(index),
                    World.LOCAL_AS,
                    SimulatedRouter.Reporting.MONITORING,
                    Clock.systemUTC()));
        }
        addPeers();
        for (Prefix prefix : paths.prefixes()) {
            announced.put(prefix, new HashMap<>());
            live.put(
                    prefix,
                    new LiveNetwork(
                            shape.plan(),
                            addresses.replicas().size(),
                            (router, neighbor, route) -> report(prefix, router, neighbor, route)));
        }
        for (int index = 0; index < monitored.size(); index++) {
            if (shape.plan().routers().get(index).fed()) {
                fed.put(
                        index,
                        new BorderRouter(
                                nameOf(index),
                                addresses.routers().get(index),
                                shape.as(),
                                addresses.replicas(),
                                index > 0,
                                this));
            }
        }
    }

    private void addPeers() {
        for (int upstream = 0; upstream < shape.plan().upstreams().size(); upstream++) {
            SimulatedRouter router =
                    monitored.get(shape.plan().upstreams().get(upstream).router());
            router.add(peer(upstream));
            router.add(peer(upstream).afterPolicy());
        }
        for (PeeringPlan peering : shape.plan().peerings()) {
            addInternal(peering.first(), peering.second());
            addInternal(peering.second(), peering.first());
        }
    }

    private void addInternal(int at, int neighbor) {
        LabPeer peer = internal(neighbor);
        monitored.get(at).add(peer);
        monitored.get(at).add(peer.afterPolicy());
    }

    private LabPeer internal(int router) {
        return LabPeer.plain(World.LOCAL_AS, addresses.router(router));
    }

    private LabPeer peer(int upstream) {
        long as = shape.plan().upstreams().get(upstream).neighborAs();
        return as == World.PLAIN_NEIGHBOR
                ? LabPeer.plain(as, NetworkPath.addressOf(upstream))
                : LabPeer.signing(as, NetworkPath.addressOf(upstream));
    }

    private String nameOf(int router) {
        return shape.name() + "-" + (router + 1);
    }

    List<BorderRouter> fed() {
        return List.copyOf(fed.values());
    }

    List<SimulatedRouter> monitored() {
        return List.copyOf(monitored);
    }

    /** Sends what a router of the model reports: paths of upstreams before and after policy, the others once each. */
    private void report(Prefix prefix, int router, int neighbor, @Nullable Route route) {
        boolean external = neighbor >= Route.EXTERNAL_ADDRESSES;
        LabPeer peer = external ? peer(neighbor - Route.EXTERNAL_ADDRESSES) : internal(neighbor);
        SimulatedRouter to = monitored.get(router);
        if (route == null) {
            to.withdraw(peer, new Nlri(0, prefix));
            to.withdraw(peer.afterPolicy(), new Nlri(0, prefix));
            return;
        }
        NetworkPath path = paths.find(prefix, route.source());
        if (path == null) {
            faults.add(nameOf(router) + " has a path to " + prefix + " that no upstream announced: " + route);
            return;
        }
        Update after = path.message(route, addresses);
        to.announce(peer, external ? path.received() : after);
        to.announce(peer.afterPolicy(), after);
    }

    /** Announces or withdraws a random path. */
    private void makeEvent() {
        Prefix prefix = paths.prefixes().get(random.nextInt(live.size()));
        int upstream = random.nextInt(shape.plan().upstreams().size());
        Map<Integer, NetworkPath> current = announced.getOrDefault(prefix, Map.of());
        if (random.nextInt(ONE_OF_WITHDRAWN) == 0) {
            current.remove(upstream);
        } else {
            List<NetworkPath> choices = paths.choices(prefix, upstream);
            current.put(upstream, choices.get(random.nextInt(choices.size())));
        }
        NetworkPath path = current.get(upstream);
        network(prefix).announce(upstream, path == null ? null : path.announcement());
        events++;
    }

    private LiveNetwork network(Prefix prefix) {
        LiveNetwork network = live.get(prefix);
        if (network == null) {
            throw new IllegalStateException("the network has no prefix " + prefix);
        }
        return network;
    }

    /** Lets time pass, and makes random events. */
    synchronized void advance(int millis, int newEvents) {
        for (int event = 0; event < newEvents; event++) {
            makeEvent();
        }
        live.values().forEach(network -> network.advance(millis));
    }

    /** Ends or starts the session of the first upstream. */
    synchronized void setFirstUpstreamDown(boolean isDown) {
        SimulatedRouter router =
                monitored.get(shape.plan().upstreams().getFirst().router());
        if (isDown) {
            down.add(0);
            router.takeDown(peer(0));
        } else {
            down.remove(0);
            router.bringUp(peer(0), true);
        }
        live.values().forEach(network -> network.setUpstreamDown(0, isDown));
    }

    synchronized void setDetourKey(boolean published) {
        detourKey = published;
    }

    @Override
    public synchronized void onChange(
            String router,
            int replica,
            Prefix prefix,
            @Nullable HeldRoute before,
            @Nullable HeldRoute now,
            boolean covered) {
        changes++;
        LiveNetwork network = live.get(prefix);
        if (network == null) {
            faults.add(router + " received an override of " + prefix + ", which no upstream announces");
            return;
        }
        Route route = now == null ? null : route(router, now);
        network.receive(indexOf(router), replica, isDenied(prefix) && indexOf(router) == 1 ? null : route);
    }

    /** Returns true if a router of the network does not accept overrides of a prefix. */
    boolean isDenied(Prefix prefix) {
        List<Prefix> all = paths.prefixes();
        return shape.denies() && all.indexOf(prefix) >= all.size() - NetworkShape.DENIED;
    }

    private int indexOf(String router) {
        return Integer.parseInt(router.substring(shape.name().length() + 1)) - 1;
    }

    /** Returns the route for the model; null for attributes that no path of an upstream has. */
    private @Nullable Route route(String router, HeldRoute held) {
        NetworkPath path = paths.find(held.number());
        long localPreference = new Update(List.of(), held.attributes(), List.of(), List.of())
                .find(LocalPref.class)
                .map(LocalPref::preference)
                .orElse(0L);
        // The state in the large community is that of the last verdict, which can be older than the path.
        if (path == null
                || !NetworkPath.isEqual(held.attributes(), path.override(localPreference), NetworkPath.STATE)) {
            faults.add(router + " received an override that is no path of an upstream: " + held);
            return null;
        }
        return new Route(
                path.announcement(),
                (int) localPreference,
                Route.EXTERNAL_ADDRESSES + path.announcement().upstream(),
                0,
                List.of(),
                List.of(),
                false,
                Mark.REFLECT,
                indexOf(router),
                false);
    }

    @Override
    public synchronized void onMalformedUpdate(String router, Update update) {
        faults.add(router + " received a malformed update: " + update.errors());
    }

    /** Returns the overrides that the model wants, by the names of routers; none of prefixes that a router denies. */
    synchronized Map<String, Map<Prefix, List<PathAttribute>>> wanted() {
        Map<String, Map<Prefix, List<PathAttribute>>> wanted = new HashMap<>();
        fed.keySet().forEach(index -> wanted.put(nameOf(index), new HashMap<>()));
        for (Prefix prefix : paths.prefixes().stream().filter(p -> !isDenied(p)).toList()) {
            wantedOf(prefix).forEach((index, override) -> {
                NetworkPath path = current(prefix, override.source().upstream());
                Map<Prefix, List<PathAttribute>> ofRouter = wanted.get(nameOf(index));
                if (path != null && ofRouter != null) {
                    ofRouter.put(prefix, path.override(override.localPref()));
                }
            });
        }
        return wanted;
    }

    private Map<Integer, RouteOverride> wantedOf(Prefix prefix) {
        List<@Nullable UpstreamAnnouncement> current = new ArrayList<>();
        for (int upstream = 0; upstream < shape.plan().upstreams().size(); upstream++) {
            NetworkPath path = current(prefix, upstream);
            current.add(path == null ? null : path.underKey(detourKey));
        }
        return Strategies.ALL_BEST_BORDERS.decide(NetworkView.quiet(shape.plan(), current));
    }

    private @Nullable NetworkPath current(Prefix prefix, int upstream) {
        return down.contains(upstream)
                ? null
                : announced.getOrDefault(prefix, Map.of()).get(upstream);
    }

    /** Returns what is wrong in the routers, if all overrides that the model wants are announced. */
    synchronized List<String> wrong() {
        List<String> wrong = new ArrayList<>(faults);
        live.forEach((prefix, network) -> {
            if (!network.isQuiet()) {
                wrong.add(shape.name() + " " + prefix + " is not quiet");
                return;
            }
            network.ghosts().forEach(ghost -> wrong.add(shape.name() + " " + prefix + ": " + ghost));
            boolean reachable = false;
            for (int upstream = 0; upstream < shape.plan().upstreams().size(); upstream++) {
                reachable |= current(prefix, upstream) != null;
            }
            boolean overridden = !isDenied(prefix) && !wantedOf(prefix).isEmpty();
            for (int index = 0; index < monitored.size(); index++) {
                Route best = network.best(index);
                NetworkPath path = best == null ? null : paths.find(prefix, best.source());
                if (best == null ? reachable : path == null) {
                    wrong.add(nameOf(index) + " has lost " + prefix);
                } else if (path != null && overridden && !path.kind().isAccepted(detourKey)) {
                    wrong.add(nameOf(index) + " uses a refused path to " + prefix + ": " + path.kind());
                }
            }
        });
        return wrong;
    }

    /** Returns true if a router selects an override that it has from Pathproof. */
    synchronized boolean uses(String router, Prefix prefix) {
        LiveNetwork network = live.get(prefix);
        int index = indexOf(router);
        Route best = network == null ? null : network.best(index);
        return best != null && best.isOverride() && best.injectedAt() == index;
    }

    /** Returns the numbers of events, changed overrides and messages so far. */
    synchronized Counts counts() {
        return new Counts(
                events,
                changes,
                live.values().stream().mapToLong(LiveNetwork::messages).sum());
    }

    /** Returns the number of pairs of a router and a prefix. */
    int places() {
        return monitored.size() * live.size();
    }

    /**
     * Numbers since the start.
     *
     * @param changes announcements and withdrawals of overrides
     * @param messages messages between the routers, and from upstreams
     */
    record Counts(long events, long changes, long messages) {
        Counts since(Counts before) {
            return new Counts(events - before.events, changes - before.changes, messages - before.messages);
        }

        Counts plus(Counts other) {
            return new Counts(events + other.events, changes + other.changes, messages + other.messages);
        }
    }

    @Override
    public void close() {
        fed.values().forEach(BorderRouter::close);
        monitored.forEach(SimulatedRouter::close);
    }

    /** Returns the address of a router of the networks: the third byte is the same in all networks. */
    static InetAddress address(int number) {
        return InetAddress.ofLiteral("127.0.3." + number);
    }
}
