// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.openbmp;

import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * A record of a raw OpenBMP topic: BMP bytes and where they came from. Three encodings are read (binary 1.7, text header, bare
 * BMP), told apart by their first bytes; binary 1.7 is written.
 *
 * @param routerHash as the producer computed it (16 bytes in the binary form); empty when the encoding carries none
 * @param routerIp 4 or 16 bytes; empty when the encoding carries none
 * @param collectorHash empty when the encoding carries none
 * @param collectorAdminId empty text when the encoding carries none
 * @param routerGroup empty text when the encoding carries none
 * @param timestampMicros microseconds since 1970, 0 when the encoding carries none
 * @param bmp one or more whole BMP messages; empty for a collector heartbeat
 */
public record OpenBmpRaw(
        Optional<Bytes> routerHash,
        Optional<Bytes> routerIp,
        Optional<Bytes> collectorHash,
        String collectorAdminId,
        String routerGroup,
        long timestampMicros,
        Bytes bmp) {
    /** A record that says nothing but its BMP bytes. */
    public static OpenBmpRaw bare(Bytes bmp) {
        return new OpenBmpRaw(Optional.empty(), Optional.empty(), Optional.empty(), "", "", 0, bmp);
    }

    /** Reads any of the three encodings. Never throws on any bytes. */
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
     * The length of the record that starts with these bytes, in a file of records one behind the other: 0 while more bytes are
     * needed to know; damaged when no record with a header (binary or text) starts here, or one above {@code maxLength}.
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

    /** Whether this is a collector's heartbeat, which carries no BMP. */
    public boolean isHeartbeat() {
        return bmp.isEmpty();
    }

    /**
     * Writes binary version 1.7. Throws IllegalArgumentException for what the form has no room for: a hash of other than 16
     * bytes, an address of other than 4 or 16, texts whose header would be above 65,535 bytes.
     */
    public Bytes encode() {
        return BinaryHeader.encode(this);
    }
}
