// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;

/**
 * OPEN (RFC 4271 section 4.2).
 *
 * @param version 4
 * @param myAs the My Autonomous System field: AS_TRANS (23456) when the AS number needs 32 bits
 * @param holdTime in seconds
 * @param bgpIdentifier as 32 bits
 * @param capabilities all capabilities in the order received (RFC 5492)
 */
public record Open(int version, int myAs, int holdTime, int bgpIdentifier, List<Capability> capabilities)
        implements BgpMessage {
    @Override
    public int type() {
        return TYPE_OPEN;
    }

    /**
     * Returns the speaker's AS: from the 4-octet AS capability (RFC 6793) if present, else from My Autonomous System.
     */
    public long asn() {
        return find(Capability.FourOctetAs.class)
                .map(Capability.FourOctetAs::asn)
                .orElse((long) myAs);
    }

    /** Returns the first capability of a kind. */
    public <C extends Capability> Optional<C> find(Class<C> kind) {
        return capabilities.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    /**
     * Returns true when the speaker advertises BGPsec version 0 for a direction and an address family (RFC 8205 section
     * 2.1).
     */
    public boolean advertisesBgpsec(Capability.Bgpsec.Direction direction, int afi) {
        return capabilities.stream()
                .anyMatch(c -> c instanceof Capability.Bgpsec b
                        && b.version() == 0
                        && b.direction() == direction
                        && b.afi() == afi);
    }

    /** Returns true when the speaker advertises a family with the multiprotocol capability (RFC 4760 section 8). */
    public boolean advertises(AfiSafi family) {
        return capabilities.contains(new Capability.Multiprotocol(family));
    }
}
