// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.foreign.MemorySegment;

/**
 * Tables of odd multiples of a point: entry j of slot s is (2 j + 1) 2^(step s) times the point, affine, 64 bytes. All
 * entries are computed in Jacobian coordinates and converted to affine together, with one inversion.
 *
 * <p>The incomplete addition is safe here. Slot s starts from B = 2^(step s) P, a point of the prime order n, never
 * infinity. (2 j - 1) B + 2 B has equal x on both sides only if 2 j - 1 = +-2 mod n, and 2 j - 1 is odd, positive and
 * below 2^12.
 */
final class Multiples {
    private static final int ENTRY_BYTES = 64;
    private static final int COORDINATE_BYTES = ENTRY_BYTES / 2;

    private Multiples() {}

    /** Returns the size of a table in bytes. */
    static long bytes(int window, int slots) {
        return (long) slots * ENTRY_BYTES << (window - 1);
    }

    /** Returns the offset of an entry in its table. */
    static long offset(int window, int slot, int entry) {
        return (((long) slot << (window - 1)) + entry) * ENTRY_BYTES;
    }

    /** @param affine the point, in Montgomery form */
    static void fill(long[] affine, int window, int step, int slots, MemorySegment table) {
        int entries = 1 << (window - 1);
        // B and 2 B of every slot.
        long[] starts = new long[2 * slots * Jacobian.LONGS];
        Jacobian point = new Jacobian();
        point.set(affine, 0);
        for (int s = 0; s < slots; s++) {
            put(point, starts, 2 * s);
            for (int k = 0; k < step; k++) {
                point.twice();
                if (k == 0) {
                    put(point, starts, 2 * s + 1);
                }
            }
        }
        long[] bases = affine(starts, 2 * slots);
        long[] all = new long[entries * slots * Jacobian.LONGS];
        for (int s = 0; s < slots; s++) {
            point.set(bases, 2 * s * Jacobian.AFFINE_LONGS);
            put(point, all, s * entries);
            for (int j = 1; j < entries; j++) {
                point.add(bases, (2 * s + 1) * Jacobian.AFFINE_LONGS);
                put(point, all, s * entries + j);
            }
        }
        long[] made = affine(all, entries * slots);
        long[] scratch = new long[Field.LIMBS];
        for (int i = 0; i < entries * slots; i++) {
            int at = i * Jacobian.AFFINE_LONGS;
            long to = (long) i * ENTRY_BYTES;
            Field.store(made, at, table, to, scratch);
            Field.store(made, at + Jacobian.Y, table, to + COORDINATE_BYTES, scratch);
        }
    }

    /** Reads an entry, or its negative for sign -1. Out: an affine point within the bounds of {@link Jacobian}. */
    static void load(MemorySegment table, long offset, long sign, long[] r, int ro) {
        Field.load(table, offset, 0, r, ro);
        Field.load(table, offset + COORDINATE_BYTES, sign, r, ro + Jacobian.Y);
    }

    private static void put(Jacobian point, long[] points, int i) {
        System.arraycopy(point.coordinates(), 0, points, i * Jacobian.LONGS, Jacobian.LONGS);
    }

    /** Converts points to affine with one inversion (Montgomery's trick). No Z may be 0. */
    private static long[] affine(long[] points, int count) {
        long[] products = new long[count * Field.LIMBS];
        long[] t = new long[3 * Field.LIMBS];
        int inverse = 0;
        int z = Field.LIMBS;
        int power = 2 * Field.LIMBS;
        Field.setOne(t, inverse);
        for (int i = 0; i < count; i++) {
            System.arraycopy(t, inverse, products, i * Field.LIMBS, Field.LIMBS);
            Field.multiply(t, inverse, points, i * Jacobian.LONGS + Jacobian.Z, t, inverse);
        }
        Field.invert(t, inverse, t, inverse, new long[Field.INVERSION_SCRATCH * Field.LIMBS]);
        long[] affine = new long[count * Jacobian.AFFINE_LONGS];
        for (int i = count - 1; i >= 0; i--) {
            int from = i * Jacobian.LONGS;
            int to = i * Jacobian.AFFINE_LONGS;
            Field.multiply(t, inverse, products, i * Field.LIMBS, t, z);
            Field.multiply(t, inverse, points, from + Jacobian.Z, t, inverse);
            Field.square(t, z, t, power);
            Field.multiply(points, from + Jacobian.X, t, power, affine, to);
            Field.multiply(t, power, t, z, t, power);
            Field.multiply(points, from + Jacobian.Y, t, power, affine, to + Jacobian.Y);
        }
        return affine;
    }
}
