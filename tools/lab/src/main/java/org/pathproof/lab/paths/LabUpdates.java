// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.paths;

import static org.pathproof.wire.bgp.PathAttribute.FLAG_EXTENDED_LENGTH;
import static org.pathproof.wire.bgp.PathAttribute.FLAG_OPTIONAL;
import static org.pathproof.wire.bgp.PathAttribute.FLAG_TRANSITIVE;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;

/**
 * Creates UPDATE messages of BGPsec speakers (RFC 8205 section 4.1) and of other BGP speakers (RFC 4271 section 4.3).
 */
public final class LabUpdates {
    private static final Bytes NEXT_HOP_IPV4 = Bytes.fromHex("c0000263"); // 192.0.2.99
    private static final Bytes NEXT_HOP_IPV6 = Bytes.fromHex("20010db8000000000000000000000063");

    private LabUpdates() {}

    /** Returns a BGPsec update: the prefix in MP_REACH_NLRI, also for IPv4, and no AS_PATH. */
    public static Update signed(Nlri nlri, SecurePath path) {
        return signed(nlri, BgpsecPathCodec.encode(path));
    }

    /** Returns a BGPsec update with these bytes as the value of its BGPsec_PATH. */
    public static Update signed(Nlri nlri, Bytes pathValue) {
        return update(origin(), reach(List.of(nlri)), bgpsecPath(pathValue));
    }

    /** Returns an update with an AS_PATH. An IPv4 prefix is in the NLRI field, an IPv6 prefix in MP_REACH_NLRI. */
    public static Update plain(Nlri nlri, List<Long> asPath) {
        if (nlri.prefix().isIpv4()) {
            return new Update(List.of(), List.of(origin(), asPath(asPath), nextHop()), List.of(nlri), List.of());
        }
        return update(origin(), asPath(asPath), reach(List.of(nlri)));
    }

    /**
     * Returns an update with BGPsec_PATH beside an AS_PATH, as a router without BGPsec can carry it. An IPv4 prefix is
     * in the NLRI field, an IPv6 prefix in MP_REACH_NLRI.
     *
     * @param asPath AS_PATH, nearest AS first; it may differ from the path of BGPsec_PATH
     */
    public static Update dualPath(Nlri nlri, SecurePath path, List<Long> asPath) {
        Update plain = plain(nlri, asPath);
        List<PathAttribute> attributes = new ArrayList<>(plain.attributes());
        attributes.add(bgpsecPath(BgpsecPathCodec.encode(path)));
        return new Update(List.of(), List.copyOf(attributes), plain.nlri(), List.of());
    }

    /** Returns the withdrawal of an announcement, with the prefixes in the corresponding fields. */
    public static Update withdrawal(Update announcement) {
        List<PathAttribute> unreach = announcement
                .find(MpReach.class)
                .map(r -> List.<PathAttribute>of(new MpUnreach(FLAG_OPTIONAL, r.family(), r.nlri(), Bytes.EMPTY)))
                .orElse(List.of());
        return new Update(announcement.nlri(), unreach, List.of(), List.of());
    }

    /** Returns the End-of-RIB marker of an address family (RFC 4724 section 2). */
    public static Update endOfRib(AfiSafi family) {
        return family.equals(AfiSafi.IPV4_UNICAST)
                ? update()
                : update(new MpUnreach(FLAG_OPTIONAL, family, List.of(), Bytes.EMPTY));
    }

    /** Returns the first prefix that an update announces, or an empty result if it announces none. */
    public static Optional<Nlri> announced(Update update) {
        return update.find(MpReach.class)
                .flatMap(r -> r.nlri().stream().findFirst())
                .or(() -> update.nlri().stream().findFirst());
    }

    /** Returns the number of prefixes that an update announces. */
    public static int prefixes(Update update) {
        return update.nlri().size()
                + update.find(MpReach.class).map(r -> r.nlri().size()).orElse(0);
    }

    /** Returns an update without the fields of RFC 4271 for prefixes. */
    public static Update update(PathAttribute... attributes) {
        return new Update(List.of(), List.of(attributes), List.of(), List.of());
    }

    /** Returns ORIGIN with the value IGP. */
    public static Origin origin() {
        return new Origin(FLAG_TRANSITIVE, 0);
    }

    /** Returns an AS_PATH of one AS_SEQUENCE, nearest AS first. */
    public static AsPath asPath(List<Long> asns) {
        return new AsPath(FLAG_TRANSITIVE, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, asns)));
    }

    /** Returns NEXT_HOP with the address of every neighbor in the lab. */
    public static NextHop nextHop() {
        return new NextHop(FLAG_TRANSITIVE, NEXT_HOP_IPV4);
    }

    /** Returns MP_REACH_NLRI with prefixes of one address family. */
    public static MpReach reach(List<Nlri> nlri) {
        int afi = nlri.getFirst().prefix().afi();
        Bytes nextHop = afi == AfiSafi.AFI_IPV4 ? NEXT_HOP_IPV4 : NEXT_HOP_IPV6;
        return new MpReach(FLAG_OPTIONAL, new AfiSafi(afi, AfiSafi.SAFI_UNICAST), nextHop, nlri, Bytes.EMPTY);
    }

    /** Returns BGPsec_PATH with these bytes as its value. */
    public static BgpsecPath bgpsecPath(Bytes value) {
        return new BgpsecPath(FLAG_OPTIONAL | FLAG_EXTENDED_LENGTH, value);
    }
}
