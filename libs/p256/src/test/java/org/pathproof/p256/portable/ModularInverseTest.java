// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Compares {@link ModularInverse} with BigInteger. */
class ModularInverseTest {
    private static final int NUMBERS = 200;

    @Test
    void invertsNumbersAtTheLimits() {
        for (BigInteger modulus : new BigInteger[] {Field.P, Order.N}) {
            ModularInverse inverse = new ModularInverse(modulus);
            for (BigInteger number : Numbers.atTheLimits(modulus)) {
                expectInverse(inverse, number.mod(modulus), modulus);
            }
        }
    }

    @Property(tries = 50)
    void invertsAnyNumber(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (BigInteger modulus : new BigInteger[] {Field.P, Order.N}) {
            ModularInverse inverse = new ModularInverse(modulus);
            for (int i = 0; i < NUMBERS; i++) {
                // A number of few bits gives long runs of steps with an even g.
                BigInteger number = Numbers.number(random, modulus).shiftRight(random.nextInt(256));
                expectInverse(inverse, number, modulus);
                expectInverse(inverse, number.shiftLeft(random.nextInt(256)).mod(modulus), modulus);
            }
        }
    }

    private static void expectInverse(ModularInverse inverse, BigInteger number, BigInteger modulus) {
        long[] a = Limbs.of(number);
        inverse.invert(a, 0, a, 0);
        BigInteger expected = number.signum() == 0 ? BigInteger.ZERO : number.modInverse(modulus);
        assertThat(Numbers.value(a, 0)).as("1 / %x", number).isEqualTo(expected);
    }
}
