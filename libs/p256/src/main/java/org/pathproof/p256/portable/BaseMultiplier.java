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

    private final Generator generator;
    private final boolean[] exceptional;
    private final Digits digits;
    private final AdditionOrder order;
    private final SharedAdditions additions;
    private final long[] scratch = new long[LIMBS];

    /**
     * @param generator a table with one group
     * @param capacity maximum number of scalars of a call; the points of more than 128 scalars exceed the caches of a
     *     core
     */
    public BaseMultiplier(Generator generator, int capacity) {
        this.generator = generator;
        exceptional = new boolean[capacity];
        digits = new Digits(generator.comb(), 1);
        order = AdditionOrder.of(digits);
        additions = new SharedAdditions(capacity, List.of(order), exceptional);
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
            digits.compute(scalars, i * LIMBS);
            additions.load(i * order.points(), digits, 0, generator.table());
        }
        additions.addInPairs(order, count);
        for (int i = 0; i < count; i++) {
            failed[i] = exceptional[i];
            int sum = (i * order.points() + order.sum(0)) * Chord.POINT;
            Field.fromMontgomery(additions.points(), sum, x, i * LIMBS, scratch);
        }
    }
}
