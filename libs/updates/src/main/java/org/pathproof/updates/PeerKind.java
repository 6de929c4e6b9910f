// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates;

import java.util.OptionalLong;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.bgpsec.UpdateRules;
import org.pathproof.wire.bgp.Sender;

/**
 * Kind of the peers that sent the updates, as the user specifies it.
 *
 * @param confederationMember true for members of the receiver's confederation (RFC 8205 section 5.2 checks 5 and 6)
 * @param transparent true for route servers and ASes in migration, which may set pCount 0 (check 7)
 * @param dualPath true for peers without BGPsec that may send BGPsec_PATH beside AS_PATH
 */
public record PeerKind(boolean confederationMember, boolean transparent, boolean dualPath) {
    /** Returns the relation of a peer. A peer in the receiver's own AS is an iBGP peer. */
    PeerRelation relation(OptionalLong targetAs, OptionalLong peerAs) {
        if (peerAs.isPresent() && peerAs.equals(targetAs)) {
            return PeerRelation.INTERNAL;
        }
        return confederationMember ? PeerRelation.CONFEDERATION_MEMBER : PeerRelation.EXTERNAL;
    }

    /** Returns the kind of a peer for faulty attributes: unknown without the AS numbers of both sides. */
    Sender sender(OptionalLong targetAs, OptionalLong peerAs) {
        boolean known = confederationMember || targetAs.isPresent() && peerAs.isPresent();
        return known ? UpdateRules.sender(relation(targetAs, peerAs)) : Sender.UNKNOWN;
    }
}
