// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.verdictstore.input.VerdictTime;

/**
 * Keys of the routes that changed since the last decision, for the sessions that concern a feed. The keys are kept and
 * not the changes, so that memory is bounded by the number of routes. Thread-safe.
 */
final class ChangedRoutes {
    private Map<SessionId, Watched> watched = Map.of();
    /** The sessions with keys. */
    private List<Watched> changed = new ArrayList<>();

    /** The keys of one session, each with the oldest verdict since the last decision. */
    record OfSession(SessionId session, Map<RouteKey, VerdictTime> keys) {}

    /** A session that concerns feeds. */
    private static final class Watched {
        final SessionId session;
        final List<RouterFeed> feeds;
        Map<RouteKey, VerdictTime> keys = new HashMap<>();

        Watched(SessionId session, List<RouterFeed> feeds) {
            this.session = session;
            this.feeds = feeds;
        }

        OfSession take() {
            OfSession taken = new OfSession(session, keys);
            keys = new HashMap<>();
            return taken;
        }
    }

    /** Replaces the sessions and their feeds. Keys of other sessions are ignored, and removed if there are any. */
    synchronized void watch(Map<SessionId, List<RouterFeed>> feedsOfSessions) {
        Map<SessionId, Watched> now = new HashMap<>();
        feedsOfSessions.forEach((session, feeds) -> now.put(session, new Watched(session, feeds)));
        List<Watched> before = changed;
        watched = now;
        changed = new ArrayList<>();
        before.forEach(session -> session.keys.forEach(this::add));
    }

    synchronized void add(RouteKey key, VerdictTime verdict) {
        Watched session = watched.get(key.session());
        if (session != null) {
            if (session.keys.isEmpty()) {
                changed.add(session);
            }
            session.keys.merge(key, verdict, VerdictTime::older);
        }
    }

    synchronized boolean isEmpty() {
        return changed.isEmpty();
    }

    /** Removes all keys before their routes are read: a later change adds its key again. Returns the keys by feed. */
    synchronized Map<RouterFeed, List<OfSession>> take() {
        Map<RouterFeed, List<OfSession>> byFeed = new HashMap<>();
        for (Watched session : changed) {
            OfSession taken = session.take();
            for (RouterFeed feed : session.feeds) {
                byFeed.computeIfAbsent(feed, ignored -> new ArrayList<>()).add(taken);
            }
        }
        changed = new ArrayList<>();
        return byFeed;
    }
}
