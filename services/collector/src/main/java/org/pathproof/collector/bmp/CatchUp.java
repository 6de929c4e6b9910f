// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import org.pathproof.wire.Bytes;

/**
 * Tells whether a connection still takes in what waited in its socket while it was not read. The end of the backlog shows in the timestamps
 * of the messages (RFC 7854 section 4.2): they are as young as they ever were, clocks that differ included. A router without timestamps
 * has caught up when nothing waits here; every router has when nothing comes for a while.
 *
 * <p>One thread writes, any thread may ask.
 */
final class CatchUp {
    /** A message that is older than usual by no more than this ends the backlog, in microseconds. */
    private static final long FRESH_US = 1_000_000;

    private static final int TYPE_AT = 5;
    private static final int SECONDS_AT = 40;
    private static final int MICROSECONDS_AT = 44;
    private static final int TYPE_INITIATION = 4;
    private static final int TYPE_TERMINATION = 5;

    private volatile boolean behind;
    private long leastAgeUs = Long.MAX_VALUE;

    /** The connection is not read for now. */
    void pausing() {
        behind = true;
    }

    /** Nothing came for a while. */
    void idle() {
        behind = false;
    }

    /**
     * A message was handled.
     *
     * @param message whole, from its version on
     * @param nowUs the clock of this machine, in microseconds since 1970
     * @param nothingWaits true when no further message has been read from the socket
     */
    void handled(Bytes message, long nowUs, boolean nothingWaits) {
        long at = timestampUs(message);
        if (at == 0) {
            behind = behind && !nothingWaits;
            return;
        }
        long age = nowUs - at;
        leastAgeUs = Math.min(leastAgeUs, age);
        behind = behind && age - leastAgeUs > FRESH_US;
    }

    /** Returns true from the beginning of a pause until what waited meanwhile has been taken in. */
    boolean isBehind() {
        return behind;
    }

    /** The time of the per-peer header; 0 when the message or the router has none. */
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
