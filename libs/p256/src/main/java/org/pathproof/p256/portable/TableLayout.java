// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.foreign.MemorySegment;

/**
 * The layout of a key's table: windows of {@code window} bits, of which every {@code stride}-th has its multiples in
 * the table. Doublings replace the multiples of the other windows ({@link AdditionOrder}).
 */
public final class TableLayout {
    private final int window;
    private final int stride;
    private final int slots;
    private final AdditionOrder order;

    public TableLayout(int window, int stride) {
        this.window = window;
        this.stride = stride;
        int digits = Digits.count(window);
        slots = (digits + stride - 1) / stride;
        order = AdditionOrder.of(Generator.DIGITS, digits, stride);
    }

    /** Returns the size of a table in bytes. */
    public long bytes() {
        return Multiples.bytes(window, slots);
    }

    /**
     * Fills a table.
     *
     * @param coordinates X and Y of a point of the curve, 32 bytes each, big-endian
     * @param table {@link #bytes} bytes, aligned to 8
     */
    public void fill(byte[] coordinates, MemorySegment table) {
        Multiples.fill(Jacobian.affine(coordinates), window, window * stride, slots, table);
    }

    int window() {
        return window;
    }

    int stride() {
        return stride;
    }

    AdditionOrder order() {
        return order;
    }
}
