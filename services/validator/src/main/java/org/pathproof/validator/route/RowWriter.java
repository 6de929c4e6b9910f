// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.util.Arrays;

/** Writes rows in the form that {@link RowReader} reads. All rows share one buffer. */
final class RowWriter {
    private static final int LONGEST_VARINT = 10;

    private byte[] bytes = new byte[256];
    private int at;

    void begin() {
        at = 0;
    }

    void u8(int number) {
        ensure(1);
        bytes[at++] = (byte) number;
    }

    void u32(int number) {
        ensure(4);
        for (int shift = 0; shift < 32; shift += 8) {
            bytes[at++] = (byte) (number >>> shift);
        }
    }

    void varint(long number) {
        ensure(LONGEST_VARINT);
        long left = number;
        while ((left & ~0x7fL) != 0) {
            bytes[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[at++] = (byte) left;
    }

    void u56(long number) {
        ensure(7);
        for (int shift = 48; shift >= 0; shift -= 8) {
            bytes[at++] = (byte) (number >>> shift);
        }
    }

    void bytes(ByteString source) {
        ensure(source.size());
        source.copyTo(bytes, at);
        at += source.size();
    }

    /** Returns the bytes since {@link #begin}. */
    byte[] toArray() {
        return Arrays.copyOf(bytes, at);
    }

    private void ensure(int more) {
        if (at + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, at + more));
        }
    }
}
