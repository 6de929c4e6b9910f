// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An immutable string of bytes: a view of a part of an array that nobody writes to any more. Equality and order are
 * those of the bytes (order unsigned, shorter first on a common start).
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

    /** A view of the whole array. The caller gives the array away and must not write to it again. */
    public static Bytes wrap(byte[] array) {
        return array.length == 0 ? EMPTY : new Bytes(array, 0, array.length);
    }

    /** A view of {@code length} bytes from {@code offset}. The caller must not write to them again. */
    public static Bytes wrap(byte[] array, int offset, int length) {
        checkRange(offset, length, array.length);
        return length == 0 ? EMPTY : new Bytes(array, offset, length);
    }

    /** A copy of the given bytes. */
    public static Bytes copyOf(byte[] array) {
        return wrap(array.clone());
    }

    /** A copy of what remains in the buffer, whose position is not moved. */
    public static Bytes copyOf(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.duplicate().get(copy);
        return wrap(copy);
    }

    /** Bytes from hexadecimal digits; white space and colons are skipped. */
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

    /** The byte at {@code index}, 0..255. */
    public int u8(int index) {
        return at(index) & 0xff;
    }

    /** The big-endian 16-bit number at {@code index}. */
    public int u16(int index) {
        return u8(index) << 8 | u8(index + 1);
    }

    /** The big-endian unsigned 32-bit number at {@code index}. */
    public long u32(int index) {
        return (long) u16(index) << 16 | u16(index + 2);
    }

    /** A view of the bytes from {@code from} to before {@code to}; shares the array. */
    public Bytes slice(int from, int to) {
        checkRange(from, to - from, length);
        return from == to ? EMPTY : new Bytes(array, offset + from, to - from);
    }

    /** A view of the bytes from {@code from} on. */
    public Bytes from(int from) {
        return slice(from, length);
    }

    /** A copy as an array. */
    public byte[] toArray() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /** This, backed by an array of just this length: to be kept without keeping a large message alive. */
    public Bytes compact() {
        return length == array.length ? this : wrap(toArray());
    }

    /** Whether an array has these bytes from {@code at} on. */
    public boolean standsIn(byte[] other, int at) {
        return length <= other.length - at && Arrays.equals(array, offset, offset + length, other, at, at + length);
    }

    public void copyTo(byte[] target, int at) {
        System.arraycopy(array, offset, target, at, length);
    }

    /** Takes the bytes into a digest, without a copy of them. */
    public void addTo(MessageDigest digest) {
        digest.update(array, offset, length);
    }

    /** A read-only buffer over the bytes, big-endian, without a copy. */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(array, offset, length).slice().asReadOnlyBuffer();
    }

    public ByteReader reader() {
        return new ByteReader(this);
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

    /** The bytes in hexadecimal, cut after 64 of them. */
    @Override
    public String toString() {
        return length <= 64 ? toHex() : slice(0, 64).toHex() + "… (" + length + " bytes)";
    }

    private void checkIndex(int index) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("byte " + index + " of " + length);
        }
    }

    private static void checkRange(int from, int count, int length) {
        if (from < 0 || count < 0 || from > length - count) {
            throw new IndexOutOfBoundsException("bytes " + from + " to " + (from + count) + " of " + length);
        }
    }
}
