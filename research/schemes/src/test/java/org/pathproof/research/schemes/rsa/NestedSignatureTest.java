// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.Bytes;

/** Tests signatures whose input exceeds the modulus, and the permutation under them. */
final class NestedSignatureTest {
    private static final int BITS = 1024;
    private static final RsaTrapdoor KEY = RsaTrapdoor.generate(BITS, new SecureRandom());
    private static final BigInteger MODULUS = KEY.permutation().modulus();

    @Test
    void everyInputOfTheLengthOfTheModulusIsRecovered() {
        Random random = new Random(20_261_123);
        BigInteger largest = BigInteger.ONE.shiftLeft(BITS).subtract(BigInteger.ONE);
        int overflows = 0;
        for (int i = 0; i < 100; i++) {
            BigInteger input = i == 0 ? largest : new BigInteger(BITS, random);
            NestedSignature signature = NestedSignature.sign(input, KEY);
            overflows += signature.overflow() ? 1 : 0;
            assertThat(signature.overflow()).isEqualTo(input.compareTo(MODULUS) >= 0);
            assertThat(signature.open(KEY.permutation())).contains(input);
        }
        assertThat(overflows).isPositive();
    }

    @Test
    void theModulusItselfOverflowsAndTheNumberBelowDoesNot() {
        assertThat(NestedSignature.sign(MODULUS, KEY)).isEqualTo(new NestedSignature(BigInteger.ZERO, true));
        assertThat(NestedSignature.sign(MODULUS.subtract(BigInteger.ONE), KEY).overflow())
                .isFalse();
    }

    @Test
    void impossibleValuesDoNotOpen() {
        assertThat(new NestedSignature(MODULUS, false).open(KEY.permutation())).isEmpty();
        NestedSignature nearModulus = NestedSignature.sign(MODULUS.subtract(BigInteger.ONE), KEY);
        assertThat(new NestedSignature(nearModulus.value(), true).open(KEY.permutation()))
                .isEmpty();
    }

    @Test
    void aKeyIsItsTwoPrimes() {
        Bytes encoded = KEY.encoded();
        assertThat(encoded.length()).isEqualTo(BITS / 8);
        RsaTrapdoor decoded = RsaTrapdoor.of(encoded, BITS).orElseThrow();
        assertThat(decoded.permutation()).isEqualTo(KEY.permutation());
        assertThat(decoded.invert(BigInteger.TWO)).isEqualTo(KEY.invert(BigInteger.TWO));
        assertThat(RsaTrapdoor.of(encoded.from(1), BITS)).isEmpty();
        assertThat(RsaTrapdoor.of(Bytes.wrap(new byte[BITS / 8]), BITS)).isEmpty();
    }

    @Test
    void theHashIsBelowEveryModulusAndDependsOnEachByte() {
        FullDomainHash hash = new FullDomainHash("SHA-1", BITS);
        BigInteger one = hash.of(Bytes.fromHex("01"));
        assertThat(one.bitLength()).isLessThan(BITS).isGreaterThan(BITS - 40);
        assertThat(hash.of(Bytes.fromHex("02"))).isNotEqualTo(one);
        assertThat(hash.of(Bytes.fromHex("01"))).isEqualTo(one);
    }
}
