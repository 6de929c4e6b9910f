// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.RouteLife;
import org.pathproof.routes.SessionStatus;

/**
 * One RIB view of one peer of one router: the record of pathproof.sessions, and the counts of the routes. The view is
 * created for the first verdict or session record of the session. The view is removed
 * when there is neither a route nor a session record. The routes are hidden while there is no session record.
 */
public final class SessionView {
    private final SessionId id;
    private volatile @Nullable Session session;
    private final Map<Long, EpochCounts> countsByEpoch = new ConcurrentHashMap<>();
    /** The most recently requested counts, which are usually requested again. Used by the writing thread only. */
    private @Nullable EpochCounts latest;

    SessionView(SessionId id) {
        this.id = id;
    }

    public SessionId id() {
        return id;
    }

    public Optional<Session> session() {
        return Optional.ofNullable(session);
    }

    void setSession(@Nullable Session session) {
        this.session = session;
    }

    /**
     * Returns true if the routes of an epoch are alive. After a lost BMP connection, routes stay alive, as in the
     * collector. When the table is sent again, an unchanged route keeps its verdict with the old epoch. So an old epoch
     * does not mean that a route is missing: the validator withdraws missing routes by a record.
     */
    boolean isAlive(long epoch) {
        return isAlive(session, epoch);
    }

    static boolean isAlive(@Nullable Session session, long epoch) {
        return session != null && !RouteLife.isDead(session, epoch);
    }

    /** Returns the counts of an epoch. */
    EpochCounts epochCounts(long epoch) {
        EpochCounts last = latest;
        if (last == null || last.epoch() != epoch) {
            last = countsByEpoch.computeIfAbsent(epoch, e -> new EpochCounts(this, e));
            latest = last;
        }
        return last;
    }

    /** Removes the counts of an epoch without routes. */
    void drop(EpochCounts empty) {
        countsByEpoch.remove(empty.epoch(), empty);
        if (latest == empty) {
            latest = null;
        }
    }

    /** Adds the counts of this session's live routes. */
    void addTo(Totals totals) {
        countsByEpoch.forEach((epoch, epochCounts) -> {
            if (isAlive(epoch)) {
                epochCounts.addTo(totals);
            }
        });
    }

    /** Returns the counts of this session's live routes. */
    public Totals totals() {
        Totals totals = new Totals();
        addTo(totals);
        return totals;
    }

    /** Returns true if BGPsec was negotiated. */
    public boolean negotiatedBgpsec() {
        return session().filter(SessionStatus::isBgpsecNegotiated).isPresent();
    }

    /** Returns true if BGPsec was negotiated and the complete table has routes but no BGPsec_PATH. */
    public boolean stripsBgpsec() {
        return session().filter(SessionStatus::isBgpsecStripped).isPresent();
    }

    @Override
    public String toString() {
        return "session " + id;
    }

    /** The facts of a route that {@link EpochCounts} count. */
    interface CountedRoute {
        /** Returns true if the route came with a BGPsec_PATH. */
        boolean signed();

        /** Returns true if the state is that of another route, because the router rewrote the path in this view. */
        boolean derived();

        PathState state();

        OriginVerdict origin();

        AspaVerdict aspa();

        /** Returns the rules of the findings. */
        Set<Rule> rules();

        /** Returns the AS numbers that the findings name. */
        Set<Long> offenders();
    }

    /**
     * Counts of the routes that were announced in one epoch of one session. The counts change with each route, so that
     * a summary does not read the routes.
     */
    static final class EpochCounts {
        private static final int ROUTES = RouteFlags.STATE_BITS;
        private static final int SIGNED = ROUTES + 1;
        private static final int DERIVED = ROUTES + 2;

        private final SessionView sessionView;
        private final long epoch;
        /** Counts of the states by their bits in {@link RouteFlags}, then the counts of the constants. */
        private final AtomicIntegerArray counts = new AtomicIntegerArray(DERIVED + 1);

        private final Map<Rule, Integer> rules = new ConcurrentHashMap<>(1);
        private final Map<Long, Integer> offenders = new ConcurrentHashMap<>(1);

        EpochCounts(SessionView sessionView, long epoch) {
            this.sessionView = sessionView;
            this.epoch = epoch;
        }

        SessionView sessionView() {
            return sessionView;
        }

        long epoch() {
            return epoch;
        }

        boolean isAlive() {
            return sessionView.isAlive(epoch);
        }

        /** Adds a route ({@code by} = 1) or removes it (-1). */
        void count(CountedRoute route, int by) {
            add(ROUTES, by);
            if (route.signed()) {
                add(SIGNED, by);
            }
            // Only the original of a derived route is counted by its state, so that one fault raises one alarm.
            add(route.derived() ? DERIVED : RouteFlags.bit(route.state()), by);
            add(RouteFlags.bit(route.origin()), by);
            add(RouteFlags.bit(route.aspa()), by);
            Set<Rule> broken = route.rules();
            if (!broken.isEmpty()) {
                broken.forEach(rule -> add(rules, rule, by));
                route.offenders().forEach(asn -> add(offenders, asn, by));
            }
        }

        /** Changes a count without a lock, because only the writing thread changes counts. */
        private void add(int index, int by) {
            counts.setRelease(index, counts.getPlain(index) + by);
        }

        private static <K> void add(Map<K, Integer> counts, K name, int by) {
            counts.merge(name, by, (a, b) -> a + b == 0 ? null : a + b);
        }

        boolean isEmpty() {
            return counts.get(ROUTES) == 0;
        }

        void addTo(Totals totals) {
            totals.addRoutes(counts.get(ROUTES));
            totals.addSigned(counts.get(SIGNED));
            totals.addDerived(counts.get(DERIVED));
            for (PathState state : PathState.values()) {
                totals.add(state, counts.get(RouteFlags.bit(state)));
            }
            for (OriginVerdict origin : OriginVerdict.values()) {
                totals.add(origin, counts.get(RouteFlags.bit(origin)));
            }
            for (AspaVerdict aspa : AspaVerdict.values()) {
                totals.add(aspa, counts.get(RouteFlags.bit(aspa)));
            }
            rules.forEach(totals::add);
            offenders.forEach(totals::addOffender);
        }
    }
}
