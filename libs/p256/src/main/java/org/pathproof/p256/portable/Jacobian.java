// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

/**
 * A mutable point in Jacobian coordinates: x = X / Z^2 and y = Y / Z^3. Such points are only doubled, for the teeth of
 * a {@link CombTable}. The formula is that of the Explicit-Formulas Database for a = -3 (dbl-2001-b).
 *
 * <p>Between calls X and Y are reduced, and Z is at most 2.3, its limbs within +-2^53. Bounds are noted as in
 * {@link Field}: "at most k" means |value| &lt;= k p, and a product of values at most a and b is at most 1 + a b / 16.
 */
final class Jacobian {
    static final int X = 0;
    static final int Y = Field.LIMBS;
    static final int Z = 2 * Field.LIMBS;
    /** Longs of a Jacobian point. */
    static final int LONGS = 3 * Field.LIMBS;

    private static final int A = LONGS;
    private static final int B = A + Field.LIMBS;
    private static final int C = B + Field.LIMBS;
    private static final int D = C + Field.LIMBS;
    private static final int E = D + Field.LIMBS;

    /** The coordinates, then intermediate values. */
    private final long[] w = new long[E + Field.LIMBS];

    /** Returns the array with the coordinates at {@link #X}, {@link #Y} and {@link #Z}, not a copy. */
    long[] coordinates() {
        return w;
    }

    /**
     * Returns an affine point in Montgomery form.
     *
     * @param coordinates x and y, 32 bytes each, big-endian
     */
    static long[] affine(byte[] coordinates) {
        long[] affine = new long[Chord.POINT];
        Limbs.read(coordinates, 0, affine, 0);
        Limbs.read(coordinates, coordinates.length / 2, affine, Y);
        Field.toMontgomery(affine, 0, affine, 0);
        Field.toMontgomery(affine, Y, affine, Y);
        return affine;
    }

    /** Sets this point to an affine point. */
    void set(long[] affine, int at) {
        Field.reduce(affine, at, w, X);
        Field.reduce(affine, at + Y, w, Y);
        Field.setOne(w, Z);
    }

    /** Doubles this point: 4 multiplications and 4 squarings. */
    void twice() {
        Field.square(w, Z, w, A); // delta = Z^2 at most 1.4
        Field.square(w, Y, w, B); // gamma = Y^2 at most 1.1
        Field.multiply(w, X, w, B, w, C); // beta = X gamma at most 1.1
        Field.subtract(w, X, w, A, w, D); // at most 2.5, limbs within 2^53
        Field.add(w, X, w, A, w, E); // at most 2.5, limbs within 2^53
        Field.multiply(w, D, w, E, w, A);
        Field.times(3, w, A, w, A); // alpha = 3 (X - delta) (X + delta) at most 4.2, limbs within 2^54
        Field.multiply(w, Y, w, Z, w, D); // at most 1.2
        Field.times(2, w, D, w, Z); // Z' = 2 Y Z at most 2.3, limbs within 2^53
        Field.square(w, A, w, D);
        Field.times(8, w, C, w, E);
        Field.subtractReduced(w, D, w, E, w, X); // X' = alpha^2 - 8 beta
        Field.times(4, w, C, w, E);
        Field.subtract(w, E, w, X, w, E); // at most 5.4, limbs within 2^55
        Field.multiply(w, A, w, E, w, C); // at most 2.5
        Field.square(w, B, w, D);
        Field.times(8, w, D, w, D);
        Field.subtractReduced(w, C, w, D, w, Y); // Y' = alpha (4 beta - X') - 8 gamma^2
    }
}
