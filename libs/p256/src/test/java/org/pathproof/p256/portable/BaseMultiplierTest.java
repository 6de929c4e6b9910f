// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256.portable;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;
import org.junit.jupiter.api.Test;

class BaseMultiplierTest {
    private static final ECPoint G = CustomNamedCurves.getByName("secp256r1").getG();
    private static final int CAPACITY = 16;

    @Test
    void multipliesTheBasePoint() {
        List<BigInteger> scalars = scalars();
        BaseMultiplier multiplier = new BaseMultiplier(Generator.forProducts(), CAPACITY);
        long[] k = new long[CAPACITY * Limbs.COUNT];
        long[] x = new long[CAPACITY * Limbs.COUNT];
        boolean[] failed = new boolean[CAPACITY];
        for (int from = 0; from < scalars.size(); from += CAPACITY) {
            List<BigInteger> batch = scalars.subList(from, Math.min(scalars.size(), from + CAPACITY));
            for (int i = 0; i < batch.size(); i++) {
                System.arraycopy(Limbs.of(batch.get(i)), 0, k, i * Limbs.COUNT, Limbs.COUNT);
            }
            multiplier.multiply(k, batch.size(), x, failed);
            for (int i = 0; i < batch.size(); i++) {
                BigInteger expected =
                        G.multiply(batch.get(i)).normalize().getAffineXCoord().toBigInteger();
                assertThat(failed[i]).as("failed for %s", batch.get(i)).isFalse();
                assertThat(Numbers.value(x, i * Limbs.COUNT))
                        .as("x of %s G", batch.get(i))
                        .isEqualTo(expected);
            }
        }
    }

    /** Returns powers of two and their neighbors, both ends of 1..n-1, and random scalars. */
    private static List<BigInteger> scalars() {
        List<BigInteger> scalars = new ArrayList<>();
        for (int bit = 0; bit < 256; bit++) {
            scalars.add(BigInteger.ONE.shiftLeft(bit));
            scalars.add(BigInteger.ONE.shiftLeft(bit).subtract(BigInteger.ONE).max(BigInteger.ONE));
        }
        for (int i = 1; i < 40; i++) {
            scalars.add(Order.N.subtract(BigInteger.valueOf(i)));
            scalars.add(BigInteger.valueOf(i));
        }
        Random random = new Random(7);
        for (int i = 0; i < 40; i++) {
            scalars.add(new BigInteger(256, random)
                    .mod(Order.N.subtract(BigInteger.ONE))
                    .add(BigInteger.ONE));
        }
        return scalars;
    }
}
