// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.feeds;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.pathproof.chaos.load.Kind;
import org.pathproof.chaos.load.World;
import org.pathproof.chaos.networks.NetworkSite;
import org.pathproof.chaos.oracle.Comparison;
import org.pathproof.chaos.routers.BorderRouter;
import org.pathproof.chaos.routers.HeldRoute;
import org.pathproof.chaos.site.ChaosSite;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.rpki.rtr.RtrServerListener;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.LargeCommunities;
import org.pathproof.wire.bgp.LargeCommunities.LargeCommunity;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/**
 * The feeds of a run: the BGP sides of all routers, their sessions with two replicas of the policy API, and the model
 * of what each router must have. Each router of the {@link World} is a network of its own; the {@link NetworkSite} has
 * networks of several routers. Router 1 has no graceful restart. Replica 1 advertises none, the default with several
 * replicas.
 */
public final class FeedSite implements AutoCloseable {
    /** Names of the parts of the site that feed. */
    private static final List<String> REPLICAS = List.of("policy-api-1", "policy-api-2");

    private static final long AS = World.LOCAL_AS;
    private static final long LOCAL_PREFERENCE = 101;
    private static final long EXPIRY_INTERVAL_MS = 200;
    /** Next hops of the simulated neighbors. */
    private static final Bytes NEXT_HOP_IPV4 = Bytes.fromHex("c0000263");

    private static final Bytes NEXT_HOP_IPV6 = Bytes.fromHex("20010db8000000000000000000000063");
    /** Restart Time of replica 2. */
    private static final String RESTART_TIME = "15s";

    private static final String POLICY = """
            own-as: 64500
            cluster-id: 10.9.0.254
            groups:
              - name: border
                routers: ["chaos-*"]
                policy: reject-not-valid
                trust-pre-policy: true
                max-overrides: 1000000
                max-changes: 1000000
                flap-hold: 1000000
                flap-half-life: 1s
              - name: network
                routers: ["net-*"]
                policy: reject-not-valid
                max-overrides: 1000000
                max-changes: 1000000
                flap-hold: 1000000
                flap-half-life: 1s
            """;

    private final OverrideModel model = new OverrideModel();
    private final FeedWatch watch = new FeedWatch(model);
    private final Stalls stalls = new Stalls();
    private final List<BorderRouter> routers = new ArrayList<>();
    private final NetworkSite networks;
    /** HTTP ports of the replicas. */
    private final List<Integer> ports = List.of(Ports.free(), Ports.free());

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("restart-timers").daemon().factory());
    private boolean started;

    /**
     * Binds the BGP sides of the routers.
     *
     * @param seed determines the updates of the networks
     */
    public FeedSite(World world, long seed) throws IOException {
        List<InetAddress> replicas =
                Stream.of(1, 2).map(FeedSite::replicaAddress).toList();
        networks = new NetworkSite(world, replicas, ports, seed);
        for (int i = 1; i <= world.routers().size(); i++) {
            routers.add(new BorderRouter(
                    world.routers().get(i - 1).name(),
                    InetAddress.ofLiteral("127.0.1." + i),
                    asOf(i),
                    replicas,
                    i > 1,
                    watch));
        }
        var _ = timer.scheduleWithFixedDelay(
                () -> fed().forEach(BorderRouter::expire),
                EXPIRY_INTERVAL_MS,
                EXPIRY_INTERVAL_MS,
                TimeUnit.MILLISECONDS);
    }

    /** Returns the AS of a router's sessions with Pathproof. Each router is a network of its own, as in the model. */
    private static long asOf(int router) {
        return AS + router;
    }

    private static InetAddress replicaAddress(int replica) {
        return InetAddress.ofLiteral(identifier(replica));
    }

    /** Returns the BGP Identifier of a replica, which is also its address. */
    private static String identifier(int replica) {
        return "127.0.2." + replica;
    }

    /** Returns the routers with feeds. */
    private List<BorderRouter> fed() {
        return Stream.concat(routers.stream(), networks.fed().stream()).toList();
    }

    /** Returns the networks of several routers. */
    public NetworkSite networks() {
        return networks;
    }

    public OverrideModel model() {
        return model;
    }

    public FeedWatch watch() {
        return watch;
    }

    /** Returns the measurement of this machine's load. */
    public Stalls stalls() {
        return stalls;
    }

    /**
     * Sets the collectors and the replicas of a site up.
     *
     * @param folder folder for the file with the policy
     */
    public void configure(ChaosSite site, Path folder) {
        List.of("collector-1", "collector-2").forEach(name -> site.configure(name, collector()));
        for (int i = 1; i <= REPLICAS.size(); i++) {
            site.configure(REPLICAS.get(i - 1), replica(i, folder));
        }
    }

    /** Starts the replicas, once. */
    public void start(ChaosSite site) {
        if (!started) {
            started = true;
            REPLICAS.forEach(site::start);
        }
    }

    /** Waits until all replicas feed all routers. */
    public void awaitSessions() {
        Conditions.await("the BGP sessions of all replicas", this::hasAllSessions);
    }

    /** Returns the listener of the RTR cache, which tells the model when key-sync has a change. */
    public RtrServerListener cacheListener() {
        return new RtrServerListener() {
            @Override
            public void onResponse(String router, int version, int pdus, boolean whole) {
                if (pdus > 0) {
                    model.onKeyResponse();
                }
            }
        };
    }

    /** Returns the settings of a collector: path attributes of both views. Only networks send the view after policy. */
    private Map<String, Object> collector() {
        Stream<String> names = Stream.concat(
                routers.stream().map(BorderRouter::name),
                networks.monitored().stream().map(SimulatedRouter::name));
        return Map.of(
                "pathproof.collector.path-attributes.routers",
                String.join(",", names.toList()),
                "pathproof.collector.path-attributes.views",
                "ADJ_RIB_IN_PRE,ADJ_RIB_IN_POST");
    }

    private Map<String, Object> replica(int number, Path folder) {
        try {
            Map<String, Object> settings = new LinkedHashMap<>();
            settings.put("pathproof.feeds.policy", Files.writeString(folder.resolve("feeds.yaml"), POLICY));
            settings.put("server.port", ports.get(number - 1));
            settings.put("pathproof.feeds.identifier", identifier(number));
            settings.put("pathproof.feeds.identifiers", identifier(1) + "," + identifier(2));
            if (number == 2) {
                settings.put("pathproof.feeds.restart-time", RESTART_TIME);
            }
            List<BorderRouter> fed = fed();
            for (int i = 0; i < fed.size(); i++) {
                String router = "pathproof.feeds.routers[" + i + "].";
                settings.put(router + "router", fed.get(i).name());
                settings.put(router + "neighbor", fed.get(i).address().getHostAddress());
                settings.put(router + "port", fed.get(i).port());
                settings.put(router + "as", fed.get(i).as());
                settings.put(router + "local-address", replicaAddress(number).getHostAddress());
                settings.put(router + "hold-time", "9s");
            }
            return settings;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns true while every router has a session with every replica. */
    public boolean hasAllSessions() {
        return fed().stream().allMatch(BorderRouter::hasAllSessions);
    }

    /** Closes all BGP sessions of the routers for a moment. */
    public void resetSessions() {
        fed().forEach(BorderRouter::resetSessions);
    }

    /** Returns true after {@link #start}. */
    public boolean isStarted() {
        return started;
    }

    /** Returns all faults so far, of routers and of networks. */
    public List<String> faults() {
        return Stream.concat(watch.faults().stream(), networks.faults().stream())
                .toList();
    }

    /** Compares the routes of each replica at each router with the models. */
    public Comparison compare() {
        return compareSingleRouters().plus(networks.compare());
    }

    private Comparison compareSingleRouters() {
        int rows = 0;
        List<String> lost = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (BorderRouter router : routers) {
            Map<Prefix, OverrideModel.Path> needed = model.all(router.name());
            for (Map.Entry<Integer, Map<Prefix, HeldRoute>> replica :
                    router.routes().entrySet()) {
                Map<Prefix, HeldRoute> extra = new HashMap<>(replica.getValue());
                String where = router.name() + " from replica " + replica.getKey() + " ";
                rows += Math.max(needed.size(), extra.size());
                needed.forEach((prefix, path) -> {
                    HeldRoute held = extra.remove(prefix);
                    if (held == null) {
                        lost.add(where + prefix + ": " + path);
                    } else {
                        difference(prefix, path, held).ifPresent(found -> wrong.add(where + prefix + ": " + found));
                    }
                });
                extra.forEach((prefix, held) -> wrong.add(where + prefix + ": " + held + " is not needed"));
            }
        }
        return new Comparison(rows, lost, wrong);
    }

    private static Optional<String> difference(Prefix prefix, OverrideModel.Path path, HeldRoute held) {
        Update route = new Update(List.of(), held.attributes(), List.of(), List.of());
        boolean equal = !held.stale()
                && held.number() == path.number()
                && route.find(LocalPref.class)
                        .filter(preference -> preference.preference() == LOCAL_PREFERENCE)
                        .isPresent()
                && route.find(AsPath.class)
                        .filter(as -> as.asns().equals(path.asPath()))
                        .isPresent()
                && route.find(LargeCommunities.class)
                        .filter(large -> large.values()
                                .equals(List.of(
                                        new LargeCommunity(AS, 33, path.kind() == Kind.PLAIN ? 3 : 1),
                                        new LargeCommunity(AS, 36, 1))))
                        .isPresent()
                && route.find(Origin.class)
                        .filter(origin -> origin.value() == 0)
                        .isPresent()
                && hasNextHop(prefix, route)
                && !route.has(PathAttribute.BGPSEC_PATH)
                && !route.has(PathAttribute.ORIGINATOR_ID)
                && !route.has(PathAttribute.CLUSTER_LIST);
        return equal ? Optional.empty() : Optional.of(held + " instead of " + path);
    }

    private static boolean hasNextHop(Prefix prefix, Update route) {
        return prefix.isIpv4()
                ? route.find(NextHop.class)
                        .filter(hop -> hop.address().equals(NEXT_HOP_IPV4))
                        .isPresent()
                : route.find(MpReach.class)
                        .filter(hop -> hop.nextHop().equals(NEXT_HOP_IPV6))
                        .isPresent();
    }

    @Override
    public void close() {
        stalls.close();
        timer.shutdownNow();
        routers.forEach(BorderRouter::close);
        networks.close();
    }
}
