// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Sums up the digits of scalars: the factors of the selected table entries give the scalar. */
class DigitsTest {
    @Provide
    Arbitrary<Comb> combs() {
        Arbitrary<Integer> teeth = Arbitraries.integers().between(4, 16);
        Arbitrary<Integer> spacing = Arbitraries.integers().between(1, 16);
        return Combinators.combine(teeth, spacing).as(Comb::new);
    }

    /** Scalars from random words and words of all ones or zeros, which cause long carries. */
    @Provide
    Arbitrary<BigInteger> scalars() {
        Arbitrary<Long> words = Arbitraries.oneOf(Arbitraries.longs(), Arbitraries.of(0L, -1L, 1L, Long.MIN_VALUE));
        return words.list().ofSize(4).map(list -> {
            BigInteger number = BigInteger.ZERO;
            for (long word : list) {
                number = number.shiftLeft(Long.SIZE).add(new BigInteger(Long.toUnsignedString(word)));
            }
            return number.mod(Order.N);
        });
    }

    @Property(tries = 2000)
    void theFactorsOfAllColumnsGiveTheScalar(
            @ForAll("combs") Comb comb, @ForAll("scalars") BigInteger scalar, @ForAll boolean moreGroups) {
        check(comb, moreGroups ? 2 * comb.spacing() : comb.spacing(), scalar);
    }

    @Example
    void splitsScalarsAtTheLimits() {
        for (Comb comb : List.of(new Comb(7, 8), new Comb(8, 4), new Comb(16, 4), new Comb(12, 1))) {
            for (BigInteger scalar : Numbers.atTheLimits(Order.N)) {
                check(comb, comb.spacing(), scalar);
            }
        }
    }

    /** Asserts that the scalar is the sum over all groups g of 2^g times the factors of the columns of g. */
    private static void check(Comb comb, int groups, BigInteger scalar) {
        Digits digits = new Digits(comb, groups);
        digits.compute(Limbs.of(scalar), 0);
        BigInteger sum = BigInteger.ZERO;
        assertThat(digits.columns()).isEqualTo(comb.columns());
        for (int column = 0; column < digits.columns(); column++) {
            BigInteger factor = factor(comb, Math.toIntExact(digits.offset(column) / Comb.ENTRY_BYTES));
            assertThat(digits.sign(column)).isIn(0L, -1L);
            factor = digits.sign(column) == 0 ? factor : factor.negate();
            sum = sum.add(factor.shiftLeft(column % groups));
        }
        assertThat(sum.mod(Order.N)).isEqualTo(scalar);
        assertThat(sum.bitLength()).as("bits of the sum").isLessThanOrEqualTo(256);
    }

    /** Returns the factor of an entry of a table. */
    static BigInteger factor(Comb comb, int index) {
        int block = index / comb.blockEntries();
        int signs = index % comb.blockEntries() | comb.blockEntries();
        BigInteger factor = BigInteger.ZERO;
        for (int tooth = 0; tooth < comb.teeth(); tooth++) {
            BigInteger weight = BigInteger.ONE.shiftLeft(block * comb.spacing() + tooth * comb.columns());
            factor = (signs >> tooth & 1) == 1 ? factor.add(weight) : factor.subtract(weight);
        }
        return factor;
    }

    @Example
    void refusesOtherCombs() {
        assertThatThrownBy(() -> new Comb(3, 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("comb of 3 teeth and spacing 8 is not supported");
        assertThatThrownBy(() -> new Comb(17, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Comb(7, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Comb(7, 38)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Digits(new Comb(16, 4), 6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Comb[teeth=16, spacing=4] cannot have 6 groups");
    }
}
