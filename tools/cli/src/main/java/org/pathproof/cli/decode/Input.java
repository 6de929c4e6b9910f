// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.InputFile;
import org.pathproof.wire.Bytes;

/**
 * The decompressed bytes of a file or of standard input. Magic numbers identify gzip and bzip2. Text of hexadecimal
 * digits, white space and colons is decoded. Counts the bytes read.
 */
public final class Input implements AutoCloseable {
    /** Number of bytes from which the format is detected. */
    private static final int PEEK = 1 << 16;

    private static final int GZIP_MAGIC = 0x1f8b;
    private static final int BZIP2_MAGIC = 'B' << 8 | 'Z';

    private final BufferedInputStream in;
    private long bytes;
    private @Nullable UnpackedStream unpacked;

    private Input(InputStream in) {
        this.in = new BufferedInputStream(in, PEEK);
    }

    /** Opens a file, or standard input for {@code -}. */
    public static Input open(String file) throws IOException {
        return of(InputFile.open(file));
    }

    static Input of(InputStream raw) throws IOException {
        Input input = new Input(raw);
        Bytes start = input.peek();
        Optional<InputStream> unpacking = unpacking(start, input.in);
        if (unpacking.isPresent()) {
            UnpackedStream unpacked = new UnpackedStream(unpacking.get());
            input = new Input(unpacked);
            input.unpacked = unpacked;
            start = input.peek();
        }
        return looksLikeHex(start) ? new Input(new ByteArrayInputStream(input.hex())) : input;
    }

    private static Optional<InputStream> unpacking(Bytes start, InputStream packed) throws IOException {
        if (start.length() >= 2 && start.u16(0) == GZIP_MAGIC) {
            return Optional.of(new GZIPInputStream(packed, PEEK));
        }
        if (start.length() >= 4 && start.u16(0) == BZIP2_MAGIC && start.u8(2) == 'h') {
            return Optional.of(new BZip2CompressorInputStream(packed, true));
        }
        return Optional.empty();
    }

    /** Returns the first bytes, at most 65,536, without consuming them. */
    public Bytes peek() throws IOException {
        in.mark(PEEK);
        Bytes start = Bytes.wrap(in.readNBytes(PEEK));
        in.reset();
        return start;
    }

    /** Returns true if {@link #peek} returns the whole input. */
    public static boolean endsWithin(Bytes start) {
        return start.length() < PEEK;
    }

    /** Returns the next bytes; empty at the end. */
    public Bytes read() throws IOException {
        Bytes chunk = Bytes.wrap(in.readNBytes(PEEK));
        bytes += chunk.length();
        return chunk;
    }

    /** Returns the input as a stream, which counts bytes like {@link #read}. */
    public InputStream stream() {
        return new CountedStream();
    }

    /** Returns the number of bytes read. */
    public long bytes() {
        return bytes;
    }

    /** Returns the error of the compressed data, if any. The whole input must have been read before. */
    Optional<IOException> damage() {
        return unpacked == null ? Optional.empty() : unpacked.damage();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private static boolean looksLikeHex(Bytes start) {
        boolean digits = false;
        for (int i = 0; i < start.length(); i++) {
            int c = start.u8(i);
            if (Character.digit(c, 16) >= 0) {
                digits = true;
            } else if (!Character.isWhitespace(c) && c != ':') {
                return false;
            }
        }
        return digits;
    }

    private byte[] hex() throws IOException {
        String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        try {
            return Bytes.fromHex(text).toArray();
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(
                    "the input starts with hexadecimal digits, and later has other characters: " + e.getMessage(), e);
        }
    }

    private final class CountedStream extends InputStream {
        @Override
        public int read() throws IOException {
            int value = in.read();
            bytes += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int read = in.read(into, from, length);
            bytes += Math.max(0, read);
            return read;
        }
    }
}
