// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.Aggregator;
import org.pathproof.wire.bgp.As4Path;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.RouteRefresh;
import org.pathproof.wire.bgp.Update;

/** Encodes the UPDATEs and the refresh markers of one session. */
final class UpdatePacker {
    /** Subtype of the ROUTE-REFRESH at the beginning of a refresh (RFC 7313 section 3.2). */
    static final int BEGIN_OF_REFRESH = 1;

    static final int END_OF_REFRESH = 2;

    private static final int OPTIONAL_TRANSITIVE = PathAttribute.FLAG_OPTIONAL | PathAttribute.FLAG_TRANSITIVE;
    /** Length of an UPDATE without attributes and prefixes (RFC 4271 section 4.3). */
    private static final int EMPTY_UPDATE = BgpFramer.HEADER_LENGTH + 4;
    /** Length of an MP_UNREACH_NLRI without prefixes and with a length field of two bytes (RFC 4760 section 4). */
    private static final int EMPTY_MP_UNREACH = 7;

    private static final int LENGTH_AT = 16;

    private final BgpSessionOptions options;
    private final int maxLength;
    /** Encoding with the highest length limit. This encoding serves to measure a message without prefixes. */
    private final BgpSessionOptions measuring;

    UpdatePacker(BgpSessionOptions options, int maxLength) {
        this.options = options;
        this.maxLength = maxLength;
        this.measuring = new BgpSessionOptions(options.fourOctetAs(), options.addPath(), true);
    }

    /** Returns the number of bytes of a prefix in a message. */
    int length(AfiSafi family, Nlri nlri) {
        return (options.addPath().contains(family) ? 4 : 0) + 1 + (nlri.prefix().length() + 7) / 8;
    }

    /** Returns the number of bytes for prefixes in an UPDATE that withdraws them. */
    int roomToWithdraw(AfiSafi family) {
        return maxLength - EMPTY_UPDATE - (family.equals(AfiSafi.IPV4_UNICAST) ? 0 : EMPTY_MP_UNREACH);
    }

    /**
     * Returns the number of bytes for prefixes in an UPDATE with these attributes; negative if the attributes do not
     * fit.
     */
    int roomToAnnounce(AfiSafi family, AttributeSet attributes) {
        // MP_REACH_NLRI grows by one byte when its length field needs two bytes.
        int growth = attributes.hasMpReach() ? 1 : 0;
        if (options.fourOctetAs()) {
            return maxLength - EMPTY_UPDATE - attributes.length() - growth;
        }
        try {
            return maxLength
                    - BgpCodec.encode(withShortNumbers(family, attributes, List.of()), measuring)
                            .length()
                    - growth;
        } catch (IllegalArgumentException e) { // AS4_PATH makes the attributes too long for any message
            return -1;
        }
    }

    /** Returns an UPDATE that withdraws prefixes. */
    Bytes withdraw(AfiSafi family, List<Nlri> prefixes) {
        Update update = family.equals(AfiSafi.IPV4_UNICAST)
                ? new Update(prefixes, List.of(), List.of(), List.of())
                : new Update(
                        List.of(),
                        List.of(new MpUnreach(PathAttribute.FLAG_OPTIONAL, family, prefixes, Bytes.EMPTY)),
                        List.of(),
                        List.of());
        return BgpCodec.encode(update, options);
    }

    /** Returns an UPDATE that announces prefixes. The prefixes must fit into {@link #roomToAnnounce}. */
    Bytes announce(AfiSafi family, AttributeSet attributes, List<Nlri> prefixes) {
        if (!options.fourOctetAs()) {
            return BgpCodec.encode(withShortNumbers(family, attributes, prefixes), options);
        }
        Bytes encoded = encode(family, prefixes);
        ByteWriter out = new ByteWriter(EMPTY_UPDATE + attributes.length() + 1 + encoded.length())
                .u64(-1)
                .u64(-1)
                .u16(0)
                .u8(BgpMessage.TYPE_UPDATE)
                .u16(0)
                .u16(0);
        if (attributes.hasMpReach()) {
            attributes.writeMpReach(out, family, encoded);
        }
        attributes.writeOthers(out);
        out.setU16(EMPTY_UPDATE - 2, out.length() - EMPTY_UPDATE);
        if (!attributes.hasMpReach()) {
            out.bytes(encoded);
        }
        return out.setU16(LENGTH_AT, out.length()).toBytes();
    }

    private Bytes encode(AfiSafi family, List<Nlri> prefixes) {
        boolean pathIds = options.addPath().contains(family);
        ByteWriter out = new ByteWriter(prefixes.size() * 9);
        for (Nlri nlri : prefixes) {
            if (pathIds) {
                out.u32(nlri.pathId());
            }
            out.u8(nlri.prefix().length()).bytes(nlri.prefix().nlriBytes());
        }
        return out.toBytes();
    }

    /** Returns the End-of-RIB marker of a family (RFC 4724 section 2). */
    Bytes endOfRib(AfiSafi family) {
        return withdraw(family, List.of());
    }

    Bytes refreshMarker(AfiSafi family, int subtype) {
        return BgpCodec.encode(new RouteRefresh(family, subtype), options);
    }

    /** Returns an UPDATE for a neighbor with 2-octet AS numbers. */
    private static Update withShortNumbers(AfiSafi family, AttributeSet attributes, List<Nlri> prefixes) {
        Update decoded = attributes.decode();
        List<PathAttribute> list = new ArrayList<>(decoded.attributes().size() + 2);
        for (PathAttribute attribute : decoded.attributes()) {
            list.add(
                    attribute instanceof MpReach reach
                            ? new MpReach(reach.flags(), family, reach.nextHop(), prefixes, Bytes.EMPTY)
                            : attribute);
        }
        addFourOctetNumbers(list);
        return new Update(List.of(), list, attributes.hasMpReach() ? List.of() : prefixes, decoded.faults());
    }

    /** Adds AS4_PATH and AS4_AGGREGATOR where AS_TRANS replaces a number (RFC 6793 section 4.2.2). */
    private static void addFourOctetNumbers(List<PathAttribute> list) {
        for (PathAttribute attribute : List.copyOf(list)) {
            if (attribute instanceof AsPath path && path.asns().stream().anyMatch(UpdatePacker::isLong)) {
                list.add(new As4Path(
                        OPTIONAL_TRANSITIVE,
                        path.segments().stream()
                                .filter(segment -> !segment.isConfederation())
                                .toList()));
            } else if (attribute instanceof Aggregator aggregator && isLong(aggregator.asn())) {
                list.add(new Aggregator(
                        OPTIONAL_TRANSITIVE, PathAttribute.AS4_AGGREGATOR, aggregator.asn(), aggregator.address()));
            }
        }
    }

    private static boolean isLong(long asn) {
        return asn > 0xffff;
    }
}
