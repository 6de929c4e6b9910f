// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

/** How the table of a key is laid out ({@code shape.h}): the wider the window, the larger the table and the fewer the additions. */
enum TableShape {
    /** 8 KB: for every key that is used at all. */
    COLD(0, 4, 4),
    /** 26 KB. */
    WARM(1, 5, 2),
    /** 86 KB: no doublings. */
    HOT(2, 6, 1),
    /** 256 KB: fewest additions, for keys that are used most, as long as they are few. */
    HOTTEST(3, 8, 1);

    /** Bytes of the unit in which {@link TableMemory} hands out memory. It divides the size of every shape. */
    static final int UNIT_BYTES = 2048;

    private static final int SCALAR_BITS = 256;
    private static final int ENTRY_OCTETS = 64;

    private final int index;
    private final int window;
    private final int stride;

    TableShape(int index, int window, int stride) {
        this.index = index;
        this.window = window;
        this.stride = stride;
    }

    /** From 0 on, for arrays with a place for each shape. */
    int index() {
        return index;
    }

    /** Bits of a digit. */
    int window() {
        return window;
    }

    /** Every so many-th window has its multiples in the table. */
    int stride() {
        return stride;
    }

    int octets() {
        int digits = (SCALAR_BITS + window - 1) / window;
        int slots = (digits + stride - 1) / stride;
        return slots * (ENTRY_OCTETS << (window - 1));
    }

    /** Returns the size of a table in units of {@link #UNIT_BYTES}. */
    int units() {
        return octets() / UNIT_BYTES;
    }
}
