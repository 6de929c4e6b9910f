// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/**
 * The path attributes of a route in the encoding in which they are sent: MP_REACH_NLRI first (RFC 7606 section 5.1),
 * then ascending type codes, with 4-octet AS numbers. MP_REACH_NLRI holds the next hop only. Sets are ordered and
 * compared by their bytes. Immutable.
 */
public final class AttributeSet implements Comparable<AttributeSet> {
    private static final Comparator<PathAttribute> ORDER =
            Comparator.comparingInt(attribute -> attribute instanceof MpReach ? 0 : attribute.typeCode());
    /** Length of the fields before the attributes: Withdrawn Routes Length and Total Path Attribute Length. */
    private static final int LENGTH_FIELDS = 4;

    private static final int TYPE_AT = 1;
    private static final int LENGTH_AT = 2;

    private final byte[] encoded;
    private final int hash;

    private AttributeSet(byte[] encoded) {
        this.encoded = encoded;
        this.hash = Arrays.hashCode(encoded);
    }

    /**
     * Sorts and encodes attributes.
     *
     * @param attributes all path attributes with 4-octet AS numbers, each type once. The next hop is in NEXT_HOP, or in
     *     an MP_REACH_NLRI without prefixes
     * @throws IllegalArgumentException when the attributes do not fit into a message of 65,535 bytes or contain
     *     prefixes
     */
    public static AttributeSet of(List<PathAttribute> attributes) {
        List<PathAttribute> list = attributes.stream().sorted(ORDER).toList();
        for (PathAttribute attribute : list) {
            if (attribute.typeCode() == PathAttribute.MP_UNREACH_NLRI
                    || attribute instanceof MpReach reach && !reach.nlri().isEmpty()) {
                throw new IllegalArgumentException("attributes of a route must not contain prefixes: " + attribute);
            }
        }
        Bytes message = BgpCodec.encode(new Update(List.of(), list, List.of(), List.of()), BgpSessionOptions.DEFAULT);
        return new AttributeSet(
                message.from(BgpFramer.HEADER_LENGTH + LENGTH_FIELDS).toArray());
    }

    /** Returns the length in bytes. */
    int length() {
        return encoded.length;
    }

    /** Returns true if MP_REACH_NLRI holds the next hop, and not NEXT_HOP. */
    boolean hasMpReach() {
        return encoded.length > TYPE_AT && encoded[TYPE_AT] == PathAttribute.MP_REACH_NLRI;
    }

    /** Writes the attributes without MP_REACH_NLRI. */
    void writeOthers(ByteWriter out) {
        int from = hasMpReach() ? mpReachValue() + mpReachLength() : 0;
        out.bytes(Bytes.wrap(encoded, from, encoded.length - from));
    }

    /** Writes MP_REACH_NLRI with the prefixes of a family, which are encoded already. */
    void writeMpReach(ByteWriter out, AfiSafi family, Bytes prefixes) {
        int length = mpReachLength() + prefixes.length();
        int flags = encoded[0] & ~PathAttribute.FLAG_EXTENDED_LENGTH;
        if (length > 0xff) {
            out.u8(flags | PathAttribute.FLAG_EXTENDED_LENGTH)
                    .u8(PathAttribute.MP_REACH_NLRI)
                    .u16(length);
        } else {
            out.u8(flags).u8(PathAttribute.MP_REACH_NLRI).u8(length);
        }
        out.u16(family.afi()).u8(family.safi());
        out.bytes(Bytes.wrap(encoded, mpReachValue() + 3, mpReachLength() - 3)).bytes(prefixes);
    }

    private int mpReachValue() {
        return (encoded[0] & PathAttribute.FLAG_EXTENDED_LENGTH) == 0 ? LENGTH_AT + 1 : LENGTH_AT + 2;
    }

    private int mpReachLength() {
        Bytes bytes = Bytes.wrap(encoded);
        return (encoded[0] & PathAttribute.FLAG_EXTENDED_LENGTH) == 0 ? bytes.u8(LENGTH_AT) : bytes.u16(LENGTH_AT);
    }

    /** Returns an UPDATE with these attributes and without prefixes. */
    Update decode() {
        int length = BgpFramer.HEADER_LENGTH + LENGTH_FIELDS + encoded.length;
        Bytes message = new ByteWriter(length)
                .u64(-1)
                .u64(-1)
                .u16(length)
                .u8(BgpMessage.TYPE_UPDATE)
                .u16(0)
                .u16(encoded.length)
                .bytes(encoded)
                .toBytes();
        return (Update) BgpCodec.decode(message, BgpSessionOptions.DEFAULT).orThrow();
    }

    @Override
    public int compareTo(AttributeSet other) {
        return Arrays.compareUnsigned(encoded, other.encoded);
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof AttributeSet other && hash == other.hash && Arrays.equals(encoded, other.encoded);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
