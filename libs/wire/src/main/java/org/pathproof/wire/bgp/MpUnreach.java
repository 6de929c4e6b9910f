// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;

/** MP_UNREACH_NLRI (RFC 4760 section 4); the fields are as in {@link MpReach}. */
public record MpUnreach(int flags, AfiSafi family, List<Nlri> withdrawn, Bytes otherNlri) implements PathAttribute {
    @Override
    public int typeCode() {
        return MP_UNREACH_NLRI;
    }
}
