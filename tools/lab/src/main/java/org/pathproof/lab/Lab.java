// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.pathproof.lab.attacks.Attack;
import org.pathproof.lab.attacks.Attacks;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * A network of simulated routers, the signed routes that their neighbors announce, and an RPKI with the keys. The
 * routers send nothing before {@link #start}.
 */
public final class Lab implements AutoCloseable {
    private static final int RTR_SESSION = 4711;
    private static final int SIGNING_BATCH_ROUTES = 1024;
    private static final Duration RTR_NOTIFY_INTERVAL = Duration.ofMillis(100);

    private final LabSettings settings;
    private final LabKeys keys;
    private final List<SimulatedRouter> routers = new ArrayList<>();
    private final List<Attack> attacks;
    private final MemoryRpkiSource rpki = new MemoryRpkiSource(RTR_SESSION);
    private final List<Attachment> attachments = new ArrayList<>();
    private int addresses;

    /** A neighbor at a router. */
    public record Attachment(SimulatedRouter router, LabPeer peer) {}

    private Lab(LabSettings settings, Clock clock) {
        this.settings = settings;
        keys = new LabKeys(settings.seed());
        attacks = settings.withAttacks() ? Attacks.all(keys, settings.localAs()) : List.of();
        for (int i = 1; i <= settings.routers(); i++) {
            Bytes address =
                    Bytes.fromHex("c0000200").slice(0, 3).concat(Bytes.wrap(new byte[] {(byte) i})); // 192.0.2.i
            routers.add(new SimulatedRouter(
                    "edge-" + i + ".lab", address, settings.localAs(), settings.reporting(), clock));
        }
    }

    /** Creates the keys, signs all routes on all cores, and fills the tables of the routers. */
    public static Lab build(LabSettings settings) {
        return build(settings, signed -> {});
    }

    /**
     * Builds a lab like {@link #build(LabSettings)}.
     *
     * @param progress receives the number of routes in each signed batch; several threads call it
     */
    public static Lab build(LabSettings settings, IntConsumer progress) {
        Lab lab = new Lab(settings, Clock.systemUTC());
        lab.announceRoutes(progress);
        lab.announceAttacks();
        lab.rpki.replace(lab.initialRpki());
        return lab;
    }

    public LabSettings settings() {
        return settings;
    }

    public LabKeys keys() {
        return keys;
    }

    public List<SimulatedRouter> routers() {
        return List.copyOf(routers);
    }

    public List<Attack> attacks() {
        return attacks;
    }

    /** Returns the neighbors that announce ordinary routes, without those of attacks. */
    public List<Attachment> attachments() {
        return List.copyOf(attachments);
    }

    /** Returns the RPKI of the lab, which callers may change to withdraw and add keys. */
    public MemoryRpkiSource rpki() {
        return rpki;
    }

    /** Starts an RTR cache for {@link #rpki} on a free port of 127.0.0.1. The caller closes it. */
    public RtrServer serveRpki() throws IOException {
        return serveRpki(0);
    }

    /** Starts an RTR cache for {@link #rpki} on this port of 127.0.0.1. The caller closes it. */
    public RtrServer serveRpki(int port) throws IOException {
        return serveRpki(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Starts an RTR cache for {@link #rpki} at this address. The caller closes it. */
    public RtrServer serveRpki(InetSocketAddress bind) throws IOException {
        return new RtrServer(RtrServerSettings.on(bind).withNotifyInterval(RTR_NOTIFY_INTERVAL), rpki).start();
    }

    /** Withdraws a key from the RPKI, or adds it again. */
    public void apply(Attack.KeyEvent event) {
        List<RpkiObject> key = List.of(event.key());
        rpki.apply(event.withdrawn() ? List.of() : key, event.withdrawn() ? key : List.of());
    }

    /** Returns the number of ordinary routes, which all have a BGPsec_PATH. */
    public int signedRoutes() {
        return attachments.stream()
                .mapToInt(a -> a.router().table(a.peer()).size())
                .sum();
    }

    /** Returns the number of all routes, with and without a BGPsec_PATH, including attacks. */
    public int routes() {
        return routers.stream().mapToInt(SimulatedRouter::routes).sum();
    }

    /** Connects all routers to a BMP collector. */
    public void start(InetSocketAddress collector) {
        routers.forEach(router -> router.start(collector));
    }

    @Override
    public void close() {
        routers.forEach(SimulatedRouter::close);
        rpki.close();
    }

    /**
     * Distributes the neighbors among the routers. The neighbor with the most routes has sessions with two routers.
     */
    private void announceRoutes(IntConsumer progress) {
        Map<LabRoute, Update> updates = signAll(progress);
        List<List<LabRoute>> byNeighbor =
                settings.routes().stream().collect(Collectors.groupingBy(LabRoute::peerAs)).values().stream()
                        .sorted(Comparator.comparingInt((List<LabRoute> routes) -> -routes.size())
                                .thenComparingLong(routes -> routes.getFirst().peerAs()))
                        .toList();
        for (int i = 0; i < byNeighbor.size(); i++) {
            List<LabRoute> routes = byNeighbor.get(i);
            LabPeer signing = LabPeer.signing(routes.getFirst().peerAs(), nextAddress());
            // The third neighbor sends several paths of a prefix (RFC 7911).
            LabPeer peer = i == 2 ? signing.withAddPath() : signing;
            Set<SimulatedRouter> at = new LinkedHashSet<>();
            at.add(routers.get(i % routers.size()));
            if (i == 0) {
                at.add(routers.get(1 % routers.size()));
            }
            for (SimulatedRouter router : at) {
                router.add(peer);
                attachments.add(new Attachment(router, peer));
                routes.forEach(route -> announce(router, peer, updates.get(route)));
            }
        }
    }

    private static void announce(SimulatedRouter router, LabPeer peer, @Nullable Update update) {
        router.announce(peer, Objects.requireNonNull(update, "signed above"));
    }

    /** Returns the updates of all ordinary routes, in the order of the routes. */
    private Map<LabRoute, Update> signAll(IntConsumer progress) {
        List<LabRoute> routes = settings.routes();
        Map<LabRoute, Update> updates = LinkedHashMap.newLinkedHashMap(routes.size());
        int batches = (routes.size() + SIGNING_BATCH_ROUTES - 1) / SIGNING_BATCH_ROUTES;
        List<Update> signed = IntStream.range(0, batches)
                .parallel()
                .mapToObj(i -> routes.subList(
                        i * SIGNING_BATCH_ROUTES, Math.min(routes.size(), (i + 1) * SIGNING_BATCH_ROUTES)))
                .flatMap(some -> {
                    List<Update> batch = sign(some);
                    progress.accept(some.size());
                    return batch.stream();
                })
                .toList();
        for (int i = 0; i < signed.size(); i++) {
            updates.putIfAbsent(routes.get(i), signed.get(i));
        }
        return updates;
    }

    private List<Update> sign(List<LabRoute> routes) {
        List<SecurePath> signed = new PathSigner()
                .signAll(routes.stream()
                        .map(route -> new PathSigner.Unsigned(
                                route.prefix(), PathSigner.Signer.of(route.hops(), keys), settings.localAs()))
                        .toList());
        return IntStream.range(0, routes.size())
                .mapToObj(i -> LabUpdates.signed(Nlri.of(routes.get(i).prefix()), signed.get(i)))
                .toList();
    }

    private void announceAttacks() {
        if (attacks.isEmpty()) {
            return;
        }
        SimulatedRouter atSigning = routers.get(0);
        SimulatedRouter atStripping = routers.get(1 % routers.size());
        SimulatedRouter atPlain = routers.get(2 % routers.size());
        LabPeer signing = LabPeer.signing(Attack.Session.SIGNING.neighbor(), nextAddress());
        LabPeer stripping = LabPeer.signing(Attack.Session.STRIPPING.neighbor(), nextAddress());
        LabPeer plain = LabPeer.plain(Attack.Session.PLAIN.neighbor(), nextAddress());
        LabPeer dualPath = LabPeer.plain(Attack.Session.DUAL_PATH.neighbor(), nextAddress());
        atSigning.add(signing);
        atStripping.add(stripping);
        atPlain.add(plain);
        atPlain.add(dualPath);
        LabPeer customer = LabPeer.signing(Attack.Session.CUSTOMER.neighbor(), nextAddress())
                .asCustomer();
        atPlain.add(customer);
        for (Attack attack : attacks) {
            switch (attack.session()) {
                case SIGNING -> atSigning.announce(signing, attack.update());
                case STRIPPING -> atStripping.announce(stripping, attack.update());
                case PLAIN -> atPlain.announce(plain, attack.update());
                case DUAL_PATH -> atPlain.announce(dualPath, attack.update());
                case CUSTOMER -> atPlain.announce(customer, attack.update());
            }
        }
    }

    private Set<RpkiObject> initialRpki() {
        Set<RpkiObject> objects = new LinkedHashSet<>(Attacks.rpki(keys, settings.localAs()));
        for (LabRoute route : settings.routes()) {
            route.hops().forEach(hop -> objects.add(keys.of(hop.asn()).routerKey()));
            addVrp(objects, route);
        }
        return objects;
    }

    /**
     * Adds the VRP of a route. Of 100 prefixes, 70 have a matching VRP and 27 have none. Two have a VRP for another AS,
     * and one has a VRP with too short a maxLength.
     */
    private static void addVrp(Set<RpkiObject> objects, LabRoute route) {
        Prefix prefix = route.prefix();
        long mixed = (prefix.hi() ^ prefix.lo() ^ prefix.length()) * 0x9e3779b97f4a7c15L;
        int share = (int) Long.remainderUnsigned(mixed >>> 8, 100);
        if (share < 70) {
            objects.add(new Vrp(prefix, prefix.length(), route.originAs()));
        } else if (share >= 98) {
            objects.add(new Vrp(prefix, prefix.length(), Attacks.UNRELATED_AS));
        } else if (share == 97) {
            int shorter = Math.max(8, prefix.length() - 1);
            objects.add(new Vrp(prefix.truncate(shorter), shorter, route.originAs()));
        }
    }

    /** Returns the next neighbor address, beginning with 192.0.2.101. */
    private Bytes nextAddress() {
        addresses++;
        return new ByteWriter().u32(0xc0000264L + addresses).toBytes();
    }
}
