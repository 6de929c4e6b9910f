// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Open;

/** One TCP connection with its state and timers. A neighbor has two or three of them during a collision. */
final class Connection {
    /** Encoding before both OPENs are known. OPEN, KEEPALIVE and NOTIFICATION do not depend on it. */
    private static final BgpSessionOptions BEFORE_OPEN = new BgpSessionOptions(true, Set.of(), false);

    final int id;
    final Direction direction;
    final InetAddress local;
    final InetAddress peer;
    final Open sent;
    final long connectedAt;
    final Deadline hold = new Deadline();
    final Deadline keepAlive = new Deadline();
    final Deadline sendHold = new Deadline();
    BgpState state = BgpState.OPEN_SENT;
    long establishedAt;
    /** The session that both OPENs select; null before the neighbor's OPEN. */
    @Nullable
    NegotiatedSession session;

    Connection(int id, Direction direction, InetAddress local, InetAddress peer, Open sent, long now) {
        this.id = id;
        this.direction = direction;
        this.local = local;
        this.peer = peer;
        this.sent = sent;
        this.connectedAt = now;
    }

    BgpSessionOptions receiving() {
        NegotiatedSession negotiated = session;
        return negotiated == null ? BEFORE_OPEN : negotiated.receiving();
    }

    /** Returns the nanoseconds until the first timer is due, {@code atMost} at most. */
    long remaining(long now, long atMost) {
        return sendHold.remaining(now, keepAlive.remaining(now, hold.remaining(now, atMost)));
    }

    /** Restarts the Hold Timer, unless the negotiated Hold Time is zero. */
    void startHold(long now) {
        Duration time = holdTime();
        if (time.isZero()) {
            hold.clear();
        } else {
            hold.setIn(time, now);
        }
    }

    /** Restarts the Keepalive Timer: a third of the Hold Time, with jitter (RFC 4271 section 10). */
    void startKeepAlive(RandomGenerator random, long now) {
        Duration time = holdTime();
        if (time.isZero()) {
            keepAlive.clear();
        } else {
            keepAlive.setIn(BackOff.jittered(time.dividedBy(3), random), now);
        }
    }

    /** Restarts the Send Hold Timer while bytes wait in an established session (RFC 9687 section 4.3). */
    void startSendHold(boolean pending, SessionSettings settings, long now) {
        Duration time = holdTime();
        if (pending && state == BgpState.ESTABLISHED && !time.isZero()) {
            sendHold.setIn(settings.sendHoldTime().orElse(time.multipliedBy(4).dividedBy(3)), now);
        } else {
            sendHold.clear();
        }
    }

    private Duration holdTime() {
        NegotiatedSession negotiated = session;
        return negotiated == null ? Duration.ZERO : negotiated.holdTime();
    }
}
