// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpFramer;

/** Frames of BGP messages (RFC 4271 section 4.1). */
final class MessageFrame {
    /** Maximum length of a message (RFC 8654). */
    private static final int MAX_MESSAGE = 65_535;

    private static final int TYPE_AT = 18;

    private MessageFrame() {}

    /** Returns the type of a complete message. */
    static int type(Bytes message) {
        return message.u8(TYPE_AT);
    }

    /** Returns the message at the start of these bytes, or an error for a damaged or incomplete one. */
    static Decoded<Bytes> first(Bytes input) {
        return switch (BgpFramer.messageLength(input, MAX_MESSAGE)) {
            case Decoded.Damaged<Integer>(WireError error, Bytes bytes) -> Decoded.damaged(error, bytes);
            case Decoded.Ok<Integer>(Integer length) -> {
                int needed = length == 0 ? BgpFramer.HEADER_LENGTH : length;
                yield input.length() >= needed
                        ? Decoded.ok(input.slice(0, needed))
                        : Decoded.damaged(
                                new WireError(
                                        WireError.Code.TRUNCATED,
                                        "message",
                                        input.length(),
                                        "the input ends after " + input.length() + " of " + needed + " bytes"),
                                input);
            }
        };
    }
}
