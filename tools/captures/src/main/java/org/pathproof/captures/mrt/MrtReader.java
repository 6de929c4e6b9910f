// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * Iterates over the records of an MRT file. After a damaged record the iteration continues as long as the record's
 * length is plausible. If the file ends within a record, or reading fails, the last entry is damaged and gives the
 * position. Not thread-safe.
 */
public final class MrtReader implements Iterator<MrtReader.Entry>, AutoCloseable {
    /**
     * Maximum plausible length of a record in bytes. A table entry of 65,535 peers with long attributes is shorter.
     */
    private static final int MAX_LENGTH = 64 << 20;

    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int bufferAt;
    private int bufferEnd;
    private @Nullable IOException failure;
    private long offset;
    private boolean ended;
    private @Nullable Entry next;

    /**
     * A record and its position.
     *
     * @param offset offset of the record's header in the uncompressed file
     * @param bytes the record, header included; truncated when the file ends within it
     */
    public record Entry(long offset, Bytes bytes, Decoded<MrtRecord> decoded) {}

    private MrtReader(InputStream in) {
        this.in = in;
    }

    /**
     * Opens a file and takes ownership of the stream.
     *
     * <p>Plain and gzip content are recognised. For a bzip2 file the caller passes the decompressed stream. All bytes
     * that the stream returns are used. A decompressor that throws within a block read, such as
     * BZip2CompressorInputStream, loses the bytes of that read.
     *
     * @throws IOException when the stream cannot be read or holds bzip2
     */
    public static MrtReader open(InputStream stream) throws IOException {
        BufferedInputStream in = new BufferedInputStream(stream, BUFFER);
        in.mark(3);
        byte[] start = in.readNBytes(3);
        in.reset();
        if (start.length >= 2 && (start[0] & 0xff) == 0x1f && (start[1] & 0xff) == 0x8b) {
            return new MrtReader(new GZIPInputStream(in, BUFFER));
        }
        if (start.length == 3 && start[0] == 'B' && start[1] == 'Z' && start[2] == 'h') {
            throw new IOException("the stream is bzip2: decompress it before it is read as MRT");
        }
        return new MrtReader(in);
    }

    @Override
    public boolean hasNext() {
        if (next == null && !ended) {
            next = read();
        }
        return next != null;
    }

    @Override
    public Entry next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException("the file has ended");
        }
        Entry entry = next;
        next = null;
        return entry;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Returns the next record, or null at the end of the file. */
    private @Nullable Entry read() {
        byte[] bytes = take(new byte[0], MrtCodec.HEADER_LENGTH);
        if (bytes.length == 0 && failure == null) {
            ended = true;
            return null;
        }
        if (bytes.length < MrtCodec.HEADER_LENGTH) {
            return end(WireError.Code.TRUNCATED, "MRT header", endReason(), bytes);
        }
        long length = Bytes.wrap(bytes).u32(8);
        if (length > MAX_LENGTH) {
            return end(
                    WireError.Code.BAD_LENGTH,
                    "MRT header / Length",
                    "length is " + length + ", and a record has at most " + MAX_LENGTH,
                    bytes);
        }
        int total = MrtCodec.HEADER_LENGTH + (int) length;
        bytes = take(bytes, total);
        if (bytes.length < total) {
            return end(WireError.Code.TRUNCATED, "MRT record of " + total + " bytes", endReason(), bytes);
        }
        Bytes record = Bytes.wrap(bytes);
        Entry entry = new Entry(offset, record, MrtCodec.decode(record));
        offset += total;
        return entry;
    }

    /**
     * Returns {@code bytes} and the bytes that follow in the file: {@code total} bytes, or fewer at the end of the
     * file.
     */
    private byte[] take(byte[] bytes, int total) {
        int have = bytes.length;
        byte[] all = bytes;
        while (have < total) {
            if (bufferAt == bufferEnd && !fillBuffer()) {
                return Arrays.copyOf(all, have);
            }
            int n = Math.min(total - have, bufferEnd - bufferAt);
            if (have + n > all.length) { // memory grows with the bytes read, not with the length in the header
                all = Arrays.copyOf(all, Math.min(total, Math.max(have + n, Math.max(BUFFER, 2 * all.length))));
            }
            System.arraycopy(buffer, bufferAt, all, have, n);
            bufferAt += n;
            have += n;
        }
        return all;
    }

    /** Reads once from the stream, so that a failure does not discard bytes that were read before it. */
    private boolean fillBuffer() {
        if (failure != null) {
            return false;
        }
        try {
            bufferAt = 0;
            bufferEnd = Math.max(0, in.read(buffer));
        } catch (IOException e) {
            bufferEnd = 0;
            failure = e;
        }
        return bufferEnd > 0;
    }

    private String endReason() {
        return failure == null ? "the file ends here" : "reading the file failed: " + failure;
    }

    private Entry end(WireError.Code code, String where, String reason, byte[] bytes) {
        ended = true;
        Bytes part = Bytes.wrap(bytes);
        WireError error = new WireError(
                code, where, bytes.length, reason + ", at byte " + (offset + bytes.length) + " of the file");
        return new Entry(offset, part, Decoded.damaged(error, part));
    }
}
