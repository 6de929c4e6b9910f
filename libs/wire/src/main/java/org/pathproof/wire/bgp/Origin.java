// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** ORIGIN (RFC 4271 section 5.1.1): 0 IGP, 1 EGP, 2 INCOMPLETE. */
public record Origin(int flags, int value) implements PathAttribute {
    @Override
    public int typeCode() {
        return ORIGIN;
    }
}
