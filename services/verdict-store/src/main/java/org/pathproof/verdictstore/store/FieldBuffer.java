// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.Arrays;
import org.pathproof.verdictstore.memory.Words;

/** Bytes that are collected for one record after the other. Not thread-safe. */
final class FieldBuffer {
    private byte[] bytes = new byte[64];
    private int length;

    void clear() {
        length = 0;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    void add(byte[] from, int start, int end) {
        reserve(end - start);
        System.arraycopy(from, start, bytes, length, end - start);
        length += end - start;
    }

    void addI32(int value) {
        reserve(Integer.BYTES);
        Words.putI32(bytes, length, value);
        length += Integer.BYTES;
    }

    void addByte(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    void addZeros(int count) {
        reserve(count);
        Arrays.fill(bytes, length, length + count, (byte) 0);
        length += count;
    }

    /** Returns the array, of which the first {@link #length} bytes are valid until the next change. */
    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }
}
