// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

/** The layout of a key's table ({@code shape.h}). A wider window makes the table larger and saves additions. */
enum TableShape {
    /** 8 KB, for every key in use. */
    COLD(0, 4, 4),
    /** 26 KB. */
    WARM(1, 5, 2),
    /** 86 KB, without doublings. */
    HOT(2, 6, 1),
    /** 256 KB, with the fewest additions, for the few keys that are used most. */
    HOTTEST(3, 8, 1);

    /** Size in bytes of the allocation unit of {@link TableMemory}. Every table size is a multiple of it. */
    static final int UNIT_BYTES = 2048;

    private static final int SCALAR_BITS = 256;
    private static final int ENTRY_BYTES = 64;

    private final int index;
    private final int window;
    private final int stride;

    TableShape(int index, int window, int stride) {
        this.index = index;
        this.window = window;
        this.stride = stride;
    }

    /** Returns the index of this shape, from 0. */
    int index() {
        return index;
    }

    /** Returns the bits of a digit. */
    int window() {
        return window;
    }

    /** Returns the stride: every stride-th window has its multiples in the table. */
    int stride() {
        return stride;
    }

    /** Returns the size of a table in bytes. */
    int bytes() {
        int digits = (SCALAR_BITS + window - 1) / window;
        int slots = (digits + stride - 1) / stride;
        return slots * (ENTRY_BYTES << (window - 1));
    }

    /** Returns the size of a table in units of {@link #UNIT_BYTES}. */
    int units() {
        return bytes() / UNIT_BYTES;
    }
}
