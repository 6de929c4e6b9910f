// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** Attempts to connect: the ConnectRetry timer with back-off, and the refusal of connections after an error. */
final class Reconnection {
    /** Time for a TCP connection to open. */
    static final Duration CONNECT_TIME = Duration.ofSeconds(30);

    private final SessionSettings settings;
    private final BackOff backOff;
    private final List<SessionAction> out;
    private final Deadline retry = new Deadline();
    private final Deadline connecting = new Deadline();
    private boolean started;
    private boolean held;

    /** @param out receives the actions */
    Reconnection(SessionSettings settings, RandomGenerator random, List<SessionAction> out) {
        this.settings = settings;
        this.backOff = new BackOff(settings.connectRetryMin(), settings.connectRetryMax(), random);
        this.out = out;
    }

    /** Returns the state of a neighbor without connections. */
    BgpState state() {
        if (connecting.isSet()) {
            return BgpState.CONNECT;
        }
        return started && !held ? BgpState.ACTIVE : BgpState.IDLE;
    }

    /** Returns true while connections of the neighbor are accepted. */
    boolean isOpen() {
        return started && !held;
    }

    void start(long now) {
        if (!started) {
            started = true;
            backOff.reset();
            connect(now);
        }
    }

    void stop() {
        abort();
        started = false;
        held = false;
        retry.clear();
    }

    /** Makes the next delay the shortest one. */
    void forgive() {
        backOff.reset();
    }

    /** Reports a TCP connection. */
    void onConnect(Direction direction) {
        if (direction == Direction.OUTBOUND) {
            connecting.clear();
        }
        if (isOpen()) {
            retry.clear();
        }
    }

    /** Reports that the last connection has ended. The next attempt follows after a delay. */
    void onDisconnect(long now) {
        if (started && !connecting.isSet()) {
            retry.setIn(backOff.next(), now);
        }
    }

    /** Refuses connections until the next attempt. */
    void hold() {
        held = retry.isSet();
    }

    /** Reports that the attempt failed. Returns false if there was none. */
    boolean failed() {
        boolean was = connecting.isSet();
        connecting.clear();
        return was;
    }

    /**
     * Reports that time has passed.
     *
     * @return true when the attempt to connect took too long
     */
    boolean tick(boolean isConnected, long now) {
        if (connecting.isDue(now)) {
            abort();
            return true;
        }
        if (retry.isDue(now)) {
            retry.clear();
            held = false;
            if (!isConnected) {
                connect(now);
            }
        }
        return false;
    }

    long remaining(long now, long atMost) {
        return connecting.remaining(now, retry.remaining(now, atMost));
    }

    private void connect(long now) {
        if (!settings.passive()) {
            connecting.setIn(CONNECT_TIME, now);
            out.add(new SessionAction.Connect());
        }
    }

    private void abort() {
        if (connecting.isSet()) {
            connecting.clear();
            out.add(new SessionAction.AbortConnect());
        }
    }
}
