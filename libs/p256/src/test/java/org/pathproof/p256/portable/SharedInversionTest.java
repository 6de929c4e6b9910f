// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares {@link SharedInversion} with BigInteger. */
class SharedInversionTest {
    private static final int CAPACITY = 40;
    private static final BigInteger P = Field.P;

    private final SharedInversion inversion = new SharedInversion(CAPACITY);
    private final long[] reciprocal = new long[Limbs.COUNT];

    @Property(tries = 200)
    void invertsAllNumbers(@ForAll @IntRange(max = CAPACITY) int count, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<BigInteger> limits = Numbers.atTheLimits(P);
        long[] numbers = new long[CAPACITY * Limbs.COUNT];
        for (int i = 0; i < count; i++) {
            BigInteger number =
                    random.nextBoolean() ? limits.get(random.nextInt(limits.size())) : Numbers.number(random, P);
            long[] limbs = Limbs.of(number.signum() == 0 ? BigInteger.TWO : number);
            System.arraycopy(limbs, 0, numbers, i * Limbs.COUNT, Limbs.COUNT);
        }
        for (int turn = 0; turn < 2; turn++) {
            append(numbers, count);
            assertThat(inversion.hasZero()).isFalse();
            inversion.invert();
            for (int i = count - 1; i >= 0; i--) {
                inversion.removeLast(numbers, i * Limbs.COUNT, reciprocal, 0);
                BigInteger product = Numbers.value(numbers, i * Limbs.COUNT).multiply(Numbers.value(reciprocal, 0));
                assertThat(product.mod(P))
                        .isEqualTo(Numbers.R.multiply(Numbers.R).mod(P));
            }
        }
    }

    @Property(tries = 200)
    void detectsAZeroInEveryPlaceAndForm(
            @ForAll @IntRange(min = 1, max = CAPACITY) int count,
            @ForAll @IntRange(max = CAPACITY - 1) int place,
            @ForAll @IntRange(min = -2, max = 2) int multiple) {
        long[] numbers = new long[CAPACITY * Limbs.COUNT];
        for (int i = 0; i < count; i++) {
            Field.setOne(numbers, i * Limbs.COUNT);
        }
        Field.times(multiple, Limbs.of(P), 0, numbers, place % count * Limbs.COUNT);
        append(numbers, count);
        assertThat(inversion.hasZero()).isTrue();
    }

    private void append(long[] numbers, int count) {
        inversion.clear();
        for (int i = 0; i < count; i++) {
            inversion.append(numbers, i * Limbs.COUNT);
        }
    }
}
