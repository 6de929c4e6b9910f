// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import org.pathproof.bgpsec.PathContext.PeerRelation;

/**
 * A BGP peer of a router.
 *
 * @param asn the peer's AS number
 * @param identifier the peer's BGP Identifier (RFC 6286), unsigned
 * @param relation external, member of the confederation, or internal
 */
public record Peer(PeerKey key, long asn, int identifier, PeerRelation relation) {
    /** Returns true for eBGP. Members of the confederation count as internal (RFC 5065 section 5.3, rule 4). */
    public boolean isExternal() {
        return relation == PeerRelation.EXTERNAL;
    }
}
