// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.replay;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bmp.BmpFramer;
import org.pathproof.wire.bmp.BmpMessage;

/**
 * A file of BMP messages. Each message is a piece, with the time of its per-peer header. The rest of the file after
 * the first damage is sent unchanged, so that a collector can be tested with damaged input.
 */
record BmpRecording(InputStream in) implements Recording {
    /** Maximum length of a message in bytes. Longer messages count as damage. */
    private static final int MAX_MESSAGE = 1 << 20;

    private static final int CHUNK = 1 << 16;
    /** Offset of the per-peer header's timestamp in the message (RFC 7854 section 4.2). */
    private static final int TIMESTAMP_AT = BmpFramer.HEADER_LENGTH + 34;

    @Override
    public void play(Player player) throws IOException {
        boolean wanted = true;
        boolean framed = true;
        while (wanted) {
            Bytes bytes = Bytes.wrap(in.readNBytes(framed ? BmpFramer.HEADER_LENGTH : CHUNK));
            if (bytes.isEmpty()) {
                return;
            }
            long timestamp = 0;
            if (framed
                    && BmpFramer.messageLength(bytes, MAX_MESSAGE) instanceof Decoded.Ok<Integer>(Integer length)
                    && length > 0) {
                bytes = bytes.concat(Bytes.wrap(in.readNBytes(length - BmpFramer.HEADER_LENGTH)));
                timestamp = timestampNanos(bytes);
            } else {
                framed = false;
            }
            wanted = player.play(new Piece(Optional.empty(), bytes, timestamp));
        }
    }

    private static long timestampNanos(Bytes message) {
        return switch (message.u8(5)) {
            case BmpMessage.TYPE_INITIATION, BmpMessage.TYPE_TERMINATION -> 0;
            default ->
                message.length() < TIMESTAMP_AT + 8
                        ? 0
                        : message.u32(TIMESTAMP_AT) * 1_000_000_000L + message.u32(TIMESTAMP_AT + 4) * 1000L;
        };
    }
}
