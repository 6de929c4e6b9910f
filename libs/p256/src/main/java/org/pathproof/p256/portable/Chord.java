// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

/**
 * Adds affine points with different x: x3 = l^2 - x1 - x2 and y3 = l (x1 - x3) - y1. The slope l is (y2 - y1) / (x2 -
 * x1), and the caller provides the reciprocal of x2 - x1 ({@link SharedInversion}). An affine point is X and Y, one
 * after the other, each at most 1.1 with limbs within +-2^53. Bounds are noted as in {@link Field}. For one thread at a
 * time.
 */
final class Chord {
    static final int X = 0;
    static final int Y = Field.LIMBS;
    /** Longs of an affine point. */
    static final int POINT = 2 * Field.LIMBS;

    private static final int SLOPE = 0;
    private static final int THIRD = SLOPE + Field.LIMBS;
    private static final int FALL = THIRD + Field.LIMBS;

    private final long[] w = new long[FALL + Field.LIMBS];

    /**
     * Adds b to a. Out: X and Y are reduced. The sum may replace a or b.
     *
     * @param reciprocal at most 1.3
     */
    void add(long[] a, int ao, long[] b, int bo, long[] reciprocal, int at, long[] sum, int so) {
        Field.subtract(b, bo + Y, a, ao + Y, w, SLOPE); // at most 2.2, limbs within 2^54
        Field.multiply(w, SLOPE, reciprocal, at, w, SLOPE); // at most 1.2
        Field.square(w, SLOPE, w, THIRD); // at most 1.1
        Field.subtractReduced(w, THIRD, a, ao, b, bo, w, THIRD);
        Field.subtract(a, ao, w, THIRD, w, FALL); // at most 2.2
        Field.multiply(w, SLOPE, w, FALL, w, FALL); // at most 1.2
        Field.subtractReduced(w, FALL, a, ao + Y, sum, so + Y);
        Field.copy(w, THIRD, sum, so);
    }
}
