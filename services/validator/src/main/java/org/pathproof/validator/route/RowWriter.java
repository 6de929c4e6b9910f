// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.util.Arrays;

/** Writes rows in the form that {@link RowReader} reads. The buffer is used again for each row. */
final class RowWriter {
    private static final int LONGEST_VARINT = 10;

    private byte[] octets = new byte[256];
    private int at;

    void begin() {
        at = 0;
    }

    void u8(int number) {
        ensure(1);
        octets[at++] = (byte) number;
    }

    void u32(int number) {
        ensure(4);
        for (int shift = 0; shift < 32; shift += 8) {
            octets[at++] = (byte) (number >>> shift);
        }
    }

    void varint(long number) {
        ensure(LONGEST_VARINT);
        long left = number;
        while ((left & ~0x7fL) != 0) {
            octets[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        octets[at++] = (byte) left;
    }

    void u56(long number) {
        ensure(7);
        for (int shift = 48; shift >= 0; shift -= 8) {
            octets[at++] = (byte) (number >>> shift);
        }
    }

    void octets(ByteString source) {
        ensure(source.size());
        source.copyTo(octets, at);
        at += source.size();
    }

    /** Returns the bytes since {@link #begin}. */
    byte[] toArray() {
        return Arrays.copyOf(octets, at);
    }

    private void ensure(int more) {
        if (at + more > octets.length) {
            octets = Arrays.copyOf(octets, Math.max(2 * octets.length, at + more));
        }
    }
}
