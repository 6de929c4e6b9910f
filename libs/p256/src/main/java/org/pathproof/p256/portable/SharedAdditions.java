// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Adds the points of many signatures, level by level. The affine additions of a level share one inversion (Montgomery's
 * trick), so an addition costs five multiplications and a squaring.
 *
 * <p>The formulas do not cover equal or opposite points: a denominator of zero makes the product of all denominators
 * zero. In that case, pairs with a denominator of zero are replaced, and their signatures are marked as exceptional.
 */
final class SharedAdditions {
    private static final int LIMBS = Field.LIMBS;
    private static final int POINT = Jacobian.AFFINE_LONGS;
    private static final int Y = Jacobian.Y;

    // Indices in w. Products of denominators form two interleaved chains, so that their multiplications overlap.
    private static final int CHAINS = 2;
    private static final int CHAIN = 0;
    private static final int INVERSE = CHAINS * LIMBS;
    private static final int DENOMINATOR = INVERSE + CHAINS * LIMBS;
    private static final int RECIPROCAL = DENOMINATOR + LIMBS;
    private static final int SLOPE = RECIPROCAL + LIMBS;
    private static final int THIRD = SLOPE + LIMBS;
    private static final int FALL = THIRD + LIMBS;

    private final long[] points;
    private final long[] products; // products of the earlier denominators of a chain
    private final boolean[] exceptional;
    private final long[] w = new long[FALL + LIMBS];
    private final long[] scratch = new long[Field.INVERSION_SCRATCH * LIMBS];

    /** @param exceptional receives true for each exceptional signature */
    SharedAdditions(int capacity, List<AdditionOrder> orders, boolean[] exceptional) {
        int most = orders.stream().mapToInt(AdditionOrder::points).max().orElseThrow();
        points = new long[capacity * most * POINT];
        products = new long[capacity * (most / 2) * LIMBS];
        this.exceptional = exceptional;
    }

    /**
     * Loads the table entries that the digits select, from index {@code point}. Limbs of y are within +-2^52; all
     * values at most 1.01.
     */
    void load(int point, Digits digits, MemorySegment table, int stride) {
        int at = point * POINT;
        int window = digits.window();
        for (int i = 0; i < digits.count(); i++, at += POINT) {
            Multiples.load(table, Multiples.offset(window, i / stride, digits.entry(i)), digits.sign(i), points, at);
        }
    }

    /** Adds the pairs of all levels. */
    void addInPairs(AdditionOrder order, int count) {
        for (int[] pairs : order.levels()) {
            multiplyDenominators(pairs, order.points(), count);
            Field.multiply(w, CHAIN, w, CHAIN + LIMBS, w, INVERSE);
            if (Field.isZero(w, INVERSE, scratch)) {
                replaceExceptional(pairs, order.points(), count);
                multiplyDenominators(pairs, order.points(), count);
                Field.multiply(w, CHAIN, w, CHAIN + LIMBS, w, INVERSE);
            }
            Field.invert(w, INVERSE, w, DENOMINATOR, scratch);
            Field.multiply(w, DENOMINATOR, w, CHAIN + LIMBS, w, INVERSE);
            Field.multiply(w, DENOMINATOR, w, CHAIN, w, INVERSE + LIMBS);
            add(pairs, order.points(), count);
        }
    }

    /** Multiplies the denominators x2 - x1 of all pairs. Each is at most 1.1, and so are the products. */
    private void multiplyDenominators(int[] pairs, int perSignature, int count) {
        Field.setOne(w, CHAIN);
        Field.setOne(w, CHAIN + LIMBS);
        int chain = CHAIN;
        int to = 0;
        for (int v = 0; v < count; v++) {
            int first = v * perSignature * POINT;
            for (int i = 0; i < pairs.length; i += 2) {
                Field.subtract(points, first + pairs[i + 1] * POINT, points, first + pairs[i] * POINT, w, DENOMINATOR);
                Field.copy(w, chain, products, to);
                Field.multiply(w, chain, w, DENOMINATOR, w, chain);
                chain = LIMBS - chain;
                to += LIMBS;
            }
        }
    }

    /** Adds all pairs, in reverse order: x3 = l^2 - x1 - x2, y3 = l (x1 - x3) - y1 with l = (y2 - y1) / (x2 - x1). */
    private void add(int[] pairs, int perSignature, int count) {
        int from = count * (pairs.length / 2) * LIMBS;
        int chain = (from / LIMBS) % CHAINS * LIMBS;
        for (int v = count - 1; v >= 0; v--) {
            int first = v * perSignature * POINT;
            for (int i = pairs.length - 2; i >= 0; i -= 2) {
                from -= LIMBS;
                chain = LIMBS - chain;
                int a = first + pairs[i] * POINT;
                int b = first + pairs[i + 1] * POINT;
                int inverse = INVERSE + chain;
                Field.subtract(points, b, points, a, w, DENOMINATOR); // at most 1.1
                Field.multiply(w, inverse, products, from, w, RECIPROCAL); // at most 1.1
                Field.multiply(w, inverse, w, DENOMINATOR, w, inverse); // at most 1.1
                Field.subtract(points, b + Y, points, a + Y, w, SLOPE); // at most 2.1, limbs within 2^53
                Field.multiply(w, SLOPE, w, RECIPROCAL, w, SLOPE); // at most 1.2
                Field.square(w, SLOPE, w, THIRD); // at most 1.1
                Field.subtractReduced(w, THIRD, points, a, points, b, w, THIRD);
                Field.subtract(points, a, w, THIRD, w, FALL); // at most 1.1
                Field.multiply(w, SLOPE, w, FALL, w, FALL); // at most 1.1
                Field.subtractReduced(w, FALL, points, a + Y, points, a + Y);
                Field.copy(w, THIRD, points, a);
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
                Field.subtract(points, b, points, a, w, DENOMINATOR);
                if (Field.isZero(w, DENOMINATOR, scratch)) {
                    exceptional[v] = true;
                    Field.setOne(w, DENOMINATOR);
                    Field.add(points, a, w, DENOMINATOR, points, b);
                    Field.reduce(points, b, points, b);
                }
            }
        }
    }

    /** Adds the remaining points of signature {@code v}, by Horner's rule over the groups. */
    void addRest(AdditionOrder order, int window, int v, Jacobian sum) {
        int first = v * order.points() * POINT;
        boolean started = false;
        for (int g = order.left().length - 1; g >= 0; g--) {
            for (int k = 0; started && k < window; k++) {
                sum.twice();
            }
            for (int point : order.left()[g]) {
                if (started) {
                    sum.add(points, first + point * POINT);
                } else {
                    sum.set(points, first + point * POINT);
                    started = true;
                }
            }
        }
    }
}
