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
import org.pathproof.wire.openbmp.OpenBmpRaw;
import org.pathproof.wire.rtr.RtrFramer;

/** Where the messages of a protocol begin and end in a stream of octets. */
public enum Framing {
    /** BGP: the marker makes a message easy to find. */
    BGP(BgpCodec.HEADER_LENGTH) {
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
    /** OpenBMP records with a header, binary or text, one behind the other. */
    OPENBMP(4) {
        @Override
        Decoded<Integer> length(Bytes start) {
            return OpenBmpRaw.recordLength(start, MAX_MESSAGE);
        }

        @Override
        boolean knownType(Bytes start) {
            return true;
        }
    },
    /** RTR: version, PDU type, and the length as four octets at 4. */
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

    /** What claims to be longer is taken for damage. */
    static final int MAX_MESSAGE = 1 << 20;

    private final int headerLength;

    Framing(int headerLength) {
        this.headerLength = headerLength;
    }

    /** Octets that are enough to know a message's length and type. */
    int headerLength() {
        return headerLength;
    }

    /** The length of the message that starts here; 0 while more octets are needed; damaged when none can start here. */
    abstract Decoded<Integer> length(Bytes start);

    /** Whether the type of the message that starts with these octets, a header at least, is one that is in use. */
    abstract boolean knownType(Bytes start);

    /** What can be said of octets behind damage. */
    enum Likeness {
        MESSAGE,
        NOTHING,
        /** More octets are needed to say. */
        UNCERTAIN
    }

    /**
     * Whether a message seems to start here: its header is sound, and so is the one behind it, or the input ends there.
     *
     * @param ended whether no more octets will come
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
