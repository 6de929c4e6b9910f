// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * The bytes of a snapshot file. Any number of threads may read at once.
 *
 * @param channel the open file
 */
record FileBytes(FileChannel channel) {
    /** Returns bytes of the file, which must be there. */
    ByteBuffer read(long from, int length) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        read(from, into);
        return into.flip();
    }

    /** Fills a buffer. */
    void read(long from, ByteBuffer into) throws IOException {
        long at = from;
        while (into.hasRemaining()) {
            int got = channel.read(into, at);
            if (got < 0) {
                throw UnusableSnapshotException.damaged("the file ends at byte " + at);
            }
            at += got;
        }
    }
}
