// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.math.BigInteger;

/**
 * Numbers modulo n, the order of P-256, in limbs of 52 bits, each in [0, 2^52). In Montgomery form a number a is a R
 * mod n with R = 2^260. An output may be the same array as an input.
 */
public final class Order {
    private static final int LIMBS = Limbs.COUNT;
    private static final int LIMB = Limbs.BITS;
    private static final long MASK = Limbs.MASK;

    static final BigInteger N = new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

    private static final BigInteger R = BigInteger.ONE.shiftLeft(LIMB * LIMBS);
    private static final long[] LIMBS_OF_N = Limbs.of(N);
    private static final long[] ONE = Limbs.of(R.mod(N));
    private static final long[] R_SQUARED = Limbs.of(R.multiply(R).mod(N));
    private static final long[] R_CUBED = Limbs.of(R.pow(3).mod(N));
    /** -1 / n mod 2^52. */
    private static final long K =
            N.negate().modInverse(BigInteger.ONE.shiftLeft(LIMB)).longValue();

    private Order() {}

    /**
     * r = a b / R mod n. In: a b &lt; 2^257 n. Out: in [0, 1.2 n), because (a b + m n) / R with m &lt; R is below n / 8
     * + n.
     *
     * <p>Each round adds a b[i] and m n, so that the lowest limb becomes zero, and shifts the sum by one limb. The sums
     * stay below 5 x 4 x 2^52.
     */
    public static void multiply(long[] a, int ao, long[] b, int bo, long[] r, int ro) {
        long[] n = LIMBS_OF_N;
        long a0 = a[ao];
        long a1 = a[ao + 1];
        long a2 = a[ao + 2];
        long a3 = a[ao + 3];
        long a4 = a[ao + 4];
        long t0 = 0;
        long t1 = 0;
        long t2 = 0;
        long t3 = 0;
        long t4 = 0;
        // The limbs of the factors are read before the result is written, because r may be b.
        for (int i = 0; i < LIMBS; i++) {
            long f = b[bo + i];
            t0 += low(a0, f);
            long m = t0 * K & MASK;
            t0 += low(m, n[0]);
            t1 += (t0 >>> LIMB) + low(a1, f) + high(a0, f) + low(m, n[1]) + high(m, n[0]);
            t2 += low(a2, f) + high(a1, f) + low(m, n[2]) + high(m, n[1]);
            t3 += low(a3, f) + high(a2, f) + low(m, n[3]) + high(m, n[2]);
            t4 += low(a4, f) + high(a3, f) + low(m, n[4]) + high(m, n[3]);
            t0 = t1;
            t1 = t2;
            t2 = t3;
            t3 = t4;
            t4 = high(a4, f) + high(m, n[4]);
        }
        t1 += t0 >>> LIMB;
        t2 += t1 >>> LIMB;
        t3 += t2 >>> LIMB;
        r[ro] = t0 & MASK;
        r[ro + 1] = t1 & MASK;
        r[ro + 2] = t2 & MASK;
        r[ro + 3] = t3 & MASK;
        r[ro + 4] = t4 + (t3 >>> LIMB);
    }

    private static long low(long a, long b) {
        return a * b & MASK;
    }

    private static long high(long a, long b) {
        return Math.multiplyHigh(a << 6, b << 6);
    }

    /** r = 1 in Montgomery form. */
    public static void setOne(long[] r, int ro) {
        System.arraycopy(ONE, 0, r, ro, LIMBS);
    }

    /** r = the Montgomery form of a. In: below 2^256. Out: below 1.2 n. */
    public static void toMontgomery(long[] a, int ao, long[] r, int ro) {
        multiply(a, ao, R_SQUARED, 0, r, ro);
    }

    /** r = a mod n. In: below 2 n. Out: in [0, n). */
    public static void reduce(long[] a, int ao, long[] r, int ro) {
        if (isBelowN(a, ao)) {
            System.arraycopy(a, ao, r, ro, LIMBS);
        } else {
            subtract(a, ao, LIMBS_OF_N, 0, r, ro);
        }
    }

    /** r = a + b mod n. In: in [0, n). Out: in [0, n). */
    public static void add(long[] a, int ao, long[] b, int bo, long[] r, int ro) {
        long carry = 0;
        for (int i = 0; i < LIMBS; i++) {
            carry += a[ao + i] + b[bo + i];
            r[ro + i] = carry & MASK;
            carry >>= LIMB;
        }
        reduce(r, ro, r, ro);
    }

    /** r = n - a. In: a &lt;= n. */
    static void negate(long[] a, int ao, long[] r, int ro) {
        subtract(LIMBS_OF_N, 0, a, ao, r, ro);
    }

    /** r = a - b. In: a &gt;= b. */
    private static void subtract(long[] a, int ao, long[] b, int bo, long[] r, int ro) {
        long carry = 0;
        for (int i = 0; i < LIMBS; i++) {
            carry += a[ao + i] - b[bo + i];
            r[ro + i] = carry & MASK;
            carry >>= LIMB;
        }
    }

    /** Returns true if a is in 1..n-1. */
    public static boolean isScalar(long[] a, int ao) {
        long any = a[ao] | a[ao + 1] | a[ao + 2] | a[ao + 3] | a[ao + 4];
        return any != 0 && isBelowN(a, ao);
    }

    private static boolean isBelowN(long[] a, int ao) {
        return isBelow(a, ao, LIMBS_OF_N);
    }

    /** Returns true if a &lt; b. */
    static boolean isBelow(long[] a, int ao, long[] b) {
        for (int i = LIMBS - 1; i >= 0; i--) {
            if (a[ao + i] != b[i]) {
                return a[ao + i] < b[i];
            }
        }
        return false;
    }

    /** Returns an object for {@link #invert}. */
    public static ModularInverse newInverse() {
        return new ModularInverse(N);
    }

    /**
     * r = 1 / a in Montgomery form. In: below 1.2 n. Out: below 1.2 n. The inverse of x R is 1 / (x R). Times R^3 and
     * divided by R, it is R / x.
     */
    public static void invert(long[] a, int ao, long[] r, int ro, ModularInverse inverse) {
        reduce(a, ao, r, ro);
        inverse.invert(r, ro, r, ro);
        multiply(r, ro, R_CUBED, 0, r, ro);
    }
}
