// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.sessions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.pathproof.collector.sessions.SessionQuota.Router;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.Bytes;

/**
 * Selects the sessions to delete when a bound is reached: those of unknown routers first, then those that are down,
 * which have no routes, and of these the oldest. A session that is up is never selected while its router may be
 * connected.
 */
public final class SessionShedding {
    /** Part of a bound that is made free at once, so that the selection is rare. */
    private static final int PART = 16;

    private final SessionQuota quota;

    /** @param quota bounds, and the known routers */
    public SessionShedding(SessionQuota quota) {
        this.quota = quota;
    }

    /** A session with the data that decide about it. */
    private record Candidate(SessionId id, Bytes router, boolean known, boolean down, long changedMicros) {}

    private static final Comparator<Candidate> ORDER = Comparator.comparing(Candidate::known)
            .thenComparing(candidate -> !candidate.down())
            .thenComparingLong(Candidate::changedMicros);

    /**
     * Returns sessions whose deletion makes room for one more session of a router.
     *
     * @param records all records
     * @param bound bound that the router has reached
     */
    public List<SessionId> selectFor(Router router, SessionQuota.Bound bound, Map<SessionId, Session> records) {
        SessionQuota.Limits limits = quota.limits();
        int over = Math.max(0, quota.over(router, bound));
        return switch (bound) {
            case ROUTERS_OF_ADDRESS ->
                routers(records, s -> s.getRouterIp().equals(router.ip()), over + part(limits.routersOfAddress()));
            case UNKNOWN_ROUTERS -> routers(records, s -> !quota.isKnown(s), over + part(limits.routers()));
            case UNKNOWN_SESSIONS_OF_ADDRESS ->
                sessions(
                        records,
                        s -> !quota.isKnown(s) && s.getRouterIp().equals(router.ip()),
                        over + part(limits.unknownSessions()));
            case UNKNOWN_SESSIONS -> sessions(records, s -> !quota.isKnown(s), over + part(limits.unknownSessions()));
            case SESSIONS ->
                // An unknown router does not displace a known one.
                sessions(records, s -> quota.isKnown(router) || !quota.isKnown(s), over + part(limits.sessions()));
        };
    }

    /** Returns the {@code count} sessions to delete at the start, when no router is connected. */
    public List<SessionId> selectAtStart(Map<SessionId, Session> records, int count) {
        return oldest(candidates(records, s -> !s.getRelayed()), count);
    }

    private List<SessionId> sessions(Map<SessionId, Session> records, Predicate<Session> which, int count) {
        return oldest(candidates(records, which.and(SessionShedding::isOver)), count);
    }

    private static List<SessionId> oldest(List<Candidate> candidates, int count) {
        candidates.sort(ORDER);
        return candidates.stream().limit(count).map(Candidate::id).toList();
    }

    /** Returns all sessions of the routers that are disconnected for the longest time. */
    private List<SessionId> routers(Map<SessionId, Session> records, Predicate<Session> which, int count) {
        Set<Bytes> connected = new HashSet<>();
        records.values().stream().filter(s -> quota.isOwn(s) && !isOver(s)).forEach(s -> connected.add(hash(s)));
        Map<Bytes, List<Candidate>> routers = new HashMap<>();
        for (Candidate candidate : candidates(records, which.and(s -> !connected.contains(hash(s))))) {
            routers.computeIfAbsent(candidate.router(), _ -> new ArrayList<>()).add(candidate);
        }
        return routers.values().stream()
                .sorted(Comparator.comparingLong((List<Candidate> sessions) -> sessions.stream()
                        .mapToLong(Candidate::changedMicros)
                        .max()
                        .orElse(0)))
                .limit(count)
                .flatMap(Collection::stream)
                .map(Candidate::id)
                .toList();
    }

    private List<Candidate> candidates(Map<SessionId, Session> records, Predicate<Session> which) {
        List<Candidate> candidates = new ArrayList<>();
        records.forEach((id, s) -> {
            if (quota.isOwn(s) && which.test(s)) {
                candidates.add(
                        new Candidate(id, hash(s), quota.isKnown(s), s.getState() == State.DOWN, s.getChangedUs()));
            }
        });
        return candidates;
    }

    /** Returns true for a session that no connected router has: it is lost or down. */
    private static boolean isOver(Session session) {
        return session.getState() == State.DOWN || session.getState() == State.LOST;
    }

    private static Bytes hash(Session session) {
        return Bytes.wrap(session.getRouterHash().toByteArray());
    }

    private static int part(int limit) {
        return Math.max(1, limit / PART);
    }
}
