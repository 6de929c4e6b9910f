// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.sign;

import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;

/**
 * Multiples of the base point of P-256: for each of the 32 digits of eight bits that a scalar has, the 255 points that it can stand for.
 * Half a megabyte, made when it is first needed.
 */
final class FixedBase {
    static final X9ECParameters CURVE = CustomNamedCurves.getByName("secp256r1");
    static final Montgomery FIELD = Montgomery.of(CURVE.getCurve().getField().getCharacteristic());
    static final FixedBase TABLE = new FixedBase();

    private static final int DIGITS = 32;
    private static final int DIGIT_BITS = 8;
    private static final int DIGIT_MASK = (1 << DIGIT_BITS) - 1;
    private static final int COORDINATE = Montgomery.LONGS;
    private static final int POINT = 2 * COORDINATE;

    private final long[] points = new long[DIGITS * DIGIT_MASK * POINT];

    private FixedBase() {
        List<ECPoint> all = new ArrayList<>(DIGITS * DIGIT_MASK);
        ECPoint unit = CURVE.getG();
        for (int digit = 0; digit < DIGITS; digit++) {
            ECPoint multiple = unit;
            for (int value = 1; value <= DIGIT_MASK; value++) {
                all.add(multiple);
                multiple = multiple.add(unit);
            }
            unit = multiple; // 256 times what it was
        }
        ECPoint[] affine = all.toArray(ECPoint[]::new);
        CURVE.getCurve().normalizeAll(affine);
        for (int i = 0; i < affine.length; i++) {
            FIELD.set(points, i * POINT, affine[i].getAffineXCoord().toBigInteger());
            FIELD.set(
                    points, i * POINT + COORDINATE, affine[i].getAffineYCoord().toBigInteger());
        }
    }

    /** The working memory of {@link #multiply}, for one thread at a time. */
    static final class Workspace {
        private final long[] inverses;
        private final long[] products;
        private final long[] t = new long[3 * COORDINATE];
        private final int[] adding;

        Workspace(int capacity) {
            inverses = new long[capacity * COORDINATE];
            products = new long[capacity * COORDINATE];
            adding = new int[capacity];
        }
    }

    /**
     * Multiplies the base point by scalars, from 1 to n-1: the additions of all of them go side by side, one digit at a time, and share
     * one inversion for each digit.
     *
     * <p>No addition is exceptional: the point so far is a multiple by less than {@code 256^i}, the entry one by that or more and below
     * n, and their sum is below n.
     *
     * @param scalars each four longs, lowest first
     * @param x where the affine x coordinates go, in the form of {@link #FIELD}
     * @param y likewise
     */
    void multiply(long[] scalars, int count, long[] x, long[] y, Workspace w) {
        long[] t = w.t;
        boolean[] begun = new boolean[count];
        for (int digit = 0; digit < DIGITS; digit++) {
            int adding = 0;
            for (int i = 0; i < count; i++) {
                int entry = entry(scalars, i, digit);
                if (entry < 0) {
                    continue;
                }
                if (begun[i]) {
                    FIELD.subtract(w.inverses, adding * COORDINATE, points, entry, x, i * COORDINATE);
                    w.adding[adding++] = i;
                } else {
                    Montgomery.copy(x, i * COORDINATE, points, entry);
                    Montgomery.copy(y, i * COORDINATE, points, entry + COORDINATE);
                    begun[i] = true;
                }
            }
            FIELD.invertAll(w.inverses, adding, w.products);
            for (int a = 0; a < adding; a++) {
                int i = w.adding[a];
                int at = i * COORDINATE;
                int entry = entry(scalars, i, digit);
                // slope = (y2 - y1) / (x2 - x1); x3 = slope² - x1 - x2; y3 = slope (x1 - x3) - y1
                FIELD.subtract(t, 0, points, entry + COORDINATE, y, at);
                FIELD.multiply(t, 0, t, 0, w.inverses, a * COORDINATE);
                FIELD.multiply(t, COORDINATE, t, 0, t, 0);
                FIELD.subtract(t, COORDINATE, t, COORDINATE, x, at);
                FIELD.subtract(t, COORDINATE, t, COORDINATE, points, entry);
                FIELD.subtract(t, 2 * COORDINATE, x, at, t, COORDINATE);
                FIELD.multiply(t, 2 * COORDINATE, t, 2 * COORDINATE, t, 0);
                FIELD.subtract(y, at, t, 2 * COORDINATE, y, at);
                Montgomery.copy(x, at, t, COORDINATE);
            }
        }
    }

    /** Where the point stands that a digit of a scalar asks for; -1 for the digit 0. */
    private static int entry(long[] scalars, int i, int digit) {
        long word = scalars[i * Montgomery.LONGS + digit * DIGIT_BITS / Long.SIZE];
        int value = (int) (word >>> digit * DIGIT_BITS) & DIGIT_MASK; // Java shifts by the distance modulo 64
        return value == 0 ? -1 : (digit * DIGIT_MASK + value - 1) * POINT;
    }
}
