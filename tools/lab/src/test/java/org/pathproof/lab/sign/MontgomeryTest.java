// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.sign;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MontgomeryTest {
    private static final Random RANDOM = new Random(7);

    private static Montgomery modulus(String name) {
        return name.equals("p") ? FixedBase.FIELD : Montgomery.of(FixedBase.CURVE.getN());
    }

    @ParameterizedTest
    @ValueSource(strings = {"p", "n"})
    void sumsDifferencesAndProductsAreThoseOfBigInteger(String name) {
        Montgomery m = modulus(name);
        long[] t = new long[12];
        for (BigInteger a : operands(m.modulus())) {
            for (BigInteger b : operands(m.modulus())) {
                m.set(t, 0, a);
                m.set(t, 4, b);
                m.multiply(t, 8, t, 0, t, 4);
                assertThat(m.get(t, 8)).isEqualTo(a.multiply(b).mod(m.modulus()));
                m.add(t, 8, t, 0, t, 4);
                assertThat(m.get(t, 8)).isEqualTo(a.add(b).mod(m.modulus()));
                m.subtract(t, 8, t, 0, t, 4);
                assertThat(m.get(t, 8)).isEqualTo(a.subtract(b).mod(m.modulus()));
            }
        }
    }

    /** The form of a number covers it with another: both are put at their limits. */
    @ParameterizedTest
    @ValueSource(strings = {"p", "n"})
    void productsOfNumbersAsTheyStandAreReducedToo(String name) {
        Montgomery m = modulus(name);
        BigInteger unit = BigInteger.ONE.shiftLeft(256).modInverse(m.modulus());
        long[] t = new long[12];
        for (BigInteger a : operands(m.modulus())) {
            for (BigInteger b : operands(m.modulus())) {
                Montgomery.setPlain(t, 0, a);
                Montgomery.setPlain(t, 4, b);
                m.multiply(t, 8, t, 0, t, 4);
                m.set(t, 0, a.multiply(b).multiply(unit).multiply(unit));
                assertThat(m.get(t, 8)).isEqualTo(m.get(t, 0));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"p", "n"})
    void manyAreInvertedWithOneInversion(String name) {
        Montgomery m = modulus(name);
        List<BigInteger> numbers =
                operands(m.modulus()).stream().filter(a -> a.signum() > 0).toList();
        for (int count = 0; count <= numbers.size(); count++) {
            long[] t = new long[4 * numbers.size()];
            for (int i = 0; i < count; i++) {
                m.set(t, 4 * i, numbers.get(i));
            }
            m.invertAll(t, count, new long[t.length]);
            for (int i = 0; i < count; i++) {
                assertThat(m.get(t, 4 * i)).isEqualTo(numbers.get(i).modInverse(m.modulus()));
            }
        }
    }

    /** Around the limbs' limits, around zero and the modulus, and random ones; all below the modulus. */
    private static List<BigInteger> operands(BigInteger modulus) {
        List<BigInteger> operands = new ArrayList<>();
        for (int bits : new int[] {0, 32, 64, 96, 128, 192, 224, 255, 256}) {
            for (int by = -1; by <= 1; by++) {
                operands.add(BigInteger.ONE
                        .shiftLeft(bits)
                        .add(BigInteger.valueOf(by))
                        .mod(modulus));
            }
        }
        operands.add(modulus.subtract(BigInteger.ONE));
        operands.add(modulus.subtract(BigInteger.TWO));
        for (int i = 0; i < 30; i++) {
            operands.add(new BigInteger(256, RANDOM).mod(modulus));
        }
        return operands;
    }
}
