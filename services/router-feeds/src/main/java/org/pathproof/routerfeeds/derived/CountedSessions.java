// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import com.google.protobuf.ByteString;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.feeds.origin.BgpSpeaker;
import org.pathproof.routes.RouteLife;
import org.pathproof.routes.SessionStatus;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.verdictstore.store.SessionView;
import org.pathproof.wire.Bytes;

/**
 * The sessions whose routes count for the derived origin feed. A peer counts with one view: the pre-policy view if the
 * router sends it, else the post-policy view. Sessions that are down, sessions of VRFs and sessions with Pathproof do
 * not count. Objects with equal content are equal.
 *
 * @param sessions the sessions by id
 * @param routers hashes of the monitored routers by BGP Identifier and AS
 * @param ownAses the ASes that each router uses, by hash of the router
 */
record CountedSessions(
        Map<SessionId, Counted> sessions, Map<BgpSpeaker, Set<Bytes>> routers, Map<Bytes, Set<Long>> ownAses) {
    static final CountedSessions NONE = new CountedSessions(Map.of(), Map.of(), Map.of());

    /**
     * A session that counts.
     *
     * @param decides true if the routes of the session's router decide about marks. The routes of other routers only
     *     tell which paths are copies
     * @param lost true if the router has had no BMP connection for {@code pathproof.feeds.router-hold}
     * @param deadBefore epoch below which routes are dead
     * @param router hash of the router
     * @param sender the peer, if it is internal or a member of the same confederation; empty for an external peer
     * @param postPolicy the post-policy view of the peer beside this pre-policy view; null without one
     */
    record Counted(
            boolean decides,
            boolean lost,
            long deadBefore,
            Bytes router,
            Optional<BgpSpeaker> sender,
            @Nullable SessionId postPolicy) {}

    /** A peer of a router. */
    private record PeerOfRouter(ByteString router, ByteString peer) {}

    CountedSessions {
        sessions = Map.copyOf(sessions);
        routers = Map.copyOf(routers);
        ownAses = Map.copyOf(ownAses);
    }

    /**
     * Selects the sessions.
     *
     * @param router the router whose routes decide; null for all routers
     * @param lost hashes of the routers without a BMP connection for {@code pathproof.feeds.router-hold}
     */
    static CountedSessions of(Collection<SessionView> views, @Nullable SessionSelector router, Set<Bytes> lost) {
        Map<PeerOfRouter, Session> chosen = new HashMap<>();
        Map<PeerOfRouter, SessionId> postPolicy = new HashMap<>();
        Map<BgpSpeaker, Set<Bytes>> routers = new HashMap<>();
        Map<Bytes, Set<Long>> ownAses = new HashMap<>();
        for (SessionView view : views) {
            Session session = view.session().orElse(null);
            if (session == null || !counts(session)) {
                continue;
            }
            PeerOfRouter peer = new PeerOfRouter(session.getRouterHash(), session.getPeerHash());
            chosen.merge(peer, session, (one, other) -> rank(one) >= rank(other) ? one : other);
            if (session.getView() == RibView.ADJ_RIB_IN_POST) {
                postPolicy.put(peer, id(session));
            }
            if (session.hasLocalAs()) {
                long localAs = Integer.toUnsignedLong(session.getLocalAs());
                ownAses.computeIfAbsent(routerOf(session), ignored -> new HashSet<>())
                        .add(localAs);
                if (session.getLocalBgpId() != 0) {
                    routers.computeIfAbsent(
                                    new BgpSpeaker(localAs, session.getLocalBgpId()), ignored -> new HashSet<>())
                            .add(routerOf(session));
                }
            }
        }
        Map<SessionId, Counted> sessions = new HashMap<>();
        chosen.forEach((peer, session) -> sessions.put(
                id(session),
                new Counted(
                        router == null || router.isRouterOf(session),
                        lost.contains(routerOf(session)),
                        RouteLife.deadBefore(session),
                        routerOf(session),
                        sender(session),
                        session.getView() == RibView.ADJ_RIB_IN_PRE ? postPolicy.get(peer) : null)));
        return new CountedSessions(sessions, routers, ownAses);
    }

    private static SessionId id(Session session) {
        return new SessionId(Bytes.wrap(session.getSessionId().toByteArray()));
    }

    private static Bytes routerOf(Session session) {
        return Bytes.wrap(session.getRouterHash().toByteArray());
    }

    private static Optional<BgpSpeaker> sender(Session session) {
        boolean internal = session.hasLocalAs() && session.getLocalAs() == session.getPeerAs()
                || session.getFacts().getConfederationMember();
        return internal
                ? Optional.of(new BgpSpeaker(Integer.toUnsignedLong(session.getPeerAs()), session.getPeerBgpId()))
                : Optional.empty();
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

    /** Returns the session of a route; empty if it does not count. */
    Optional<Counted> of(Route route) {
        return Optional.ofNullable(sessions.get(route.sessionView().id()));
    }

    /** Returns the ASes that a router uses. */
    Set<Long> ownAses(Bytes router) {
        return ownAses.getOrDefault(router, Set.of());
    }

    /** Returns the hashes of the monitored routers with an identifier and AS; empty for none. */
    Set<Bytes> routersOf(BgpSpeaker speaker) {
        return routers.getOrDefault(speaker, Set.of());
    }

    /**
     * Returns the state of a live route by its own verdict. A NOT_VALID route of a lost router counts as UNVERIFIED.
     */
    static PathState stateOf(Route route, Counted session) {
        return session.lost() && route.state() == PathState.NOT_VALID ? PathState.UNVERIFIED : route.state();
    }
}
