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
 * A network of simulated routers, everything that their neighbours announce to them, signed, and the RPKI in which the keys are.
 * Nothing is sent before {@link #start}.
 */
public final class Lab implements AutoCloseable {
    private static final int RTR_SESSION = 4711;
    private static final int SIGNED_TOGETHER = 1024;
    private static final Duration RTR_NOTIFY = Duration.ofMillis(100);

    private final LabSettings settings;
    private final LabKeys keys;
    private final List<SimulatedRouter> routers = new ArrayList<>();
    private final List<Mischief> mischiefs;
    private final MemoryRpkiSource rpki = new MemoryRpkiSource(RTR_SESSION);
    private final List<Attachment> attachments = new ArrayList<>();
    private int addresses;

    /** A neighbour at a router. */
    public record Attachment(SimulatedRouter router, LabPeer peer) {}

    private Lab(LabSettings settings, Clock clock) {
        this.settings = settings;
        keys = new LabKeys(settings.seed());
        mischiefs = settings.mischief() ? Mischiefs.all(keys, settings.localAs()) : List.of();
        for (int i = 1; i <= settings.routers(); i++) {
            Bytes address =
                    Bytes.fromHex("c0000200").slice(0, 3).concat(Bytes.wrap(new byte[] {(byte) i})); // 192.0.2.i
            routers.add(
                    new SimulatedRouter("edge-" + i + ".lab", address, settings.localAs(), settings.telling(), clock));
        }
    }

    /** Makes keys, signs everything on all cores, and fills the routers' tables. */
    public static Lab build(LabSettings settings) {
        return build(settings, signed -> {});
    }

    /**
     * As {@link #build(LabSettings)}.
     *
     * @param progress is told how many routes were signed just now; by several threads
     */
    public static Lab build(LabSettings settings, IntConsumer progress) {
        Lab lab = new Lab(settings, Clock.systemUTC());
        lab.announceRoutes(progress);
        lab.announceMischiefs();
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

    public List<Mischief> mischiefs() {
        return mischiefs;
    }

    /** The neighbours of ordinary routes, without those of mischief. */
    public List<Attachment> attachments() {
        return List.copyOf(attachments);
    }

    /** What an RTR cache of this internet serves; change it to withdraw and add keys. */
    public MemoryRpkiSource rpki() {
        return rpki;
    }

    /** An RTR cache that serves {@link #rpki} on a free port of 127.0.0.1, and tells of every change at once; to be closed. */
    public RtrServer serveRpki() throws IOException {
        return serveRpki(0);
    }

    /** The same on a port that is wanted. */
    public RtrServer serveRpki(int port) throws IOException {
        InetSocketAddress bind = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return new RtrServer(RtrServerSettings.on(bind).withNotifyInterval(RTR_NOTIFY), rpki).start();
    }

    /** Lets something happen to a key. */
    public void apply(Mischief.KeyEvent event) {
        List<RpkiObject> key = List.of(event.key());
        rpki.apply(event.withdrawn() ? List.of() : key, event.withdrawn() ? key : List.of());
    }

    /** How many routes with a BGPsec_PATH the neighbours of ordinary routes announce. */
    public int signedRoutes() {
        return attachments.stream()
                .mapToInt(a -> a.router().table(a.peer()).size())
                .sum();
    }

    /** How many routes all neighbours announce, signed or not, mischief included. */
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

    /** Each neighbour AS at one router, one after the other; the one with the most routes at two of them. */
    private void announceRoutes(IntConsumer progress) {
        Map<LabRoute, Update> updates = signAll(progress);
        List<List<LabRoute>> byNeighbour =
                settings.routes().stream().collect(Collectors.groupingBy(LabRoute::peerAs)).values().stream()
                        .sorted(Comparator.comparingInt((List<LabRoute> routes) -> -routes.size())
                                .thenComparingLong(routes -> routes.getFirst().peerAs()))
                        .toList();
        for (int i = 0; i < byNeighbour.size(); i++) {
            List<LabRoute> routes = byNeighbour.get(i);
            LabPeer signing = LabPeer.signing(routes.getFirst().peerAs(), nextAddress());
            // One of them sends several paths of a prefix.
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

    /** All updates of ordinary routes, in the order of the routes. */
    private Map<LabRoute, Update> signAll(IntConsumer progress) {
        List<LabRoute> routes = settings.routes();
        Map<LabRoute, Update> updates = LinkedHashMap.newLinkedHashMap(routes.size());
        int chunks = (routes.size() + SIGNED_TOGETHER - 1) / SIGNED_TOGETHER;
        List<Update> signed = IntStream.range(0, chunks)
                .parallel()
                .mapToObj(i -> routes.subList(i * SIGNED_TOGETHER, Math.min(routes.size(), (i + 1) * SIGNED_TOGETHER)))
                .flatMap(some -> {
                    List<Update> updatesOfSome = sign(some);
                    progress.accept(some.size());
                    return updatesOfSome.stream();
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
                        .map(route ->
                                new PathSigner.Unsigned(route.prefix(), keys.signers(route.hops()), settings.localAs()))
                        .toList());
        return IntStream.range(0, routes.size())
                .mapToObj(i -> LabUpdates.signed(Nlri.of(routes.get(i).prefix()), signed.get(i)))
                .toList();
    }

    private void announceMischiefs() {
        if (mischiefs.isEmpty()) {
            return;
        }
        SimulatedRouter atSigning = routers.get(0);
        SimulatedRouter atStripping = routers.get(1 % routers.size());
        SimulatedRouter atPlain = routers.get(2 % routers.size());
        LabPeer signing = LabPeer.signing(Mischief.Place.SIGNING.neighbour(), nextAddress());
        LabPeer stripping = LabPeer.signing(Mischief.Place.STRIPPING.neighbour(), nextAddress());
        LabPeer plain = LabPeer.plain(Mischief.Place.PLAIN.neighbour(), nextAddress());
        atSigning.add(signing);
        atStripping.add(stripping);
        atPlain.add(plain);
        for (Mischief mischief : mischiefs) {
            switch (mischief.place()) {
                case SIGNING -> atSigning.announce(signing, mischief.update());
                case STRIPPING -> atStripping.announce(stripping, mischief.update());
                case PLAIN -> atPlain.announce(plain, mischief.update());
            }
        }
    }

    private Set<RpkiObject> initialRpki() {
        Set<RpkiObject> objects = new LinkedHashSet<>(Mischiefs.rpki(keys, settings.localAs()));
        for (LabRoute route : settings.routes()) {
            route.hops().forEach(hop -> objects.add(keys.of(hop.asn()).routerKey()));
            vrp(objects, route);
        }
        return objects;
    }

    /** Of a hundred prefixes, 70 are covered as they ought to be, 27 not at all, two for another AS, one for a shorter length only. */
    private static void vrp(Set<RpkiObject> objects, LabRoute route) {
        Prefix prefix = route.prefix();
        long mixed = (prefix.hi() ^ prefix.lo() ^ prefix.length()) * 0x9e3779b97f4a7c15L;
        int share = (int) Long.remainderUnsigned(mixed >>> 8, 100);
        if (share < 70) {
            objects.add(new Vrp(prefix, prefix.length(), route.originAs()));
        } else if (share >= 98) {
            objects.add(new Vrp(prefix, prefix.length(), Stage.STRANGER));
        } else if (share == 97) {
            int shorter = Math.max(8, prefix.length() - 1);
            objects.add(new Vrp(prefix.truncate(shorter), shorter, route.originAs()));
        }
    }

    /** 192.0.2.101 and on. */
    private Bytes nextAddress() {
        addresses++;
        return new ByteWriter().u32(0xc0000264L + addresses).toBytes();
    }
}
