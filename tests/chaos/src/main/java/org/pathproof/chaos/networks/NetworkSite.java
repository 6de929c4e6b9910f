// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.networks;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.pathproof.chaos.load.World;
import org.pathproof.chaos.networks.SimulatedNetwork.Counts;
import org.pathproof.chaos.oracle.Comparison;
import org.pathproof.chaos.routers.BorderRouter;
import org.pathproof.chaos.routers.HeldRoute;
import org.pathproof.harness.Conditions;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * The networks of a run, with a load of their own. Each replica must announce what the model wants, and say of each
 * override whether its router uses it.
 */
public final class NetworkSite implements AutoCloseable {
    private static final int PREFIXES = 64;
    private static final int EVENTS_PER_SECOND = 30;
    private static final int TICK_MS = 10;
    /** Numbers of paths that each network can have. */
    private static final int NUMBERS = 1 << 16;

    /** After this number of events, a network has overrides. */
    private static final int MANY_EVENTS = 1_000;

    /** Longest time after the last event until all overrides are as the model wants. */
    private static final Duration REST_TIMEOUT = Duration.ofSeconds(60);

    private static final Duration REST_INTERVAL = Duration.ofMillis(500);

    /** Permitted messages for each router and prefix after the last event. */
    private static final int MAX_MESSAGES = 50;

    private final List<SimulatedNetwork> networks = new ArrayList<>();
    private final UseClaims claims = new UseClaims();
    private final List<Integer> ports;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("networks").daemon().factory());
    private final List<String> faults = new ArrayList<>();
    private volatile boolean loaded;
    private long ticks;
    private Counts before = new Counts(0, 0, 0);
    private Counts atEnd = new Counts(0, 0, 0);
    /** Overrides of the last comparison that their routers use. */
    private int used;

    /** Overrides of the last comparison that their routers do not use. */
    private int denied;

    /**
     * Binds the BGP sides of the fed routers.
     *
     * @param replicas addresses of the replicas, in the order of their numbers
     * @param ports their HTTP ports
     */
    public NetworkSite(World world, List<InetAddress> replicas, List<Integer> ports, long seed) throws IOException {
        this.ports = List.copyOf(ports);
        int prefixes = Math.min(PREFIXES, world.prefixCount());
        int routers = 0;
        for (NetworkShape shape : NetworkShape.all()) {
            List<InetAddress> own = new ArrayList<>();
            for (int index = 0; index < shape.plan().routers().size(); index++) {
                own.add(SimulatedNetwork.address(++routers));
            }
            networks.add(new SimulatedNetwork(
                    world,
                    shape,
                    new NetworkAddresses(own, replicas),
                    prefixes,
                    World.FIRST_NUMBER_OF_NETWORKS + networks.size() * NUMBERS,
                    seed + networks.size()));
        }
        var _ = clock.scheduleAtFixedRate(this::tick, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
    }

    private void tick() {
        ticks++;
        int events = loaded && ticks * TICK_MS % (1_000 / EVENTS_PER_SECOND) < TICK_MS ? 1 : 0;
        networks.forEach(network -> network.advance(TICK_MS, events));
    }

    /** Returns the BGP sides of the routers with feeds. */
    public List<BorderRouter> fed() {
        return networks.stream().flatMap(network -> network.fed().stream()).toList();
    }

    /** Returns the BMP sides of all routers. */
    public List<SimulatedRouter> monitored() {
        return networks.stream()
                .flatMap(network -> network.monitored().stream())
                .toList();
    }

    /** Starts the load. */
    public void startLoad() {
        before = counts();
        loaded = true;
    }

    /** Ends the load. */
    public void stopLoad() {
        loaded = false;
        atEnd = counts();
    }

    /** Stops the load until all overrides are as the model wants. A difference after a time limit is a fault. */
    public void rest() {
        if (!loaded) {
            return;
        }
        stopLoad();
        if (!Conditions.holds(REST_TIMEOUT, REST_INTERVAL, () -> compare().agrees())) {
            Comparison last = compare();
            faults.addAll(last.lost());
            faults.addAll(last.wrong());
        }
        loaded = true;
    }

    /** Returns the differences that did not end in time. */
    public List<String> faults() {
        return List.copyOf(faults);
    }

    /** Ends or starts the sessions of one upstream of each network. */
    public void setFirstUpstreamsDown(boolean down) {
        networks.forEach(network -> network.setFirstUpstreamDown(down));
    }

    /** The RTR cache has or no longer has the key of the detour. */
    public void setDetourKey(boolean published) {
        networks.forEach(network -> network.setDetourKey(published));
    }

    private Counts counts() {
        return networks.stream().map(SimulatedNetwork::counts).reduce(new Counts(0, 0, 0), Counts::plus);
    }

    /** Compares the overrides of each replica at each router with the model, and then what the replicas say of them. */
    public Comparison compare() {
        int rows = 0;
        List<String> lost = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (SimulatedNetwork network : networks) {
            Map<String, Map<Prefix, List<PathAttribute>>> wanted = network.wanted();
            for (BorderRouter router : network.fed()) {
                Map<Prefix, List<PathAttribute>> ofRouter = wanted.getOrDefault(router.name(), Map.of());
                for (Map.Entry<Integer, Map<Prefix, HeldRoute>> replica :
                        router.routes().entrySet()) {
                    Map<Prefix, HeldRoute> held = new HashMap<>(replica.getValue());
                    held.keySet().removeIf(network::isDenied);
                    rows += ofRouter.size();
                    compare(router.name() + " from replica " + replica.getKey() + " ", ofRouter, held, lost, wrong);
                }
            }
        }
        if (lost.isEmpty() && wrong.isEmpty()) {
            networks.forEach(network -> wrong.addAll(network.wrong()));
            checkMessages(wrong);
        }
        if (lost.isEmpty() && wrong.isEmpty()) {
            checkClaims(wrong);
        }
        return new Comparison(rows, lost, wrong);
    }

    private static void compare(
            String where,
            Map<Prefix, List<PathAttribute>> wanted,
            Map<Prefix, HeldRoute> extra,
            List<String> lost,
            List<String> wrong) {
        wanted.forEach((prefix, attributes) -> {
            HeldRoute route = extra.remove(prefix);
            if (route == null) {
                lost.add(where + prefix + ": " + attributes);
            } else if (route.stale() || !NetworkPath.isEqual(route.attributes(), attributes, _ -> false)) {
                wrong.add(where + prefix + ": " + route + " instead of " + attributes);
            }
        });
        extra.forEach((prefix, route) -> wrong.add(where + prefix + ": " + route + " is not needed"));
    }

    private void checkMessages(List<String> wrong) {
        Counts late = counts().since(atEnd);
        long permitted = (long) MAX_MESSAGES
                * networks.stream().mapToInt(SimulatedNetwork::places).sum();
        if (!loaded && late.changes() + late.messages() > permitted) {
            wrong.add("more than " + permitted + " messages after the last event: " + late);
        }
    }

    /** Checks for each override of each router that a replica says that it is in use, and only then, if it is. */
    private void checkClaims(List<String> wrong) {
        used = 0;
        denied = 0;
        for (int replica = 1; replica <= ports.size(); replica++) {
            Optional<Map<UseClaims.At, String>> said = claims.read(ports.get(replica - 1));
            if (said.isEmpty()) {
                wrong.add("replica " + replica + " does not say which overrides are in use");
                continue;
            }
            for (SimulatedNetwork network : networks) {
                for (BorderRouter router : network.fed()) {
                    for (Prefix prefix :
                            router.routes().getOrDefault(replica, Map.of()).keySet()) {
                        UseClaims.At at = new UseClaims.At(router.name(), prefix);
                        check(network, at, said.get().getOrDefault(at, "not announced"), wrong);
                    }
                }
            }
        }
        if (used == 0 && counts().events() >= MANY_EVENTS) {
            wrong.add("no override is in use after many events");
        }
    }

    private void check(SimulatedNetwork network, UseClaims.At at, String state, List<String> wrong) {
        boolean uses = network.uses(at.router(), at.prefix());
        if (uses != state.equals(UseClaims.IN_USE)) {
            wrong.add(at.router() + (uses ? " uses" : " does not use") + " the override of " + at.prefix()
                    + ", and a replica says " + state);
        } else if (uses) {
            used++;
        } else {
            denied++;
        }
    }

    /** Returns the line of the record for the last load and its comparison. */
    public String report() {
        Counts load = atEnd.since(before);
        Counts late = counts().since(atEnd);
        return String.format(
                Locale.ROOT,
                "networks: %,d events, %,d changes of overrides, %,d messages; then %,d changes and %,d messages; %,d overrides in use as told, %,d not in use",
                load.events(),
                load.changes(),
                load.messages(),
                late.changes(),
                late.messages(),
                used,
                denied);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        networks.forEach(SimulatedNetwork::close);
        claims.close();
    }
}
