// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * The points of many signatures, and their additions level by level. The affine additions of a level share one
 * inversion, so an addition costs five multiplications and a squaring.
 *
 * <p>The formulas do not cover equal or opposite points: a denominator of zero makes the product of all denominators
 * zero. In that case, pairs with a denominator of zero are replaced, and their signatures are marked as exceptional.
 */
final class SharedAdditions {
    private static final int LIMBS = Field.LIMBS;
    private static final int POINT = Chord.POINT;

    private final long[] points;
    private final boolean[] exceptional;
    private final SharedInversion inversion;
    private final Chord chord = new Chord();
    private final long[] denominator = new long[LIMBS];
    private final long[] reciprocal = new long[LIMBS];
    private final long[] scratch = new long[LIMBS];

    /** The result of {@link #fetch}, stored so that the compiler keeps the reads. */
    @SuppressWarnings("UnusedVariable")
    private long fetched;

    /** @param exceptional receives true for each exceptional signature */
    SharedAdditions(int capacity, List<AdditionOrder> orders, boolean[] exceptional) {
        int most = orders.stream().mapToInt(AdditionOrder::points).max().orElseThrow();
        points = new long[capacity * most * POINT];
        inversion = new SharedInversion(capacity * (most / 2));
        this.exceptional = exceptional;
    }

    /** Returns the array of points, not a copy. Point i of signature v is number {@code v order.points() + i}. */
    long[] points() {
        return points;
    }

    /**
     * Reads a word of each table entry for a scalar. The cache misses of these reads overlap, which those of {@link
     * #load} do not, because of the instructions between its reads.
     */
    void fetch(Digits digits, MemorySegment table) {
        long words = 0;
        for (int column = 0; column < digits.columns(); column++) {
            words += table.get(ValueLayout.JAVA_LONG, digits.offset(column));
        }
        fetched = words;
    }

    /**
     * Loads the table entries for the columns of a group, from point {@code first}. Limbs of y are within +-2^52; all
     * values at most 1.01. Returns the number of the point behind the last one.
     */
    int load(int first, Digits digits, int group, MemorySegment table) {
        int point = first;
        for (int column = group; column < digits.columns(); column += digits.spacing(), point++) {
            CombTable.load(table, digits.offset(column), digits.sign(column), points, point * POINT);
        }
        return point;
    }

    /** Adds the pairs of all levels. */
    void addInPairs(AdditionOrder order, int count) {
        for (int[] pairs : order.levels()) {
            appendDenominators(pairs, order.points(), count);
            if (inversion.hasZero()) {
                replaceExceptional(pairs, order.points(), count);
                appendDenominators(pairs, order.points(), count);
            }
            inversion.invert();
            add(pairs, order.points(), count);
        }
    }

    /** Appends the denominators x2 - x1 of all pairs, each at most 2.1. */
    private void appendDenominators(int[] pairs, int perSignature, int count) {
        inversion.clear();
        for (int v = 0; v < count; v++) {
            int first = v * perSignature * POINT;
            for (int i = 0; i < pairs.length; i += 2) {
                Field.subtract(points, first + pairs[i + 1] * POINT, points, first + pairs[i] * POINT, denominator, 0);
                inversion.append(denominator, 0);
            }
        }
    }

    private void add(int[] pairs, int perSignature, int count) {
        for (int v = count - 1; v >= 0; v--) {
            int first = v * perSignature * POINT;
            for (int i = pairs.length - 2; i >= 0; i -= 2) {
                int a = first + pairs[i] * POINT;
                int b = first + pairs[i + 1] * POINT;
                Field.subtract(points, b, points, a, denominator, 0);
                inversion.removeLast(denominator, 0, reciprocal, 0);
                chord.add(points, a, points, b, reciprocal, 0, points, a);
            }
        }
    }

    /** Marks signatures with x1 = x2, and replaces the second point, so that the other sums stay defined. */
    private void replaceExceptional(int[] pairs, int perSignature, int count) {
        for (int v = 0; v < count; v++) {
            int first = v * perSignature * POINT;
            for (int i = 0; i < pairs.length; i += 2) {
                int a = first + pairs[i] * POINT;
                int b = first + pairs[i + 1] * POINT;
                if (Field.isEqual(points, a, points, b, scratch)) {
                    exceptional[v] = true;
                    Field.moveAway(points, a, points, b);
                }
            }
        }
    }
}
