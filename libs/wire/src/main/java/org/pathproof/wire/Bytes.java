// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An immutable view of a range of a byte array. Equality compares the bytes. The order is unsigned and lexicographic:
 * of two values with the same start, the shorter comes first.
 */
public final class Bytes implements Comparable<Bytes> {
    public static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

    private final byte[] array;
    private final int offset;
    private final int length;

    private Bytes(byte[] array, int offset, int length) {
        this.array = array;
        this.offset = offset;
        this.length = length;
    }

    /** Returns a view of the whole array without a copy. The caller must not write to the array again. */
    public static Bytes wrap(byte[] array) {
        return array.length == 0 ? EMPTY : new Bytes(array, 0, array.length);
    }

    /**
     * Returns a view of {@code length} bytes from {@code offset} without a copy. The caller must not write to them
     * again.
     */
    public static Bytes wrap(byte[] array, int offset, int length) {
        checkRange(offset, length, array.length);
        return length == 0 ? EMPTY : new Bytes(array, offset, length);
    }

    /** Returns a copy of the given bytes. */
    public static Bytes copyOf(byte[] array) {
        return wrap(array.clone());
    }

    /** Returns a copy of the buffer's remaining bytes. The buffer's position stays. */
    public static Bytes copyOf(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.duplicate().get(copy);
        return wrap(copy);
    }

    /** Parses hexadecimal digits. White space and colons are skipped. */
    public static Bytes fromHex(CharSequence hex) {
        return wrap(HexFormat.of().parseHex(hex.toString().replaceAll("[\\s:]", "")));
    }

    public int length() {
        return length;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    public byte at(int index) {
        checkIndex(index);
        return array[offset + index];
    }

    /** Returns the byte at {@code index} as a number from 0 to 255. */
    public int u8(int index) {
        return at(index) & 0xff;
    }

    /** Returns the big-endian 16-bit number at {@code index}. */
    public int u16(int index) {
        return u8(index) << 8 | u8(index + 1);
    }

    /** Returns the big-endian unsigned 32-bit number at {@code index}. */
    public long u32(int index) {
        return (long) u16(index) << 16 | u16(index + 2);
    }

    /** Returns a view of the bytes from {@code from} (included) to {@code to} (excluded), without a copy. */
    public Bytes slice(int from, int to) {
        checkRange(from, to - from, length);
        return from == to ? EMPTY : new Bytes(array, offset + from, to - from);
    }

    /** Returns a view of the bytes from {@code from} to the end, without a copy. */
    public Bytes from(int from) {
        return slice(from, length);
    }

    /** Returns the index of these bytes in {@code whole}; -1 if they are not a view of a part of {@code whole}. */
    @SuppressWarnings("ReferenceEquality") // views share one array
    public int indexIn(Bytes whole) {
        boolean within =
                array == whole.array && offset >= whole.offset && offset + length <= whole.offset + whole.length;
        return within ? offset - whole.offset : -1;
    }

    /** Returns a copy as an array. */
    public byte[] toArray() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /**
     * Returns the same bytes in an array that holds no others, so that a small value does not keep a large message in
     * memory.
     */
    public Bytes compact() {
        return length == array.length ? this : wrap(toArray());
    }

    /** Returns true when {@code other} contains these bytes at index {@code at}. */
    public boolean matchesAt(byte[] other, int at) {
        return length <= other.length - at && Arrays.equals(array, offset, offset + length, other, at, at + length);
    }

    public void copyTo(byte[] target, int at) {
        System.arraycopy(array, offset, target, at, length);
    }

    /** Adds the bytes to a digest without a copy. */
    public void addTo(MessageDigest digest) {
        digest.update(array, offset, length);
    }

    /** Returns a read-only big-endian buffer over the bytes, without a copy. */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(array, offset, length).slice().asReadOnlyBuffer();
    }

    public Bytes concat(Bytes other) {
        byte[] both = new byte[length + other.length];
        copyTo(both, 0);
        other.copyTo(both, length);
        return wrap(both);
    }

    public String toHex() {
        return HexFormat.of().formatHex(array, offset, offset + length);
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(
                array, offset, offset + length, other.array, other.offset, other.offset + other.length);
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof Bytes other
                && Arrays.equals(
                        array, offset, offset + length, other.array, other.offset, other.offset + other.length);
    }

    @Override
    public int hashCode() {
        int h = 1;
        for (int i = offset; i < offset + length; i++) {
            h = 31 * h + array[i];
        }
        return h;
    }

    /** Returns the bytes in hexadecimal; after 64 bytes the rest is replaced by the length. */
    @Override
    public String toString() {
        return length <= 64 ? toHex() : slice(0, 64).toHex() + "… (" + length + " bytes)";
    }

    private void checkIndex(int index) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("index " + index + " of " + length + " bytes");
        }
    }

    private static void checkRange(int from, int count, int length) {
        if (from < 0 || count < 0 || from > length - count) {
            throw new IndexOutOfBoundsException("range " + from + " to " + (from + count) + " of " + length + " bytes");
        }
    }
}
