// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import java.util.Arrays;

/** A growing big-endian byte buffer for encoders. Not thread-safe. */
public final class ByteWriter {
    private byte[] array;
    private int length;

    public ByteWriter() {
        this(256);
    }

    public ByteWriter(int capacity) {
        array = new byte[Math.max(16, capacity)];
    }

    public int length() {
        return length;
    }

    public ByteWriter u8(int value) {
        ensureCapacity(1);
        array[length++] = (byte) value;
        return this;
    }

    public ByteWriter u16(int value) {
        return u8(value >>> 8).u8(value);
    }

    public ByteWriter u32(long value) {
        return u16((int) (value >>> 16)).u16((int) value);
    }

    public ByteWriter u64(long value) {
        return u32(value >>> 32).u32(value);
    }

    public ByteWriter bytes(Bytes bytes) {
        ensureCapacity(bytes.length());
        bytes.copyTo(array, length);
        length += bytes.length();
        return this;
    }

    public ByteWriter bytes(byte[] bytes) {
        ensureCapacity(bytes.length);
        System.arraycopy(bytes, 0, array, length, bytes.length);
        length += bytes.length;
        return this;
    }

    public ByteWriter zeros(int count) {
        ensureCapacity(count);
        length += count;
        return this;
    }

    /** Overwrites the byte at {@code at}. */
    public ByteWriter setU8(int at, int value) {
        array[at] = (byte) value;
        return this;
    }

    /** Overwrites two bytes at {@code at}, for example a length that is known only after the content is written. */
    public ByteWriter setU16(int at, int value) {
        array[at] = (byte) (value >>> 8);
        array[at + 1] = (byte) value;
        return this;
    }

    /** Overwrites four bytes at {@code at}. */
    public ByteWriter setU32(int at, long value) {
        return setU16(at, (int) (value >>> 16)).setU16(at + 2, (int) value);
    }

    public byte[] toArray() {
        return Arrays.copyOf(array, length);
    }

    public Bytes toBytes() {
        return Bytes.wrap(toArray());
    }

    /** Returns the bytes without a copy, and empties this writer. */
    public Bytes release() {
        Bytes written = Bytes.wrap(array, 0, length);
        array = Bytes.EMPTY.toArray();
        length = 0;
        return written;
    }

    private void ensureCapacity(int count) {
        if (length + count > array.length) {
            int old = array.length;
            array = Arrays.copyOf(array, Math.max(2 * old, length + count));
        }
    }
}
