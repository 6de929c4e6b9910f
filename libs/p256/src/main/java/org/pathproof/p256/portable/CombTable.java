// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.foreign.MemorySegment;

/**
 * Tables of a {@link Comb}: entry e of block b is the sum of c[i] 2^(b spacing + i columns) over all teeth i, times the
 * point. The sign c[i] is 1 if bit i of e is set, and -1 otherwise; that of the last tooth is 1. Entries are affine, 64
 * bytes each.
 *
 * <p>A table begins with the last tooth of each block. For each further tooth B, every entry T is replaced by T - B and
 * T + B. Both have the same denominator, and all denominators of a tooth share an inversion.
 *
 * <p>The incomplete addition is safe here. T and B have equal x only if their factors are equal or opposite mod n.
 * Apart from a common power of two, both factors are between 0 and 2^253, and the factor of T is larger.
 */
public final class CombTable {
    private static final int COORDINATE_BYTES = Comb.ENTRY_BYTES / 2;
    private static final int LIMBS = Field.LIMBS;
    private static final int POINT = Chord.POINT;

    private final Comb comb;
    private final long[] teeth; // tooth i of block b at b teeth + i
    private final long[] entries;
    private final SharedInversion inversion;
    private final Chord chord = new Chord();
    private final long[] opposite = new long[POINT];
    private final long[] denominator = new long[LIMBS];
    private final long[] reciprocal = new long[LIMBS];

    private CombTable(long[] affine, Comb comb) {
        this.comb = comb;
        inversion = new SharedInversion(Math.max(comb.entries() / 2, comb.blocks() * comb.teeth()));
        teeth = teeth(affine);
        entries = new long[comb.entries() * POINT];
    }

    /**
     * Fills a table.
     *
     * @param coordinates X and Y of a point of the curve, 32 bytes each, big-endian
     * @param table {@link Comb#bytes} bytes, aligned to 8
     */
    public static void fill(byte[] coordinates, Comb comb, MemorySegment table) {
        CombTable made = new CombTable(Jacobian.affine(coordinates), comb);
        for (int block = 0; block < comb.blocks(); block++) {
            int last = (block + 1) * comb.teeth() - 1;
            System.arraycopy(made.teeth, last * POINT, made.entries, block * comb.blockEntries() * POINT, POINT);
        }
        for (int tooth = 0; tooth < comb.teeth() - 1; tooth++) {
            made.addTooth(tooth);
        }
        made.store(table);
    }

    /** Reads an entry, or its negative for sign -1. Out: an affine point within the bounds of {@link Chord}. */
    static void load(MemorySegment table, long offset, long sign, long[] r, int ro) {
        Field.load(table, offset, 0, r, ro);
        Field.load(table, offset + COORDINATE_BYTES, sign, r, ro + Chord.Y);
    }

    /** Returns the affine points 2^(b spacing + i columns) P of all teeth i of all blocks b. */
    private long[] teeth(long[] affine) {
        int count = comb.blocks() * comb.teeth();
        long[] points = new long[count * Jacobian.LONGS];
        Jacobian point = new Jacobian();
        point.set(affine, 0);
        for (int tooth = 0; tooth < comb.teeth(); tooth++) {
            for (int column = 0; column < comb.columns(); column++) {
                if (column % comb.spacing() == 0) {
                    int i = column / comb.spacing() * comb.teeth() + tooth;
                    System.arraycopy(point.coordinates(), 0, points, i * Jacobian.LONGS, Jacobian.LONGS);
                }
                point.twice();
            }
        }
        for (int i = 0; i < count; i++) {
            inversion.append(points, i * Jacobian.LONGS + Jacobian.Z);
        }
        inversion.invert();
        long[] result = new long[count * POINT];
        long[] power = new long[LIMBS];
        for (int i = count - 1; i >= 0; i--) {
            int from = i * Jacobian.LONGS;
            int to = i * POINT;
            inversion.removeLast(points, from + Jacobian.Z, reciprocal, 0);
            Field.square(reciprocal, 0, power, 0);
            Field.multiply(points, from + Jacobian.X, power, 0, result, to);
            Field.multiply(power, 0, reciprocal, 0, power, 0);
            Field.multiply(points, from + Jacobian.Y, power, 0, result, to + Chord.Y);
        }
        return result;
    }

    /** Replaces each of the first 2^tooth entries T of each block by T - B, and adds T + B behind them. */
    private void addTooth(int tooth) {
        int half = 1 << tooth;
        inversion.clear();
        for (int block = 0; block < comb.blocks(); block++) {
            int added = (block * comb.teeth() + tooth) * POINT;
            int first = block * comb.blockEntries() * POINT;
            for (int e = 0; e < half; e++) {
                Field.subtract(teeth, added, entries, first + e * POINT, denominator, 0);
                inversion.append(denominator, 0);
            }
        }
        inversion.invert();
        for (int block = comb.blocks() - 1; block >= 0; block--) {
            int added = (block * comb.teeth() + tooth) * POINT;
            int first = block * comb.blockEntries() * POINT;
            Field.copy(teeth, added, opposite, 0);
            Field.times(-1, teeth, added + Chord.Y, opposite, Chord.Y);
            for (int e = half - 1; e >= 0; e--) {
                int at = first + e * POINT;
                Field.subtract(teeth, added, entries, at, denominator, 0);
                inversion.removeLast(denominator, 0, reciprocal, 0);
                chord.add(entries, at, teeth, added, reciprocal, 0, entries, at + half * POINT);
                chord.add(entries, at, opposite, 0, reciprocal, 0, entries, at);
            }
        }
    }

    private void store(MemorySegment table) {
        long[] scratch = new long[LIMBS];
        for (int i = 0; i < comb.entries(); i++) {
            long to = (long) i * Comb.ENTRY_BYTES;
            Field.store(entries, i * POINT, table, to, scratch);
            Field.store(entries, i * POINT + Chord.Y, table, to + COORDINATE_BYTES, scratch);
        }
    }
}
