// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.List;
import java.util.Optional;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;

/** A capability of an OPEN (RFC 5492), by its IANA code. */
public sealed interface Capability {
    /** The capability that fills {@code capability} exactly: code, length and value, as in an OPEN (RFC 5492 section 4). */
    static Optional<Capability> decode(Bytes capability) {
        return capability.length() >= 2 && capability.u8(1) == capability.length() - 2
                ? Optional.of(Capabilities.read(capability.u8(0), capability.from(2)))
                : Optional.empty();
    }

    /** The capability code byte. */
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

    /** BGPsec (RFC 8205 section 2.1): one direction and one address family each. */
    record Bgpsec(int version, Direction direction, int afi) implements Capability {
        public static final int CODE = 7;

        /** What the speaker that advertises it may do. */
        public enum Direction {
            RECEIVE,
            SEND
        }

        @Override
        public int code() {
            return CODE;
        }
    }

    /** BGP role (RFC 9234): 0 provider, 1 RS, 2 RS-client, 3 customer, 4 peer. */
    record Role(int role) implements Capability {
        public static final int CODE = 9;

        @Override
        public int code() {
            return CODE;
        }
    }

    /** Graceful restart (RFC 4724): the four flag bits, the restart time in seconds, and the families. */
    record GracefulRestart(int flags, int restartTime, List<Family> families) implements Capability {
        public static final int CODE = 64;

        /** A family whose forwarding state may be preserved (flag 0x80). */
        public record Family(AfiSafi family, int flags) {}

        @Override
        public int code() {
            return CODE;
        }
    }

    /** 4-octet AS numbers (RFC 6793). */
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
        /** The bit of {@link Entry#mode} that says "able to receive". */
        public static final int RECEIVE = 1;
        /** The bit of {@link Entry#mode} that says "able to send". */
        public static final int SEND = 2;

        public record Entry(AfiSafi family, int mode) {}

        @Override
        public int code() {
            return CODE;
        }
    }

    /** A capability that no decoder is registered for, or whose content no decoder understood. */
    record Unknown(int code, Bytes value) implements Capability {}
}
