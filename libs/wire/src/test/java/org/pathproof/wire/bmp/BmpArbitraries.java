// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import static org.pathproof.wire.ByteArbitraries.bytes;
import static org.pathproof.wire.ByteArbitraries.u16;
import static org.pathproof.wire.ByteArbitraries.u32;
import static org.pathproof.wire.ByteArbitraries.u8;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.StatisticsReport.Stat;

/** Generators of BMP messages of every kind. */
final class BmpArbitraries {
    private BmpArbitraries() {}

    static Arbitrary<BmpMessage> messages() {
        return Arbitraries.oneOf(
                Combinators.combine(peers(), bytes(0, 60)).as((peer, bgp) -> new RouteMonitoring(peer, bgp)),
                Combinators.combine(peers(), stats().list().ofMaxSize(5))
                        .as((peer, stats) -> new StatisticsReport(peer, stats)),
                Combinators.combine(peers(), u8(), bytes(0, 30))
                        .as((peer, reason, data) -> new PeerDown(peer, reason, data)),
                peerUps(),
                tlvs().map(Initiation::new),
                tlvs().map(Termination::new),
                Combinators.combine(peers(), tlvs()).as(RouteMirroring::new),
                Combinators.combine(Arbitraries.integers().between(7, 255), bytes(0, 30))
                        .as((type, body) -> new UnknownBmpMessage(3, type, body)),
                Combinators.combine(Arbitraries.integers().between(7, 255), bytes(0, 60))
                        .as((type, body) -> new UnknownBmpMessage(4, type, body)),
                version4());
    }

    /** Generates messages with TLVs that only version 4 has. */
    private static Arbitrary<BmpMessage> version4() {
        Arbitrary<IndexedTlv> tlv = Combinators.combine(
                        u16().filter(type -> type != 7 && type != 4), u16(), bytes(0, 30))
                .as(IndexedTlv::new);
        return Arbitraries.oneOf(
                Combinators.combine(
                                peers(),
                                opens(),
                                Arbitraries.of(MonitoringTlvs.Numbering.values()),
                                tlv.list().ofMinSize(1).ofMaxSize(5))
                        .as((peer, bgp, numbering, tlvs) ->
                                new RouteMonitoring(peer, bgp, new MonitoringTlvs(numbering, tlvs))),
                Combinators.combine(
                                peers(),
                                stats().list().ofMaxSize(5),
                                Combinators.combine(u16().filter(type -> type > 1), bytes(0, 20))
                                        .as(Tlv::new)
                                        .list()
                                        .ofMaxSize(3))
                        .as(StatisticsReport::new),
                Combinators.combine(peers(), Arbitraries.of(4, 5), tlvs())
                        .as((peer, reason, tlvs) -> new PeerDown(peer, reason, Bytes.EMPTY, tlvs)),
                Combinators.combine(peers(), u16(), tlvs())
                        .as((peer, event, tlvs) -> new PeerDown(
                                peer, 2, new ByteWriter().u16(event).toBytes(), tlvs)),
                Combinators.combine(peers(), Arbitraries.of(1, 3), opens(), tlvs())
                        .as((peer, reason, bgp, tlvs) -> new PeerDown(peer, reason, bgp, tlvs)));
    }

    static Arbitrary<PerPeerHeader> peers() {
        return Combinators.combine(u8().map(n -> n % 6), u8(), Arbitraries.longs(), u32(), u32())
                .flatAs((type, flags, distinguisher, seconds, micros) -> Combinators.combine(
                                addresses(type, flags), u32(), Arbitraries.integers())
                        .as((address, asn, bgpId) ->
                                new PerPeerHeader(type, flags, distinguisher, address, asn, bgpId, seconds, micros)));
    }

    /** Generates addresses of the family that the header selects. A Loc-RIB gets IPv4 addresses. */
    private static Arbitrary<Bytes> addresses(int type, int flags) {
        boolean ipv6 = type != PerPeerHeader.TYPE_LOC_RIB && (flags & PerPeerHeader.FLAG_IPV6) != 0;
        return bytes(ipv6 ? 16 : 4);
    }

    private static Arbitrary<BmpMessage> peerUps() {
        return peers().flatMap(peer -> Combinators.combine(
                        addresses(peer.peerType(), peer.flags()), u16(), u16(), opens(), opens(), tlvs())
                .as((address, local, remote, sent, received, tlvs) ->
                        new PeerUp(peer, address, local, remote, sent, received, tlvs)));
    }

    /** Generates a BGP header with a correct length and an arbitrary body. */
    private static Arbitrary<Bytes> opens() {
        return bytes(0, 60)
                .map(body -> new ByteWriter()
                        .u64(-1)
                        .u64(-1)
                        .u16(19 + body.length())
                        .u8(1)
                        .bytes(body)
                        .toBytes());
    }

    private static Arbitrary<Stat> stats() {
        return Combinators.combine(u16(), bytes(0, 12)).as(Stat::new);
    }

    private static Arbitrary<List<Tlv>> tlvs() {
        return Combinators.combine(u16(), bytes(0, 20)).as(Tlv::new).list().ofMaxSize(5);
    }
}
