// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Verifies batches of signatures whose keys have tables, with the algorithm of libs/p256/src/main/native/README.md. For
 * one thread at a time. Allocates nothing after construction.
 *
 * <p>A signature (r, s) of a digest h under Q verifies if x(R) = r mod n for R = u1 G + u2 Q with u1 = h / s and u2 = r
 * / s mod n. One inversion serves all s. R is a sum of table entries, and the additions of a level share one inversion.
 * X = r Z^2 is checked without an inversion.
 */
public final class Verifier {
    /** The signature does not verify. */
    public static final byte INVALID = 0;
    /** The signature verifies. */
    public static final byte VALID = 1;
    /** The formulas cannot decide if the signature verifies; another engine must verify it. */
    public static final byte UNDECIDED = 2;

    private static final int BYTES = 32;
    private static final int LIMBS = Limbs.COUNT;

    /** p - n: r + n is below p only for r below this number. */
    private static final long[] P_MINUS_N = Limbs.of(Field.P.subtract(Order.N));

    private final MemorySegment generator;
    private final long[] r;
    private final long[] s;
    private final long[] h;
    private final long[] sProducts; // products of the s of earlier signatures
    private final boolean[] refused;
    private final boolean[] exceptional;
    private final SharedAdditions additions;

    private final Digits digitsOfU1 = new Digits(Generator.WINDOW);
    private final Digits[] digitsOfU2 = new Digits[Digits.MAX_WINDOW_BITS + 1]; // by window
    private final long[] product = new long[LIMBS];
    private final long[] inverse = new long[LIMBS];
    private final long[] u = new long[LIMBS];
    private final long[] difference = new long[LIMBS];
    private final long[] scratch = new long[Order.INVERSION_SCRATCH * LIMBS];
    private final Jacobian sum = new Jacobian();

    /**
     * @param capacity maximum number of signatures of a call, which share inversions
     * @param layouts all layouts of tables
     */
    public Verifier(Generator generator, int capacity, TableLayout... layouts) {
        this.generator = generator.table();
        r = new long[capacity * LIMBS];
        s = new long[capacity * LIMBS];
        h = new long[capacity * LIMBS];
        sProducts = new long[capacity * LIMBS];
        refused = new boolean[capacity];
        exceptional = new boolean[capacity];
        additions = new SharedAdditions(
                capacity, Arrays.stream(layouts).map(TableLayout::order).toList(), exceptional);
        for (TableLayout layout : layouts) {
            digitsOfU2[layout.window()] = new Digits(layout.window());
        }
    }

    /**
     * Verifies signatures whose keys have tables of one layout.
     *
     * @param digests 32 bytes for each entry of a batch, big-endian; {@code r} and {@code s} have the same layout
     * @param entries indices of the entries of the batch to verify; the first one is {@code entries[from]}
     * @param tables the tables of the keys, at the same indices as {@code entries}
     * @param count the number of entries to verify, at most the capacity
     * @param answers receives INVALID, VALID or UNDECIDED for each entry, at the same indices as {@code entries}
     */
    public void verify(
            TableLayout layout,
            byte[] digests,
            byte[] r,
            byte[] s,
            int[] entries,
            MemorySegment[] tables,
            int from,
            int count,
            byte[] answers) {
        read(digests, r, s, entries, from, count);
        Digits digits = digitsOfU2[layout.window()];
        AdditionOrder order = layout.order();
        Order.invert(product, 0, inverse, 0, scratch);
        for (int v = count - 1; v >= 0; v--) {
            int at = v * LIMBS;
            // 1 / s is in Montgomery form, so its product with a plain number is plain.
            Order.multiply(inverse, 0, sProducts, at, sProducts, at);
            Order.multiply(inverse, 0, this.s, at, inverse, 0);
            Order.multiply(h, at, sProducts, at, u, 0);
            Order.reduce(u, 0, u, 0);
            digitsOfU1.of(u, 0);
            Order.multiply(this.r, at, sProducts, at, u, 0);
            Order.reduce(u, 0, u, 0);
            digits.of(u, 0);
            int point = v * order.points();
            additions.load(point, digitsOfU1, generator, 1);
            additions.load(point + digitsOfU1.count(), digits, tables[from + v], layout.stride());
        }
        additions.addInPairs(order, count);
        for (int v = 0; v < count; v++) {
            answers[from + v] = answer(layout, v);
        }
    }

    /** Reads the inputs. Replaces r and s outside of 1..n-1 by 1, so that the computation stays defined. */
    private void read(byte[] digests, byte[] r, byte[] s, int[] entries, int from, int count) {
        Order.setOne(product, 0);
        for (int v = 0; v < count; v++) {
            int at = v * LIMBS;
            int bytes = entries[from + v] * BYTES;
            Limbs.read(digests, bytes, h, at);
            Limbs.read(r, bytes, this.r, at);
            Limbs.read(s, bytes, this.s, at);
            exceptional[v] = false;
            refused[v] = !Order.isScalar(this.r, at) || !Order.isScalar(this.s, at);
            if (refused[v]) {
                Limbs.setOne(this.r, at);
                Limbs.setOne(this.s, at);
            }
            Order.toMontgomery(this.s, at, this.s, at);
            System.arraycopy(product, 0, sProducts, at, LIMBS);
            Order.multiply(product, 0, this.s, at, product, 0);
        }
    }

    private byte answer(TableLayout layout, int v) {
        if (refused[v]) {
            return INVALID;
        }
        if (exceptional[v]) {
            return UNDECIDED;
        }
        additions.addRest(layout.order(), layout.window(), v, sum);
        long[] point = sum.coordinates();
        if (Field.isZero(point, Jacobian.Z, scratch)) {
            return UNDECIDED;
        }
        // x(R) = r mod n in projective coordinates: X = r Z^2.
        int at = v * LIMBS;
        Field.square(point, Jacobian.Z, u, 0); // at most 1.4
        Field.toMontgomery(r, at, difference, 0); // at most 1.1
        Field.multiply(u, 0, difference, 0, u, 0);
        Field.subtract(u, 0, point, Jacobian.X, difference, 0);
        if (Field.isZero(difference, 0, scratch)) {
            return VALID;
        }
        // For very few r, r + n is also below p and can be x(R).
        return Order.isBelow(r, at, P_MINUS_N) ? UNDECIDED : INVALID;
    }
}
