// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

/**
 * A mutable point in Jacobian coordinates: x = X / Z^2 and y = Y / Z^3. The formulas are those of the Explicit-Formulas
 * Database for a = -3 (dbl-2001-b, madd). They are incomplete: {@link #add} gives Z = 0 when both points have the same
 * x (equal or opposite), and stays at Z = 0 from then on.
 *
 * <p>Between calls X and Y are reduced, and Z is at most 2.3, its limbs within +-2^53. Bounds are noted as in
 * {@link Field}: "at most k" means |value| &lt;= k p, and a product of values at most a and b is at most 1 + a b / 16.
 * An affine point is X and Y, one after the other, at most 1.1, limbs within +-2^53.
 */
final class Jacobian {
    static final int X = 0;
    static final int Y = Field.LIMBS;
    static final int Z = 2 * Field.LIMBS;
    /** Longs of a Jacobian point. */
    static final int LONGS = 3 * Field.LIMBS;
    /** Longs of an affine point. */
    static final int AFFINE_LONGS = 2 * Field.LIMBS;

    private static final int A = LONGS;
    private static final int B = A + Field.LIMBS;
    private static final int C = B + Field.LIMBS;
    private static final int D = C + Field.LIMBS;
    private static final int E = D + Field.LIMBS;
    private static final int F = E + Field.LIMBS;

    /** The coordinates, then intermediate values. */
    private final long[] w = new long[F + Field.LIMBS];

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
        long[] affine = new long[AFFINE_LONGS];
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

    /** Adds an affine point: 8 multiplications and 3 squarings. */
    void add(long[] affine, int at) {
        Field.square(w, Z, w, A); // Z^2 at most 1.4
        Field.multiply(w, Z, w, A, w, B); // Z^3 at most 1.3
        Field.multiply(affine, at, w, A, w, A); // at most 1.1
        Field.multiply(affine, at + Y, w, B, w, B); // at most 1.1
        Field.subtract(w, A, w, X, w, A); // h at most 2.2, limbs within 2^53
        Field.subtract(w, B, w, Y, w, B); // r at most 2.2, limbs within 2^53
        Field.multiply(w, Z, w, A, w, Z); // Z' = Z h at most 1.4
        Field.square(w, A, w, C); // h^2 at most 1.4
        Field.multiply(w, A, w, C, w, A); // h^3 at most 1.2
        Field.multiply(w, X, w, C, w, C); // v = X h^2 at most 1.1
        Field.square(w, B, w, D); // at most 1.4
        Field.times(2, w, C, w, E);
        Field.subtractReduced(w, D, w, A, w, E, w, X); // X' = r^2 - h^3 - 2 v
        Field.subtract(w, C, w, X, w, C); // at most 2.2
        Field.multiply(w, B, w, C, w, B); // at most 1.4
        Field.multiply(w, Y, w, A, w, A); // at most 1.1
        Field.subtractReduced(w, B, w, A, w, Y); // Y' = r (v - X') - Y h^3
    }
}
