// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.OptionalLong;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/**
 * What the bytes of a BGPsec_PATH do not say and its judgement needs.
 *
 * @param targetAs the AS to which the newest hop signed: for received routes the AS in the OPEN that the router sent (RFC 8205
 *     section 5.2 step 3), for Adj-RIB-Out the peer's; empty while no Peer Up was seen
 * @param firstAs the AS that the newest segment must carry (check 2); empty where that check is not made (iBGP)
 * @param loopAs the AS that must not be in the path (check 8); empty for Adj-RIB-Out and where the operator allows it
 * @param relation who the peer is (checks 5 and 6)
 * @param pCountZeroAllowed whether the peer is configured as transparent: a route server, or AS migration (check 7)
 * @param family of the NLRI, as hashed
 * @param prefix the one prefix of the update
 */
public record PathContext(
        OptionalLong targetAs,
        OptionalLong firstAs,
        OptionalLong loopAs,
        PeerRelation relation,
        boolean pCountZeroAllowed,
        AfiSafi family,
        Prefix prefix) {
    /** Who the peer is to the router that received the update. */
    public enum PeerRelation {
        EXTERNAL,
        CONFEDERATION_MEMBER,
        INTERNAL
    }
}
