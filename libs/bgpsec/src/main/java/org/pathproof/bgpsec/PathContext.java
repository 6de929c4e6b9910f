// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.OptionalLong;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/**
 * The facts about a session and a route that the validation of a BGPsec_PATH needs. Steps and checks are those of RFC
 * 8205 section 5.2.
 *
 * @param targetAs the AS to which the newest hop must have signed: for received routes, the AS in the OPEN that the
 *     router sent (step 3); for Adj-RIB-Out, the AS of the peer; empty before a Peer Up
 * @param firstAs the AS that the newest segment must have (check 2); empty for iBGP, which has no such check
 * @param loopAs the AS that must not be in the path (check 8); empty for Adj-RIB-Out, and if the operator allows loops
 * @param relation the relation of the peer (checks 5 and 6)
 * @param pCountZeroAllowed true if the peer is configured as transparent, for a route server or an AS migration (check
 *     7)
 * @param family the address family of the prefix
 * @param prefix the prefix of the update
 */
public record PathContext(
        OptionalLong targetAs,
        OptionalLong firstAs,
        OptionalLong loopAs,
        PeerRelation relation,
        boolean pCountZeroAllowed,
        AfiSafi family,
        Prefix prefix) {
    /** The relation of a peer to the router that received the update. */
    public enum PeerRelation {
        EXTERNAL,
        CONFEDERATION_MEMBER,
        INTERNAL
    }
}
