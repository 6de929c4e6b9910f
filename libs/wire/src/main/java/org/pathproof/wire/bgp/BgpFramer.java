// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Finds message boundaries in a byte stream (RFC 4271 section 4.1). */
public final class BgpFramer {
    /** Length of the header in bytes: marker, length and type (RFC 4271 section 4.1). */
    public static final int HEADER_LENGTH = 19;

    private BgpFramer() {}

    /**
     * The messages in a field that should hold one.
     *
     * @param messages at least one. If no message can be found, the first one has all bytes of the field
     * @param trailing the bytes after the last message that are no message
     */
    public record Messages(List<Bytes> messages, Bytes trailing) {}

    /** Finds the messages in a field that should hold one, such as that of a Route Monitoring message. */
    public static Messages split(Bytes field) {
        List<Bytes> messages = new ArrayList<>(1);
        int at = 0;
        while (at < field.length()) {
            Bytes rest = field.from(at);
            int length = messageLength(rest, 0xffff) instanceof Decoded.Ok<Integer>(Integer found) ? found : 0;
            if (length == 0 || length > rest.length()) {
                break;
            }
            messages.add(rest.slice(0, length));
            at += length;
        }
        return messages.isEmpty()
                ? new Messages(List.of(field), Bytes.EMPTY)
                : new Messages(List.copyOf(messages), field.from(at));
    }

    /**
     * Returns the length of the message that starts with these bytes, or 0 while fewer than
     * {@link #HEADER_LENGTH} are known. The result is damaged when the marker is not all ones, or when the
     * length is shorter than the header or longer than {@code maxLength}.
     */
    public static Decoded<Integer> messageLength(Bytes start, int maxLength) {
        for (int i = 0; i < Math.min(16, start.length()); i++) {
            if (start.u8(i) != 0xff) {
                return Malformed.damaged(
                        WireError.Code.BAD_MARKER, "header / marker", i, "the marker is not all ones", start);
            }
        }
        if (start.length() < HEADER_LENGTH) {
            return Decoded.ok(0);
        }
        int length = start.u16(16);
        if (length < HEADER_LENGTH || length > maxLength) {
            return Malformed.damaged(
                    WireError.Code.BAD_LENGTH,
                    "header / length",
                    16,
                    "length is " + length + ", must be " + HEADER_LENGTH + " to " + maxLength,
                    start);
        }
        return Decoded.ok(length);
    }
}
