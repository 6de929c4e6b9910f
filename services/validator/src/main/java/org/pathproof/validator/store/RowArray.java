// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Rows of one width in an array.
 *
 * <pre>
 *  bytes  3              7          1           1                 4, in wide arrays
 *          session part   own part   path part   attributes part   tail
 * </pre>
 *
 * <p>The parts are numbers of {@link SessionParts} and of the {@link Parts} of the page. Not thread-safe.
 */
final class RowArray {
    /** Number of bytes of a row without space for a tail. */
    static final int WIDTH = 12;

    private static final VarHandle CHARS = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int OWN_AT = 3;
    private static final int PATH_AT = 10;
    private static final int ATTRIBUTES_AT = 11;
    private static final int TAIL_AT = 12;
    private static final int GROWTH = 6; // rows by which a small array grows

    private byte[] bytes = new byte[0];
    private int width;
    private int count;

    RowArray(boolean isWide) {
        width = isWide ? WIDTH + RowLayout.TAIL : WIDTH;
    }

    int count() {
        return count;
    }

    boolean isWide() {
        return width > WIDTH;
    }

    /** Returns the bytes of all rows. */
    int size() {
        return count * width;
    }

    int memoryBytes() {
        return bytes.length;
    }

    int session(int row) {
        int at = row * width;
        return (bytes[at] & 0xff) << 16 | (char) CHARS.get(bytes, at + 1);
    }

    long own(int row) {
        int at = row * width + OWN_AT;
        return (long) (bytes[at] & 0xff) << 48
                | (long) (char) CHARS.get(bytes, at + 1) << 32
                | (int) INTS.get(bytes, at + 3) & 0xffff_ffffL;
    }

    int path(int row) {
        return bytes[row * width + PATH_AT] & 0xff;
    }

    int attributes(int row) {
        return bytes[row * width + ATTRIBUTES_AT] & 0xff;
    }

    int tail(int row) {
        return (int) INTS.get(bytes, row * width + TAIL_AT);
    }

    void set(int row, int session, long own, int path, int attributes) {
        int at = row * width;
        bytes[at] = (byte) (session >> 16);
        CHARS.set(bytes, at + 1, (char) session);
        bytes[at + OWN_AT] = (byte) (own >> 48);
        CHARS.set(bytes, at + OWN_AT + 1, (char) (own >> 32));
        INTS.set(bytes, at + OWN_AT + 3, (int) own);
        setParts(row, path, attributes);
    }

    void setParts(int row, int path, int attributes) {
        bytes[row * width + PATH_AT] = (byte) path;
        bytes[row * width + ATTRIBUTES_AT] = (byte) attributes;
    }

    /** Sets the tail of a row, and makes space for tails in all rows. */
    void setTail(int row, int tail) {
        if (width == WIDTH) {
            int wide = WIDTH + RowLayout.TAIL;
            byte[] wider = new byte[(count + GROWTH) * wide];
            for (int i = 0; i < count; i++) {
                System.arraycopy(bytes, i * WIDTH, wider, i * wide, WIDTH);
            }
            bytes = wider;
            width = wide;
        }
        INTS.set(bytes, row * width + TAIL_AT, tail);
    }

    /** Inserts a row, all of whose bytes are undefined. */
    void insert(int row) {
        byte[] from = bytes;
        int at = row * width;
        if ((count + 1) * width > bytes.length) {
            bytes = Arrays.copyOf(bytes, (count + GROWTH + count / 32) * width);
        }
        System.arraycopy(from, at, bytes, at + width, count * width - at);
        count++;
        if (isWide()) {
            INTS.set(bytes, at + TAIL_AT, 0);
        }
    }

    void remove(int row) {
        byte[] from = bytes;
        int at = row * width;
        if ((count + 2 * GROWTH + count / 32) * width < bytes.length) {
            bytes = Arrays.copyOf(bytes, (count + GROWTH) * width);
        }
        System.arraycopy(from, at + width, bytes, at, (count - 1) * width - at);
        count--;
    }

    /** Appends rows of an array of the same width. */
    void append(RowArray other, int first, int end) {
        bytes = Arrays.copyOf(bytes, (count + end - first) * width);
        System.arraycopy(other.bytes, first * width, bytes, count * width, (end - first) * width);
        count += end - first;
    }
}
