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
 * A file of BMP messages as a router sent them. Each message is a piece, made when its per-peer header says. From where the file is no
 * BMP any more it is played as it is: what a collector does with damage is worth a test too.
 */
record BmpRecording(InputStream in) implements Recording {
    /** What claims to be longer is taken for damage. */
    private static final int MAX_MESSAGE = 1 << 20;

    private static final int CHUNK = 1 << 16;
    /** Where the timestamp of the per-peer header is, counted from the start of the message (RFC 7854 section 4.2). */
    private static final int TIMESTAMP_AT = BmpFramer.HEADER_LENGTH + 34;

    @Override
    public void play(Player player) throws IOException {
        boolean wanted = true;
        boolean framed = true;
        while (wanted) {
            Bytes octets = Bytes.wrap(in.readNBytes(framed ? BmpFramer.HEADER_LENGTH : CHUNK));
            if (octets.isEmpty()) {
                return;
            }
            long timestamp = 0;
            if (framed
                    && BmpFramer.messageLength(octets, MAX_MESSAGE) instanceof Decoded.Ok<Integer>(Integer length)
                    && length > 0) {
                octets = octets.concat(Bytes.wrap(in.readNBytes(length - BmpFramer.HEADER_LENGTH)));
                timestamp = timestampNanos(octets);
            } else {
                framed = false;
            }
            wanted = player.play(new Piece(Optional.empty(), octets, timestamp));
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
