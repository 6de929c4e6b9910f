// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.replay;

import java.io.IOException;
import java.util.Optional;
import org.pathproof.captures.pcap.TcpFlow;
import org.pathproof.wire.Bytes;

/** One or several BMP streams in the pieces they are sent in. */
interface Recording {
    /**
     * The next octets of a stream.
     *
     * @param flow which stream, in a capture; each was a router's connection
     * @param timestampNanos when it was made, nanoseconds since 1970; 0 when the recording does not say
     */
    record Piece(Optional<TcpFlow> flow, Bytes octets, long timestampNanos) {}

    /** Takes pieces in the order they were made. */
    interface Player {
        /** Plays a piece; false when no more are wanted. */
        boolean play(Piece piece);
    }

    void play(Player player) throws IOException;
}
