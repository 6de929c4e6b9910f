// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** Reads and writes whole BMP messages, common header included (RFC 7854 section 4.1). */
public final class BmpCodec {
    private BmpCodec() {}

    /** Decodes one message that fills {@code message} exactly. Never throws on any octets. */
    public static Decoded<BmpMessage> decode(Bytes message) {
        throw new UnsupportedOperationException("being written: " + message);
    }

    public static Bytes encode(BmpMessage message) {
        throw new UnsupportedOperationException("being written: " + message);
    }
}
