// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Sequences of bytes that the rows of a page share, each once. A sequence has a number below {@link #MOST} until no row
 * uses it. All sequences are in one array, each after its length. Not thread-safe.
 */
final class Parts {
    /** Maximum number of sequences. */
    static final int MOST = 255;
    /** Maximum number of bytes of several sequences, so that a sequence begins below 65,536. */
    static final int MOST_BYTES = 60_000;
    /** The result of {@link #use} if there is no free number. */
    static final int FULL = -1;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long MIXER = 0x9e3779b97f4a7c15L; // 2^64 divided by the golden ratio
    private static final int GROWTH = 96; // bytes by which the array grows
    private static final int MORE_SLOTS = Long.BYTES; // a multiple of the bytes that a search compares at once

    // a slot holds: start (16 bits), number of uses (16 bits)
    private static final int START_SHIFT = 16;
    private static final int USES = 0xffff;

    private int[] slots = new int[0];
    private byte[] hashes = new byte[0]; // hash code of each slot, of 8 bits
    private int count; // slots, free ones included
    private int live; // sequences
    private byte[] bytes = new byte[0];
    private int used;
    private int dead; // bytes of sequences that no row uses
    private int released; // a number that may be free

    int live() {
        return live;
    }

    /** Returns the bytes of all sequences and their slots. */
    int size() {
        return used - dead + (Integer.BYTES + 1) * live;
    }

    int liveBytes() {
        return used - dead;
    }

    int memoryBytes() {
        return bytes.length + Integer.BYTES * slots.length + hashes.length;
    }

    /** Returns the array of all sequences. {@link #at} returns indexes into it, until the object changes. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the index of the first byte of a sequence. */
    int at(int number) {
        int at = slots[number] >>> START_SHIFT;
        while (bytes[at] < 0) {
            at++;
        }
        return at + 1;
    }

    int length(int number) {
        int at = slots[number] >>> START_SHIFT;
        int length = bytes[at] & 0x7f;
        for (int shift = 7; bytes[at] < 0; shift += 7) {
            at++;
            length |= (bytes[at] & 0x7f) << shift;
        }
        return length;
    }

    /** Returns the number of a sequence that one more row uses; {@link #FULL} if no number is free. */
    int use(byte[] from, int at, int length) {
        int hash = hash8(from, at, length);
        int number = find(hash, from, at, length);
        return number >= 0 ? number : add(hash, from, at, length);
    }

    /** Returns the number of a part that one more row uses; {@link #FULL} if no number is free. */
    int use(RowParts.Part part) {
        return use(part.bytes, part.at, part.length);
    }

    /** Adds a use of a number. */
    void useAgain(int number) {
        slots[number]++;
    }

    /**
     * Returns the number of a sequence of another object that one more row uses; {@link #FULL} if no number is free.
     *
     * @param isNew true if this object is known not to have the sequence
     */
    int use(Parts from, int number, boolean isNew) {
        int hash = from.hashes[number] & 0xff;
        int at = from.at(number);
        int length = from.length(number);
        int found = isNew ? -1 : find(hash, from.bytes, at, length);
        return found >= 0 ? found : add(hash, from.bytes, at, length);
    }

    /**
     * Returns the number of a part that a row uses from now on instead of {@code before}; {@link #FULL} if no
     * number is free, and nothing has changed then.
     */
    int replace(int before, RowParts.Part part) {
        if (isAt(before, part.bytes, part.at, part.length)) {
            return before;
        }
        int hash = hash8(part.bytes, part.at, part.length);
        int number = find(hash, part.bytes, part.at, part.length);
        if (number < 0 && (slots[before] & USES) == 1 && length(before) == part.length) {
            System.arraycopy(part.bytes, part.at, bytes, at(before), part.length);
            hashes[before] = (byte) hash;
            return before;
        }
        if (number < 0) {
            number = add(hash, part.bytes, part.at, part.length);
        }
        if (number >= 0) {
            release(before);
        }
        return number;
    }

    private int find(int hash, byte[] from, int at, int length) {
        long wanted = hash * ONES;
        for (int first = 0; first < count; first += Long.BYTES) {
            long difference = (long) LONGS.get(hashes, first) ^ wanted;
            // The highest bit of each byte that is 0, and sometimes of a byte above it.
            long equal = difference - ONES & ~difference & ONES << 7;
            for (; equal != 0; equal &= equal - 1) {
                int i = first + Long.numberOfTrailingZeros(equal) / Byte.SIZE;
                if (i < count && (slots[i] & USES) != 0 && isAt(i, from, at, length)) {
                    useAgain(i);
                    return i;
                }
            }
        }
        return -1;
    }

    private boolean isAt(int number, byte[] from, int at, int length) {
        if (length(number) != length) {
            return false;
        }
        int begin = at(number);
        return Arrays.equals(bytes, begin, begin + length, from, at, at + length);
    }

    private int add(int hash, byte[] from, int at, int length) {
        int number = free();
        if (number == FULL) {
            return FULL;
        }
        ensure(lengthBytes(length) + length);
        slots[number] = used << START_SHIFT | 1;
        hashes[number] = (byte) hash;
        int left = length;
        while (left > 0x7f) {
            bytes[used++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[used++] = (byte) left;
        System.arraycopy(from, at, bytes, used, length);
        used += length;
        live++;
        return number;
    }

    private int free() {
        if (live < count) {
            int number = released < count ? released : 0;
            while ((slots[number] & USES) != 0) {
                number = number + 1 < count ? number + 1 : 0;
            }
            return number;
        }
        if (count == MOST) {
            return FULL;
        }
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, count + MORE_SLOTS);
            hashes = Arrays.copyOf(hashes, slots.length);
        }
        return count++;
    }

    private void ensure(int more) {
        if (used + more > bytes.length) {
            boolean suffices = dead > used / 8 && used - dead + more <= bytes.length;
            moveTo(new byte[suffices ? bytes.length : used - dead + more + GROWTH + used / 16]);
        }
    }

    /** Ends the use of a sequence by one row. */
    void release(int number) {
        slots[number]--;
        if ((slots[number] & USES) == 0) {
            int length = length(number);
            dead += lengthBytes(length) + length;
            live--;
            released = number;
            if (live == 0) {
                clear();
            } else if (dead > GROWTH && dead > used / 4) {
                moveTo(new byte[used - dead + GROWTH]);
            }
        }
    }

    private void clear() {
        slots = new int[0];
        hashes = new byte[0];
        bytes = new byte[0];
        count = 0;
        used = 0;
        dead = 0;
    }

    /** Copies the sequences that rows use to another array. */
    private void moveTo(byte[] into) {
        if (dead == 0) {
            System.arraycopy(bytes, 0, into, 0, used);
        } else {
            int to = 0;
            for (int i = 0; i < count; i++) {
                if ((slots[i] & USES) != 0) {
                    int begin = slots[i] >>> START_SHIFT;
                    int size = at(i) - begin + length(i);
                    System.arraycopy(bytes, begin, into, to, size);
                    slots[i] = slots[i] & USES | to << START_SHIFT;
                    to += size;
                }
            }
            used = to;
            dead = 0;
        }
        bytes = into;
    }

    private static int lengthBytes(int length) {
        return Math.max(1, (38 - Integer.numberOfLeadingZeros(length)) / 7);
    }

    private static int hash8(byte[] from, int at, int length) {
        return (int) (hash(from, at, length) >>> 56);
    }

    static long hash(byte[] from, int at, int length) {
        long hash = length * MIXER;
        int next = at;
        for (int left = length; left >= Long.BYTES; left -= Long.BYTES, next += Long.BYTES) {
            hash = (hash ^ (long) LONGS.get(from, next)) * MIXER;
            hash ^= hash >>> 32;
        }
        long rest = 0;
        for (int left = length % Long.BYTES; left > 0; left--, next++) {
            rest = rest << 8 | from[next] & 0xff;
        }
        hash = (hash ^ rest) * MIXER;
        return (hash ^ hash >>> 32) * MIXER;
    }
}
