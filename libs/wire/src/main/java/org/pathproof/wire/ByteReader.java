// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

/**
 * A big-endian cursor over {@link Bytes}.
 *
 * <p>Reading past the end throws {@link IndexOutOfBoundsException}. Decoders call {@link #has} first, so that short
 * input becomes a {@link WireError} and not an exception.
 */
public final class ByteReader {
    private final Bytes bytes;
    private int position;

    public ByteReader(Bytes bytes) {
        this.bytes = bytes;
    }

    public int position() {
        return position;
    }

    public int remaining() {
        return bytes.length() - position;
    }

    public boolean has(int count) {
        return count >= 0 && remaining() >= count;
    }

    public int u8() {
        return bytes.u8(position++);
    }

    public int u16() {
        int v = bytes.u16(position);
        position += 2;
        return v;
    }

    public long u32() {
        long v = bytes.u32(position);
        position += 4;
        return v;
    }

    public long u64() {
        return u32() << 32 | u32();
    }

    /** Returns the next bytes without moving the cursor. */
    public Bytes peek(int count) {
        return bytes.slice(position, position + count);
    }

    public Bytes take(int count) {
        Bytes part = bytes.slice(position, position + count);
        position += count;
        return part;
    }

    public Bytes rest() {
        return take(remaining());
    }

    public void skip(int count) {
        take(count);
    }
}
