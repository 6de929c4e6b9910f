// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares {@link Order} with BigInteger, at the limits of its operands. */
class OrderTest {
    private static final BigInteger N = Order.N;
    private static final BigInteger ALL_ONES = BigInteger.ONE.shiftLeft(256).subtract(BigInteger.ONE);

    private final SplittableRandom random = new SplittableRandom(52);
    private final long[] r = new long[Limbs.COUNT];

    private List<BigInteger> operands(BigInteger largest) {
        List<BigInteger> operands = new ArrayList<>(Numbers.atTheLimits(N));
        operands.add(N);
        operands.add(largest);
        for (int i = 0; i < 60; i++) {
            operands.add(Numbers.number(random, largest));
        }
        return operands;
    }

    @Test
    void multiplies() {
        BigInteger inverse = Numbers.R.modInverse(N);
        BigInteger sixFifths = N.multiply(BigInteger.valueOf(6)).divide(BigInteger.valueOf(5));
        for (BigInteger a : operands(ALL_ONES)) {
            for (BigInteger b : operands(sixFifths)) {
                Order.multiply(Limbs.of(a), 0, Limbs.of(b), 0, r, 0);
                BigInteger value = Numbers.value(r, 0);
                assertThat(value.mod(N))
                        .isEqualTo(a.multiply(b).multiply(inverse).mod(N));
                assertThat(value).isBetween(BigInteger.ZERO, sixFifths);
                for (long limb : r) {
                    assertThat(limb).isBetween(0L, Limbs.MASK);
                }
            }
            long[] own = Limbs.of(a);
            Order.multiply(own, 0, Limbs.of(BigInteger.TEN), 0, r, 0);
            Order.multiply(own, 0, Limbs.of(BigInteger.TEN), 0, own, 0);
            assertThat(own).isEqualTo(r);
        }
        long[] square = Limbs.of(BigInteger.TEN);
        Order.multiply(Limbs.of(BigInteger.TEN), 0, Limbs.of(BigInteger.TEN), 0, r, 0);
        Order.multiply(square, 0, square, 0, square, 0);
        assertThat(square).isEqualTo(r);
    }

    @Test
    void inverts() {
        ModularInverse inverse = Order.newInverse();
        for (BigInteger number : Numbers.atTheLimits(N)) {
            long[] a = Limbs.of(number);
            Order.toMontgomery(a, 0, a, 0);
            Order.invert(a, 0, a, 0, inverse);
            Order.multiply(a, 0, Limbs.of(BigInteger.ONE), 0, r, 0);
            assertThat(Numbers.value(r, 0).mod(N)).isEqualTo(number.modPow(N.subtract(BigInteger.TWO), N));
        }
    }

    @Test
    void reducesAndChecksScalars() {
        for (BigInteger number : operands(N.shiftLeft(1).subtract(BigInteger.ONE))) {
            long[] a = Limbs.of(number);
            boolean isScalar = number.signum() > 0 && number.compareTo(N) < 0;
            assertThat(Order.isScalar(a, 0)).isEqualTo(isScalar);
            Order.reduce(a, 0, r, 0);
            assertThat(Numbers.value(r, 0)).isEqualTo(number.mod(N));
            Order.negate(r, 0, a, 0);
            assertThat(Numbers.value(a, 0)).isEqualTo(N.subtract(number.mod(N)));
        }
    }
}
