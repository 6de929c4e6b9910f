// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;

/**
 * The path attributes of a table dump entry (RFC 6396 section 4.3.4).
 *
 * @param attributes as in {@link Update}. An abbreviated MP_REACH_NLRI holds only the next hop (RFC 6396 section
 *     4.3.4); its record has the family of the entry and no prefixes
 * @param faults as in {@link Update}, with offsets counted from the start of the attributes
 */
public record RibAttributes(List<PathAttribute> attributes, List<AttributeFault> faults) {

    /** Decodes the BGP Attributes field of an entry. Never throws, whatever the bytes. */
    public static RibAttributes decode(Bytes field, AfiSafi family, BgpSessionOptions options) {
        AttributeList list = AttributeList.readRib(field, family, options);
        return new RibAttributes(List.copyOf(list.attributes()), List.copyOf(list.faults()));
    }

    /** Returns the errors of the faults. */
    public List<WireError> errors() {
        return faults.stream().map(AttributeFault::error).toList();
    }

    /** Returns the first attribute of a kind. */
    public <A extends PathAttribute> Optional<A> find(Class<A> kind) {
        return attributes.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }
}
