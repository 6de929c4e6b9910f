// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/**
 * Reads the packets of a capture file: pcapng, or classic pcap of either byte order with microseconds or nanoseconds.
 * Reading ends at the first error, because neither format has a mark from which reading could resume.
 */
public abstract sealed class CaptureReader permits ClassicPcapReader, PcapngReader {
    /** Longest packet or block in bytes. A larger length is an error. */
    static final int MAX_BLOCK = 16 << 20;

    private final InputStream in;
    private long offset;
    private boolean ended;

    CaptureReader(InputStream in) {
        this.in = in;
    }

    /** Returns the next packet, or an error, after which there are no more packets. Empty at the end of the file. */
    public final Optional<Decoded<CapturedPacket>> next() throws IOException {
        if (ended) {
            return Optional.empty();
        }
        Optional<Decoded<CapturedPacket>> packet = readPacket();
        ended = packet.isEmpty() || packet.get() instanceof Decoded.Damaged;
        return packet;
    }

    abstract Optional<Decoded<CapturedPacket>> readPacket() throws IOException;

    /** Reads {@code bytes} bytes, fewer only at the end of the file. */
    final Bytes read(int bytes) throws IOException {
        Bytes read = Bytes.wrap(in.readNBytes(bytes));
        offset += read.length();
        return read;
    }

    /**
     * Returns the offset in the file of the next {@link #read}. Subclasses add the length of the magic number, which is
     * read before their creation.
     */
    final long offset() {
        return offset;
    }

    final void advance(int bytes) {
        offset += bytes;
    }
}
