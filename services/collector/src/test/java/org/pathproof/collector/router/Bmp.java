// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.Tlv;

/** Builds messages of a router with one peer, 192.0.2.9. */
public final class Bmp {
    public static final Bytes PEER = Bytes.fromHex("c0000209");
    private static final Bytes NEXT_HOP = PEER;
    private static final Bytes NEXT_HOP_IPV6 = Bytes.fromHex("20010db8000000000000000000000009");
    static final int POST = PerPeerHeader.FLAG_POST_POLICY;
    static final int OUT = PerPeerHeader.FLAG_ADJ_RIB_OUT;

    private final long localAs;
    private final long peerAs;
    private BgpSessionOptions options = BgpSessionOptions.DEFAULT;

    public Bmp(long localAs, long peerAs) {
        this.localAs = localAs;
        this.peerAs = peerAs;
    }

    /** Returns a builder of messages with NLRI encoded for ADD-PATH in IPv4. */
    Bmp addPath() {
        Bmp with = new Bmp(localAs, peerAs);
        with.options = new BgpSessionOptions(true, Set.of(AfiSafi.IPV4_UNICAST), true);
        return with;
    }

    /** Returns a builder of messages with AS numbers of two bytes. */
    Bmp twoOctetAs() {
        Bmp with = new Bmp(localAs, peerAs);
        with.options = new BgpSessionOptions(false, Set.of(), true);
        return with;
    }

    Bytes bgp(BgpMessage message) {
        return BgpCodec.encode(message, options);
    }

    public static Bytes initiation(String name) {
        return BmpCodec.encode(new Initiation(List.of(new Tlv(Initiation.TLV_SYS_NAME, text(name)))));
    }

    PerPeerHeader header(int flags) {
        return new PerPeerHeader(0, flags, 0, PEER, peerAs, 0x0a000009, 1, 0);
    }

    PerPeerHeader locRib() {
        return new PerPeerHeader(3, 0, 0, Bytes.wrap(new byte[4]), localAs, 0x0a000001, 1, 0);
    }

    /** Returns a Peer Up in which both speakers offer IPv4, IPv6, 4-octet AS numbers, and BGPsec both ways. */
    public Bytes peerUp() {
        return peerUp(bgpsec());
    }

    Bytes peerUp(List<Capability> more) {
        return peerUp(header(0), open(localAs, more), open(peerAs, more));
    }

    Bytes peerUp(PerPeerHeader header, Open sent, Open received) {
        return BmpCodec.encode(new PeerUp(header, PEER, 179, 50000, bgp(sent), bgp(received), List.of()));
    }

    static List<Capability> bgpsec() {
        List<Capability> all = new ArrayList<>();
        for (int afi : new int[] {1, 2}) {
            all.add(new Capability.Bgpsec(0, Capability.Bgpsec.Direction.RECEIVE, afi));
            all.add(new Capability.Bgpsec(0, Capability.Bgpsec.Direction.SEND, afi));
        }
        return all;
    }

    static Open open(long asn, List<Capability> more) {
        List<Capability> all = new ArrayList<>(List.of(
                new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST),
                new Capability.FourOctetAs(asn)));
        all.addAll(more);
        return new Open(4, asn > 65535 ? 23456 : (int) asn, 180, 1, all);
    }

    public Bytes peerDown(int reason) {
        return BmpCodec.encode(new PeerDown(header(0), reason, Bytes.EMPTY));
    }

    Bytes monitor(int flags, Update update) {
        return monitor(header(flags), update);
    }

    Bytes monitor(PerPeerHeader header, Update update) {
        return BmpCodec.encode(new RouteMonitoring(header, BgpCodec.encode(update, options)));
    }

    Bytes mirror(Update update) {
        return mirror(BgpCodec.encode(update, options));
    }

    Bytes mirror(Bytes bgp) {
        return mirror(header(0), new Tlv(RouteMirroring.TLV_BGP_MESSAGE, bgp));
    }

    static Bytes mirror(PerPeerHeader header, Tlv... tlvs) {
        return BmpCodec.encode(new RouteMirroring(header, List.of(tlvs)));
    }

    /** Returns the TLV of an information code, such as {@link RouteMirroring#INFORMATION_MESSAGES_LOST}. */
    static Tlv information(int code) {
        return new Tlv(RouteMirroring.TLV_INFORMATION, Bytes.wrap(new byte[] {(byte) (code >>> 8), (byte) code}));
    }

    /** Returns announcements of the peer in plain BGP, in the NLRI field. */
    public Bytes announce(String... prefixes) {
        return monitor(0, plain(prefixes));
    }

    /** Returns a BGPsec announcement of the peer. */
    public Bytes announceSigned(String... prefixes) {
        return monitor(0, signed(prefixes));
    }

    /** Returns the announcements of {@link #announce} in the post-policy view. */
    public Bytes announcePostPolicy(String... prefixes) {
        return monitor(POST, plain(prefixes));
    }

    Update plain(String... prefixes) {
        return plain(nlri(prefixes));
    }

    Bytes announce(List<Nlri> prefixes) {
        return monitor(0, plain(prefixes));
    }

    Update plain(List<Nlri> prefixes) {
        return new Update(
                List.of(),
                List.of(
                        new Origin(0x40, 0),
                        new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(peerAs, 64501L)))),
                        new NextHop(0x40, NEXT_HOP)),
                prefixes,
                List.of());
    }

    /** Returns an announcement of IPv6 prefixes in plain BGP, in MP_REACH_NLRI. */
    Update plainIpv6(String... prefixes) {
        return new Update(
                List.of(),
                List.of(
                        new Origin(0x40, 0),
                        new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(peerAs, 64501L)))),
                        new MpReach(0x90, AfiSafi.IPV6_UNICAST, NEXT_HOP_IPV6, nlri(prefixes), Bytes.EMPTY)),
                List.of(),
                List.of());
    }

    /** Returns a BGPsec UPDATE of the peer, with a path of two hops and zero bytes in place of signatures. */
    Update signed(String... prefixes) {
        SecurePath path = new SecurePath(
                List.of(new SecurePath.Segment(1, 0, peerAs), new SecurePath.Segment(2, 0, 64501)),
                List.of(new SecurePath.SignatureBlock(1, List.of(signature(), signature()))));
        List<PathAttribute> attributes = List.of(
                new Origin(0x40, 0),
                new MpReach(0x90, AfiSafi.IPV4_UNICAST, NEXT_HOP, nlri(prefixes), Bytes.EMPTY),
                new BgpsecPath(0x90, BgpsecPathCodec.encode(path)));
        return new Update(List.of(), attributes, List.of(), List.of());
    }

    private static SecurePath.SignatureSegment signature() {
        return new SecurePath.SignatureSegment(Bytes.wrap(new byte[20]), Bytes.wrap(new byte[70]));
    }

    public Bytes withdraw(String... prefixes) {
        return monitor(0, withdrawal(prefixes));
    }

    Bytes withdraw(List<Nlri> prefixes) {
        return monitor(0, new Update(prefixes, List.of(), List.of(), List.of()));
    }

    static Update withdrawal(String... prefixes) {
        return new Update(nlri(prefixes), List.of(), List.of(), List.of());
    }

    static Update endOfRib(AfiSafi family) {
        return family.equals(AfiSafi.IPV4_UNICAST)
                ? new Update(List.of(), List.of(), List.of(), List.of())
                : new Update(
                        List.of(), List.of(new MpUnreach(0x90, family, List.of(), Bytes.EMPTY)), List.of(), List.of());
    }

    static List<Nlri> nlri(String... prefixes) {
        return Arrays.stream(prefixes).map(p -> Nlri.of(Prefix.parse(p))).toList();
    }

    static Bytes bgp(Open open) {
        return BgpCodec.encode(open, BgpSessionOptions.DEFAULT);
    }

    private static Bytes text(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
