// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.Set;
import org.pathproof.wire.AfiSafi;

/**
 * The encoding of UPDATEs in a session, as its two OPENs select it.
 *
 * @param fourOctetAs AS numbers in AS_PATH and AGGREGATOR have four bytes (RFC 6793)
 * @param addPath the families whose NLRI carry a Path Identifier (RFC 7911)
 * @param extendedMessage messages of up to 65,535 bytes are allowed (RFC 8654)
 */
public record BgpSessionOptions(boolean fourOctetAs, Set<AfiSafi> addPath, boolean extendedMessage) {
    /** The options of most sessions: 4-octet AS numbers, no ADD-PATH, Extended Messages accepted. */
    public static final BgpSessionOptions DEFAULT = new BgpSessionOptions(true, Set.of(), true);

    public BgpSessionOptions {
        addPath = Set.copyOf(addPath);
    }
}
