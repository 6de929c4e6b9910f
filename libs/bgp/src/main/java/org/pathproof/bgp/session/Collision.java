// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgp.NegotiatedSession;

/** Connection collision resolution (RFC 4271 section 6.8, RFC 6286 section 2.3, RFC 4724 section 5). */
final class Collision {
    private Collision() {}

    /** Returns true if an open connection is kept instead of the new one, independent of the neighbor's OPEN. */
    static boolean refusesNewer(List<Connection> open, Connection newer) {
        for (Connection other : open) {
            if (other.direction == newer.direction && other.state == BgpState.OPEN_CONFIRM
                    || newer.direction == Direction.OUTBOUND && other.state == BgpState.ESTABLISHED) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the connections to close when the neighbor's OPEN arrives on {@code newer}. The result may contain {@code
     * newer}.
     *
     * @param session the session that both OPENs of {@code newer} select
     */
    static List<Connection> losers(List<Connection> open, Connection newer, NegotiatedSession session) {
        List<Connection> losers = new ArrayList<>(1);
        for (Connection other : open) {
            if (other.state == BgpState.ESTABLISHED) {
                losers.add(hasRestarted(newer, other, session) ? other : newer);
            } else if (other.state == BgpState.OPEN_CONFIRM) {
                losers.add(newer.direction == kept(session) ? other : newer);
            }
        }
        return losers;
    }

    /**
     * Returns true when a neighbor with graceful restart connects although its session is established: it has restarted
     * (RFC 4724 section 5).
     */
    private static boolean hasRestarted(Connection newer, Connection established, NegotiatedSession session) {
        return newer.direction == Direction.INBOUND
                && session.gracefulRestart().supported()
                && newer.connectedAt - established.establishedAt > 0;
    }

    /**
     * Returns the direction of the connection that both sides keep. The speaker with the higher BGP Identifier opened
     * this connection. If the identifiers are equal, the speaker with the higher AS number opened it.
     */
    private static Direction kept(NegotiatedSession session) {
        int byIdentifier = Integer.compareUnsigned(session.localIdentifier(), session.peerIdentifier());
        int order = byIdentifier != 0 ? byIdentifier : Long.compare(session.localAs(), session.peerAs());
        return order > 0 ? Direction.OUTBOUND : Direction.INBOUND;
    }
}
