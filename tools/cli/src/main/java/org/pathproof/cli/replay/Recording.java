// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.replay;

import java.io.IOException;
import java.util.Optional;
import org.pathproof.captures.pcap.TcpFlow;
import org.pathproof.wire.Bytes;

/** One or several BMP streams, divided into pieces. */
interface Recording {
    /**
     * The next bytes of a stream.
     *
     * @param flow TCP connection in a capture; empty for a file of BMP messages
     * @param timestampNanos time of the piece, nanoseconds since 1970; 0 if unknown
     */
    record Piece(Optional<TcpFlow> flow, Bytes bytes, long timestampNanos) {}

    /** Receives pieces in the order of the recording. */
    interface Player {
        /** Plays a piece. Returns false to stop. */
        boolean play(Piece piece);
    }

    void play(Player player) throws IOException;
}
