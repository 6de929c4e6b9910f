// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.time.Duration;

/**
 * Limits of an {@link RtrServer} for connections, time and memory.
 *
 * @param maxSessions concurrent connections; further ones are closed at once
 * @param maxSessionsPerAddress concurrent connections from one IPv4 address or one IPv6 /64
 * @param pduTimeout longest time from connecting to the first complete query, TLS included, and from the first byte of
 *     a PDU to its last
 * @param idleTimeout longest silence between PDUs. A router may be silent for its Refresh Interval, at most 86,400 s
 *     (RFC 8210 section 6); TCP keepalive detects routers that disappeared
 * @param sendTimeout longest time in which a router accepts 64 KiB of a response, or a PDU
 */
public record RtrLimits(
        int maxSessions, int maxSessionsPerAddress, Duration pduTimeout, Duration idleTimeout, Duration sendTimeout) {
    public static final RtrLimits DEFAULT =
            new RtrLimits(1000, 50, Duration.ofSeconds(30), Duration.ofHours(25), Duration.ofMinutes(1));

    /**
     * Minimum rate in bytes per second at which a router must read a response that takes longer than {@link
     * #sendTimeout}. A pending response keeps its RPKI set in memory.
     */
    static final int MIN_BYTES_PER_SECOND = 4096;

    public RtrLimits {
        if (maxSessions < 1 || maxSessionsPerAddress < 1) {
            throw new IllegalArgumentException("an RTR server needs at least one session, not " + maxSessions + " and "
                    + maxSessionsPerAddress + " from an address");
        }
        if (!pduTimeout.isPositive() || !idleTimeout.isPositive() || !sendTimeout.isPositive()) {
            throw new IllegalArgumentException("the RTR server's timeouts must be above zero: PDU " + pduTimeout
                    + ", idle " + idleTimeout + ", send " + sendTimeout);
        }
    }

    public RtrLimits withMaxSessions(int most, int mostPerAddress) {
        return new RtrLimits(most, mostPerAddress, pduTimeout, idleTimeout, sendTimeout);
    }

    public RtrLimits withPduTimeout(Duration timeout) {
        return new RtrLimits(maxSessions, maxSessionsPerAddress, timeout, idleTimeout, sendTimeout);
    }

    public RtrLimits withIdleTimeout(Duration timeout) {
        return new RtrLimits(maxSessions, maxSessionsPerAddress, pduTimeout, timeout, sendTimeout);
    }

    public RtrLimits withSendTimeout(Duration timeout) {
        return new RtrLimits(maxSessions, maxSessionsPerAddress, pduTimeout, idleTimeout, timeout);
    }

    /** Returns a time limit as text in seconds, or in milliseconds if the limit is not a whole number of seconds. */
    static String seconds(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    /** The limit that ended or refused a connection. */
    public enum Kind {
        /** The address is in no allowed prefix. */
        ADDRESS("address"),
        /** The router failed to authenticate by TLS or SSH. */
        AUTHENTICATION("authentication"),
        /** The router's certificate expired or was revoked during the session. */
        CERTIFICATE("certificate"),
        SESSIONS("sessions"),
        SESSIONS_PER_ADDRESS("sessions-per-address"),
        FIRST_QUERY("first-query"),
        HALF_PDU("half-pdu"),
        IDLE("idle"),
        SLOW_READER("slow-reader");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Returns the name in metrics. */
        public String label() {
            return label;
        }
    }
}
