// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.Tlv;

/** Messages of a router whose peers negotiate IPv4 and IPv6 unicast. */
final class BmpMessages {
    private static final long LOCAL_AS = 64_500;
    private static final int WELL_KNOWN = 0x40;
    private static final int BGP_PORT = 179;
    private static final int HOLD_TIME = 180;
    private static final int BGP_VERSION = 4;
    private static final int AS_TRANS = 23_456;
    private static final int REASON_NO_NOTIFICATION = 4;

    private BmpMessages() {}

    static Bytes initiation(String name) {
        return BmpCodec.encode(new Initiation(
                List.of(new Tlv(Initiation.TLV_SYS_NAME, Bytes.wrap(name.getBytes(StandardCharsets.UTF_8))))));
    }

    /** Returns the header of a peer by its IPv4 address. */
    static PerPeerHeader header(int address, long asn) {
        Bytes bytes = Bytes.fromHex("%08x".formatted(address));
        return new PerPeerHeader(0, 0, 0, bytes, asn, address, 1, 0);
    }

    static Bytes peerUp(PerPeerHeader header) {
        return BmpCodec.encode(new PeerUp(
                header, Bytes.fromHex("c0000201"), BGP_PORT, BGP_PORT, open(LOCAL_AS), open(header.asn()), List.of()));
    }

    static Bytes peerDown(PerPeerHeader header) {
        return BmpCodec.encode(new PeerDown(header, REASON_NO_NOTIFICATION, Bytes.EMPTY));
    }

    private static Bytes open(long asn) {
        return BgpCodec.encode(
                new Open(
                        BGP_VERSION,
                        asn > 0xffff ? AS_TRANS : (int) asn,
                        HOLD_TIME,
                        1,
                        List.of(
                                new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                                new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST),
                                new Capability.FourOctetAs(asn))),
                BgpSessionOptions.DEFAULT);
    }

    /** Returns an announcement of one prefix with the path {@code header.asn() origin}. */
    static Bytes announce(PerPeerHeader header, Prefix prefix, long origin) {
        return monitoring(
                header,
                new Update(
                        List.of(),
                        List.of(
                                new Origin(WELL_KNOWN, 0),
                                new AsPath(
                                        WELL_KNOWN,
                                        List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(header.asn(), origin)))),
                                new NextHop(WELL_KNOWN, header.address())),
                        List.of(Nlri.of(prefix)),
                        List.of()));
    }

    /** Returns the End-of-RIB of IPv4 unicast (RFC 4724 section 2). */
    static Bytes endOfRib(PerPeerHeader header) {
        return monitoring(header, new Update(List.of(), List.of(), List.of(), List.of()));
    }

    private static Bytes monitoring(PerPeerHeader header, Update update) {
        return BmpCodec.encode(new RouteMonitoring(header, BgpCodec.encode(update, BgpSessionOptions.DEFAULT)));
    }
}
