// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.util.Arrays;

/**
 * Splits a scalar into the columns of a {@link Comb}. An odd number k below 2^256 is the sum of s[i] 2^i over m signed
 * bits, for any m from 256: s[i] is 1 if bit i + 1 of k is set, and -1 otherwise, but s[m - 1] is 1. An even k is
 * replaced by n - k, with opposite signs. Every column selects a table entry, so every scalar needs the same number of
 * entries.
 */
final class Digits {
    private final int teeth;
    private final int columns;
    private final int spacing;
    private final long[] offsets;
    private final long[] signs;
    private final int[] bits; // of the teeth of a column
    private final int[] firstEntries; // of the blocks of all columns
    private final long[] odd = new long[Limbs.COUNT];
    private final long[] words;

    /**
     * @param comb the shape of the table
     * @param spacing the number of groups into which the columns are divided, a multiple of the comb's spacing
     */
    Digits(Comb comb, int spacing) {
        if (spacing % comb.spacing() != 0) {
            throw new IllegalArgumentException(comb + " cannot have " + spacing + " groups");
        }
        this.spacing = spacing;
        teeth = comb.teeth();
        columns = comb.columns();
        offsets = new long[columns];
        signs = new long[columns];
        bits = new int[columns];
        firstEntries = new int[columns];
        for (int column = 0; column < columns; column++) {
            int block = column / spacing * spacing / comb.spacing();
            firstEntries[column] = block * comb.blockEntries();
        }
        words = new long[teeth * columns / Long.SIZE + 2];
        words[teeth * columns / Long.SIZE] = 1L << teeth * columns; // s[m - 1], above all bits of k
    }

    int columns() {
        return columns;
    }

    /** Returns the number of groups. */
    int spacing() {
        return spacing;
    }

    /** Returns the offset in bytes of the table entry for a column. */
    long offset(int column) {
        return offsets[column];
    }

    /** Returns 0 if the entry is added, and -1 if its negative is added. */
    long sign(int column) {
        return signs[column];
    }

    /**
     * Computes the columns of a number in [0, n). The number 0 counts as n, which gives the same multiple of every
     * point.
     */
    void compute(long[] k, int ko) {
        long flipped = (k[ko] & 1) - 1; // -1 for an even number
        if (flipped == 0) {
            System.arraycopy(k, ko, odd, 0, Limbs.COUNT);
        } else {
            Order.negate(k, ko, odd, 0);
        }
        words[0] = odd[0] | odd[1] << 52;
        words[1] = odd[1] >>> 12 | odd[2] << 40;
        words[2] = odd[2] >>> 24 | odd[3] << 28;
        words[3] = odd[3] >>> 36 | odd[4] << 16;
        Arrays.fill(bits, 0);
        for (int tooth = 0; tooth < teeth; tooth++) {
            addTooth(tooth, tooth * columns + 1);
        }
        int entryMask = (1 << (teeth - 1)) - 1;
        for (int column = 0; column < columns; column++) {
            int negative = (bits[column] >>> (teeth - 1)) - 1; // -1 if the last tooth is -1
            int entry = (bits[column] ^ negative) & entryMask;
            offsets[column] = (long) (firstEntries[column] + entry) * Comb.ENTRY_BYTES;
            signs[column] = negative ^ flipped;
        }
    }

    /** Adds the bits of one tooth of all columns, at most 64, from bit {@code from} of the words. */
    private void addTooth(int tooth, int from) {
        int word = from / Long.SIZE;
        long row = words[word] >>> from | words[word + 1] << 1 << ~from;
        for (int column = 0; column < columns; column++) {
            bits[column] |= (int) (row >>> column & 1) << tooth;
        }
    }
}
