// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.wire.Bytes;

/**
 * The connections of one router: its BMP connection, from which its table comes, and its BGP session with Pathproof.
 *
 * <p>A router without a BMP connection keeps its overrides for the hold time. If its BGP session is established anew in
 * this time or shortly before, the router has restarted, and the table is older than the router's routes. The router
 * then counts as lost until it has sent its tables again. A restart can be seen late in BMP, or never: a broken
 * connection stays open, and the router connects under another name. So a new BGP session must show itself in BMP, if
 * the router reported the one before. Not thread-safe.
 */
final class RouterConnection {
    private final Duration hold;
    private final Duration sessionHold;
    private final boolean fed;

    /** Time since which the router has no BMP connection; null while it has one. */
    private @Nullable Instant disconnectedAt;
    /** Time since which the BGP session is down; null while it is established. */
    private @Nullable Instant sessionDownAt;

    /** True after the router had a BMP connection. At the start, this replica has not read the connections yet. */
    private boolean seen;

    private boolean restarted;
    /** Number of BGP sessions that this replica has established. */
    private long sessionNumber;
    /** Time at which a BGP session replaced another one that BMP has not shown since; null if there is none. */
    private @Nullable Instant replacedAt;
    /** The sessions with Pathproof in BMP before. */
    private OptionalLong feedEpoch = OptionalLong.empty();

    private boolean lost;
    private boolean sessionDown;

    /**
     * @param hold time without a BMP connection after which the router is lost
     * @param sessionHold time without a BGP session after which the router counts as unable to receive overrides
     * @param fed false for a router without a feed
     */
    RouterConnection(Duration hold, Duration sessionHold, boolean fed) {
        this.hold = hold;
        this.sessionHold = sessionHold;
        this.fed = fed;
    }

    /**
     * Updates the state. A router whose messages come through Kafka never counts as disconnected.
     *
     * @param hashes hashes of the routers with a BMP connection
     * @param bgp the BGP session of the router with Pathproof; empty without a neighbor
     */
    void update(RouterSessions sessions, Set<Bytes> hashes, Optional<FeedSession> bgp, Instant now) {
        Session session = sessions.identity();
        boolean connected = session == null
                || session.getRelayed()
                || hashes.contains(Bytes.wrap(session.getRouterHash().toByteArray()));
        if (!connected && disconnectedAt == null) {
            disconnectedAt = now;
        }
        Instant since = disconnectedAt;
        boolean hidden = updateReplaced(sessions, bgp, now);
        if (replacedAt != null && seen && (!connected || !sessions.isSettled())) {
            restarted = true;
        }
        if (since != null
                && seen
                && bgp.filter(FeedSession::isEstablished)
                        .flatMap(FeedSession::since)
                        .filter(since::isBefore)
                        .isPresent()) {
            restarted = true;
        }
        if (connected) {
            seen |= session != null;
            disconnectedAt = null;
            restarted &= !sessions.isSettled();
        }
        lost = restarted || hidden || since != null && !connected && !now.isBefore(since.plus(hold));
        forgetReplaced(sessions, now);
        updateSession(bgp, now);
    }

    /** Notes a new BGP session. Returns true if BMP should have shown it for a time, and has not. */
    private boolean updateReplaced(RouterSessions sessions, Optional<FeedSession> bgp, Instant now) {
        long number = bgp.map(FeedSession::established).orElse(0L);
        if (sessionNumber > 0 && number > sessionNumber) {
            replacedAt = now;
        }
        sessionNumber = Math.max(number, sessionNumber);
        Instant replaced = replacedAt;
        return replaced != null
                && feedEpoch.isPresent()
                && feedEpoch.equals(sessions.feedEpoch())
                && !now.isBefore(replaced.plus(sessionHold));
    }

    /** Forgets a new BGP session when BMP shows it, or after the hold time if BMP does not show such sessions. */
    private void forgetReplaced(RouterSessions sessions, Instant now) {
        Instant replaced = replacedAt;
        if (replaced != null
                && (feedEpoch.isEmpty()
                        ? !now.isBefore(replaced.plus(hold))
                        : !feedEpoch.equals(sessions.feedEpoch()))) {
            replacedAt = null;
        }
        if (replacedAt == null) {
            feedEpoch = sessions.feedEpoch();
        }
    }

    private void updateSession(Optional<FeedSession> bgp, Instant now) {
        if (bgp.isEmpty() || bgp.get().isEstablished()) {
            sessionDownAt = null;
        } else if (sessionDownAt == null) {
            sessionDownAt = now;
        }
        Instant since = sessionDownAt;
        sessionDown = since != null && !now.isBefore(since.plus(sessionHold));
    }

    /** Returns true if the table of the router may be out of date for too long. */
    boolean isLost() {
        return lost;
    }

    /** Returns the reason why the router cannot receive overrides; empty if it can. */
    Optional<Reason> obstacle() {
        if (!fed) {
            return Optional.of(Reason.BORDER_NOT_FED);
        }
        return sessionDown ? Optional.of(Reason.BORDER_SESSION_DOWN) : Optional.empty();
    }
}
