// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.math.BigInteger;

/**
 * Inverts numbers modulo p or n by division steps: D. Bernstein and B. Yang, "Fast constant-time gcd computation and
 * modular inversion", 2019. The algorithm takes as many steps as a number needs, so its time depends on the number. For
 * one thread at a time. Allocates nothing after construction.
 *
 * <p>A step replaces (f, g), f odd, by a pair with the same greatest common divisor, until g is 0. {@link #STEPS} steps
 * depend only on the low words of f and g, and are one linear map of both. The same map modulo m keeps f = d a and g =
 * e a mod m. Numbers have limbs of 30 bits, each in [0, 2^30) except the highest, which has the sign.
 */
public final class ModularInverse {
    private static final int STEPS = 30;
    private static final long MASK = (1L << STEPS) - 1;
    private static final int COUNT = 9;

    private final long[] m;
    /** 1 / m mod 2^30. */
    private final long inverseOfM;

    private long[] f = new long[COUNT];
    private long[] g = new long[COUNT];
    private long[] d = new long[COUNT];
    private long[] e = new long[COUNT];
    private long[] nextF = new long[COUNT];
    private long[] nextD = new long[COUNT];

    // The map of the last steps: 2^30 (f', g') = (fu f + fv g, gu f + gv g). |fu| + |fv| and |gu| + |gv| are at most
    // 2^30.
    private long fu;
    private long fv;
    private long gu;
    private long gv;

    /** @param modulus odd, of 256 bits */
    ModularInverse(BigInteger modulus) {
        m = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            m[i] = modulus.shiftRight(i * STEPS).longValue() & MASK;
        }
        inverseOfM = modulus.modInverse(BigInteger.ONE.shiftLeft(STEPS)).longValue();
    }

    /** r = 1 / a mod m, and 0 for 0; no Montgomery form. Limbs of 52 bits. In: in [0, m). Out: in [0, m). */
    void invert(long[] a, int ao, long[] r, int ro) {
        split(a, ao, g);
        System.arraycopy(m, 0, f, 0, COUNT);
        setSmall(d, 0);
        setSmall(e, 1);
        int delta = 1;
        while (!isZero(g)) {
            delta = steps(delta, f[0], g[0]);
            combine(fu, f, fv, g, 0, nextF);
            combine(gu, f, gv, g, 0, g);
            combine(fu, d, fv, e, multipleOfM(fu, fv), nextD);
            combine(gu, d, gv, e, multipleOfM(gu, gv), e);
            long[] before = f;
            f = nextF;
            nextF = before;
            before = d;
            d = nextD;
            nextD = before;
        }
        // f is 1 or -1, or m for a = 0, and d is in (-2 m, m).
        if (f[COUNT - 1] < 0) {
            add(-1, d, 0);
        }
        while (d[COUNT - 1] < 0) {
            add(1, d, 1);
        }
        add(1, d, -1);
        if (d[COUNT - 1] < 0) {
            add(1, d, 1);
        }
        join(d, r, ro);
    }

    /** Computes the map of the next steps from the low words of f and g, f odd. Returns the new delta. */
    private int steps(int before, long lowF, long lowG) {
        int delta = before;
        long f = lowF;
        long g = lowG;
        long fu = 1;
        long fv = 0;
        long gu = 0;
        long gv = 1;
        int left = STEPS;
        while (true) {
            // Steps with an even g. A bit at `left` ends the count.
            int even = Long.numberOfTrailingZeros(g | 1L << left);
            g >>= even;
            fu <<= even;
            fv <<= even;
            delta += even;
            left -= even;
            if (left == 0) {
                break;
            }
            if (delta > 0) {
                long t = f;
                f = g;
                g = -t;
                t = fu;
                fu = gu;
                gu = -t;
                t = fv;
                fv = gv;
                gv = -t;
                delta = -delta;
            }
            // The next 1 - delta steps add f to an odd g, so up to six of them add a multiple of f at once. f^2 = 1 mod
            // 8, and 1 / f = f (2 - f^2) mod 64.
            int count = Math.min(6, Math.min(left, 1 - delta));
            long multiple = f * g * (f * f - 2) & ((1L << count) - 1);
            g += multiple * f;
            gu += multiple * fu;
            gv += multiple * fv;
        }
        this.fu = fu;
        this.fv = fv;
        this.gu = gu;
        this.gv = gv;
        return delta;
    }

    /**
     * Returns the k for which (u d + v e + k m) / 2^30 is an integer in (-2 m, m), as d and e are. First m is added to
     * negative d and e, so that the sum is in (-2^30 m, 2^30 m). Then less than 2^30 m is subtracted.
     */
    private long multipleOfM(long u, long v) {
        long added = (u & d[COUNT - 1] >> 63) + (v & e[COUNT - 1] >> 63);
        long low = u * d[0] + v * e[0];
        return added - (low * inverseOfM + added & MASK);
    }

    /** r = (u a + v b + k m) / 2^30, which is an integer. |u|, |v| at most 2^30, |k| at most 2^31. r may be a or b. */
    private void combine(long u, long[] a, long v, long[] b, long k, long[] r) {
        long sum = u * a[0] + v * b[0] + k * m[0];
        for (int i = 1; i < COUNT; i++) {
            sum = (sum >> STEPS) + u * a[i] + v * b[i] + k * m[i];
            r[i - 1] = sum & MASK;
        }
        r[COUNT - 1] = sum >> STEPS;
    }

    /** a = sign a + k m. */
    private void add(int sign, long[] a, int k) {
        long sum = 0;
        for (int i = 0; i < COUNT - 1; i++) {
            sum += sign * a[i] + k * m[i];
            a[i] = sum & MASK;
            sum >>= STEPS;
        }
        a[COUNT - 1] = sum + sign * a[COUNT - 1] + k * m[COUNT - 1];
    }

    private static boolean isZero(long[] a) {
        long any = 0;
        for (long limb : a) {
            any |= limb;
        }
        return any == 0;
    }

    private static void setSmall(long[] a, long number) {
        a[0] = number;
        for (int i = 1; i < COUNT; i++) {
            a[i] = 0;
        }
    }

    /** Limbs of 52 bits to limbs of 30 bits. */
    private static void split(long[] from, int at, long[] to) {
        for (int i = 0; i < COUNT; i++) {
            int limb = i * STEPS / Limbs.BITS;
            int shift = i * STEPS % Limbs.BITS;
            long bits = from[at + limb] >>> shift;
            if (shift > Limbs.BITS - STEPS && limb + 1 < Limbs.COUNT) {
                bits |= from[at + limb + 1] << Limbs.BITS - shift;
            }
            to[i] = bits & MASK;
        }
    }

    /** Limbs of 30 bits to limbs of 52 bits. In: not negative. */
    private static void join(long[] from, long[] to, int at) {
        for (int i = 0; i < Limbs.COUNT; i++) {
            int limb = i * Limbs.BITS / STEPS;
            int shift = i * Limbs.BITS % STEPS;
            long bits = from[limb] >>> shift;
            for (int next = limb + 1, place = STEPS - shift;
                    next < COUNT && place < Limbs.BITS;
                    next++, place += STEPS) {
                bits |= from[next] << place;
            }
            to[at + i] = bits & Limbs.MASK;
        }
    }
}
