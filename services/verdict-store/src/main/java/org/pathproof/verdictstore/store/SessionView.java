// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.RouteLife;
import org.pathproof.routes.SessionStatus;
import org.pathproof.verdictstore.paged.SessionSlots;
import org.pathproof.verdictstore.paged.Shard;

/**
 * One RIB view of one peer of one router: the record of pathproof.sessions, and the counts of the routes. The view is
 * created for the first verdict or session record of the session. The view is removed when there is neither a route nor
 * a session record. The routes are hidden while there is no session record.
 */
public final class SessionView extends SessionSlots {
    private final SessionId id;
    private final List<Shard> shards;
    private volatile @Nullable Session session;
    /** The session of the routes from which verdicts of this session are derived; null before the first one. */
    private volatile @Nullable SessionId derivedFrom;

    /**
     * @param number number of the session in the store
     * @param shards shards that may have rows of the session
     */
    SessionView(int number, SessionId id, List<Shard> shards) {
        super(
                number,
                id.bytes().asByteBuffer().getLong(0),
                id.bytes().asByteBuffer().getLong(Long.BYTES));
        this.id = id;
        this.shards = shards;
    }

    /** Returns a view of a session without routes, which is not in the store. */
    static SessionView unknown(SessionId id) {
        return new SessionView(0, id, List.of());
    }

    public SessionId id() {
        return id;
    }

    public Optional<Session> session() {
        return Optional.ofNullable(session);
    }

    /**
     * Replaces the record. Routes of an epoch that it declares dead are hidden. After a lost BMP connection, routes
     * stay alive, as in the collector: when the table is sent again, an unchanged route keeps its verdict with the old
     * epoch. So an old epoch does not mean that a route is missing; the validator withdraws missing routes by a record.
     */
    void setSession(@Nullable Session record) {
        session = record;
        setLife(record != null, RouteLife.deadBefore(record), record == null ? 0 : record.getEpoch());
    }

    /** Returns true if verdicts that are derived from a session's routes need not say so. */
    boolean isDerivedFrom(SessionId from) {
        SessionId known = derivedFrom;
        return from.equals(known == null ? setDerivedFrom(from) : known);
    }

    /** Sets the session unless another thread has. Returns the session that is set. */
    private synchronized SessionId setDerivedFrom(SessionId from) {
        SessionId known = derivedFrom;
        if (known == null) {
            derivedFrom = from;
            known = from;
        }
        return known;
    }

    /** Returns the session of the routes from which verdicts of this session are derived. */
    @Nullable
    SessionId derivedFrom() {
        return derivedFrom;
    }

    /** Adds the counts of this session's live routes. */
    void addTo(Totals totals) {
        shards.forEach(shard -> shard.counts().forEachAlive(this, (epoch, counts) -> totals.add(counts)));
    }

    /** Returns the counts of this session's live routes. */
    public Totals totals() {
        Totals totals = Totals.none();
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
}
