// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.foreign.MemorySegment;

/**
 * How the table of a key is laid out: windows of {@code window} bits, of which every {@code stride}-th has its multiples in the table
 * ({@link AdditionOrder} pays for the others with doublings).
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

    /** Octets of a table. */
    public long octets() {
        return Multiples.octets(window, slots);
    }

    /**
     * Fills a table.
     *
     * @param coordinates X and Y of a point of the curve, 32 octets each, big-endian
     * @param table {@link #octets} octets, aligned to 8
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
