// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.routes.SessionStatus;
import org.pathproof.verdictstore.store.SessionSelector;

/** Finds the views that tell about fed routers in the session records of all routers. */
final class TellingViews {
    private TellingViews() {}

    /**
     * Returns the views of each router.
     *
     * @param routers routers of the settings
     * @param speakers BGP Identifiers of Pathproof
     * @param sessions all session records
     */
    static Map<SessionSelector, RouterViews> of(
            Collection<SessionSelector> routers, Set<Integer> speakers, Collection<Session> sessions) {
        Map<ByteString, List<Session>> byHash = new HashMap<>();
        Map<Integer, List<Session>> byPeer = new HashMap<>();
        for (Session session : sessions) {
            if (session.getState() == State.DOWN) {
                continue;
            }
            byHash.computeIfAbsent(session.getRouterHash(), ignored -> new ArrayList<>())
                    .add(session);
            if (isInternalNeighbor(session)) {
                byPeer.computeIfAbsent(session.getPeerBgpId(), ignored -> new ArrayList<>())
                        .add(session);
            }
        }
        Map<SessionSelector, RouterViews> views = new HashMap<>();
        for (SessionSelector router : routers) {
            // The sessions of one hash have one address and one name.
            List<ByteString> hashes = byHash.entrySet().stream()
                    .filter(entry -> router.isInstanceOf(entry.getValue().getFirst()))
                    .map(Map.Entry::getKey)
                    .toList();
            views.put(
                    router,
                    hashes.size() == 1
                            ? views(
                                    hashes.getFirst(),
                                    byHash.getOrDefault(hashes.getFirst(), List.of()),
                                    byPeer,
                                    speakers)
                            : RouterViews.NONE);
        }
        return views;
    }

    private static RouterViews views(
            ByteString hash, List<Session> own, Map<Integer, List<Session>> byPeer, Set<Integer> speakers) {
        Set<Integer> identifiers = new HashSet<>();
        Map<ByteString, Session> locRib = new HashMap<>();
        Map<ByteString, Session> feed = new HashMap<>();
        Map<ByteString, Session> reported = new HashMap<>();
        for (Session session : own) {
            if (session.getView() == RibView.LOC_RIB) {
                if (isGlobalTable(session)) {
                    locRib.put(session.getSessionId(), session);
                }
                continue;
            }
            if (!SessionStatus.isGlobalInstance(session)) {
                continue;
            }
            if (session.getLocalBgpId() != 0) {
                identifiers.add(session.getLocalBgpId());
            }
            if (SessionStatus.isAdjRibOut(session.getView())) {
                continue;
            }
            reported.put(session.getSessionId(), session);
            if (speakers.contains(session.getPeerBgpId()) && isInternal(session)) {
                feed.put(session.getSessionId(), session);
            }
        }
        Map<ByteString, Session> neighbors = new HashMap<>();
        identifiers.stream()
                .flatMap(id -> byPeer.getOrDefault(id, List.of()).stream())
                .filter(session -> !session.getRouterHash().equals(hash))
                .forEach(session -> neighbors.put(session.getSessionId(), session));
        return new RouterViews(
                hash,
                Set.copyOf(identifiers),
                Map.copyOf(locRib),
                Map.copyOf(neighbors),
                Map.copyOf(feed),
                Map.copyOf(reported));
    }

    /** Returns true for the paths that a router has from an internal neighbor, except from Pathproof. */
    static boolean isInternalNeighbor(Session session) {
        return !session.getFeed()
                && isInternal(session)
                && SessionStatus.isGlobalInstance(session)
                && (session.getView() == RibView.ADJ_RIB_IN_PRE || session.getView() == RibView.ADJ_RIB_IN_POST);
    }

    private static boolean isInternal(Session session) {
        return session.hasLocalAs() && session.getLocalAs() == session.getPeerAs();
    }

    /** Returns true for the Loc-RIB of the global table (RFC 9069 section 4.2: its distinguisher is zero). */
    static boolean isGlobalTable(Session session) {
        return session.getPeerDistinguisher() == 0;
    }
}
