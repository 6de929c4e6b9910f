// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Prefix;

/**
 * A prefix in an NLRI or Withdrawn Routes field.
 *
 * @param pathId the Path Identifier (RFC 7911 section 3) as unsigned 32 bits; 0 without ADD-PATH
 * @param prefix the prefix, with the bits after its length cleared
 */
public record Nlri(long pathId, Prefix prefix) {
    public static Nlri of(Prefix prefix) {
        return new Nlri(0, prefix);
    }
}
