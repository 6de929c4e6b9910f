// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares {@link Field} with BigInteger, at the limits of its operands. */
class FieldTest {
    private static final BigInteger P = Field.P;
    private static final long MASK = Limbs.MASK;
    /** Largest limb of an operand of {@link Field#multiply}; {@code LARGEST} is that of {@link Field#reduce}. */
    private static final long LARGEST_FACTOR = 1L << 55;

    private static final long LARGEST = 1L << 59;
    private static final int RANDOM = 20_000;

    private final SplittableRandom random = new SplittableRandom(52);

    /** Returns the numbers at the limits, their negatives, and the same numbers with late carries. */
    private List<long[]> operands() {
        List<long[]> operands = new ArrayList<>();
        for (BigInteger number : Numbers.atTheLimits(P)) {
            long[] limbs = Limbs.of(number);
            operands.add(limbs);
            long[] negative = new long[Limbs.COUNT];
            Field.times(-1, limbs, 0, negative, 0);
            operands.add(negative);
            long[] carries = limbs.clone();
            for (int i = 0; i < Limbs.COUNT - 1; i++) {
                long moved = random.nextLong(-7, 8);
                carries[i] += moved << Limbs.BITS;
                carries[i + 1] -= moved;
            }
            operands.add(carries);
        }
        long[] largest = {LARGEST_FACTOR, LARGEST_FACTOR, LARGEST_FACTOR, LARGEST_FACTOR, LARGEST_FACTOR};
        long[] smallest = new long[Limbs.COUNT];
        Field.times(-1, largest, 0, smallest, 0);
        operands.add(largest);
        operands.add(smallest);
        return operands;
    }

    @Test
    void multipliesNumbersAtTheLimits() {
        for (long[] a : operands()) {
            checkSquare(a);
            for (long[] b : operands()) {
                checkProduct(a, b);
            }
        }
    }

    @Test
    void multipliesRandomLimbs() {
        for (int i = 0; i < RANDOM; i++) {
            long[] a = Numbers.lazy(random, LARGEST_FACTOR >> random.nextInt(8));
            checkProduct(a, Numbers.lazy(random, LARGEST_FACTOR >> random.nextInt(8)));
            checkSquare(a);
        }
    }

    private static void checkProduct(long[] a, long[] b) {
        long[] r = new long[Limbs.COUNT];
        Field.multiply(a, 0, b, 0, r, 0);
        checkMontgomery(Numbers.value(a, 0), Numbers.value(b, 0), r);
        long[] own = a.clone();
        Field.multiply(own, 0, b, 0, own, 0);
        assertThat(own).isEqualTo(r);
        own = b.clone();
        Field.multiply(a, 0, own, 0, own, 0);
        assertThat(own).isEqualTo(r);
    }

    private static void checkSquare(long[] a) {
        long[] r = a.clone();
        Field.square(r, 0, r, 0);
        checkMontgomery(Numbers.value(a, 0), Numbers.value(a, 0), r);
    }

    /** Asserts that r R = a b mod p, and that r is tidy and in [a b / R, a b / R + p). */
    private static void checkMontgomery(BigInteger a, BigInteger b, long[] r) {
        BigInteger product = a.multiply(b);
        BigInteger value = Numbers.value(r, 0);
        assertThat(value.multiply(Numbers.R).subtract(product).mod(P)).isEqualTo(BigInteger.ZERO);
        checkTidy(r);
        BigInteger excess = value.multiply(Numbers.R).subtract(product);
        assertThat(excess.signum()).isNotNegative();
        assertThat(excess.compareTo(P.multiply(Numbers.R))).isNegative();
    }

    private static void checkTidy(long[] r) {
        for (int i = 0; i < Limbs.COUNT - 1; i++) {
            assertThat(r[i]).isBetween(0L, MASK);
        }
    }

    private static void checkReduced(long[] r, BigInteger expected) {
        checkTidy(r);
        BigInteger value = Numbers.value(r, 0);
        assertThat(value.subtract(expected).mod(P)).isEqualTo(BigInteger.ZERO);
        BigInteger slack = BigInteger.ONE.shiftLeft(240);
        assertThat(value).isGreaterThan(slack.negate());
        assertThat(value).isLessThan(BigInteger.ONE.shiftLeft(256).add(slack));
    }

    @Test
    void addsSubtractsAndReduces() {
        long[] r = new long[Limbs.COUNT];
        for (int i = 0; i < RANDOM; i++) {
            int shift = random.nextInt(8);
            long[] a = Numbers.lazy(random, LARGEST >> 2 + shift);
            long[] b = Numbers.lazy(random, LARGEST >> 2 + shift);
            long[] c = Numbers.lazy(random, LARGEST >> 2 + shift);
            BigInteger difference = Numbers.value(a, 0).subtract(Numbers.value(b, 0));
            Field.subtract(a, 0, b, 0, r, 0);
            assertThat(Numbers.value(r, 0)).isEqualTo(difference);
            Field.add(a, 0, b, 0, r, 0);
            assertThat(Numbers.value(r, 0)).isEqualTo(Numbers.value(a, 0).add(Numbers.value(b, 0)));
            Field.times(3, a, 0, r, 0);
            assertThat(Numbers.value(r, 0)).isEqualTo(Numbers.value(a, 0).multiply(BigInteger.valueOf(3)));
            Field.subtractReduced(a, 0, b, 0, r, 0);
            checkReduced(r, difference);
            Field.subtractReduced(a, 0, b, 0, c, 0, r, 0);
            checkReduced(r, difference.subtract(Numbers.value(c, 0)));
            long[] any = Numbers.lazy(random, LARGEST);
            Field.reduce(any, 0, r, 0);
            checkReduced(r, Numbers.value(any, 0));
        }
    }

    @Test
    void detectsZeroInEveryForm() {
        long[] scratch = new long[Limbs.COUNT];
        for (int k = -64; k <= 64; k++) {
            for (int near = -1; near <= 1; near++) {
                BigInteger number = P.multiply(BigInteger.valueOf(k)).add(BigInteger.valueOf(near));
                long[] limbs = Limbs.of(number.mod(Numbers.R));
                limbs[4] = number.shiftRight(4 * Limbs.BITS).longValueExact();
                assertThat(Numbers.value(limbs, 0)).isEqualTo(number);
                assertThat(Field.isZero(limbs, 0, scratch)).isEqualTo(near == 0);
            }
        }
        for (int i = 0; i < RANDOM; i++) {
            long[] any = Numbers.lazy(random, 3);
            assertThat(Field.isZero(any, 0, scratch))
                    .isEqualTo(Numbers.value(any, 0).mod(P).signum() == 0);
        }
    }

    @Test
    void inverts() {
        long[] scratch = new long[Limbs.COUNT];
        long[] r = new long[Limbs.COUNT];
        ModularInverse inverse = Field.newInverse();
        for (BigInteger number : Numbers.atTheLimits(P)) {
            long[] a = Limbs.of(number);
            Field.invert(a, 0, r, 0, inverse, scratch);
            BigInteger plain = number.multiply(Numbers.R.modInverse(P)).mod(P);
            BigInteger expected = plain.modPow(P.subtract(BigInteger.TWO), P);
            assertThat(Numbers.value(r, 0).multiply(Numbers.R.modInverse(P)).mod(P))
                    .isEqualTo(expected);
        }
    }

    @Test
    void loadsWhatItStored() {
        MemorySegment memory = Arena.ofAuto().allocate(32, 8);
        long[] scratch = new long[Limbs.COUNT];
        long[] r = new long[Limbs.COUNT];
        List<long[]> operands = operands();
        for (int i = 0; i < RANDOM; i++) {
            operands.add(Numbers.lazy(random, LARGEST));
        }
        for (long[] a : operands) {
            BigInteger expected = Numbers.value(a, 0).mod(P);
            Field.store(a, 0, memory, 0, scratch);
            Field.load(memory, 0, 0, r, 0);
            assertThat(Numbers.value(r, 0)).isEqualTo(expected);
            Field.load(memory, 0, -1, r, 0);
            assertThat(Numbers.value(r, 0)).isEqualTo(expected.negate());
        }
    }

    @Test
    void convertsOneToMontgomeryForm() {
        long[] one = Limbs.of(BigInteger.ONE);
        long[] r = new long[Limbs.COUNT];
        Field.toMontgomery(one, 0, r, 0);
        Field.setOne(one, 0);
        assertThat(Numbers.value(one, 0)).isEqualTo(Numbers.R.mod(P));
        assertThat(Numbers.value(r, 0).mod(P)).isEqualTo(Numbers.R.mod(P));
    }
}
