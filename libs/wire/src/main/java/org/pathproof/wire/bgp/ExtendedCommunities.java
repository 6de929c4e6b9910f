// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;

/** EXTENDED COMMUNITIES (RFC 4360): 64 bits each. */
public record ExtendedCommunities(int flags, List<Long> values) implements PathAttribute {
    @Override
    public int typeCode() {
        return EXTENDED_COMMUNITIES;
    }
}
