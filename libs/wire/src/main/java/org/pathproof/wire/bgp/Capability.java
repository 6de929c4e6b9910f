// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;

/** A capability of an OPEN (RFC 5492). Each record is one IANA capability code. */
public sealed interface Capability {
    /** Returns the Capability Code. */
    int code();

    /** Multiprotocol extensions (RFC 4760 section 8). */
    record Multiprotocol(AfiSafi family) implements Capability {
        public static final int CODE = 1;

        @Override
        public int code() {
            return CODE;
        }
    }

    /** Route refresh (RFC 2918). */
    record RouteRefreshCapability() implements Capability {
        public static final int CODE = 2;

        @Override
        public int code() {
            return CODE;
        }
    }

    /** Extended messages of up to 65,535 bytes (RFC 8654). */
    record ExtendedMessage() implements Capability {
        public static final int CODE = 6;

        @Override
        public int code() {
            return CODE;
        }
    }

    /** BGPsec (RFC 8205 section 2.1). One capability covers one direction and one address family. */
    record Bgpsec(int version, Direction direction, int afi) implements Capability {
        public static final int CODE = 7;

        /** The direction in which the advertising speaker handles BGPsec UPDATEs. */
        public enum Direction {
            RECEIVE,
            SEND
        }

        @Override
        public int code() {
            return CODE;
        }
    }

    /** BGP Role (RFC 9234 section 4.1): 0 provider, 1 RS, 2 RS-client, 3 customer, 4 peer. */
    record Role(int role) implements Capability {
        public static final int CODE = 9;

        @Override
        public int code() {
            return CODE;
        }
    }

    /**
     * Graceful Restart (RFC 4724 section 3).
     *
     * @param flags the four flag bits
     * @param restartTime in seconds
     */
    record GracefulRestart(int flags, int restartTime, List<Family> families) implements Capability {
        public static final int CODE = 64;

        /** A family whose forwarding state may be preserved. Flag 0x80 means that the state was preserved. */
        public record Family(AfiSafi family, int flags) {}

        @Override
        public int code() {
            return CODE;
        }
    }

    /** Support for 4-octet AS numbers, with the speaker's AS (RFC 6793 section 3). */
    record FourOctetAs(long asn) implements Capability {
        public static final int CODE = 65;

        @Override
        public int code() {
            return CODE;
        }
    }

    /** ADD-PATH (RFC 7911 section 4): mode 1 receive, 2 send, 3 both. */
    record AddPath(List<Entry> entries) implements Capability {
        public static final int CODE = 69;
        /** Bit of {@link Entry#mode}: the speaker can receive. */
        public static final int RECEIVE = 1;
        /** Bit of {@link Entry#mode}: the speaker can send. */
        public static final int SEND = 2;

        public record Entry(AfiSafi family, int mode) {}

        @Override
        public int code() {
            return CODE;
        }
    }

    /** Enhanced route refresh: markers begin and end the routes of a refresh (RFC 7313 section 3.1). */
    record EnhancedRouteRefresh() implements Capability {
        public static final int CODE = 70;

        @Override
        public int code() {
            return CODE;
        }
    }

    /** A capability without a decoder, or with a value that its RFC does not allow. */
    record Unknown(int code, Bytes value) implements Capability {}
}
