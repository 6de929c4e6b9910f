// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.sign;

import java.math.BigInteger;

/**
 * Numbers modulo an odd number of 256 bits, in Montgomery's form ("Modular multiplication without trial division", 1985): {@code a} is
 * held as {@code a 2^256 mod m}. A number is four longs of an array, the lowest first, always below the modulus. Time depends on values.
 *
 * @param m0 the lowest 64 bits of the modulus
 * @param inverse -1/m modulo 2^64
 */
record Montgomery(long m0, long m1, long m2, long m3, long inverse, BigInteger modulus) {
    /** Longs of a number. */
    static final int LONGS = 4;

    private static final int BITS = 256;
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(Long.SIZE);
    private static final BigInteger R = BigInteger.ONE.shiftLeft(BITS);

    static Montgomery of(BigInteger modulus) {
        return new Montgomery(
                modulus.longValue(),
                modulus.shiftRight(64).longValue(),
                modulus.shiftRight(128).longValue(),
                modulus.shiftRight(192).longValue(),
                modulus.modInverse(WORD).negate().longValue(),
                modulus);
    }

    /** Writes {@code value mod m}. */
    void set(long[] out, int at, BigInteger value) {
        setPlain(out, at, value.shiftLeft(BITS).mod(modulus));
    }

    /** The value of a number. */
    BigInteger get(long[] in, int at) {
        return plain(in, at).multiply(R.modInverse(modulus)).mod(modulus);
    }

    /** Writes a number below 2^256 as it stands: not in Montgomery's form. */
    static void setPlain(long[] out, int at, BigInteger value) {
        for (int i = 0; i < LONGS; i++) {
            out[at + i] = value.shiftRight(Long.SIZE * i).longValue();
        }
    }

    private static BigInteger plain(long[] in, int at) {
        BigInteger value = BigInteger.ZERO;
        for (int i = LONGS - 1; i >= 0; i--) {
            value = value.shiftLeft(Long.SIZE).or(new BigInteger(Long.toUnsignedString(in[at + i])));
        }
        return value;
    }

    /** Whether a number is zero, in either form. */
    static boolean isZero(long[] in, int at) {
        return (in[at] | in[at + 1] | in[at + 2] | in[at + 3]) == 0;
    }

    static void copy(long[] out, int at, long[] in, int from) {
        System.arraycopy(in, from, out, at, LONGS);
    }

    /** {@code out = a b / 2^256}: the product in Montgomery's form; with one factor as it stands, the product as it stands. */
    void multiply(long[] out, int at, long[] a, int aAt, long[] b, int bAt) {
        long b0 = b[bAt];
        long b1 = b[bAt + 1];
        long b2 = b[bAt + 2];
        long b3 = b[bAt + 3];
        long t0 = 0;
        long t1 = 0;
        long t2 = 0;
        long t3 = 0;
        long t4 = 0;
        // After each round t < 2 m < 2^257, so that t4 is 0 or 1.
        for (int i = 0; i < LONGS; i++) {
            long x = a[aAt + i];
            // t += x b
            long low = x * b0 + t0;
            long carry = Math.unsignedMultiplyHigh(x, b0) + carry(low, t0);
            t0 = low;
            low = x * b1;
            long sum = low + t1;
            long next = Math.unsignedMultiplyHigh(x, b1) + carry(sum, low);
            t1 = sum + carry;
            carry = next + carry(t1, sum);
            low = x * b2;
            sum = low + t2;
            next = Math.unsignedMultiplyHigh(x, b2) + carry(sum, low);
            t2 = sum + carry;
            carry = next + carry(t2, sum);
            low = x * b3;
            sum = low + t3;
            next = Math.unsignedMultiplyHigh(x, b3) + carry(sum, low);
            t3 = sum + carry;
            carry = next + carry(t3, sum);
            long t5 = t4 + carry;
            long over = carry(t5, carry);
            // t = (t + q m) / 2^64
            long q = t0 * inverse;
            low = q * m0;
            carry = Math.unsignedMultiplyHigh(q, m0) + carry(low + t0, low);
            low = q * m1;
            sum = low + t1;
            next = Math.unsignedMultiplyHigh(q, m1) + carry(sum, low);
            t0 = sum + carry;
            carry = next + carry(t0, sum);
            low = q * m2;
            sum = low + t2;
            next = Math.unsignedMultiplyHigh(q, m2) + carry(sum, low);
            t1 = sum + carry;
            carry = next + carry(t1, sum);
            low = q * m3;
            sum = low + t3;
            next = Math.unsignedMultiplyHigh(q, m3) + carry(sum, low);
            t2 = sum + carry;
            carry = next + carry(t2, sum);
            t3 = t5 + carry;
            t4 = over + carry(t3, carry);
        }
        reduce(out, at, t0, t1, t2, t3, t4);
    }

    /** {@code out = a + b}. */
    void add(long[] out, int at, long[] a, int aAt, long[] b, int bAt) {
        long t0 = a[aAt] + b[bAt];
        long carry = carry(t0, a[aAt]);
        long sum = a[aAt + 1] + b[bAt + 1];
        long next = carry(sum, a[aAt + 1]);
        long t1 = sum + carry;
        carry = next + carry(t1, sum);
        sum = a[aAt + 2] + b[bAt + 2];
        next = carry(sum, a[aAt + 2]);
        long t2 = sum + carry;
        carry = next + carry(t2, sum);
        sum = a[aAt + 3] + b[bAt + 3];
        next = carry(sum, a[aAt + 3]);
        long t3 = sum + carry;
        reduce(out, at, t0, t1, t2, t3, next + carry(t3, sum));
    }

    /** {@code out = a - b}. */
    void subtract(long[] out, int at, long[] a, int aAt, long[] b, int bAt) {
        long t0 = a[aAt] - b[bAt];
        long borrow = carry(a[aAt], b[bAt]);
        long difference = a[aAt + 1] - b[bAt + 1];
        long next = carry(a[aAt + 1], b[bAt + 1]);
        long t1 = difference - borrow;
        borrow = next + carry(difference, borrow);
        difference = a[aAt + 2] - b[bAt + 2];
        next = carry(a[aAt + 2], b[bAt + 2]);
        long t2 = difference - borrow;
        borrow = next + carry(difference, borrow);
        difference = a[aAt + 3] - b[bAt + 3];
        next = carry(a[aAt + 3], b[bAt + 3]);
        long t3 = difference - borrow;
        borrow = next + carry(difference, borrow);
        if (borrow == 0) {
            out[at] = t0;
            out[at + 1] = t1;
            out[at + 2] = t2;
            out[at + 3] = t3;
            return;
        }
        out[at] = t0 + m0;
        long over = carry(out[at], t0);
        long sum = t1 + m1;
        long more = carry(sum, t1);
        out[at + 1] = sum + over;
        over = more + carry(out[at + 1], sum);
        sum = t2 + m2;
        more = carry(sum, t2);
        out[at + 2] = sum + over;
        over = more + carry(out[at + 2], sum);
        out[at + 3] = t3 + m3 + over;
    }

    /** {@code out = 1 / a}, by Fermat: the modulus has to be a prime, and {@code a} not zero. */
    void invert(long[] out, int at, long[] a, int aAt) {
        BigInteger exponent = modulus.subtract(BigInteger.TWO);
        long[] result = new long[LONGS];
        set(result, 0, BigInteger.ONE);
        for (int bit = exponent.bitLength() - 1; bit >= 0; bit--) {
            multiply(result, 0, result, 0, result, 0);
            if (exponent.testBit(bit)) {
                multiply(result, 0, result, 0, a, aAt);
            }
        }
        copy(out, at, result, 0);
    }

    /** Inverts {@code count} numbers, none of them zero, that stand one after the other, with a single inversion. */
    void invertAll(long[] numbers, int count, long[] scratch) {
        if (count == 0) {
            return;
        }
        // scratch[i] = the product of all numbers up to i
        copy(scratch, 0, numbers, 0);
        for (int i = 1; i < count; i++) {
            multiply(scratch, i * LONGS, scratch, (i - 1) * LONGS, numbers, i * LONGS);
        }
        long[] rest = new long[2 * LONGS];
        invert(rest, 0, scratch, (count - 1) * LONGS);
        for (int i = count - 1; i > 0; i--) {
            multiply(rest, LONGS, rest, 0, scratch, (i - 1) * LONGS);
            multiply(rest, 0, rest, 0, numbers, i * LONGS);
            copy(numbers, i * LONGS, rest, LONGS);
        }
        copy(numbers, 0, rest, 0);
    }

    /** Takes a number below 2 m, whose bit 256 is {@code t4}, below m. */
    void reduce(long[] out, int at, long t0, long t1, long t2, long t3, long t4) {
        long r0 = t0 - m0;
        long borrow = carry(t0, m0);
        long difference = t1 - m1;
        long next = carry(t1, m1);
        long r1 = difference - borrow;
        borrow = next + carry(difference, borrow);
        difference = t2 - m2;
        next = carry(t2, m2);
        long r2 = difference - borrow;
        borrow = next + carry(difference, borrow);
        difference = t3 - m3;
        next = carry(t3, m3);
        long r3 = difference - borrow;
        borrow = next + carry(difference, borrow);
        boolean below = t4 < borrow;
        out[at] = below ? t0 : r0;
        out[at + 1] = below ? t1 : r1;
        out[at + 2] = below ? t2 : r2;
        out[at + 3] = below ? t3 : r3;
    }

    /** 1 if {@code a < b} as unsigned numbers: the carry of a sum {@code a} with {@code b} as a summand, the borrow of {@code a - b}. */
    private static long carry(long a, long b) {
        return Long.compareUnsigned(a, b) < 0 ? 1 : 0;
    }
}
