// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of entries of one length, indexed by number. Entries are packed into arrays: an entry takes one bit in
 * addition to its bytes. In a store, an entry has the key {@code 0xff, number (4 bytes)}. Not thread-safe.
 */
public final class FixedEntryTable {
    private static final byte MARK = (byte) 0xff;
    private static final int ENTRIES_PER_BLOCK = 256;

    private final List<byte @Nullable []> blocks = new ArrayList<>();
    private final BitSet taken = new BitSet();
    private int length; // bytes of an entry, set by the first one

    /** Returns the key of an entry in the store. */
    public static byte[] key(int number) {
        return ByteBuffer.allocate(1 + Integer.BYTES).put(MARK).putInt(number).array();
    }

    /** Returns true when a key of the store is the key of an entry. */
    static boolean isNumber(byte[] key) {
        return key.length == 1 + Integer.BYTES && key[0] == MARK;
    }

    static int number(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }

    public int count() {
        return taken.cardinality();
    }

    /** Returns the least number from {@code from} on that has no entry. */
    public int nextFree(int from) {
        return taken.nextClearBit(from);
    }

    /** Returns the least number from {@code from} on that has an entry; -1 when there is none. */
    public int nextTaken(int from) {
        return taken.nextSetBit(from);
    }

    /** Returns the array that holds an entry, which begins at {@link #at}. Callers must not change it. */
    public byte[] bytes(int number) {
        byte[] block = number >= 0 && taken.get(number) ? blocks.get(number / ENTRIES_PER_BLOCK) : null;
        if (block == null) {
            throw new IndexOutOfBoundsException("there is no entry under number " + number);
        }
        return block;
    }

    /** Returns the index of an entry in its array. */
    public int at(int number) {
        return number % ENTRIES_PER_BLOCK * length;
    }

    byte @Nullable [] get(int number) {
        return number < 0 || !taken.get(number)
                ? null
                : Arrays.copyOfRange(bytes(number), at(number), at(number) + length);
    }

    void put(int number, byte[] entry) {
        if (number < 0 || !taken.isEmpty() && entry.length != length) {
            throw new IllegalStateException("an entry of " + entry.length + " bytes under number " + number
                    + ", but other entries have " + length);
        }
        length = entry.length;
        while (blocks.size() <= number / ENTRIES_PER_BLOCK) {
            blocks.add(null);
        }
        byte[] block = blocks.get(number / ENTRIES_PER_BLOCK);
        if (block == null) {
            block = new byte[ENTRIES_PER_BLOCK * length];
            blocks.set(number / ENTRIES_PER_BLOCK, block);
        }
        System.arraycopy(entry, 0, block, at(number), length);
        taken.set(number);
    }

    byte @Nullable [] remove(int number) {
        byte[] entry = get(number);
        if (entry != null) {
            taken.clear(number);
        }
        return entry;
    }

    void clear() {
        taken.clear();
        blocks.clear();
    }
}
