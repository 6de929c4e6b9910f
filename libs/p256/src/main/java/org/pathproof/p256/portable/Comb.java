// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

/**
 * The shape of a signed Lim-Lee comb. A scalar is written with signed bits, each 1 or -1. Column c of a scalar has the
 * signed bits {@code c + i columns} of every tooth i, and selects one entry of a table. Block b of a table serves the
 * columns from {@code b spacing} to {@code b spacing + spacing - 1}. The columns c with the same {@code c mod spacing}
 * are a group. The sums of the groups give the product by Horner's rule, with a doubling for each group but one.
 *
 * @param teeth signed bits of a column, from {@value #MIN_TEETH} to {@value #MAX_TEETH}
 * @param spacing number of groups, from 1 to the number of columns
 */
public record Comb(int teeth, int spacing) {
    /** Size of a table entry, an affine point. */
    static final int ENTRY_BYTES = 64;

    private static final int MIN_TEETH = 4;
    private static final int MAX_TEETH = 16;
    private static final int SCALAR_BITS = 256;

    /** @throws IllegalArgumentException if a number is out of its range */
    public Comb {
        if (teeth < MIN_TEETH || teeth > MAX_TEETH || spacing < 1 || spacing > columns(teeth)) {
            throw new IllegalArgumentException(
                    "comb of " + teeth + " teeth and spacing " + spacing + " is not supported");
        }
    }

    private static int columns(int teeth) {
        return Math.ceilDiv(SCALAR_BITS, teeth);
    }

    /** Returns the size of a table in bytes. */
    public long bytes() {
        return (long) entries() * ENTRY_BYTES;
    }

    /** Returns the number of table entries that a scalar selects. */
    int columns() {
        return columns(teeth);
    }

    /** Returns the number of blocks of a table. */
    int blocks() {
        return Math.ceilDiv(columns(), spacing);
    }

    /** Returns the number of entries of a block. */
    int blockEntries() {
        return 1 << (teeth - 1);
    }

    /** Returns the number of entries of a table. */
    int entries() {
        return blocks() * blockEntries();
    }
}
