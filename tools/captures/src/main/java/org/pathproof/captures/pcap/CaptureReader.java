// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/**
 * Takes the packets out of a capture file, one by one: classic pcap of either byte order with micro- or nanoseconds, or pcapng.
 * Damage ends the file, because neither form can be entered in the middle.
 */
public abstract sealed class CaptureReader permits ClassicPcapReader, PcapngReader {
    /** No packet or block is longer: what claims to be is damage. */
    static final int MAX_BLOCK = 16 << 20;

    private final InputStream in;
    private long offset;
    private boolean ended;

    CaptureReader(InputStream in) {
        this.in = in;
    }

    /** Whether a file that starts with these bytes (4 are enough) is a capture. */
    public static boolean recognises(Bytes start) {
        return start.length() >= 4 && (ClassicPcapReader.hasMagic(start) || PcapngReader.hasSectionHeader(start));
    }

    /** A reader of the given file, from its first byte on; the stream stays the caller's to close. */
    public static CaptureReader open(InputStream in) throws IOException {
        Bytes magic = Bytes.wrap(in.readNBytes(4));
        return magic.length() == 4 && PcapngReader.hasSectionHeader(magic)
                ? new PcapngReader(in, magic)
                : new ClassicPcapReader(in, magic);
    }

    /** The next packet; or damage, after which there is nothing more; or nothing at the end of the file. */
    public final Optional<Decoded<CapturedPacket>> next() throws IOException {
        if (ended) {
            return Optional.empty();
        }
        Optional<Decoded<CapturedPacket>> packet = readPacket();
        ended = packet.isEmpty() || packet.get() instanceof Decoded.Damaged;
        return packet;
    }

    abstract Optional<Decoded<CapturedPacket>> readPacket() throws IOException;

    /** Up to {@code bytes} bytes, fewer only at the end of the file. */
    final Bytes read(int bytes) throws IOException {
        Bytes read = Bytes.wrap(in.readNBytes(bytes));
        offset += read.length();
        return read;
    }

    /** Where the next {@link #read} starts in the file, the magic number counted by the subclass. */
    final long offset() {
        return offset;
    }

    final void advance(int bytes) {
        offset += bytes;
    }
}
