// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.util.List;

/**
 * Multiplies the base point G by many scalars at a time. All points are sums of entries of one {@link Generator}, and
 * their additions share inversions. For one thread at a time. Allocates nothing after construction.
 *
 * <p>Time and memory accesses depend on the scalars, so a scalar must not be a real secret. The lab signs with this
 * class, with keys that are in the repository.
 */
public final class BaseMultiplier {
    private static final int LIMBS = Limbs.COUNT;
    private static final AdditionOrder ORDER = AdditionOrder.of(Generator.DIGITS, 0, 1);

    private final Generator generator;
    private final boolean[] exceptional;
    private final SharedAdditions additions;
    private final Digits digits = new Digits(Generator.WINDOW);
    private final Jacobian sum = new Jacobian();
    private final long[] points; // Jacobian, after the additions
    private final long[] products; // of all Z before a point
    private final long[] product = new long[LIMBS];
    private final long[] inverse = new long[LIMBS];
    private final long[] t = new long[LIMBS];
    private final long[] scratch = new long[Field.INVERSION_SCRATCH * LIMBS];

    /**
     * @param capacity maximum number of scalars of a call; the points of more than 128 scalars exceed the caches of a
     *     core
     */
    public BaseMultiplier(Generator generator, int capacity) {
        this.generator = generator;
        exceptional = new boolean[capacity];
        additions = new SharedAdditions(capacity, List.of(ORDER), exceptional);
        points = new long[capacity * Jacobian.LONGS];
        products = new long[capacity * LIMBS];
    }

    /**
     * Computes the affine x coordinates of k G.
     *
     * @param scalars the scalars k in 1..n-1, each {@link Limbs#COUNT} limbs
     * @param count the number of scalars, at most the capacity
     * @param x receives the coordinates in [0, p), each {@link Limbs#COUNT} limbs
     * @param failed receives true for each scalar that the formulas do not cover. The coordinate of such a scalar is
     *     undefined. The probability for a random scalar is below 2^-200.
     */
    public void multiply(long[] scalars, int count, long[] x, boolean[] failed) {
        for (int i = 0; i < count; i++) {
            exceptional[i] = false;
            digits.of(scalars, i * LIMBS);
            additions.load(i * ORDER.points(), digits, generator.table(), 1);
        }
        additions.addInPairs(ORDER, count);
        Field.setOne(product, 0);
        for (int i = 0; i < count; i++) {
            additions.addRest(ORDER, Generator.WINDOW, i, sum);
            long[] point = sum.coordinates();
            failed[i] = exceptional[i] || Field.isZero(point, Jacobian.Z, scratch);
            if (failed[i]) {
                Field.setOne(point, Jacobian.Z);
            }
            System.arraycopy(point, 0, points, i * Jacobian.LONGS, Jacobian.LONGS);
            Field.copy(product, 0, products, i * LIMBS);
            Field.multiply(product, 0, point, Jacobian.Z, product, 0);
        }
        Field.invert(product, 0, inverse, 0, scratch);
        for (int i = count - 1; i >= 0; i--) {
            int at = i * Jacobian.LONGS;
            Field.multiply(inverse, 0, products, i * LIMBS, t, 0); // 1 / Z at most 1.2
            Field.multiply(inverse, 0, points, at + Jacobian.Z, inverse, 0);
            Field.square(t, 0, t, 0); // at most 1.1
            Field.multiply(points, at + Jacobian.X, t, 0, t, 0); // at most 1.1
            Field.fromMontgomery(t, 0, x, i * LIMBS, scratch);
        }
    }
}
