// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.WireError;

/**
 * UPDATE (RFC 4271 section 4.3).
 *
 * <p>Damage inside an attribute does not lose the message: the attribute is kept as {@link UnknownAttribute} and the
 * damage is listed in {@code errors} (RFC 7606), so that what was announced can still be treated as withdrawn.
 *
 * @param withdrawn the Withdrawn Routes field: IPv4 unicast
 * @param attributes all path attributes in the order received
 * @param nlri the NLRI field: IPv4 unicast
 * @param errors what was wrong inside, in the order found; empty for a well-formed update
 */
public record Update(List<Nlri> withdrawn, List<PathAttribute> attributes, List<Nlri> nlri, List<WireError> errors)
        implements BgpMessage {
    @Override
    public int type() {
        return TYPE_UPDATE;
    }

    /** The first attribute of a kind. */
    public <A extends PathAttribute> Optional<A> find(Class<A> kind) {
        return attributes.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    /** Whether an attribute of this type code is there, damaged or not. */
    public boolean has(int typeCode) {
        return attributes.stream().anyMatch(a -> a.typeCode() == typeCode);
    }

    /** The family for which this is an End-of-RIB marker (RFC 4724 section 2), if it is one. */
    public Optional<AfiSafi> endOfRib() {
        if (!withdrawn.isEmpty() || !nlri.isEmpty() || !errors.isEmpty()) {
            return Optional.empty();
        }
        if (attributes.isEmpty()) {
            return Optional.of(AfiSafi.IPV4_UNICAST);
        }
        return attributes.size() == 1
                        && attributes.getFirst() instanceof MpUnreach m
                        && m.withdrawn().isEmpty()
                        && m.otherNlri().isEmpty()
                ? Optional.of(m.family())
                : Optional.empty();
    }
}
