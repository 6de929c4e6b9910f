// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;

/** NEXT_HOP (RFC 4271 section 5.1.3): four octets. */
public record NextHop(int flags, Bytes address) implements PathAttribute {
    @Override
    public int typeCode() {
        return NEXT_HOP;
    }
}
