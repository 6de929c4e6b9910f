// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

/**
 * Steps of Horner's rule for many signatures: 2 A + B as (A + B) + A, with the affine sums A and B of two groups. Each
 * of the two additions shares one inversion. The y of A + B is not computed: with the slope l of A + B, the slope of (A
 * + B) + A is -l - 2 y(A) / (x(A + B) - x(A)). A step costs nine multiplications and two squarings.
 *
 * <p>Denominators of zero are handled as in {@link SharedAdditions}. Bounds are noted as in {@link Field}.
 */
final class HornerSteps {
    private static final int LIMBS = Field.LIMBS;
    private static final int POINT = Chord.POINT;
    private static final int Y = Chord.Y;

    private final long[] points;
    private final boolean[] exceptional;
    private final SharedInversion inversion;
    private final long[] slopes; // of A + B, for each signature
    private final long[] thirds; // x of A + B, for each signature
    private final long[] denominator = new long[LIMBS];
    private final long[] reciprocal = new long[LIMBS];
    private final long[] t = new long[LIMBS];
    private final long[] scratch = new long[LIMBS];

    /**
     * @param points the points of {@link SharedAdditions}
     * @param exceptional receives true for each exceptional signature
     */
    HornerSteps(int capacity, long[] points, boolean[] exceptional) {
        this.points = points;
        this.exceptional = exceptional;
        inversion = new SharedInversion(capacity);
        slopes = new long[capacity * LIMBS];
        thirds = new long[capacity * LIMBS];
    }

    /** Returns the x coordinates of A + B, not a copy: one element for each signature, reduced. */
    long[] thirds() {
        return thirds;
    }

    /** Returns the slopes of A + B, not a copy: one element for each signature, at most 1.2. */
    long[] slopes() {
        return slopes;
    }

    /**
     * Executes all steps, but only the first addition of the last step: see {@link #thirds} and {@link #slopes}. The
     * sum of the last group holds A.
     *
     * @param order additions of two groups or more, of which all levels are added
     */
    void addAllButLast(AdditionOrder order, int count) {
        for (int group = order.groups() - 2; group > 0; group--) {
            addOnce(order, group, count);
            addAgain(order, count);
        }
        addOnce(order, 0, count);
    }

    /** Computes slope and x of A + B. */
    private void addOnce(AdditionOrder order, int group, int count) {
        int sum = order.sum(order.groups() - 1) * POINT;
        int added = order.sum(group) * POINT;
        int step = order.points() * POINT;
        appendFirst(sum, added, step, count);
        if (inversion.hasZero()) {
            for (int v = 0; v < count; v++) {
                if (Field.isEqual(points, added + v * step, points, sum + v * step, scratch)) {
                    exceptional[v] = true;
                    Field.moveAway(points, sum + v * step, points, added + v * step);
                }
            }
            appendFirst(sum, added, step, count);
        }
        inversion.invert();
        for (int v = count - 1; v >= 0; v--) {
            int a = sum + v * step;
            int b = added + v * step;
            Field.subtract(points, b, points, a, denominator, 0);
            inversion.removeLast(denominator, 0, reciprocal, 0);
            Field.subtract(points, b + Y, points, a + Y, t, 0); // at most 2.1, limbs within 2^54
            Field.multiply(t, 0, reciprocal, 0, slopes, v * LIMBS); // at most 1.2
            Field.square(slopes, v * LIMBS, t, 0); // at most 1.1
            Field.subtractReduced(t, 0, points, a, points, b, thirds, v * LIMBS);
        }
    }

    private void appendFirst(int sum, int added, int step, int count) {
        inversion.clear();
        for (int v = 0; v < count; v++) {
            Field.subtract(points, added + v * step, points, sum + v * step, denominator, 0); // at most 2.1
            inversion.append(denominator, 0);
        }
    }

    /** Replaces A by (A + B) + A. */
    private void addAgain(AdditionOrder order, int count) {
        int sum = order.sum(order.groups() - 1) * POINT;
        int step = order.points() * POINT;
        appendSecond(sum, step, count);
        if (inversion.hasZero()) {
            for (int v = 0; v < count; v++) {
                if (Field.isEqual(thirds, v * LIMBS, points, sum + v * step, scratch)) {
                    exceptional[v] = true;
                    Field.moveAway(points, sum + v * step, thirds, v * LIMBS);
                }
            }
            appendSecond(sum, step, count);
        }
        inversion.invert();
        for (int v = count - 1; v >= 0; v--) {
            int a = sum + v * step;
            int third = v * LIMBS;
            Field.subtract(thirds, third, points, a, denominator, 0);
            inversion.removeLast(denominator, 0, reciprocal, 0);
            Field.times(2, points, a + Y, t, 0); // at most 2.1, limbs within 2^53
            Field.multiply(t, 0, reciprocal, 0, t, 0); // at most 1.2
            Field.add(t, 0, slopes, third, slopes, third); // the slope with the opposite sign; at most 2.4
            Field.square(slopes, third, t, 0); // at most 1.4
            Field.subtractReduced(t, 0, points, a, thirds, third, t, 0);
            Field.subtract(t, 0, points, a, denominator, 0); // at most 2.1
            Field.multiply(slopes, third, denominator, 0, denominator, 0); // at most 1.4
            Field.subtractReduced(denominator, 0, points, a + Y, points, a + Y);
            Field.copy(t, 0, points, a);
        }
    }

    private void appendSecond(int sum, int step, int count) {
        inversion.clear();
        for (int v = 0; v < count; v++) {
            Field.subtract(thirds, v * LIMBS, points, sum + v * step, denominator, 0); // at most 2.1
            inversion.append(denominator, 0);
        }
    }
}
