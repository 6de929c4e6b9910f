// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.openbmp;

import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * A record of a raw OpenBMP topic: BMP bytes and their origin. The first bytes select one of three encodings: binary
 * 1.7, text header, or bare BMP. Records are written as binary 1.7.
 *
 * <p>A field that the encoding does not carry is empty, or 0 for the timestamp.
 *
 * @param routerHash the producer's hash of the router: 16 bytes in the binary encoding
 * @param routerIp 4 or 16 bytes
 * @param collectorHash the hash of the collector
 * @param collectorAdminId the name of the collector
 * @param routerGroup the group of the router
 * @param timestampMicros microseconds since 1970
 * @param bmp one or more complete BMP messages; empty for a collector heartbeat
 */
public record OpenBmpRaw(
        Optional<Bytes> routerHash,
        Optional<Bytes> routerIp,
        Optional<Bytes> collectorHash,
        String collectorAdminId,
        String routerGroup,
        long timestampMicros,
        Bytes bmp) {
    /** Returns a record with BMP bytes and no origin. */
    public static OpenBmpRaw bare(Bytes bmp) {
        return new OpenBmpRaw(Optional.empty(), Optional.empty(), Optional.empty(), "", "", 0, bmp);
    }

    /** Decodes any of the three encodings. Never throws, whatever the bytes. */
    public static Decoded<OpenBmpRaw> decode(Bytes record) {
        if (BinaryHeader.starts(record)) {
            return BinaryHeader.decode(record);
        }
        if (TextHeader.starts(record)) {
            return TextHeader.decode(record);
        }
        return Decoded.ok(bare(record));
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

    /** Returns true for a collector's heartbeat, which carries no BMP. */
    public boolean isHeartbeat() {
        return bmp.isEmpty();
    }

    /**
     * Encodes the record as binary 1.7.
     *
     * @throws IllegalArgumentException when a hash does not have 16 bytes, an address has neither 4 nor 16 bytes, or
     *     the header is longer than 65,535 bytes
     */
    public Bytes encode() {
        return BinaryHeader.encode(this);
    }
}
