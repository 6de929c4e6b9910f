// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.dictionary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** A set of numbers of sequences, as bits in arrays that are created where they are needed. Thread-safe. */
public final class NumberSet {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int PART_BITS = 15;
    private static final int PART_WORDS = 1 << PART_BITS - 6;

    private volatile long[][] parts = new long[4][];

    /** Adds a number. */
    public void add(int id) {
        long[] part = part(id >>> PART_BITS);
        int word = (id & (1 << PART_BITS) - 1) >>> 6;
        long bit = 1L << id;
        if ((part[word] & bit) == 0) {
            WORD.getAndBitwiseOr(part, word, bit);
        }
    }

    /** Returns true if a number is in the set. */
    public boolean has(int id) {
        long[][] now = parts;
        int number = id >>> PART_BITS;
        long[] part = number < now.length ? now[number] : null;
        return part != null && ((long) WORD.getOpaque(part, (id & (1 << PART_BITS) - 1) >>> 6) >>> id & 1) != 0;
    }

    private long[] part(int number) {
        long[][] now = parts;
        long[] part = number < now.length ? now[number] : null;
        return part == null ? addPart(number) : part;
    }

    private synchronized long[] addPart(int number) {
        if (number >= parts.length) {
            parts = Arrays.copyOf(parts, Math.max(number + 1, 2 * parts.length));
        }
        long[][] same = parts;
        if (same[number] == null) {
            same[number] = new long[PART_WORDS];
            parts = same; // publishes the element
        }
        return same[number];
    }
}
