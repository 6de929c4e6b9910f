// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import org.pathproof.wire.Bytes;

/**
 * Tracks the backlog of a connection after a pause of the intake. The backlog ends with the first message whose age, by
 * its timestamp (RFC 7854 section 4.2), is close to the least age on this connection. Comparing ages cancels out a
 * difference of clocks. Without timestamps, or without a message before the pause, the backlog ends when the queue is
 * empty. The backlog also ends after a second without messages. A router with wrong timestamps ends its backlog when
 * the queue is empty a minute after its first message.
 *
 * <p>One thread writes; {@link #isBehind} and {@link #isSettling} are safe for any thread.
 */
final class CatchUp {
    /** Difference from the least age, in microseconds, above which a message belongs to the backlog. */
    private static final long BACKLOG_AGE_US = 1_000_000;

    /** Time after the first message of a backlog, in microseconds, after which timestamps are not considered. */
    private static final long MAX_BACKLOG_US = 60_000_000;

    /**
     * Longest time from the handling of a message to its row in the table for which health is ok: a record may wait 2 s
     * for its acknowledgement, and the table may be pathproof.policy-api.max-delay (2 s) behind Kafka.
     */
    private static final long MAX_SETTLING_NANOS = 4_000_000_000L;

    private static final int TYPE_AT = 5;
    private static final int SECONDS_AT = 40;
    private static final int MICROSECONDS_AT = 44;
    private static final int TYPE_INITIATION = 4;
    private static final int TYPE_TERMINATION = 5;

    private volatile boolean behind;
    /** True if a backlog has ended, at {@link #endedNanos}. */
    private volatile boolean ended;

    private volatile long endedNanos;
    private long leastAgeUs = Long.MAX_VALUE;
    /** True if {@link #leastAgeUs} is known from before the pause. */
    private boolean leastAgeKnown;
    /** Time of the first message after a pause; 0 before that message. */
    private long backlogSinceUs;

    /** Notes a pause of the intake. */
    void onPause() {
        backlogSinceUs = 0;
        if (!behind) {
            leastAgeKnown = leastAgeUs != Long.MAX_VALUE;
            behind = true;
        }
    }

    /**
     * Notes that no message came for a second.
     *
     * @param nowNanos the present {@link System#nanoTime}
     */
    void onIdle(long nowNanos) {
        setBehind(false, nowNanos);
    }

    /**
     * Notes that a message was handled.
     *
     * @param message whole BMP message, which begins with the version
     * @param nowUs the clock of this machine, in microseconds since 1970
     * @param nowNanos the present {@link System#nanoTime}
     * @param nothingWaits true if no further message has been read from the socket
     */
    void recordHandled(Bytes message, long nowUs, long nowNanos, boolean nothingWaits) {
        if (backlogSinceUs == 0) {
            backlogSinceUs = nowUs;
        }
        long at = timestampUs(message);
        if (at == 0 || nowUs - backlogSinceUs > MAX_BACKLOG_US) {
            setBehind(behind && !nothingWaits, nowNanos);
            return;
        }
        long age = nowUs - at;
        leastAgeUs = Math.min(leastAgeUs, age);
        boolean old = leastAgeKnown ? age - leastAgeUs > BACKLOG_AGE_US : !nothingWaits;
        setBehind(behind && old, nowNanos);
    }

    private void setBehind(boolean isNowBehind, long nowNanos) {
        if (behind && !isNowBehind) {
            endedNanos = nowNanos;
            ended = true;
        }
        behind = isNowBehind;
    }

    /** Returns true from the beginning of a pause until the end of its backlog. */
    boolean isBehind() {
        return behind;
    }

    /**
     * Returns true while records of a backlog may be missing in the table although nothing is late.
     *
     * @param nowNanos the present {@link System#nanoTime}
     */
    boolean isSettling(long nowNanos) {
        return behind || (ended && nowNanos - endedNanos < MAX_SETTLING_NANOS);
    }

    /** Returns the timestamp of the per-peer header; 0 for none. */
    private static long timestampUs(Bytes message) {
        if (message.length() < MICROSECONDS_AT + 4) {
            return 0;
        }
        int type = message.u8(TYPE_AT);
        return type == TYPE_INITIATION || type == TYPE_TERMINATION
                ? 0
                : message.u32(SECONDS_AT) * 1_000_000 + message.u32(MICROSECONDS_AT);
    }
}
