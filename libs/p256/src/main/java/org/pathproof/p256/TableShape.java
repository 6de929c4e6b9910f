// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

/**
 * The layout of a key's table: a signed comb ({@code shape.h}). Each entry is a sum of {@link #teeth} multiples of the
 * key's point, added or subtracted. More teeth save additions; a smaller spacing saves doublings. Both make the table
 * larger.
 */
enum TableShape {
    /** 7 KB, the first table of a key once half of the memory is used. */
    SMALL(0, 5, 8),
    /** 20 KB, the first table of a key while less than half of the memory is used. */
    MEDIUM(1, 7, 8),
    /** 64 KB, for the few keys that are used most. */
    LARGE(2, 8, 4);

    /** Size in bytes of the allocation unit of {@link TableMemory}. Every table size is a multiple of it. */
    static final int UNIT_BYTES = 1024;

    private static final int SCALAR_BITS = 256;
    private static final int ENTRY_BYTES = 64;

    private final int index;
    private final int teeth;
    private final int spacing;

    TableShape(int index, int teeth, int spacing) {
        this.index = index;
        this.teeth = teeth;
        this.spacing = spacing;
    }

    /** Returns the index of this shape, from 0. */
    int index() {
        return index;
    }

    /** Returns the number of bits of a scalar that select one entry. */
    int teeth() {
        return teeth;
    }

    /** Returns the number of adjacent columns that share a block. A sum needs one doubling less than this number. */
    int spacing() {
        return spacing;
    }

    /** Returns the number of columns: the table entries that one scalar selects. */
    int columns() {
        return (SCALAR_BITS + teeth - 1) / teeth;
    }

    /** Returns the number of blocks, each with 2^(teeth - 1) entries. */
    int blocks() {
        return (columns() + spacing - 1) / spacing;
    }

    /** Returns the size of a table in bytes. */
    int bytes() {
        return blocks() * (ENTRY_BYTES << (teeth - 1));
    }

    /** Returns the size of a table in units of {@link #UNIT_BYTES}. */
    int units() {
        return bytes() / UNIT_BYTES;
    }
}
