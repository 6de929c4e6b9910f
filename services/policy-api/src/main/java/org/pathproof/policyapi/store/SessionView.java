// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.RouteLife;
import org.pathproof.routes.SessionStatus;

/**
 * One RIB view of one peer of one router: its record of pathproof.sessions, its routes and their counts. It exists from
 * the first record that names it. Without a session record its routes are hidden.
 */
public final class SessionView {
    private final SessionId id;
    private volatile @Nullable Session session;
    private final Map<Long, EpochCounts> countsByEpoch = new ConcurrentHashMap<>();
    /** The most recently requested counts, which are usually requested again. Used by the writing thread only. */
    private @Nullable EpochCounts latest;

    final RouteTree routes = new RouteTree();

    SessionView(SessionId id) {
        this.id = id;
    }

    public SessionId id() {
        return id;
    }

    public Optional<Session> session() {
        return Optional.ofNullable(session);
    }

    void session(@Nullable Session session) {
        this.session = session;
    }

    /**
     * Returns true if the routes of an epoch are alive. After a lost BMP connection they stay alive, as in the
     * collector. An unchanged route keeps its verdict and epoch when its table is sent again. Therefore a route that is
     * missing from the new table is withdrawn by a record of its own, and not by its epoch.
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

    /** Returns true if BGPsec was negotiated and no route carries a BGPsec_PATH. */
    public boolean stripsBgpsec() {
        return session().filter(SessionStatus::isBgpsecStripped).isPresent();
    }

    @Override
    public String toString() {
        return "session " + id;
    }
}
