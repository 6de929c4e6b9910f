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
 * One RIB view of one peer of one router: what pathproof.sessions says of it, its routes and their counts. It exists from the first record
 * that names it; until its session record has come (or when that was deleted) its routes are not shown.
 */
public final class SessionView {
    private final SessionId id;
    private volatile @Nullable Session session;
    private final Map<Long, EpochCounts> countsByEpoch = new ConcurrentHashMap<>();
    /** The one asked for last, which is the one most often asked for. Of the writing thread alone. */
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
     * Whether routes announced in an epoch are alive. A lost BMP connection keeps them, as the collector does; that a table was sent again
     * without a route is told by the route's withdrawal, not here: a route announced again unchanged keeps its old verdict and epoch.
     */
    boolean isAlive(long epoch) {
        return isAlive(session, epoch);
    }

    static boolean isAlive(@Nullable Session session, long epoch) {
        return session != null && !RouteLife.isDead(session, epoch);
    }

    /** Where routes of an epoch are counted. */
    EpochCounts epochCounts(long epoch) {
        EpochCounts last = latest;
        if (last == null || last.epoch() != epoch) {
            last = countsByEpoch.computeIfAbsent(epoch, e -> new EpochCounts(this, e));
            latest = last;
        }
        return last;
    }

    /** Forgets a epochCounts that counts nothing any more. */
    void drop(EpochCounts empty) {
        countsByEpoch.remove(empty.epoch(), empty);
        if (latest == empty) {
            latest = null;
        }
    }

    /** Adds the counts of this session's living routes. */
    void addTo(Totals totals) {
        countsByEpoch.forEach((epoch, epochCounts) -> {
            if (isAlive(epoch)) {
                epochCounts.addTo(totals);
            }
        });
    }

    /** The counts of this session's living routes. */
    public Totals totals() {
        Totals totals = new Totals();
        addTo(totals);
        return totals;
    }

    /** Returns true when the session's record says that BGPsec was negotiated. */
    public boolean negotiatedBgpsec() {
        return session().filter(SessionStatus::isBgpsecNegotiated).isPresent();
    }

    /** Returns true when the session's record says that BGPsec_PATH is lost on the way. */
    public boolean stripsBgpsec() {
        return session().filter(SessionStatus::isBgpsecStripped).isPresent();
    }

    @Override
    public String toString() {
        return "session " + id;
    }
}
