// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.workload;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe.Frame;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.Tlv;

/**
 * Writes the routes of a stream as the BMP (RFC 7854) of one router. Signs them on all processors, if the recipe has
 * signatures.
 */
final class StreamWriter {
    private static final int SIGNED_TOGETHER = 512;
    private static final int WRITTEN_TOGETHER = 64 * SIGNED_TOGETHER;
    private static final int BUFFER = 1 << 18;
    private static final int BGP_PORT = 179;
    private static final long FIRST_ADDRESS = 0x0a00_0000L; // 10.0.0.0/8
    private static final long ADDRESSES = 0x00ff_ffffL;

    private final LabKeys keys;
    private final BaselineWriter baseline;
    private final Map<Session, Neighbor> neighbors = new HashMap<>();
    private long signatures;

    private record Session(long asn, boolean signed) {}

    private record Neighbor(LabPeer peer, BgpSessionOptions options) {}

    private record Encoded(Bytes message, long digest) {}

    StreamWriter(LabKeys keys, BaselineWriter baseline) {
        this.keys = keys;
        this.baseline = baseline;
    }

    /** Returns the number of signatures in all streams so far. */
    long signatures() {
        return signatures;
    }

    void write(StreamRecipe recipe, Path bytes, Path index, Path prefixes) throws IOException {
        Files.write(
                prefixes,
                recipe.routes().stream().map(r -> r.prefix().toString()).toList());
        Map<Long, Neighbor> peers = new LinkedHashMap<>();
        for (LabRoute route : recipe.routes()) {
            peers.computeIfAbsent(route.peerAs(), asn -> neighbor(new Session(asn, recipe.signed())));
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(bytes), BUFFER);
                DataOutputStream ends =
                        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(index), BUFFER))) {
            long at = begin(recipe, peers.values(), out);
            List<LabRoute> routes = recipe.routes().subList(0, recipe.updates());
            for (int from = 0; from < routes.size(); from += WRITTEN_TOGETHER) {
                List<LabRoute> some = routes.subList(from, Math.min(routes.size(), from + WRITTEN_TOGETHER));
                for (Encoded encoded : recipe.signed() ? signed(some) : unsigned(some)) {
                    at += put(out, encoded.message());
                    ends.writeLong(at);
                    ends.writeLong(encoded.digest());
                }
            }
            if (recipe.frame().contains(Frame.END_OF_RIB)) {
                end(peers.values(), out);
            }
        }
    }

    private Neighbor neighbor(Session session) {
        return neighbors.computeIfAbsent(session, s -> {
            Bytes address =
                    new ByteWriter().u32(FIRST_ADDRESS | s.asn() & ADDRESSES).toBytes();
            LabPeer peer = s.signed() ? LabPeer.signing(s.asn(), address) : LabPeer.plain(s.asn(), address);
            return new Neighbor(peer, peer.options(LabSettings.LOCAL_AS, 1));
        });
    }

    private static long begin(StreamRecipe recipe, Collection<Neighbor> peers, OutputStream out) throws IOException {
        long written = 0;
        if (recipe.frame().contains(Frame.INITIATION)) {
            Tlv name = new Tlv(
                    Initiation.TLV_SYS_NAME,
                    Bytes.wrap(("router-" + recipe.router()).getBytes(StandardCharsets.US_ASCII)));
            written += put(out, BmpCodec.encode(new Initiation(List.of(name))));
        }
        for (Neighbor neighbor : peers) {
            if (recipe.frame().contains(Frame.PEERS_DOWN)) {
                Bytes cease = BgpCodec.encode(new Notification(6, 2, Bytes.EMPTY), BgpSessionOptions.DEFAULT);
                PeerDown down = new PeerDown(neighbor.peer().header(0, 0), PeerDown.REMOTE_NOTIFICATION, cease);
                written += put(out, BmpCodec.encode(down));
            }
        }
        for (Neighbor neighbor : peers) {
            if (recipe.frame().contains(Frame.PEERS_UP)) {
                written += put(out, BmpCodec.encode(peerUp(recipe.router(), neighbor.peer())));
            }
        }
        return written;
    }

    private static PeerUp peerUp(int router, LabPeer peer) {
        Bytes address = new ByteWriter().u32(0xc000_0200L + router).toBytes(); // 192.0.2.0/24
        return new PeerUp(
                peer.header(0, 0),
                address,
                BGP_PORT,
                BGP_PORT,
                BgpCodec.encode(peer.sentByRouter(LabSettings.LOCAL_AS, router), BgpSessionOptions.DEFAULT),
                BgpCodec.encode(peer.sentByPeer(), BgpSessionOptions.DEFAULT),
                new ArrayList<>());
    }

    private static void end(Collection<Neighbor> peers, OutputStream out) throws IOException {
        for (Neighbor neighbor : peers) {
            for (AfiSafi family : List.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST)) {
                Bytes message = BgpCodec.encode(LabUpdates.endOfRib(family), neighbor.options());
                put(out, BmpCodec.encode(new RouteMonitoring(neighbor.peer().header(0, 0), message)));
            }
        }
    }

    private static int put(OutputStream out, Bytes message) throws IOException {
        out.write(message.toArray());
        return message.length();
    }

    private List<Encoded> unsigned(List<LabRoute> routes) {
        return routes.parallelStream()
                .map(route -> new Encoded(
                        message(route, false, LabUpdates.plain(Nlri.of(route.prefix()), Hop.asPath(route.hops()))), 0))
                .toList();
    }

    private Bytes message(LabRoute route, boolean signed, Update update) {
        Neighbor neighbor = Objects.requireNonNull(neighbors.get(new Session(route.peerAs(), signed)));
        return BmpCodec.encode(
                new RouteMonitoring(neighbor.peer().header(0, 0), BgpCodec.encode(update, neighbor.options())));
    }

    private List<Encoded> signed(List<LabRoute> routes) throws IOException {
        int shares = (routes.size() + SIGNED_TOGETHER - 1) / SIGNED_TOGETHER;
        List<List<SecurePath>> signed = IntStream.range(0, shares)
                .parallel()
                .mapToObj(share -> sign(share(routes, share)))
                .toList();
        for (int share = 0; share < shares; share++) {
            baseline.offer(share(routes, share), signed.get(share));
        }
        signatures += routes.stream().mapToLong(route -> route.hops().size()).sum();
        return IntStream.range(0, shares)
                .parallel()
                .mapToObj(share -> encode(share(routes, share), signed.get(share)))
                .flatMap(List::stream)
                .toList();
    }

    private static List<LabRoute> share(List<LabRoute> routes, int share) {
        int from = share * SIGNED_TOGETHER;
        return routes.subList(from, Math.min(routes.size(), from + SIGNED_TOGETHER));
    }

    private List<SecurePath> sign(List<LabRoute> routes) {
        return new PathSigner()
                .signAll(routes.stream()
                        .map(route -> new PathSigner.Unsigned(
                                route.prefix(), PathSigner.Signer.of(route.hops(), keys), LabSettings.LOCAL_AS))
                        .toList());
    }

    private List<Encoded> encode(List<LabRoute> routes, List<SecurePath> signed) {
        MessageDigest sha256 = sha256();
        List<Encoded> encoded = new ArrayList<>(routes.size());
        for (int i = 0; i < routes.size(); i++) {
            LabRoute route = routes.get(i);
            Bytes path = BgpsecPathCodec.encode(signed.get(i));
            Bytes message = message(route, true, LabUpdates.signed(Nlri.of(route.prefix()), path));
            path.addTo(sha256);
            encoded.add(new Encoded(message, ByteBuffer.wrap(sha256.digest()).getLong()));
        }
        return encoded;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
