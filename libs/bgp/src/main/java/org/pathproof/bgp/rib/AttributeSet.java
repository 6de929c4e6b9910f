// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/**
 * Path attributes in the order in which they are sent: MP_REACH_NLRI first (RFC 7606 section 5.1), then ascending type
 * codes. MP_REACH_NLRI holds the next hop only. Sets are ordered and compared by their bytes.
 */
final class AttributeSet implements Comparable<AttributeSet> {
    private static final Comparator<PathAttribute> ORDER =
            Comparator.comparingInt(attribute -> attribute instanceof MpReach ? 0 : attribute.typeCode());

    private final List<PathAttribute> list;
    private final Bytes encoded;

    /**
     * Sorts the attributes.
     *
     * @throws IllegalArgumentException when the attributes do not fit into a message of 65,535 bytes or contain
     *     prefixes
     */
    AttributeSet(List<PathAttribute> attributes) {
        this.list = attributes.stream().sorted(ORDER).toList();
        for (PathAttribute attribute : list) {
            if (attribute.typeCode() == PathAttribute.MP_UNREACH_NLRI
                    || attribute instanceof MpReach reach && !reach.nlri().isEmpty()) {
                throw new IllegalArgumentException("attributes of a route must not contain prefixes: " + attribute);
            }
        }
        this.encoded = BgpCodec.encode(new Update(List.of(), list, List.of(), List.of()), BgpSessionOptions.DEFAULT)
                .from(BgpFramer.HEADER_LENGTH);
    }

    List<PathAttribute> list() {
        return list;
    }

    /** Returns the attribute that holds the next hop of the routes, or null if NEXT_HOP holds it. */
    @Nullable
    MpReach mpReach() {
        return !list.isEmpty() && list.getFirst() instanceof MpReach reach ? reach : null;
    }

    /** Returns the attributes without MP_REACH_NLRI. */
    Stream<PathAttribute> others() {
        return list.stream().filter(attribute -> !(attribute instanceof MpReach));
    }

    @Override
    public int compareTo(AttributeSet other) {
        return encoded.compareTo(other.encoded);
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof AttributeSet other && encoded.equals(other.encoded);
    }

    @Override
    public int hashCode() {
        return encoded.hashCode();
    }
}
