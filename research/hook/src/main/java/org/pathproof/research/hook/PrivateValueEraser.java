// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.hook;

import java.util.Arrays;
import java.util.List;
import org.pathproof.research.schemes.SchemeAttribute;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpFramer;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.UnknownBmpMessage;

/**
 * Overwrites the private values of schemes in BMP messages with zeros. Lengths do not change, so that all other fields
 * keep their places. Where bytes cannot be decoded, all bytes from there to the end of the message are overwritten.
 */
final class PrivateValueEraser {
    private static final int LENGTH_AT = 16;
    private static final int TYPE_AT = 18;
    private static final int WITHDRAWN_LENGTH_AT = BgpFramer.HEADER_LENGTH;
    private static final int ATTRIBUTE_FLAG_EXTENDED = 0x10;

    private final int typeCode;

    PrivateValueEraser(int typeCode) {
        this.typeCode = typeCode;
    }

    /** Returns true for a value whose bytes were all overwritten. */
    static boolean isErased(Bytes value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.at(i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the messages of a sequence without private values; the same object if there are none. */
    Bytes erased(Bytes messages) {
        Erasure erasure = new Erasure(messages);
        int at = 0;
        while (at < messages.length()) {
            Bytes rest = messages.from(at);
            int length = BmpFramer.messageLength(rest, rest.length()) instanceof Decoded.Ok<Integer>(Integer found)
                    ? found
                    : 0;
            if (length == 0) {
                erasure.erase(Math.min(at + BmpFramer.HEADER_LENGTH, messages.length()), messages.length());
                break;
            }
            eraseFromMessage(messages.slice(at, at + length), at, erasure);
            at += length;
        }
        return erasure.result();
    }

    private void eraseFromMessage(Bytes message, int at, Erasure erasure) {
        switch (BmpCodec.decode(message)) {
            case Decoded.Ok<BmpMessage>(RouteMonitoring monitoring) ->
                eraseFromBgpMessages(List.of(monitoring.bgpMessage()), message, at, erasure);
            case Decoded.Ok<BmpMessage>(RouteMirroring mirroring) ->
                eraseFromBgpMessages(mirroring.bgpMessages(), message, at, erasure);
            case Decoded.Ok<BmpMessage>(UnknownBmpMessage _) -> eraseBody(message, at, erasure);
            case Decoded.Ok<BmpMessage>(BmpMessage _) -> {
                // Other messages have no path attributes.
            }
            case Decoded.Damaged<BmpMessage> _ -> eraseBody(message, at, erasure);
        }
    }

    private static void eraseBody(Bytes message, int at, Erasure erasure) {
        erasure.erase(at + BmpFramer.HEADER_LENGTH, at + message.length());
    }

    private void eraseFromBgpMessages(List<Bytes> bgpMessages, Bytes message, int at, Erasure erasure) {
        for (Bytes bgp : bgpMessages) {
            if (bgp.isEmpty()) {
                continue;
            }
            int index = bgp.indexIn(message);
            if (index < 0) {
                eraseBody(message, at, erasure);
            } else {
                eraseFromBgpMessage(bgp, at + index, erasure);
            }
        }
    }

    private void eraseFromBgpMessage(Bytes bgp, int at, Erasure erasure) {
        int end = at + bgp.length();
        if (bgp.length() < BgpFramer.HEADER_LENGTH) {
            erasure.erase(at, end);
            return;
        }
        int length = Math.max(bgp.u16(LENGTH_AT), BgpFramer.HEADER_LENGTH);
        if (length < bgp.length()) {
            erasure.erase(at + length, end);
        }
        switch (bgp.u8(TYPE_AT)) {
            case BgpMessage.TYPE_UPDATE -> update(bgp.slice(0, Math.min(length, bgp.length())), at, erasure);
            case BgpMessage.TYPE_OPEN,
                    BgpMessage.TYPE_NOTIFICATION,
                    BgpMessage.TYPE_KEEPALIVE,
                    BgpMessage.TYPE_ROUTE_REFRESH -> {
                // These messages have no path attributes.
            }
            default -> erasure.erase(at + BgpFramer.HEADER_LENGTH, end);
        }
    }

    /** Erases the private values in the path attributes of an UPDATE (RFC 4271 section 4.3). */
    private void update(Bytes update, int at, Erasure erasure) {
        int length = update.length();
        int lengthAt =
                length < WITHDRAWN_LENGTH_AT + 2 ? length : WITHDRAWN_LENGTH_AT + 2 + update.u16(WITHDRAWN_LENGTH_AT);
        if (lengthAt + 2 > length) {
            erasure.erase(at + BgpFramer.HEADER_LENGTH, at + length);
            return;
        }
        int next = lengthAt + 2;
        int end = next + update.u16(lengthAt);
        if (end > length) {
            erasure.erase(at + next, at + length);
            return;
        }
        while (next < end) {
            boolean extended = (update.u8(next) & ATTRIBUTE_FLAG_EXTENDED) != 0;
            int valueAt = next + (extended ? 4 : 3);
            int valueEnd = valueAt > end ? valueAt : valueAt + (extended ? update.u16(next + 2) : update.u8(next + 2));
            if (valueEnd > end) {
                erasure.erase(at + next, at + length);
                return;
            }
            if (update.u8(next + 1) == typeCode) {
                int secret = SchemeAttribute.privateBytes(update.slice(valueAt, valueEnd));
                erasure.erase(at + valueEnd - secret, at + valueEnd);
            }
            next = valueEnd;
        }
    }

    /** A copy of messages, made when the first byte is overwritten. */
    private static final class Erasure {
        private final Bytes original;
        private byte[] copy = new byte[0];

        Erasure(Bytes original) {
            this.original = original;
        }

        void erase(int from, int to) {
            if (from >= to) {
                return;
            }
            if (copy.length == 0) {
                copy = original.toArray();
            }
            Arrays.fill(copy, from, to, (byte) 0);
        }

        Bytes result() {
            return copy.length == 0 ? original : Bytes.wrap(copy);
        }
    }
}
