// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.openbmp;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * Decodes and encodes records of a raw OpenBMP topic. The first bytes of a record select one of three encodings: binary
 * 1.7, text header, or bare BMP. Records are written as binary 1.7.
 */
public final class OpenBmpCodec {
    private OpenBmpCodec() {}

    /** Decodes any of the three encodings. Never throws, whatever the bytes. */
    public static Decoded<OpenBmpRaw> decode(Bytes record) {
        if (BinaryHeader.starts(record)) {
            return BinaryHeader.decode(record);
        }
        if (TextHeader.starts(record)) {
            return TextHeader.decode(record);
        }
        return Decoded.ok(OpenBmpRaw.bare(record));
    }

    /**
     * Returns the length of the record that starts with these bytes, in a file of concatenated records, or 0 while more
     * bytes are needed. The result is damaged when no header (binary or text) starts here, or when the record is longer
     * than {@code maxLength}.
     */
    public static Decoded<Integer> recordLength(Bytes start, int maxLength) {
        if (start.length() < 4) {
            return Decoded.ok(0);
        }
        Decoded<Long> length =
                TextHeader.starts(start) ? TextHeader.recordLength(start) : BinaryHeader.recordLength(start);
        return switch (length) {
            case Decoded.Ok<Long>(Long bytes)
            when bytes > maxLength ->
                Decoded.damaged(
                        new WireError(
                                WireError.Code.BAD_LENGTH,
                                "OpenBMP / length",
                                0,
                                "OpenBMP: a record of " + bytes + " bytes is above the limit of " + maxLength),
                        start);
            case Decoded.Ok<Long>(Long bytes) -> Decoded.ok(bytes.intValue());
            case Decoded.Damaged<Long>(WireError error, Bytes bytes) -> Decoded.damaged(error, bytes);
        };
    }

    /**
     * Encodes the record as binary 1.7.
     *
     * @throws IllegalArgumentException when a hash does not have 16 bytes, an address has neither 4 nor 16 bytes, or
     *     the header is longer than 65,535 bytes
     */
    public static Bytes encode(OpenBmpRaw raw) {
        return BinaryHeader.encode(raw);
    }
}
