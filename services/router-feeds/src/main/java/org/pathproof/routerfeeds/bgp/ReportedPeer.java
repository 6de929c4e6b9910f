// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import com.google.protobuf.ByteString;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.feeds.path.Peer;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.routes.RouteLife;
import org.pathproof.routes.SessionStatus;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.IpAddress;

/**
 * A peer of a router, with the sessions that its paths come from. Equal objects have the same live routes.
 *
 * @param localAs AS that the router uses in its session with the peer; empty if it is not known
 * @param source session of the paths: the post-policy view if the router sends it, else the pre-policy view
 * @param postPolicy true if {@code source} is the post-policy view
 * @param prePolicy session with the routes before the router's policy; null if the router does not send them
 * @param deadBefore epoch below which routes of {@code source} are dead
 * @param preDeadBefore epoch below which routes of {@code prePolicy} are dead
 */
record ReportedPeer(
        Peer peer,
        OptionalLong localAs,
        SessionId source,
        boolean postPolicy,
        @Nullable SessionId prePolicy,
        long deadBefore,
        long preDeadBefore) {
    /** Returns true if the router sends the routes of the peer before and after its policy. */
    boolean hasBothViews() {
        return postPolicy && prePolicy != null;
    }

    /**
     * Returns the peers that the sessions of one router report. Sessions that are down, sessions of VRFs and sessions
     * with Pathproof itself are left out. Of two peers with one key, a peer with a post-policy view counts, else the
     * later in the list.
     */
    static Map<PeerKey, ReportedPeer> of(List<Session> sessions) {
        Map<ByteString, Session> pre = new LinkedHashMap<>();
        Map<ByteString, Session> post = new LinkedHashMap<>();
        for (Session session : sessions) {
            if (session.getFeed() || !SessionStatus.isGlobalInstance(session) || session.getState() == State.DOWN) {
                continue;
            }
            if (session.getView() == RibView.ADJ_RIB_IN_PRE) {
                pre.put(session.getPeerHash(), session);
            } else if (session.getView() == RibView.ADJ_RIB_IN_POST) {
                post.put(session.getPeerHash(), session);
            }
        }
        Map<PeerKey, ReportedPeer> peers = new HashMap<>();
        pre.forEach((hash, session) -> {
            if (!post.containsKey(hash)) {
                add(peers, session, false, session);
            }
        });
        post.forEach((hash, session) -> add(peers, session, true, pre.get(hash)));
        return peers;
    }

    private static void add(
            Map<PeerKey, ReportedPeer> peers, Session source, boolean postPolicy, @Nullable Session before) {
        Peer peer = peer(source).orElse(null);
        if (peer == null) {
            return;
        }
        Session pre = before != null && before.getRoutesSeen() ? before : null;
        peers.put(
                peer.key(),
                new ReportedPeer(
                        peer,
                        source.hasLocalAs()
                                ? OptionalLong.of(Integer.toUnsignedLong(source.getLocalAs()))
                                : OptionalLong.empty(),
                        id(source),
                        postPolicy,
                        pre == null ? null : id(pre),
                        RouteLife.deadBefore(source),
                        RouteLife.deadBefore(pre)));
    }

    private static SessionId id(Session session) {
        return new SessionId(Bytes.wrap(session.getSessionId().toByteArray()));
    }

    private static Optional<Peer> peer(Session session) {
        Bytes address;
        try {
            address = IpAddress.parse(session.getPeerIp());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // another program wrote the record
        }
        PeerRelation relation = session.hasLocalAs() && session.getLocalAs() == session.getPeerAs()
                ? PeerRelation.INTERNAL
                : session.getFacts().getConfederationMember()
                        ? PeerRelation.CONFEDERATION_MEMBER
                        : PeerRelation.EXTERNAL;
        return Optional.of(new Peer(
                new PeerKey(session.getPeerDistinguisher(), address, session.getPeerTwin()),
                Integer.toUnsignedLong(session.getPeerAs()),
                session.getPeerBgpId(),
                relation));
    }
}
