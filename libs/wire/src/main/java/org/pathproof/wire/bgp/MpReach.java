// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;

/**
 * MP_REACH_NLRI (RFC 4760 section 3).
 *
 * @param nextHop the next hop field as octets
 * @param nlri the prefixes, for IPv4 and IPv6 unicast; empty for other families
 * @param otherNlri the NLRI field of other families, undecoded; empty for unicast
 */
public record MpReach(int flags, AfiSafi family, Bytes nextHop, List<Nlri> nlri, Bytes otherNlri)
        implements PathAttribute {
    @Override
    public int typeCode() {
        return MP_REACH_NLRI;
    }
}
