// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.quic;

import java.time.Duration;

/**
 * Limits of QUIC connections. The limits are sent to the peer as transport parameters (RFC 9000 section 18.2).
 *
 * @param maxConnections maximum number of concurrent connections; further ones are closed
 * @param maxStreams maximum number of concurrent streams of one connection
 * @param streamWindow maximum number of received and unread bytes of a stream
 * @param idle silence after which a connection counts as lost. The dialling side sends a keepalive after a third of it
 */
public record QuicLimits(int maxConnections, int maxStreams, int streamWindow, Duration idle) {
    /** Limits for routers. */
    public static final QuicLimits DEFAULT = new QuicLimits(1000, 100, 256 << 10, Duration.ofSeconds(30));

    public QuicLimits {
        if (maxConnections < 1 || maxStreams < 1 || streamWindow < 1 || !idle.isPositive()) {
            throw new IllegalArgumentException("QUIC: connections, streams, window and idle time must be above 0");
        }
    }

    /** Returns the maximum number of received and unread bytes of a connection. */
    long connectionWindow() {
        return (long) maxStreams * streamWindow;
    }
}
