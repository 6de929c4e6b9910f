// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Prefix;

/**
 * One entry of a list of unicast prefixes.
 *
 * @param pathId the Path Identifier of RFC 7911 as unsigned 32 bits, 0 where ADD-PATH is not in use
 * @param prefix the prefix, trailing bits cleared
 */
public record Nlri(long pathId, Prefix prefix) {
    public static Nlri of(Prefix prefix) {
        return new Nlri(0, prefix);
    }
}
