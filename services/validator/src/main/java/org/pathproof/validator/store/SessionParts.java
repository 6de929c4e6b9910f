// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The session parts of all rows of a store, each once, with numbers of 24 bits. Numbers that no row uses are assigned
 * again. Not thread-safe.
 */
final class SessionParts {
    /** Flag of rows whose value is not divided. */
    static final int WHOLE = 1;
    /** Flag of rows whose key has a tail. */
    static final int TAIL = 2;

    /** Limit of the number of session parts. */
    static final int MOST = 1 << 24;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long MIXER = 0x9e3779b97f4a7c15L; // 2^64 divided by the golden ratio
    private static final byte[] NONE = new byte[0];
    private static final int FREE = -1;
    private static final int LEAST = 64;
    /** Memory in bytes for a number: the arrays, the hash table, and the header of the content. */
    private static final int OVERHEAD = 2 * Long.BYTES + 3 * Integer.BYTES + 4 + 1 + 16;

    private long[] highs = new long[LEAST];
    private long[] lows = new long[LEAST];
    private byte[][] contents = new byte[LEAST][];
    private byte[] flags = new byte[LEAST];
    private int[] uses = new int[LEAST];
    private int[] table = filled(2 * LEAST); // numbers by hash code, with linear probing
    private int used; // numbers below have an entry, in use or not
    private int unused; // entries that no row uses
    private int[] vacant = new int[0]; // numbers below `used` without an entry
    private int vacancies;
    private long contentBytes;

    /** Returns the number of different parts that rows use. */
    int count() {
        return used - vacancies - unused;
    }

    /** Returns a number above all numbers. */
    int end() {
        return used;
    }

    /** Returns the bytes of memory of all parts, used or not. */
    long memoryBytes() {
        return (long) OVERHEAD * highs.length + contentBytes;
    }

    long high(int number) {
        return highs[number];
    }

    long low(int number) {
        return lows[number];
    }

    byte[] content(int number) {
        return contents[number];
    }

    boolean isWhole(int number) {
        return (flags[number] & WHOLE) != 0;
    }

    boolean hasTail(int number) {
        return (flags[number] & TAIL) != 0;
    }

    /** Writes the session to an array. */
    void copySession(int number, byte[] into, int at) {
        LONGS.set(into, at, highs[number]);
        LONGS.set(into, at + Long.BYTES, lows[number]);
    }

    static long word(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** Returns the number of a part, which one more row uses. */
    int use(long high, long low, int flag, RowParts.Part part) {
        int slot = slot(hash(high, low, flag, part.bytes, part.at, part.length));
        for (int number = table[slot]; number != FREE; slot = next(slot), number = table[slot]) {
            if (lows[number] == low
                    && highs[number] == high
                    && flags[number] == flag
                    && Arrays.equals(
                            contents[number], 0, contents[number].length, part.bytes, part.at, part.at + part.length)) {
                unused -= uses[number] == 0 ? 1 : 0;
                uses[number]++;
                return number;
            }
        }
        return add(high, low, flag, part);
    }

    /** Ends the use of a number by one row. */
    void release(int number) {
        unused += --uses[number] == 0 ? 1 : 0;
    }

    private int add(long high, long low, int flag, RowParts.Part part) {
        if (vacancies == 0 && used == highs.length) {
            if (unused > used / 4) {
                forgetUnused();
            } else {
                grow();
            }
        }
        int number = vacancies > 0 ? vacant[--vacancies] : used++;
        highs[number] = high;
        lows[number] = low;
        flags[number] = (byte) flag;
        contents[number] = part.length == 0 ? NONE : Arrays.copyOfRange(part.bytes, part.at, part.at + part.length);
        contentBytes += part.length;
        uses[number] = 1;
        place(number);
        return number;
    }

    private void grow() {
        if (used == MOST) {
            throw new IllegalStateException("more than " + MOST + " different session parts of rows");
        }
        int length = 2 * highs.length;
        highs = Arrays.copyOf(highs, length);
        lows = Arrays.copyOf(lows, length);
        contents = Arrays.copyOf(contents, length);
        flags = Arrays.copyOf(flags, length);
        uses = Arrays.copyOf(uses, length);
        renewTable(2 * length);
    }

    private void forgetUnused() {
        vacant = new int[unused];
        for (int number = 0; number < used; number++) {
            if (uses[number] == 0) {
                contentBytes -= contents[number].length;
                contents[number] = NONE;
                vacant[vacancies++] = number;
            }
        }
        unused = 0;
        renewTable(table.length);
    }

    private void renewTable(int length) {
        table = filled(length);
        for (int number = 0; number < used; number++) {
            if (uses[number] > 0 || vacancies == 0) {
                place(number);
            }
        }
    }

    private void place(int number) {
        byte[] content = contents[number];
        int slot = slot(hash(highs[number], lows[number], flags[number], content, 0, content.length));
        while (table[slot] != FREE) {
            slot = next(slot);
        }
        table[slot] = number;
    }

    private int slot(long hash) {
        return (int) (hash >>> 32) & table.length - 1;
    }

    private int next(int slot) {
        return slot + 1 & table.length - 1;
    }

    private static long hash(long high, long low, int flag, byte[] bytes, int at, int length) {
        long hash = ((high + 31 * low) * MIXER + flag) * MIXER;
        return (hash ^ hash >>> 29 ^ Parts.hash(bytes, at, length)) * MIXER;
    }

    private static int[] filled(int length) {
        int[] table = new int[length];
        Arrays.fill(table, FREE);
        return table;
    }

    void clear() {
        highs = new long[LEAST];
        lows = new long[LEAST];
        contents = new byte[LEAST][];
        flags = new byte[LEAST];
        uses = new int[LEAST];
        table = filled(2 * LEAST);
        vacant = new int[0];
        used = 0;
        unused = 0;
        vacancies = 0;
        contentBytes = 0;
    }
}
