// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Converts limbs to BigIntegers, and creates numbers at the limits. */
final class Numbers {
    static final BigInteger R = BigInteger.ONE.shiftLeft(Limbs.BITS * Limbs.COUNT);

    private Numbers() {}

    static BigInteger value(long[] limbs, int at) {
        BigInteger value = BigInteger.ZERO;
        for (int i = Limbs.COUNT - 1; i >= 0; i--) {
            value = value.shiftLeft(Limbs.BITS).add(BigInteger.valueOf(limbs[at + i]));
        }
        return value;
    }

    /**
     * Returns 0, 1, 2 and the three largest residues, powers of 2 near the limits of limbs and words with their
     * neighbors, and half of the modulus.
     */
    static List<BigInteger> atTheLimits(BigInteger modulus) {
        List<BigInteger> numbers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            numbers.add(BigInteger.valueOf(i));
            numbers.add(modulus.subtract(BigInteger.valueOf(i + 1)));
        }
        for (int bit : new int[] {32, 44, 52, 64, 96, 104, 128, 156, 192, 208, 224, 255}) {
            BigInteger power = BigInteger.ONE.shiftLeft(bit);
            numbers.add(power);
            numbers.add(power.subtract(BigInteger.ONE));
            numbers.add(power.add(BigInteger.ONE));
            numbers.add(modulus.subtract(power));
        }
        numbers.add(modulus.shiftRight(1));
        return numbers;
    }

    /** Returns signed limbs of at most {@code most} in absolute value. Half of them are 0 or at a limit. */
    static long[] lazy(RandomGenerator random, long most) {
        long[] limbs = new long[Limbs.COUNT];
        for (int i = 0; i < Limbs.COUNT; i++) {
            limbs[i] = switch (random.nextInt(6)) {
                case 0 -> most;
                case 1 -> -most;
                case 2 -> 0;
                default -> random.nextLong(-most, most + 1);
            };
        }
        return limbs;
    }

    static BigInteger number(RandomGenerator random, BigInteger below) {
        byte[] bytes = new byte[48];
        random.nextBytes(bytes);
        return new BigInteger(1, bytes).mod(below);
    }
}
