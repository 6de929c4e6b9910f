// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import org.pathproof.contracts.v1.PeerFacts;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;

/** Predicates on session records. */
public final class SessionStatus {
    /** Peer type of the global instance (RFC 7854 section 4.2). */
    private static final int GLOBAL_INSTANCE = 0;

    /** Peer type of an instance that its distinguisher names (RFC 7854 section 4.2). */
    private static final int LOCAL_INSTANCE = 2;

    private SessionStatus() {}

    /** Returns true if the BGP session is established: its table is complete, or is being sent. */
    public static boolean isUp(Session session) {
        return session.getState() == State.UP || session.getState() == State.SYNCING;
    }

    /**
     * Returns true for a peer of the router's global instance, false for a peer of a VRF. BIRD reports its internal
     * peers with the type of a local instance, but without a distinguisher, which no instance has.
     */
    public static boolean isGlobalInstance(Session session) {
        return session.getPeerType() == GLOBAL_INSTANCE
                || session.getPeerType() == LOCAL_INSTANCE && session.getPeerDistinguisher() == 0;
    }

    /** Returns true for the views of routes that the router sends (RFC 8671). */
    public static boolean isAdjRibOut(RibView view) {
        return view == RibView.ADJ_RIB_OUT_PRE || view == RibView.ADJ_RIB_OUT_POST;
    }

    /**
     * Returns true if both OPENs of the session allow BGPsec for at least one family, in the direction of the view (RFC
     * 8205 section 2.2).
     */
    public static boolean isBgpsecNegotiated(Session session) {
        PeerFacts facts = session.getFacts();
        return isAdjRibOut(session.getView())
                ? facts.getBgpsecSendIpv4() || facts.getBgpsecSendIpv6()
                : facts.getBgpsecReceiveIpv4() || facts.getBgpsecReceiveIpv6();
    }

    /**
     * Returns true if BGPsec was negotiated and the complete table has routes but no BGPsec_PATH: some device removes
     * the attribute. Returns false while the table is incomplete, and for a session that is down. If the BMP connection
     * is lost after the complete table, the result stays the same, like the routes.
     */
    public static boolean isBgpsecStripped(Session session) {
        return hasCompleteTable(session)
                && isBgpsecNegotiated(session)
                && session.getRoutesSeen()
                && !session.getBgpsecSeen();
    }

    private static boolean hasCompleteTable(Session session) {
        return switch (session.getState()) {
            case UP -> true;
            case LOST -> session.getSyncedEpoch() == session.getEpoch();
            case SYNCING, DOWN, UNRECOGNIZED -> false;
        };
    }
}
