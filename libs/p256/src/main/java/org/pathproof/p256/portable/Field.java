// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/**
 * The field of P-256, p = 2^256 - 2^224 + 2^192 + 2^96 - 1, in five limbs of 52 bits. An element is five longs of an
 * array, the least significant first. Its value is the sum of the longs with the weights 2^(52 i). The element
 * represents value / R mod p with R = 2^260 (Montgomery form).
 *
 * <p>Limbs and values are signed, and carries are delayed: a difference of two elements is five subtractions. So each
 * function documents the bounds of its inputs and outputs. An element is <i>tidy</i> when limbs 0 to 3 are in [0,
 * 2^52); it is <i>reduced</i> when it is tidy and its value is in (-2^240, 2^256 + 2^240). "At most k" means |value|
 * &lt;= k p. An output may be the same array as an input.
 */
final class Field {
    /** Longs of an element. */
    static final int LIMBS = Limbs.COUNT;

    private static final int LIMB = Limbs.BITS;
    private static final long MASK = Limbs.MASK;
    /** The limbs of p; limb 2 is zero. */
    private static final long P0 = MASK;

    private static final long P1 = (1L << 44) - 1;
    private static final long P3 = 1L << 36;
    private static final long P4 = (1L << 48) - (1L << 16);

    /** Bits of p in limb 4. */
    private static final int TOP = 48;

    static final BigInteger P = new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);

    private static final BigInteger R = BigInteger.ONE.shiftLeft(LIMB * LIMBS);
    /** The number 1: R mod p. Reduced. */
    private static final long[] ONE = Limbs.of(R.mod(P));
    /** The factor that converts from the Montgomery form: 1. */
    private static final long[] PLAIN_ONE = {1, 0, 0, 0, 0};
    /** The factor that converts to the Montgomery form: R^2 mod p. Reduced. */
    private static final long[] R_SQUARED = Limbs.of(R.multiply(R).mod(P));

    private static final long[] R_CUBED = Limbs.of(R.pow(3).mod(P));

    private Field() {}

    /**
     * r = a b / R mod p. In: limbs within +-2^55. Out: tidy; at most 1 + (a b) / 16 for inputs at most a and b.
     *
     * <p>Column k of the product has the weight 2^(52 k). For each a[i] b[j], {@code high} is the quotient by 2^52,
     * rounded down. The quotient belongs to the next column. The rest is computed for the whole column: the sum of the
     * products less 2^52 times the sum of the quotients. This rest is below 8 x 2^52, and so exact modulo 2^64. Adding
     * m p clears columns 0 to 4. The factor m is the lowest limb, because p = -1 mod 2^96. The terms m 2^96, m 2^192
     * and m (2^256 - 2^224) of m p are added one, three and four columns higher, and -m clears the limb. The absolute
     * value of a sum of quotients is below 5 x 2^58 + 2^54.
     */
    static void multiply(long[] a, int ao, long[] b, int bo, long[] r, int ro) {
        long a0 = a[ao];
        long a1 = a[ao + 1];
        long a2 = a[ao + 2];
        long a3 = a[ao + 3];
        long a4 = a[ao + 4];
        long b0 = b[bo];
        long b1 = b[bo + 1];
        long b2 = b[bo + 2];
        long b3 = b[bo + 3];
        long b4 = b[bo + 4];
        long low;
        long t;
        low = a0 * b0;
        long high0 = high(a0, b0);
        t = low - (high0 << LIMB);
        long m0 = t & MASK;
        low = a0 * b1 + a1 * b0 + (m0 << 44);
        long high1 = high(a0, b1) + high(a1, b0) + (m0 >>> 8);
        t = low - (high1 << LIMB) + high0;
        long m1 = t & MASK;
        low = a0 * b2 + a1 * b1 + a2 * b0 + (m1 << 44);
        long high2 = high(a0, b2) + high(a1, b1) + high(a2, b0) + (m1 >>> 8);
        t = low - (high2 << LIMB) + high1 + (t >> LIMB);
        long m2 = t & MASK;
        low = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + (m2 << 44) + (m0 << 36);
        long high3 = high(a0, b3) + high(a1, b2) + high(a2, b1) + high(a3, b0) + (m2 >>> 8) + (m0 >>> 16);
        t = low - (high3 << LIMB) + high2 + (t >> LIMB);
        long m3 = t & MASK;
        low = a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0 + (m3 << 44) + (m1 << 36) + (m0 << 48) - (m0 << 16);
        long high4 = high(a0, b4)
                + high(a1, b3)
                + high(a2, b2)
                + high(a3, b1)
                + high(a4, b0)
                + (m3 >>> 8)
                + (m1 >>> 16)
                + (m0 >>> 4)
                - (m0 >>> 36);
        t = low - (high4 << LIMB) + high3 + (t >> LIMB);
        long m4 = t & MASK;
        low = a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + (m4 << 44) + (m2 << 36) + (m1 << 48) - (m1 << 16);
        long high5 = high(a1, b4)
                + high(a2, b3)
                + high(a3, b2)
                + high(a4, b1)
                + (m4 >>> 8)
                + (m2 >>> 16)
                + (m1 >>> 4)
                - (m1 >>> 36);
        t = low - (high5 << LIMB) + high4 + (t >> LIMB);
        r[ro] = t & MASK;
        low = a2 * b4 + a3 * b3 + a4 * b2 + (m3 << 36) + (m2 << 48) - (m2 << 16);
        long high6 = high(a2, b4) + high(a3, b3) + high(a4, b2) + (m3 >>> 16) + (m2 >>> 4) - (m2 >>> 36);
        t = low - (high6 << LIMB) + high5 + (t >> LIMB);
        r[ro + 1] = t & MASK;
        low = a3 * b4 + a4 * b3 + (m4 << 36) + (m3 << 48) - (m3 << 16);
        long high7 = high(a3, b4) + high(a4, b3) + (m4 >>> 16) + (m3 >>> 4) - (m3 >>> 36);
        t = low - (high7 << LIMB) + high6 + (t >> LIMB);
        r[ro + 2] = t & MASK;
        low = a4 * b4 + (m4 << 48) - (m4 << 16);
        long high8 = high(a4, b4) + (m4 >>> 4) - (m4 >>> 36);
        t = low - (high8 << LIMB) + high7 + (t >> LIMB);
        r[ro + 3] = t & MASK;
        r[ro + 4] = high8 + (t >> LIMB);
    }

    /** r = a^2 / R mod p; otherwise as {@link #multiply}. */
    static void square(long[] a, int ao, long[] r, int ro) {
        long a0 = a[ao];
        long a1 = a[ao + 1];
        long a2 = a[ao + 2];
        long a3 = a[ao + 3];
        long a4 = a[ao + 4];
        long d1 = a1 << 1;
        long d2 = a2 << 1;
        long d3 = a3 << 1;
        long d4 = a4 << 1;
        long low;
        long t;
        low = a0 * a0;
        long high0 = high(a0, a0);
        t = low - (high0 << LIMB);
        long m0 = t & MASK;
        low = a0 * d1 + (m0 << 44);
        long high1 = high(a0, d1) + (m0 >>> 8);
        t = low - (high1 << LIMB) + high0;
        long m1 = t & MASK;
        low = a0 * d2 + a1 * a1 + (m1 << 44);
        long high2 = high(a0, d2) + high(a1, a1) + (m1 >>> 8);
        t = low - (high2 << LIMB) + high1 + (t >> LIMB);
        long m2 = t & MASK;
        low = a0 * d3 + a1 * d2 + (m2 << 44) + (m0 << 36);
        long high3 = high(a0, d3) + high(a1, d2) + (m2 >>> 8) + (m0 >>> 16);
        t = low - (high3 << LIMB) + high2 + (t >> LIMB);
        long m3 = t & MASK;
        low = a0 * d4 + a1 * d3 + a2 * a2 + (m3 << 44) + (m1 << 36) + (m0 << 48) - (m0 << 16);
        long high4 = high(a0, d4) + high(a1, d3) + high(a2, a2) + (m3 >>> 8) + (m1 >>> 16) + (m0 >>> 4) - (m0 >>> 36);
        t = low - (high4 << LIMB) + high3 + (t >> LIMB);
        long m4 = t & MASK;
        low = a1 * d4 + a2 * d3 + (m4 << 44) + (m2 << 36) + (m1 << 48) - (m1 << 16);
        long high5 = high(a1, d4) + high(a2, d3) + (m4 >>> 8) + (m2 >>> 16) + (m1 >>> 4) - (m1 >>> 36);
        t = low - (high5 << LIMB) + high4 + (t >> LIMB);
        r[ro] = t & MASK;
        low = a2 * d4 + a3 * a3 + (m3 << 36) + (m2 << 48) - (m2 << 16);
        long high6 = high(a2, d4) + high(a3, a3) + (m3 >>> 16) + (m2 >>> 4) - (m2 >>> 36);
        t = low - (high6 << LIMB) + high5 + (t >> LIMB);
        r[ro + 1] = t & MASK;
        low = a3 * d4 + (m4 << 36) + (m3 << 48) - (m3 << 16);
        long high7 = high(a3, d4) + (m4 >>> 16) + (m3 >>> 4) - (m3 >>> 36);
        t = low - (high7 << LIMB) + high6 + (t >> LIMB);
        r[ro + 2] = t & MASK;
        low = a4 * a4 + (m4 << 48) - (m4 << 16);
        long high8 = high(a4, a4) + (m4 >>> 4) - (m4 >>> 36);
        t = low - (high8 << LIMB) + high7 + (t >> LIMB);
        r[ro + 3] = t & MASK;
        r[ro + 4] = high8 + (t >> LIMB);
    }

    /** Returns the quotient of a b by 2^52, rounded down. In: within +-2^56. */
    private static long high(long a, long b) {
        return Math.multiplyHigh(a << 6, b << 6);
    }

    static void copy(long[] a, int ao, long[] r, int ro) {
        r[ro] = a[ao];
        r[ro + 1] = a[ao + 1];
        r[ro + 2] = a[ao + 2];
        r[ro + 3] = a[ao + 3];
        r[ro + 4] = a[ao + 4];
    }

    /** r = 1. Reduced. */
    static void setOne(long[] r, int ro) {
        System.arraycopy(ONE, 0, r, ro, LIMBS);
    }

    /** r = the Montgomery form of a. In: limbs within +-2^55, at most 16. Out: tidy, at most 2. */
    static void toMontgomery(long[] a, int ao, long[] r, int ro) {
        multiply(a, ao, R_SQUARED, 0, r, ro);
    }

    /** r = a + 1, which differs from a. In: limbs within +-2^58. Out: reduced. */
    static void moveAway(long[] a, int ao, long[] r, int ro) {
        reduce(a[ao] + ONE[0], a[ao + 1] + ONE[1], a[ao + 2] + ONE[2], a[ao + 3] + ONE[3], a[ao + 4] + ONE[4], r, ro);
    }

    /** r = a - b, limb by limb, without carries. */
    static void subtract(long[] a, int ao, long[] b, int bo, long[] r, int ro) {
        r[ro] = a[ao] - b[bo];
        r[ro + 1] = a[ao + 1] - b[bo + 1];
        r[ro + 2] = a[ao + 2] - b[bo + 2];
        r[ro + 3] = a[ao + 3] - b[bo + 3];
        r[ro + 4] = a[ao + 4] - b[bo + 4];
    }

    /** r = a + b, limb by limb, without carries. */
    static void add(long[] a, int ao, long[] b, int bo, long[] r, int ro) {
        for (int i = 0; i < LIMBS; i++) {
            r[ro + i] = a[ao + i] + b[bo + i];
        }
    }

    /** r = k a, limb by limb, without carries. */
    static void times(int k, long[] a, int ao, long[] r, int ro) {
        for (int i = 0; i < LIMBS; i++) {
            r[ro + i] = k * a[ao + i];
        }
    }

    /** r = a. In: limbs within +-2^59. Out: reduced. */
    static void reduce(long[] a, int ao, long[] r, int ro) {
        reduce(a[ao], a[ao + 1], a[ao + 2], a[ao + 3], a[ao + 4], r, ro);
    }

    /** r = a - b. In: limbs within +-2^57. Out: reduced. */
    static void subtractReduced(long[] a, int ao, long[] b, int bo, long[] r, int ro) {
        reduce(
                a[ao] - b[bo],
                a[ao + 1] - b[bo + 1],
                a[ao + 2] - b[bo + 2],
                a[ao + 3] - b[bo + 3],
                a[ao + 4] - b[bo + 4],
                r,
                ro);
    }

    /** r = a - b - c. In: limbs within +-2^57. Out: reduced. */
    static void subtractReduced(long[] a, int ao, long[] b, int bo, long[] c, int co, long[] r, int ro) {
        reduce(
                a[ao] - b[bo] - c[co],
                a[ao + 1] - b[bo + 1] - c[co + 1],
                a[ao + 2] - b[bo + 2] - c[co + 2],
                a[ao + 3] - b[bo + 3] - c[co + 3],
                a[ao + 4] - b[bo + 4] - c[co + 4],
                r,
                ro);
    }

    /**
     * In: limbs within +-2^59. Out: reduced. With q = t4 / 2^48 rounded down, within +-2^11, q 2^256 is subtracted and
     * q (2^256 - p) is added. The rest of t4 is in [0, 2^48). The absolute value of the lower limbs is less than 2^217,
     * and that of q (2^256 - p) less than 2^236.
     */
    private static void reduce(long t0, long t1, long t2, long t3, long t4, long[] r, int ro) {
        long q = t4 >> TOP;
        long u = t0 + q;
        r[ro] = u & MASK;
        u = (u >> LIMB) + t1 - (q << 44);
        r[ro + 1] = u & MASK;
        u = (u >> LIMB) + t2;
        r[ro + 2] = u & MASK;
        u = (u >> LIMB) + t3 - (q << 36);
        r[ro + 3] = u & MASK;
        r[ro + 4] = (u >> LIMB) + t4 - (q << TOP) + (q << 16);
    }

    /** Returns true if a = b mod p. In: limbs within +-2^57. */
    static boolean isEqual(long[] a, int ao, long[] b, int bo, long[] scratch) {
        subtractReduced(a, ao, b, bo, scratch, 0);
        return isZero(scratch, 0, scratch);
    }

    /** Returns true if a = 0 mod p. In: limbs within +-2^59. */
    static boolean isZero(long[] a, int ao, long[] scratch) {
        reduce(a[ao], a[ao + 1], a[ao + 2], a[ao + 3], a[ao + 4], scratch, 0);
        // 0 and p are the only multiples of p in the range of reduced elements.
        long zero = scratch[0] | scratch[1] | scratch[2] | scratch[3] | scratch[4];
        long p = (scratch[0] ^ P0) | (scratch[1] ^ P1) | scratch[2] | (scratch[3] ^ P3) | (scratch[4] ^ P4);
        return zero == 0 || p == 0;
    }

    /** Returns an object for {@link #invert}. */
    static ModularInverse newInverse() {
        return new ModularInverse(P);
    }

    /**
     * r = 1 / a, and 0 for 0. In: limbs within +-2^59. Out: tidy, at most 1.2. The inverse of x R is 1 / (x R). Times
     * R^3 and divided by R, it is R / x.
     *
     * @param scratch another array, of an element
     */
    static void invert(long[] a, int ao, long[] r, int ro, ModularInverse inverse, long[] scratch) {
        normalize(a, ao, scratch);
        inverse.invert(scratch, 0, scratch, 0);
        multiply(scratch, 0, R_CUBED, 0, r, ro);
    }

    /** r = the plain number of a Montgomery form, in [0, p). In: limbs within +-2^55, at most 16. */
    static void fromMontgomery(long[] a, int ao, long[] r, int ro, long[] scratch) {
        multiply(a, ao, PLAIN_ONE, 0, r, ro);
        normalize(r, ro, scratch);
        System.arraycopy(scratch, 0, r, ro, LIMBS);
    }

    /** Stores a in [0, p), as four words of 64 bits in Montgomery form. In: limbs within +-2^59. */
    static void store(long[] a, int ao, MemorySegment to, long offset, long[] scratch) {
        long[] s = scratch;
        normalize(a, ao, s);
        to.set(ValueLayout.JAVA_LONG, offset, s[0] | s[1] << 52);
        to.set(ValueLayout.JAVA_LONG, offset + 8, s[1] >>> 12 | s[2] << 40);
        to.set(ValueLayout.JAVA_LONG, offset + 16, s[2] >>> 24 | s[3] << 28);
        to.set(ValueLayout.JAVA_LONG, offset + 24, s[3] >>> 36 | s[4] << 16);
    }

    /** s = a in [0, p). In: limbs within +-2^59. */
    private static void normalize(long[] a, int ao, long[] s) {
        reduce(a[ao], a[ao + 1], a[ao + 2], a[ao + 3], a[ao + 4], s, 0);
        if (s[4] < 0) {
            carry(s[0] + P0, s[1] + P1, s[2], s[3] + P3, s[4] + P4, s);
        }
        // Below 2^256 + 2^240 < 2 p.
        carry(s[0] - P0, s[1] - P1, s[2], s[3] - P3, s[4] - P4, s);
        if (s[4] < 0) {
            carry(s[0] + P0, s[1] + P1, s[2], s[3] + P3, s[4] + P4, s);
        }
    }

    private static void carry(long t0, long t1, long t2, long t3, long t4, long[] r) {
        long u = t0;
        r[0] = u & MASK;
        u = (u >> LIMB) + t1;
        r[1] = u & MASK;
        u = (u >> LIMB) + t2;
        r[2] = u & MASK;
        u = (u >> LIMB) + t3;
        r[3] = u & MASK;
        r[4] = (u >> LIMB) + t4;
    }

    /**
     * Loads an element that {@link #store} has stored.
     *
     * @param sign 0, or -1 for the negative, whose limbs are in (-2^52, 0]
     */
    static void load(MemorySegment from, long offset, long sign, long[] r, int ro) {
        long w0 = from.get(ValueLayout.JAVA_LONG, offset);
        long w1 = from.get(ValueLayout.JAVA_LONG, offset + 8);
        long w2 = from.get(ValueLayout.JAVA_LONG, offset + 16);
        long w3 = from.get(ValueLayout.JAVA_LONG, offset + 24);
        r[ro] = ((w0 & MASK) ^ sign) - sign;
        r[ro + 1] = (((w0 >>> 52 | w1 << 12) & MASK) ^ sign) - sign;
        r[ro + 2] = (((w1 >>> 40 | w2 << 24) & MASK) ^ sign) - sign;
        r[ro + 3] = (((w2 >>> 28 | w3 << 36) & MASK) ^ sign) - sign;
        r[ro + 4] = ((w3 >>> 16) ^ sign) - sign;
    }
}
