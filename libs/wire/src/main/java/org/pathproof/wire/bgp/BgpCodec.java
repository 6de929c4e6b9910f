// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** Reads and writes whole BGP messages, header included (RFC 4271 section 4). */
public final class BgpCodec {
    private BgpCodec() {}

    /** Decodes one message that fills {@code message} exactly. Never throws on any octets. */
    public static Decoded<BgpMessage> decode(Bytes message, BgpSessionOptions options) {
        throw new UnsupportedOperationException("being written: " + message + options);
    }

    /** Encodes a message; an {@link Update} with errors encodes its undamaged parts and the kept octets of the rest. */
    public static Bytes encode(BgpMessage message, BgpSessionOptions options) {
        throw new UnsupportedOperationException("being written: " + message + options);
    }

    /**
     * What the two OPENs of a session decide for updates that travel from {@code sender} to {@code receiver}: 4-octet AS
     * numbers if both offer them, ADD-PATH where the sender sends and the receiver receives, extended messages if both do.
     */
    public static BgpSessionOptions options(Open sender, Open receiver) {
        throw new UnsupportedOperationException("being written: " + sender + receiver);
    }
}
