// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.dictionary;

import java.util.Arrays;

/** New numbers of sequences by old ones, in arrays that are created where they are needed. Not thread-safe. */
public final class NumberMap {
    private static final int PART_BITS = 12;
    private static final int PART = 1 << PART_BITS;

    private int[][] parts = new int[16][];

    /** Adds a number. Neither is {@link Dictionary#NONE}. */
    public void put(int old, int present) {
        int number = old >>> PART_BITS;
        if (number >= parts.length) {
            parts = Arrays.copyOf(parts, Math.max(number + 1, 2 * parts.length));
        }
        if (parts[number] == null) {
            parts[number] = new int[PART];
        }
        parts[number][old & PART - 1] = present;
    }

    /** Returns the new number of an old one; {@link Dictionary#NONE} if it is unknown. */
    public int get(int old) {
        int number = old >>> PART_BITS;
        int[] part = number < parts.length ? parts[number] : null;
        return part == null ? Dictionary.NONE : part[old & PART - 1];
    }
}
