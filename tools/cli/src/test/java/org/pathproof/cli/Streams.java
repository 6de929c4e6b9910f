// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;
import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
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
import org.pathproof.wire.bmp.Termination;
import org.pathproof.wire.bmp.Tlv;

/** Sample streams: a BGP session that negotiates ADD-PATH, and the BMP session that reports it. */
public final class Streams {
    private static final BgpSessionOptions ADD_PATH = new BgpSessionOptions(true, Set.of(AfiSafi.IPV4_UNICAST), true);
    private static final int SYN = 2;
    private static final int ACK = 16;
    private static final Bytes ROUTER = Bytes.fromHex("c0000201");
    private static final Bytes NEIGHBOR = Bytes.fromHex("c0000202");

    public static final Bytes OPEN = open(65001, 2);
    public static final Bytes KEEPALIVE = BgpCodec.encode(new KeepAlive(), BgpSessionOptions.DEFAULT);
    public static final Bytes INITIATION =
            BmpCodec.encode(new Initiation(List.of(new Tlv(Initiation.TLV_SYS_NAME, Bytes.fromHex("7231")))));
    public static final Bytes PEER_UP =
            BmpCodec.encode(new PeerUp(peer(0), ROUTER, 179, 40000, open(65000, 1), OPEN, List.of()));
    public static final Bytes UPDATE = BmpCodec.encode(new RouteMonitoring(peer(1), update()));
    public static final Bytes BMP = INITIATION
            .concat(PEER_UP)
            .concat(UPDATE)
            .concat(BmpCodec.encode(new PeerDown(peer(2), 4, Bytes.EMPTY)))
            .concat(BmpCodec.encode(new Termination(List.of(new Tlv(1, Bytes.fromHex("0000"))))));

    private Streams() {}

    private static PerPeerHeader peer(int second) {
        return new PerPeerHeader(0, 0, 0, NEIGHBOR, 65001, 1, 1_700_000_000L + second, 0);
    }

    private static Bytes open(int asn, int addPathMode) {
        return BgpCodec.encode(
                new Open(
                        4,
                        asn,
                        180,
                        asn,
                        List.of(
                                new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                                new Capability.FourOctetAs(asn),
                                new Capability.AddPath(
                                        List.of(new Capability.AddPath.Entry(AfiSafi.IPV4_UNICAST, addPathMode))))),
                BgpSessionOptions.DEFAULT);
    }

    private static Bytes update() {
        return BgpCodec.encode(
                new Update(
                        List.of(),
                        List.of(
                                new Origin(0x40, 0),
                                new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(65001L)))),
                                new NextHop(0x40, NEIGHBOR)),
                        List.of(new Nlri(7, Prefix.parse("192.0.2.0/24"))),
                        List.of()),
                ADD_PATH);
    }

    /**
     * Returns a pcap file with both directions of the BGP session, and the BMP session in segments that are out of
     * order.
     */
    public static Bytes capture() {
        ByteWriter out = captureHeader(101);
        int half = BMP.length() / 2;
        writePacket(out, 1000, ROUTER, 179, NEIGHBOR, 40000, 1, open(65000, 1));
        writePacket(out, 1001, NEIGHBOR, 40000, ROUTER, 179, 1, OPEN);
        writePacket(out, 1002, ROUTER, 50000, NEIGHBOR, 11019, 1, BMP.slice(0, 10));
        writePacket(out, 1003, ROUTER, 50000, NEIGHBOR, 11019, 1 + half, BMP.from(half));
        writePacket(out, 1004, ROUTER, 50000, NEIGHBOR, 11019, 11, BMP.slice(10, half));
        writePacket(out, 1005, NEIGHBOR, 40000, ROUTER, 179, 1 + OPEN.length(), update());
        return out.toBytes();
    }

    /**
     * Returns a pcap file of the BMP session as some traffic generators write it: the SYN carries data and takes no
     * sequence number.
     */
    public static Bytes captureWithUncountedSyn() {
        ByteWriter out = captureHeader(101);
        writePacket(out, 1000, ROUTER, 20, NEIGHBOR, 1790, 1, SYN, BMP.slice(0, 10));
        writePacket(out, 1001, ROUTER, 20, NEIGHBOR, 1790, 11, ACK, BMP.slice(10, 100));
        writePacket(out, 1002, ROUTER, 20, NEIGHBOR, 1790, 101, ACK, BMP.from(100));
        return out.toBytes();
    }

    /** Returns a pcap file with one TCP segment of HTTP, after a BMP stream unless {@code bmp} is empty. */
    public static Bytes captureOfUnknown(Bytes bmp) {
        ByteWriter out = captureHeader(101);
        if (!bmp.isEmpty()) {
            writePacket(out, 1000, ROUTER, 50000, NEIGHBOR, 11019, 1, ACK, bmp);
        }
        writePacket(out, 1001, ROUTER, 50001, NEIGHBOR, 80, 1, ACK, Bytes.wrap("GET / HTTP/1.1".getBytes(US_ASCII)));
        return out.toBytes();
    }

    /** Returns the header of a pcap file. */
    public static ByteWriter captureHeader(int linkType) {
        return new ByteWriter()
                .u32(0xa1b2c3d4L)
                .u16(2)
                .u16(4)
                .u32(0)
                .u32(0)
                .u32(65535)
                .u32(linkType);
    }

    private static void writePacket(
            ByteWriter out, int second, Bytes from, int fromPort, Bytes to, int toPort, int sequence, Bytes payload) {
        writePacket(out, second, from, fromPort, to, toPort, sequence, ACK, payload);
    }

    private static void writePacket(
            ByteWriter out,
            int second,
            Bytes from,
            int fromPort,
            Bytes to,
            int toPort,
            int sequence,
            int flags,
            Bytes payload) {
        int length = 40 + payload.length();
        out.u32(second).u32(0).u32(length).u32(length);
        out.u16(0x4500).u16(length).u32(0).u8(64).u8(6).u16(0).bytes(from).bytes(to);
        out.u16(fromPort)
                .u16(toPort)
                .u32(sequence)
                .u32(0)
                .u8(5 << 4)
                .u8(flags)
                .u16(65535)
                .u32(0);
        out.bytes(payload);
    }
}
