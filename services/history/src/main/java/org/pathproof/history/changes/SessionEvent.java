// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.SessionText;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.RouteLife;
import org.pathproof.routes.SessionNames;
import org.pathproof.wire.Bytes;

/**
 * A record of {@code pathproof.sessions}: a session as it is from a time on.
 *
 * @param timeUs time of the record, microseconds since 1970
 * @param changedUs time of the session's last change by the collector's clock
 * @param state name of the state, or {@code GONE} for a deleted session
 */
public record SessionEvent(
        long session,
        String id,
        long timeUs,
        int partition,
        long position,
        long changedUs,
        String router,
        String routerIp,
        String peer,
        String peerIp,
        long peerAs,
        String view,
        String vrf,
        String state,
        long epoch,
        long deadBefore,
        long syncedEpoch,
        long localAs,
        String reason,
        String collector) {
    /** State of a deleted session. */
    public static final String GONE = "GONE";

    /**
     * Reads a record.
     *
     * @param before the former event of the session; null if there is none
     * @param value null for a deleted session
     * @return null for the deletion of an unknown session
     * @throws IllegalArgumentException if the key is not a session id or the value is not a session
     */
    public static @Nullable SessionEvent of(
            byte[] key,
            byte @Nullable [] value,
            long timestampMs,
            int partition,
            long position,
            @Nullable SessionEvent before) {
        SessionId id = new SessionId(Bytes.wrap(key));
        long timeUs = timestampMs * 1_000;
        if (value == null) {
            return before == null ? null : before.gone(timeUs, partition, position);
        }
        Session session;
        try {
            session = SessionText.clean(Session.parseFrom(value));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("the value is not a session: " + e.getMessage(), e);
        }
        return new SessionEvent(
                RouteAddress.number(id),
                id.toString(),
                timeUs,
                partition,
                position,
                session.getChangedUs(),
                SessionNames.router(session),
                session.getRouterIp(),
                SessionNames.peer(session),
                session.getPeerIp(),
                Integer.toUnsignedLong(session.getPeerAs()),
                session.getView().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                session.getVrf(),
                session.getState().name(),
                session.getEpoch(),
                RouteLife.deadBefore(session),
                session.getSyncedEpoch(),
                session.hasLocalAs() ? Integer.toUnsignedLong(session.getLocalAs()) : VerdictContent.NO_AS,
                session.getDownReason(),
                session.getCollectorId());
    }

    /**
     * Returns the number of the session of a record.
     *
     * @throws IllegalArgumentException if the key is not a session id
     */
    public static long number(byte[] key) {
        return RouteAddress.number(new SessionId(Bytes.wrap(key)));
    }

    private SessionEvent gone(long atUs, int ofPartition, long at) {
        return new SessionEvent(
                session,
                id,
                atUs,
                ofPartition,
                at,
                atUs,
                router,
                routerIp,
                peer,
                peerIp,
                peerAs,
                view,
                vrf,
                GONE,
                epoch,
                deadBefore,
                syncedEpoch,
                localAs,
                "",
                collector);
    }

    /** Returns true if the session differs from an earlier event in more than times. */
    public boolean isNews(@Nullable SessionEvent before) {
        return before == null
                || !before.at(timeUs, partition, position, changedUs).equals(this);
    }

    private SessionEvent at(long atUs, int ofPartition, long at, long changed) {
        return new SessionEvent(
                session,
                id,
                atUs,
                ofPartition,
                at,
                changed,
                router,
                routerIp,
                peer,
                peerIp,
                peerAs,
                view,
                vrf,
                state,
                epoch,
                deadBefore,
                syncedEpoch,
                localAs,
                reason,
                collector);
    }

    /** Returns the time at which the routes before {@code deadBefore} died, if this event is the first to say so. */
    public long diedUs() {
        return changedUs > 0 ? Math.min(changedUs, timeUs) : timeUs;
    }
}
