// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.load;

import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * Routers, their neighbors, the announcements for each prefix, and the RPKI, all derived from the number of
 * prefixes.
 */
public final class World implements AutoCloseable {
    public static final long LOCAL_AS = 64500;
    /** First number of updates that are not in the {@link Ledger}. */
    public static final int FIRST_NUMBER_OF_NETWORKS = 1 << 28;

    /** AS of a neighbor that signs, without ADD-PATH. */
    public static final long SIGNER = 65001;

    /** AS of another such neighbor. */
    public static final long OTHER_SIGNER = 65003;

    /** AS of a neighbor without BGPsec. */
    public static final long PLAIN_NEIGHBOR = 65009;

    private static final int ROUTERS = 3;
    private static final long WITH_ADD_PATH = 65002;
    private static final long[] SIGNERS = {SIGNER, WITH_ADD_PATH, OTHER_SIGNER};
    private static final long PATH_ID = 7;
    /** Transit AS whose key is withdrawn and published again. */
    private static final long DETOUR = 64610;
    /** Transit AS without a key in the RPKI. */
    private static final long ROGUE = 64666;
    /** AS on no signed path: origin in wrong VRPs, target AS of misdirected updates, and transit AS of plain paths. */
    private static final long UNRELATED_AS = 64667;

    private static final int TRANSITS = 8;
    private static final int ORIGINS = 40;
    private static final int SIGNED_TOGETHER = 64;
    private static final int RTR_SESSION = 816;

    private final LabKeys keys = new LabKeys("chaos");
    private final List<Prefix> prefixes = new ArrayList<>();
    private final List<SimulatedRouter> routers = new ArrayList<>();
    private final List<Neighbor> neighbors = new ArrayList<>();
    private final Map<Long, List<Map<Kind, Update>>> choices = new LinkedHashMap<>();
    private final MemoryRpkiSource rpki = new MemoryRpkiSource(RTR_SESSION);
    private volatile boolean keysLoaded;

    /** A neighbor at a router. */
    public record Neighbor(SimulatedRouter router, LabPeer peer) {
        /** Returns the name that readers give to a route of this neighbor. */
        public RouteName name(Nlri nlri) {
            Bytes a = peer.address();
            String ip = a.u8(0) + "." + a.u8(1) + "." + a.u8(2) + "." + a.u8(3);
            return new RouteName(router.name(), ip, nlri.prefix(), nlri.pathId());
        }
    }

    /** Creates a world in which every neighbor of every router can announce {@code prefixCount} prefixes. */
    public World(int prefixCount) {
        for (int i = 0; i < prefixCount; i++) {
            prefixes.add(
                    i % 4 == 3
                            ? Prefix.ipv6(0x20010db800000000L | (long) i << 16, 0, 48)
                            : Prefix.ipv4(0x0a000000 | i << 8, 24));
        }
        for (int r = 1; r <= ROUTERS; r++) {
            SimulatedRouter router = new SimulatedRouter(
                    "chaos-" + r,
                    Bytes.wrap(new byte[] {(byte) 192, 0, 2, (byte) r}),
                    LOCAL_AS,
                    SimulatedRouter.Reporting.MONITORING,
                    Clock.systemUTC());
            routers.add(router);
            int number = 0;
            for (long asn : SIGNERS) {
                LabPeer peer = LabPeer.signing(asn, address(r, ++number));
                add(router, asn == WITH_ADD_PATH ? peer.withAddPath() : peer);
            }
            add(router, LabPeer.plain(PLAIN_NEIGHBOR, address(r, ++number)));
        }
        for (long asn : SIGNERS) {
            choices.put(asn, signed(asn));
        }
        choices.put(
                PLAIN_NEIGHBOR,
                IntStream.range(0, prefixCount)
                        .mapToObj(i -> Map.of(Kind.PLAIN, plain(i, PLAIN_NEIGHBOR)))
                        .toList());
    }

    private static Bytes address(int router, int number) {
        return Bytes.wrap(new byte[] {(byte) 192, 0, 2, (byte) (100 + 10 * router + number)});
    }

    private void add(SimulatedRouter router, LabPeer peer) {
        router.add(peer);
        neighbors.add(new Neighbor(router, peer));
    }

    public List<SimulatedRouter> routers() {
        return List.copyOf(routers);
    }

    /** Returns true if a router has this name. */
    public boolean hasRouter(String name) {
        return routers.stream().anyMatch(router -> router.name().equals(name));
    }

    public List<Neighbor> neighbors() {
        return List.copyOf(neighbors);
    }

    /** Returns the NLRI of a prefix for a neighbor. One neighbor of each router uses path identifiers (RFC 7911). */
    public Nlri nlri(LabPeer peer, int prefix) {
        return nlri(peer.asn(), prefix);
    }

    private Nlri nlri(long neighbor, int prefix) {
        return new Nlri(neighbor == WITH_ADD_PATH ? PATH_ID : 0, prefixes.get(prefix));
    }

    /** Returns a prefix that all neighbors can announce. */
    public Prefix prefix(int number) {
        return prefixes.get(number);
    }

    public int prefixCount() {
        return prefixes.size();
    }

    /** Returns the announcements that a neighbor can make for a prefix. */
    public Map<Kind, Update> choices(LabPeer peer, int prefix) {
        return choices(peer.asn(), prefix);
    }

    /** Returns the announcements that neighbors with an AS can make for a prefix. */
    public Map<Kind, Update> choices(long neighbor, int prefix) {
        return Objects.requireNonNull(choices.get(neighbor)).get(prefix);
    }

    /** Returns the AS path of an announcement, nearest AS first; empty if it has none that can be read. */
    public static List<Long> asPath(Update update) {
        BgpsecPath attribute = update.find(BgpsecPath.class).orElse(null);
        if (attribute != null) {
            return BgpsecPathCodec.decode(attribute.value()) instanceof Decoded.Ok<SecurePath>(SecurePath path)
                    ? path.segments().stream().map(segment -> segment.asn()).toList()
                    : List.of();
        }
        return update.asPath(BgpSessionOptions.DEFAULT).map(AsPath::asns).orElse(List.of());
    }

    /** Returns the data of the RTR cache, empty before {@link #loadKeys}. */
    public MemoryRpkiSource rpki() {
        return rpki;
    }

    /** Returns true if the RPKI had keys at any time. */
    public boolean keysLoaded() {
        return keysLoaded;
    }

    /** Publishes the keys of all signers except {@link #ROGUE}, and the VRPs that {@link #detour} does not change. */
    public void loadKeys() {
        keysLoaded = true;
        Set<RpkiObject> objects = new HashSet<>();
        LongStream.concat(LongStream.of(SIGNERS), LongStream.of(DETOUR))
                .forEach(asn -> objects.add(keys.of(asn).routerKey()));
        for (int i = 0; i < TRANSITS; i++) {
            objects.add(keys.of(transit(i)).routerKey());
        }
        for (int i = 0; i < ORIGINS; i++) {
            objects.add(keys.of(origin(i)).routerKey());
        }
        for (int i = 0; i < prefixes.size(); i++) {
            Prefix prefix = prefixes.get(i);
            switch (i % 10) {
                case 0, 1, 2, 3, 4, 5, 6 -> objects.add(new Vrp(prefix, prefix.length(), origin(i)));
                case 7 -> objects.add(new Vrp(prefix, prefix.length(), UNRELATED_AS));
                default -> {
                    // The prefix has no VRP, or one that detour() publishes and withdraws.
                }
            }
        }
        rpki.replace(objects);
    }

    /** Publishes or withdraws the key of the detour and some VRPs. */
    public RpkiSet detour(boolean published) {
        List<RpkiObject> objects = new ArrayList<>();
        objects.add(keys.of(DETOUR).routerKey());
        for (int i = 9; i < prefixes.size(); i += 10) {
            objects.add(new Vrp(prefixes.get(i), prefixes.get(i).length(), i % 20 == 9 ? origin(i) : UNRELATED_AS));
        }
        return rpki.apply(published ? objects : List.of(), published ? List.of() : objects);
    }

    private List<Map<Kind, Update>> signed(long neighbor) {
        int chunks = (prefixes.size() + SIGNED_TOGETHER - 1) / SIGNED_TOGETHER;
        return IntStream.range(0, chunks)
                .parallel()
                .mapToObj(c ->
                        signed(neighbor, c * SIGNED_TOGETHER, Math.min(prefixes.size(), (c + 1) * SIGNED_TOGETHER)))
                .flatMap(List::stream)
                .toList();
    }

    private List<Map<Kind, Update>> signed(long neighbor, int from, int to) {
        List<PathSigner.Unsigned> unsigned = new ArrayList<>();
        for (int i = from; i < to; i++) {
            unsigned.add(unsigned(i, transit(i), neighbor, LOCAL_AS));
            unsigned.add(unsigned(i, DETOUR, neighbor, LOCAL_AS));
            unsigned.add(unsigned(i, transit(i), neighbor, UNRELATED_AS));
            unsigned.add(unsigned(i, ROGUE, neighbor, LOCAL_AS));
        }
        List<SecurePath> paths = new PathSigner().signAll(unsigned);
        List<Map<Kind, Update>> made = new ArrayList<>();
        for (int i = from; i < to; i++) {
            int at = 4 * (i - from);
            Nlri nlri = nlri(neighbor, i);
            Map<Kind, Update> updates = new EnumMap<>(Kind.class);
            updates.put(Kind.GOOD, LabUpdates.signed(nlri, paths.get(at)));
            updates.put(Kind.DETOUR, LabUpdates.signed(nlri, paths.get(at + 1)));
            updates.put(Kind.MISDIRECTED, LabUpdates.signed(nlri, paths.get(at + 2)));
            updates.put(Kind.ROGUE, LabUpdates.signed(nlri, paths.get(at + 3)));
            updates.put(Kind.FORGED, LabUpdates.signed(nlri, forged(paths.get(at))));
            Bytes whole = BgpsecPathCodec.encode(paths.get(at));
            updates.put(Kind.TRUNCATED, LabUpdates.signed(nlri, whole.slice(0, whole.length() - 9)));
            updates.put(Kind.PLAIN, plain(i, neighbor));
            made.add(updates);
        }
        return made;
    }

    private PathSigner.Unsigned unsigned(int prefix, long transit, long neighbor, long target) {
        return new PathSigner.Unsigned(
                prefixes.get(prefix),
                PathSigner.Signer.of(List.of(Hop.of(origin(prefix)), Hop.of(transit), Hop.of(neighbor)), keys),
                target);
    }

    /** Returns an announcement without signatures. Its path is as long as signed paths, or one AS shorter or longer. */
    private Update plain(int i, long neighbor) {
        List<Long> path = switch (i % 3) {
            case 0 -> List.of(neighbor, transit(i), origin(i));
            case 1 -> List.of(neighbor, origin(i));
            default -> List.of(neighbor, transit(i), UNRELATED_AS, origin(i));
        };
        return LabUpdates.plain(nlri(neighbor, i), path);
    }

    /** Returns the path with a flipped bit in the origin's signature. */
    private static SecurePath forged(SecurePath path) {
        SecurePath.SignatureBlock block = path.blocks().getFirst();
        List<SecurePath.SignatureSegment> segments = new ArrayList<>(block.segments());
        SecurePath.SignatureSegment origin = segments.removeLast();
        byte[] bytes = origin.signature().toArray();
        bytes[10] ^= 1;
        segments.add(new SecurePath.SignatureSegment(origin.ski(), Bytes.wrap(bytes)));
        return new SecurePath(path.segments(), List.of(new SecurePath.SignatureBlock(block.suite(), segments)));
    }

    private static long transit(int i) {
        return 64600L + i % TRANSITS;
    }

    private static long origin(int i) {
        return 64700L + i % ORIGINS;
    }

    @Override
    public void close() {
        routers.forEach(SimulatedRouter::close);
        rpki.close();
    }
}
