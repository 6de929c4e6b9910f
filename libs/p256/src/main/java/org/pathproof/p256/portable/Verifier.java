// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Verifies batches of signatures whose keys have tables, with the algorithm of libs/p256/src/main/native/README.md. For
 * one thread at a time. Allocates nothing after construction.
 *
 * <p>A signature (r, s) of a digest h under Q verifies if x(R) = r mod n for R = u1 G + u2 Q with u1 = h / s and u2 = r
 * / s mod n. One inversion serves all s. R is a sum of table entries and doublings, in affine coordinates, and each
 * level of additions of a batch shares one inversion. The last addition, of points (x1, y1) and (x2, y2), is not
 * executed: x(R) = r if (r + x1 + x2) (x2 - x1)^2 = (y2 - y1)^2.
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
    private static final int Y = Chord.Y;

    /** p - n: r + n is below p only for r below this number. */
    private static final long[] P_MINUS_N = Limbs.of(Field.P.subtract(Order.N));

    private static final long[] N = Limbs.of(Order.N);

    private final MemorySegment generator;
    private final Map<Comb, Scalars> combs = new LinkedHashMap<>();
    private final long[] r;
    private final long[] s;
    private final long[] h;
    private final long[] sProducts; // products of the s of earlier signatures
    private final boolean[] refused;
    private final boolean[] exceptional;
    private final SharedAdditions additions;
    private final HornerSteps steps;

    private final long[] product = new long[LIMBS];
    private final long[] inverse = new long[LIMBS];
    private final long[] u = new long[LIMBS];
    private final long[] run = new long[LIMBS]; // x2 - x1
    private final long[] rise = new long[LIMBS]; // y2 - y1
    private final long[] sum = new long[LIMBS]; // x1 + x2
    private final long[] x = new long[LIMBS];
    private final long[] scratch = new long[LIMBS];
    private final ModularInverse modularInverse = Order.newInverse();

    /** The digits of u1 and u2 of the current signature, and the order of all additions, for keys of one comb. */
    private record Scalars(Digits u1, Digits u2, AdditionOrder order) {
        static Scalars of(Comb generator, Comb key) {
            if (key.spacing() == 1) {
                throw new IllegalArgumentException(key + ": a key's table needs two groups or more");
            }
            Digits u1 = new Digits(generator, key.spacing());
            Digits u2 = new Digits(key, key.spacing());
            return new Scalars(u1, u2, AdditionOrder.of(u1, u2));
        }
    }

    /**
     * @param capacity maximum number of signatures of a call, which share inversions
     * @param combs all shapes of tables of keys. Their spacing is a multiple of that of the generator's table
     */
    public Verifier(Generator generator, int capacity, Collection<Comb> combs) {
        this.generator = generator.table();
        combs.forEach(comb -> this.combs.put(comb, Scalars.of(generator.comb(), comb)));
        r = new long[capacity * LIMBS];
        s = new long[capacity * LIMBS];
        h = new long[capacity * LIMBS];
        sProducts = new long[capacity * LIMBS];
        refused = new boolean[capacity];
        exceptional = new boolean[capacity];
        additions = new SharedAdditions(
                capacity, this.combs.values().stream().map(Scalars::order).toList(), exceptional);
        steps = new HornerSteps(capacity, additions.points(), exceptional);
    }

    /**
     * Verifies signatures whose keys have tables of one shape.
     *
     * @param digests 32 bytes for each entry of a batch, big-endian; {@code r} and {@code s} have the same layout
     * @param entries indices of the entries of the batch to verify; the first one is {@code entries[from]}
     * @param tables the tables of the keys, at the same indices as {@code entries}
     * @param count the number of entries to verify, at most the capacity
     * @param answers receives INVALID, VALID or UNDECIDED for each entry, at the same indices as {@code entries}
     */
    public void verify(
            Comb comb,
            byte[] digests,
            byte[] r,
            byte[] s,
            int[] entries,
            MemorySegment[] tables,
            int from,
            int count,
            byte[] answers) {
        read(digests, r, s, entries, from, count);
        Scalars scalars = Objects.requireNonNull(combs.get(comb), "the comb is unknown");
        Order.invert(product, 0, inverse, 0, modularInverse);
        for (int v = count - 1; v >= 0; v--) {
            int at = v * LIMBS;
            // 1 / s is in Montgomery form, so its product with a plain number is plain.
            Order.multiply(inverse, 0, sProducts, at, sProducts, at);
            Order.multiply(inverse, 0, this.s, at, inverse, 0);
            Order.multiply(h, at, sProducts, at, u, 0);
            Order.reduce(u, 0, u, 0);
            scalars.u1.compute(u, 0);
            Order.multiply(this.r, at, sProducts, at, u, 0);
            Order.reduce(u, 0, u, 0);
            scalars.u2.compute(u, 0);
            additions.fetch(scalars.u1, generator);
            additions.fetch(scalars.u2, tables[from + v]);
            load(scalars, v, tables[from + v]);
        }
        additions.addInPairs(scalars.order, count);
        steps.addAllButLast(scalars.order, count);
        for (int v = 0; v < count; v++) {
            answers[from + v] = answer(scalars.order, v);
        }
    }

    /** Reads the inputs. If r or s is outside of 1..n-1, replaces both by 1, so that the computation stays defined. */
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

    private void load(Scalars scalars, int v, MemorySegment table) {
        int point = v * scalars.order.points();
        for (int group = 0; group < scalars.order.groups(); group++) {
            point = additions.load(point, scalars.u1, group, generator);
            point = additions.load(point, scalars.u2, group, table);
        }
    }

    private byte answer(AdditionOrder order, int v) {
        if (refused[v]) {
            return INVALID;
        }
        if (exceptional[v]) {
            return UNDECIDED;
        }
        // The last addition is that of A and A + B. With the slope l of A + B, its y2 - y1 is -(l (x2 - x1) + 2 y1).
        int at = v * LIMBS;
        long[] points = additions.points();
        int a = (v * order.points() + order.sum(order.groups() - 1)) * Chord.POINT;
        Field.subtract(steps.thirds(), at, points, a, run, 0); // at most 2.1
        Field.add(steps.thirds(), at, points, a, sum, 0); // at most 2.1
        Field.multiply(steps.slopes(), at, run, 0, rise, 0); // at most 1.2
        Field.add(rise, 0, points, a + Y, rise, 0);
        Field.add(rise, 0, points, a + Y, rise, 0); // at most 3.4, limbs within 2^54
        Field.square(rise, 0, rise, 0); // at most 1.8
        Field.square(run, 0, u, 0); // at most 1.3
        if (isX(r, at)) {
            return VALID;
        }
        if (Field.isZero(run, 0, scratch)) {
            return UNDECIDED;
        }
        return Order.isBelow(r, at, P_MINUS_N) && isX(plusN(r, at), 0) ? VALID : INVALID;
    }

    /** Returns true if the x coordinate of the last sum is this number, which is below p. */
    private boolean isX(long[] number, int at) {
        Field.toMontgomery(number, at, x, 0); // at most 1.1
        Field.add(x, 0, sum, 0, x, 0); // at most 3.2
        Field.multiply(x, 0, u, 0, x, 0); // at most 1.3
        return Field.isEqual(x, 0, rise, 0, scratch);
    }

    /** Returns a number plus n. Limbs have no carries. */
    private long[] plusN(long[] number, int at) {
        Field.add(number, at, N, 0, product, 0);
        return product;
    }
}
