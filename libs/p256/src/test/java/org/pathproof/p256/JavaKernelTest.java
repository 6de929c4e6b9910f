// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the results of the Java kernel for sums that no other test creates in every shape. */
class JavaKernelTest {
    private static final int CASES = 20;

    private final SplittableRandom random = new SplittableRandom(11);
    private final TableEngine engine = new TableEngine(new JavaKernel(), 16L << 20, 1, Integer.MAX_VALUE);

    @AfterEach
    void close() {
        engine.close();
    }

    /** The x coordinate of the sum is r + n: the kernel decides such a signature itself. */
    @ParameterizedTest
    @EnumSource(TableShape.class)
    void decidesSignaturesWhoseSumHasAnXOfAtLeastN(TableShape shape) {
        SignatureBatch batch = new SignatureBatch(2 * CASES);
        BitSet expected = new BitSet();
        for (int i = 0; i < CASES; i++) {
            Crafted.SignatureCase valid = Crafted.ofLargeX(random);
            BigInteger other = valid.r().add(BigInteger.ONE);
            assertThat(engine.tables().build(valid.key(), shape)).isTrue();
            expected.set(batch.size());
            valid.addTo(batch);
            new Crafted.SignatureCase(valid.key(), valid.digest(), other, valid.s()).addTo(batch);
        }
        assertThat(engine.verify(batch)).isEqualTo(expected);
        assertThat(engine.figures().undecided()).isZero();
        assertThat(engine.figures().fast()).isEqualTo(2 * CASES);
    }

    /** A sum of infinity appears only in the last addition. */
    @ParameterizedTest
    @EnumSource(TableShape.class)
    void doesNotDecideASumOfInfinity(TableShape shape) {
        SignatureBatch batch = new SignatureBatch(CASES);
        for (int i = 0; i < CASES; i++) {
            BigInteger u1 = Crafted.scalar(random);
            BigInteger u2 = Crafted.scalar(random);
            BigInteger secret = u1.negate().multiply(u2.modInverse(P256.N)).mod(P256.N);
            Crafted.SignatureCase signatureCase = Crafted.ofScalars(secret, u1, u2, random);
            assertThat(engine.tables().build(signatureCase.key(), shape)).isTrue();
            signatureCase.addTo(batch);
        }
        assertThat(engine.verify(batch).isEmpty()).isTrue();
        assertThat(engine.figures().undecided()).isEqualTo(CASES);
    }
}
