// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;

/** Reads the bytes of a row in order; throws IndexOutOfBoundsException at the end. */
final class RowReader {
    private final byte[] bytes;
    private int at;

    RowReader(byte[] bytes) {
        this.bytes = bytes;
    }

    int at() {
        return at;
    }

    int left() {
        return bytes.length - at;
    }

    int u8() {
        return bytes[at++] & 0xff;
    }

    int u32() {
        return u8() | u8() << 8 | u8() << 16 | u8() << 24;
    }

    /** Reads a number in groups of 7 bits, lowest first. */
    long varint() {
        long number = 0;
        int shift = 0;
        byte piece;
        do {
            piece = bytes[at++];
            number |= (long) (piece & 0x7f) << shift;
            shift += 7;
        } while (piece < 0);
        return number;
    }

    /** Reads the varint that begins at an index. */
    static long varint(byte[] bytes, int from) {
        long number = 0;
        int at = from;
        int shift = 0;
        byte piece;
        do {
            piece = bytes[at++];
            number |= (long) (piece & 0x7f) << shift;
            shift += 7;
        } while (piece < 0);
        return number;
    }

    /** Returns the index behind the varint that begins at an index. */
    static int afterVarint(byte[] bytes, int from) {
        int at = from;
        while (bytes[at] < 0) {
            at++;
        }
        return at + 1;
    }

    /** Reads the number of elements that follow, of at least {@code size} bytes each. */
    int count(int size) {
        long count = varint();
        if (count < 0 || count * size > left()) {
            throw new IndexOutOfBoundsException(
                    count + " elements of at least " + size + " bytes do not fit into " + left() + " bytes");
        }
        return (int) count;
    }

    /** Reads a number of 56 bits in network byte order. */
    long u56() {
        long number = 0;
        for (int i = 0; i < 7; i++) {
            number = number << 8 | u8();
        }
        return number;
    }

    ByteString bytes(int count) {
        ByteString taken = ByteString.copyFrom(bytes, at, count);
        at += count;
        return taken;
    }

    void skip(int count) {
        at += count;
    }

    /** Returns true when the bytes at an index equal {@code expected}. */
    static boolean isAt(byte[] bytes, int at, int length, ByteString expected) {
        if (expected.size() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[at + i] != expected.byteAt(i)) {
                return false;
            }
        }
        return true;
    }
}
