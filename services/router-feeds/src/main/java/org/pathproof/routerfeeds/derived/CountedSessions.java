// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import com.google.protobuf.ByteString;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.routes.RouteLife;
import org.pathproof.routes.SessionStatus;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.verdictstore.store.SessionView;
import org.pathproof.wire.Bytes;

/**
 * The sessions whose routes count for the derived origin feed. A peer counts with one view: the pre-policy view if the
 * router sends it, else the post-policy view. Sessions that are down, sessions of VRFs and sessions with Pathproof do
 * not count. Objects with equal sessions are equal.
 *
 * @param sessions the sessions by id
 */
record CountedSessions(Map<SessionId, Counted> sessions) {
    static final CountedSessions NONE = new CountedSessions(Map.of());

    /**
     * A session that counts.
     *
     * @param lost true if the router has had no BMP connection for {@code pathproof.feeds.router-hold}
     * @param deadBefore epoch below which routes are dead
     */
    record Counted(boolean lost, long deadBefore) {}

    /** A peer of a router. */
    private record PeerOfRouter(ByteString router, ByteString peer) {}

    CountedSessions {
        sessions = Map.copyOf(sessions);
    }

    /**
     * Selects the sessions.
     *
     * @param router the router whose routes decide; null for all routers
     * @param lost hashes of the routers without a BMP connection for {@code pathproof.feeds.router-hold}
     */
    static CountedSessions of(Collection<SessionView> views, @Nullable SessionSelector router, Set<Bytes> lost) {
        Map<PeerOfRouter, Session> chosen = new HashMap<>();
        for (SessionView view : views) {
            Session session = view.session().orElse(null);
            if (session != null && counts(session) && (router == null || router.isRouterOf(session))) {
                chosen.merge(
                        new PeerOfRouter(session.getRouterHash(), session.getPeerHash()),
                        session,
                        (one, other) -> rank(one) >= rank(other) ? one : other);
            }
        }
        Map<SessionId, Counted> sessions = new HashMap<>();
        for (Session session : chosen.values()) {
            sessions.put(
                    new SessionId(Bytes.wrap(session.getSessionId().toByteArray())),
                    new Counted(
                            lost.contains(Bytes.wrap(session.getRouterHash().toByteArray())),
                            RouteLife.deadBefore(session)));
        }
        return new CountedSessions(sessions);
    }

    private static boolean counts(Session session) {
        return !session.getFeed()
                && SessionStatus.isGlobalInstance(session)
                && session.getState() != State.DOWN
                && (session.getView() == RibView.ADJ_RIB_IN_PRE || session.getView() == RibView.ADJ_RIB_IN_POST);
    }

    private static int rank(Session session) {
        return session.getView() == RibView.ADJ_RIB_IN_POST ? 1 : session.getRoutesSeen() ? 2 : 0;
    }

    /**
     * Returns the state that a live route counts with; empty if it does not count. A NOT_VALID route of a lost router
     * counts as UNVERIFIED.
     */
    Optional<PathState> stateOf(Route route) {
        Counted counted = sessions.get(route.sessionView().id());
        if (counted == null) {
            return Optional.empty();
        }
        boolean unsure = counted.lost() && route.state() == PathState.NOT_VALID;
        return Optional.of(unsure ? PathState.UNVERIFIED : route.state());
    }
}
