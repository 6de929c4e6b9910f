// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.WireError.Code;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bmp.BmpFramer;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.rtr.RtrFramer;

/** Finds the messages of a protocol in a stream of bytes. */
public enum Framing {
    /** BGP: marker, length, type. */
    BGP(BgpFramer.HEADER_LENGTH) {
        @Override
        Decoded<Integer> length(Bytes start) {
            return BgpFramer.messageLength(start, BgpCodec.MAX_EXTENDED_LENGTH);
        }

        @Override
        boolean knownType(Bytes start) {
            return start.u8(18) >= BgpMessage.TYPE_OPEN && start.u8(18) <= BgpMessage.TYPE_ROUTE_REFRESH;
        }
    },
    /** BMP: version, length, type. */
    BMP(BmpFramer.HEADER_LENGTH) {
        @Override
        Decoded<Integer> length(Bytes start) {
            return BmpFramer.messageLength(start, MAX_MESSAGE);
        }

        @Override
        boolean knownType(Bytes start) {
            return start.u8(5) <= BmpMessage.TYPE_ROUTE_MIRRORING;
        }
    },
    /** OpenBMP: consecutive records with a binary or text header. */
    OPENBMP(4) {
        @Override
        Decoded<Integer> length(Bytes start) {
            return OpenBmpCodec.recordLength(start, MAX_MESSAGE);
        }

        @Override
        boolean knownType(Bytes start) {
            return true;
        }
    },
    /** RTR: version, PDU type, and a length of four bytes at offset 4. */
    RTR(RtrFramer.HEADER_LENGTH) {
        private static final int MAX_VERSION = 2;
        private static final int MAX_TYPE = 11;

        @Override
        Decoded<Integer> length(Bytes start) {
            if (!start.isEmpty() && start.u8(0) > MAX_VERSION) {
                return Decoded.damaged(
                        new WireError(
                                Code.BAD_MARKER, "PDU / version", 0, "version " + start.u8(0) + " is not 0, 1 or 2"),
                        start);
            }
            return RtrFramer.messageLength(start, RtrFramer.DEFAULT_MAX_LENGTH);
        }

        @Override
        boolean knownType(Bytes start) {
            return start.u8(1) <= MAX_TYPE;
        }
    };

    /** Maximum length of a message in bytes. Longer messages count as damage. */
    static final int MAX_MESSAGE = 1 << 20;

    private final int headerLength;

    Framing(int headerLength) {
        this.headerLength = headerLength;
    }

    /** Returns the length in bytes of the header, which holds the length and the type of a message. */
    int headerLength() {
        return headerLength;
    }

    /**
     * Returns the length of the message at the start in bytes, 0 if more bytes are needed, or an error if no message
     * starts here.
     */
    abstract Decoded<Integer> length(Bytes start);

    /** Returns true if the type in a header is assigned. */
    abstract boolean knownType(Bytes start);

    /** Result of the test for the start of a message. */
    enum Likeness {
        MESSAGE,
        NOTHING,
        /** More bytes are needed. */
        UNCERTAIN
    }

    /**
     * Tests for the start of a message: a whole message, followed by another header or by the end of the input. For
     * BGP, a whole message suffices, because its marker is distinctive.
     *
     * @param ended true at the end of the input
     */
    Likeness likeness(Bytes start, boolean ended) {
        if (!(length(start) instanceof Decoded.Ok<Integer>(Integer length))) {
            return Likeness.NOTHING;
        }
        if (length == 0) {
            return ended ? Likeness.NOTHING : Likeness.UNCERTAIN;
        }
        if (!knownType(start)) {
            return Likeness.NOTHING;
        }
        if (this == BGP && start.length() >= length) {
            return Likeness.MESSAGE;
        }
        if (start.length() < length) {
            return ended ? Likeness.NOTHING : Likeness.UNCERTAIN;
        }
        Bytes behind = start.from(length);
        if (!(length(behind) instanceof Decoded.Ok<Integer>(Integer next))) {
            return Likeness.NOTHING;
        }
        if (next == 0) {
            return ended ? Likeness.MESSAGE : Likeness.UNCERTAIN;
        }
        return knownType(behind) ? Likeness.MESSAGE : Likeness.NOTHING;
    }
}
