// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.lab;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.research.schemes.SchemeAttribute;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.Tlv;

/** Encodes the BMP stream of a router that receives routes of schemes (RFC 7854). */
public final class SchemeStream {
    /** Name of the router in its Initiation. */
    public static final String ROUTER = "scheme-lab";

    private static final int BGP_PORT = 179;
    private static final Bytes ROUTER_ADDRESS = Bytes.fromHex("0aff0001"); // 10.255.0.1
    private static final int FIRST_PEER = 0x0aff0100; // 10.255.1.0

    private final int typeCode;
    private final Instant now;
    private final Map<Long, LabPeer> peers = new LinkedHashMap<>();

    /**
     * Prepares a stream.
     *
     * @param typeCode type code of the path attribute
     * @param now timestamp of all messages
     */
    public SchemeStream(int typeCode, Instant now) {
        this.typeCode = typeCode;
        this.now = now;
    }

    /** Returns the messages: Initiation, a Peer Up for each neighbor, the routes, and the ends of the tables. */
    public Bytes encode(List<SchemeRoute> routes) {
        List<BmpMessage> updates = new ArrayList<>();
        for (SchemeRoute route : routes) {
            updates.add(message(peer(route.route().path().hops().getLast().asn()), update(route)));
        }
        List<BmpMessage> all = new ArrayList<>();
        all.add(new Initiation(List.of(
                new Tlv(Initiation.TLV_SYS_DESCR, text("Pathproof lab router with experimental schemes")),
                new Tlv(Initiation.TLV_SYS_NAME, text(ROUTER)))));
        peers.values().forEach(peer -> all.add(peerUp(peer)));
        all.addAll(updates);
        peers.values().forEach(peer -> all.add(message(peer, LabUpdates.endOfRib(AfiSafi.IPV4_UNICAST))));
        ByteWriter out = new ByteWriter();
        all.forEach(message -> out.bytes(BmpCodec.encode(message)));
        return out.toBytes();
    }

    private LabPeer peer(long asn) {
        return peers.computeIfAbsent(
                asn,
                _ -> LabPeer.plain(
                        asn, new ByteWriter().u32(FIRST_PEER + peers.size() + 1).toBytes()));
    }

    /** Returns the UPDATE of a route: AS_PATH as usual, and the path of the scheme beside it. */
    Update update(SchemeRoute route) {
        Update plain = LabUpdates.plain(
                Nlri.of(route.prefix()), route.route().path().asns().reversed());
        List<PathAttribute> attributes = new ArrayList<>(plain.attributes());
        attributes.add(new UnknownAttribute(
                PathAttribute.FLAG_OPTIONAL | PathAttribute.FLAG_TRANSITIVE,
                typeCode,
                new SchemeAttribute(route.id(), route.route().path()).encode()));
        return new Update(plain.withdrawn(), attributes, plain.nlri(), List.of());
    }

    /**
     * Returns the paths in a stream of {@link #encode}, in order.
     *
     * @throws IllegalArgumentException if the stream cannot be decoded
     */
    public static List<SchemeAttribute> paths(Bytes stream, int typeCode) {
        List<SchemeAttribute> found = new ArrayList<>();
        for (int at = 0; at < stream.length(); at += (int) stream.u32(at + 1)) {
            Bytes message = stream.slice(at, at + (int) stream.u32(at + 1));
            if (BmpCodec.decode(message).orThrow() instanceof RouteMonitoring monitoring
                    && BgpCodec.decode(monitoring.bgpMessage(), BgpSessionOptions.DEFAULT)
                                    .orThrow()
                            instanceof Update update) {
                update.attributes().stream()
                        .filter(attribute -> attribute.typeCode() == typeCode)
                        .map(attribute -> SchemeAttribute.decode(((UnknownAttribute) attribute).value())
                                .orThrow())
                        .forEach(found::add);
            }
        }
        return found;
    }

    private RouteMonitoring message(LabPeer peer, Update update) {
        int identifier = (int) ROUTER_ADDRESS.u32(0);
        return new RouteMonitoring(
                peer.header(now.getEpochSecond(), 0),
                BgpCodec.encode(update, peer.options(SchemeLab.ROUTER_AS, identifier)));
    }

    private PeerUp peerUp(LabPeer peer) {
        int identifier = (int) ROUTER_ADDRESS.u32(0);
        return new PeerUp(
                peer.header(now.getEpochSecond(), 0),
                ROUTER_ADDRESS,
                BGP_PORT,
                BGP_PORT,
                BgpCodec.encode(peer.sentByRouter(SchemeLab.ROUTER_AS, identifier), BgpSessionOptions.DEFAULT),
                BgpCodec.encode(peer.sentByPeer(), BgpSessionOptions.DEFAULT),
                List.of());
    }

    private static Bytes text(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
