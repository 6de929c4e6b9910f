// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;

/**
 * OPEN (RFC 4271 section 4.2).
 *
 * @param version 4
 * @param myAs the 2-octet field: AS_TRANS (23456) when the AS does not fit
 * @param holdTime in seconds
 * @param bgpIdentifier as 32 bits
 * @param capabilities all of them, in the order received (RFC 5492)
 */
public record Open(int version, int myAs, int holdTime, int bgpIdentifier, List<Capability> capabilities)
        implements BgpMessage {
    @Override
    public int type() {
        return TYPE_OPEN;
    }

    /** The AS of the speaker: from the 4-octet AS capability (RFC 6793) where there is one, else the 2-octet field. */
    public long asn() {
        return find(Capability.FourOctetAs.class)
                .map(Capability.FourOctetAs::asn)
                .orElse((long) myAs);
    }

    /** The first capability of a kind. */
    public <C extends Capability> Optional<C> find(Class<C> kind) {
        return capabilities.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    /** Whether the speaker said it may send (or receive) BGPsec updates, version 0, for an address family (RFC 8205 2.1). */
    public boolean offersBgpsec(Capability.Bgpsec.Direction direction, int afi) {
        return capabilities.stream()
                .anyMatch(c -> c instanceof Capability.Bgpsec b
                        && b.version() == 0
                        && b.direction() == direction
                        && b.afi() == afi);
    }

    /** Whether the speaker announced the multiprotocol capability for a family. */
    public boolean offers(AfiSafi family) {
        return capabilities.contains(new Capability.Multiprotocol(family));
    }
}
