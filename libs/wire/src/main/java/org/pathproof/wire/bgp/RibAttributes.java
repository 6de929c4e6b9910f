// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;

/**
 * The path attributes of an entry of a routing table dump (RFC 6396 section 4.3.4).
 *
 * @param attributes as in {@link Update}; where MP_REACH_NLRI holds nothing but the next hop, as section 4.3.4 wants it, its
 *     family is that of the entry and it has no prefixes
 * @param errors what was wrong inside, as in {@link Update}; offsets are counted from the start of the attributes
 */
public record RibAttributes(List<PathAttribute> attributes, List<WireError> errors) {

    /** Never throws on any bytes. */
    public static RibAttributes decode(Bytes field, AfiSafi family, BgpSessionOptions options) {
        AttributeList list = AttributeList.readRib(field, family, options);
        return new RibAttributes(List.copyOf(list.attributes()), List.copyOf(list.errors()));
    }

    /** The first attribute of a kind. */
    public <A extends PathAttribute> Optional<A> find(Class<A> kind) {
        return attributes.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    /**
     * Whether MP_REACH_NLRI is one length byte and the next hop. Dumps with the whole attribute exist, and RFC 6396 itself
     * shows one (figure 19); that starts with the first byte of an AFI, which is never the length of all the rest.
     */
    static boolean isAbbreviated(Bytes value) {
        return !value.isEmpty() && value.u8(0) == value.length() - 1;
    }
}
