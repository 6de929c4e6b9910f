// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;

/** COMMUNITIES (RFC 1997): 32 bits each. */
public record Communities(int flags, List<Integer> values) implements PathAttribute {
    @Override
    public int typeCode() {
        return COMMUNITIES;
    }
}
