// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.Aggregator;
import org.pathproof.wire.bgp.As4Path;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.RouteRefresh;
import org.pathproof.wire.bgp.Update;

/** Fills UPDATEs with as many prefixes as the session permits. */
final class UpdatePacker {
    /** Subtype of the ROUTE-REFRESH at the beginning of a refresh (RFC 7313 section 3.2). */
    static final int BEGIN_OF_REFRESH = 1;

    static final int END_OF_REFRESH = 2;

    private static final int OPTIONAL_TRANSITIVE = PathAttribute.FLAG_OPTIONAL | PathAttribute.FLAG_TRANSITIVE;

    private final BgpSessionOptions options;
    private final int maxLength;
    /** Encoding with the highest length limit. It serves to measure a message without prefixes. */
    private final BgpSessionOptions measuring;

    UpdatePacker(BgpSessionOptions options, int maxLength) {
        this.options = options;
        this.maxLength = maxLength;
        this.measuring = new BgpSessionOptions(options.fourOctetAs(), options.addPath(), true);
    }

    /** A message, and the number of prefixes in it. */
    record Packed(Bytes message, int prefixes) {}

    /** Returns an UPDATE that withdraws as many prefixes as fit, from the first one on. */
    Packed withdraw(AfiSafi family, NavigableSet<Nlri> prefixes) {
        boolean ipv4 = family.equals(AfiSafi.IPV4_UNICAST);
        List<Nlri> first = first(family, prefixes, maxLength - length(withdrawal(family, List.of())) - (ipv4 ? 0 : 1));
        return new Packed(BgpCodec.encode(withdrawal(family, first), options), first.size());
    }

    /**
     * Returns an UPDATE that announces as many prefixes as fit, from the first one on. Empty if the first one does not
     * fit.
     */
    Optional<Packed> announce(AfiSafi family, AttributeSet attributes, NavigableSet<Nlri> prefixes) {
        int empty;
        try {
            empty = length(announcement(family, attributes, List.of()));
        } catch (IllegalArgumentException e) { // with AS4_PATH, longer than any message
            return Optional.empty();
        }
        // MP_REACH_NLRI grows by one byte when its length field needs two bytes.
        int room = maxLength - empty - (attributes.mpReach() != null ? 1 : 0);
        List<Nlri> first = first(family, prefixes, room);
        return first.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Packed(BgpCodec.encode(announcement(family, attributes, first), options), first.size()));
    }

    /** Returns the End-of-RIB marker of a family (RFC 4724 section 2). */
    Bytes endOfRib(AfiSafi family) {
        return BgpCodec.encode(withdrawal(family, List.of()), options);
    }

    Bytes refreshMarker(AfiSafi family, int subtype) {
        return BgpCodec.encode(new RouteRefresh(family, subtype), options);
    }

    private static Update withdrawal(AfiSafi family, List<Nlri> prefixes) {
        return family.equals(AfiSafi.IPV4_UNICAST)
                ? new Update(prefixes, List.of(), List.of(), List.of())
                : new Update(
                        List.of(),
                        List.of(new MpUnreach(PathAttribute.FLAG_OPTIONAL, family, prefixes, Bytes.EMPTY)),
                        List.of(),
                        List.of());
    }

    private Update announcement(AfiSafi family, AttributeSet attributes, List<Nlri> prefixes) {
        List<PathAttribute> list = new ArrayList<>(attributes.list().size() + 2);
        MpReach reach = attributes.mpReach();
        if (reach != null) {
            list.add(new MpReach(reach.flags(), family, reach.nextHop(), prefixes, Bytes.EMPTY));
        }
        attributes.others().forEach(list::add);
        if (!options.fourOctetAs()) {
            addFourOctetNumbers(list);
        }
        return new Update(List.of(), list, reach == null ? prefixes : List.of(), List.of());
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

    private List<Nlri> first(AfiSafi family, NavigableSet<Nlri> prefixes, int room) {
        int pathId = options.addPath().contains(family) ? 4 : 0;
        int left = room;
        List<Nlri> first = new ArrayList<>();
        for (Nlri nlri : prefixes) {
            left -= pathId + 1 + (nlri.prefix().length() + 7) / 8;
            if (left < 0) {
                break;
            }
            first.add(nlri);
        }
        return first;
    }

    private int length(Update update) {
        return BgpCodec.encode(update, measuring).length();
    }
}
