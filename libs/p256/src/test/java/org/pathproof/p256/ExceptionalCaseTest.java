// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the cases that the formulas of the kernels do not cover, in every addition and every lane: kernels detect them,
 * the results are right, and other signatures of the batch are not affected.
 */
class ExceptionalCaseTest {
    private static final int LANES = 8;
    private static final long MEMORY = 128L << 20;

    private final SplittableRandom random = new SplittableRandom(3);

    @ParameterizedTest
    @MethodSource("org.pathproof.p256.Kernels#names")
    void detectsEqualAndOppositePointsInEveryAdditionAndLane(String kernel) {
        try (TableEngine engine = new TableEngine(Kernels.named(kernel), MEMORY, 1, Integer.MAX_VALUE)) {
            for (TableShape shape : TableShape.values()) {
                int lane = 0;
                for (Crafted.SignatureCase signatureCase : exceptional(shape)) {
                    // The first two cases are tested in each lane, every other case in one lane.
                    for (int pass = 0; pass < (lane < 2 ? LANES : 1); pass++) {
                        verifyInEachLane(engine, shape, signatureCase, (lane + pass) % LANES);
                    }
                    lane++;
                }
                assertThat(lane).as("exceptional cases of %s", shape).isGreaterThan(8);
            }
        }
    }

    /** Returns one case for each sign in each addition where such a case exists. */
    private List<Crafted.SignatureCase> exceptional(TableShape shape) {
        List<Crafted.SignatureCase> signatureCases = new ArrayList<>();
        BigInteger u1 = Crafted.scalar(random);
        BigInteger u2 = Crafted.scalar(random);
        for (Crafted.Addition addition : Crafted.additions(shape, u1, u2)) {
            for (int sign : new int[] {1, -1}) {
                for (BigInteger secret : addition.secrets(sign)) {
                    signatureCases.add(Crafted.ofScalars(secret, u1, u2, random));
                }
            }
        }
        return signatureCases;
    }

    private void verifyInEachLane(TableEngine engine, TableShape shape, Crafted.SignatureCase signatureCase, int lane) {
        SignatureBatch batch = new SignatureBatch(3 * LANES);
        BitSet expected = new BitSet();
        BigInteger neighbor = BigInteger.valueOf(77);
        int size = lane + 1 + random.nextInt(LANES);
        for (int i = 0; i < size; i++) {
            Crafted.SignatureCase inLane = i == lane
                    ? signatureCase
                    : Crafted.ofScalars(neighbor, Crafted.scalar(random), Crafted.scalar(random), random);
            engine.tables().build(inLane.key(), shape);
            assertThat(inLane.addTo(batch)).isEqualTo(SignatureForm.OK);
        }
        new BouncyCastleEngine().verify(batch, expected);
        long before = engine.figures().undecided();
        assertThat(engine.verify(batch)).isEqualTo(expected);
        assertThat(expected.cardinality()).isGreaterThanOrEqualTo(size - 1);
        assertThat(engine.figures().undecided() - before).isEqualTo(1);
    }

    /**
     * Parsers refuse r and s that are out of range. If a batch contains such a number, only its signature is refused.
     */
    @ParameterizedTest
    @MethodSource("org.pathproof.p256.Kernels#names")
    void numbersOutOfRangeAffectNoOtherSignature(String kernel) {
        byte[] zero = new byte[P256.BYTES];
        byte[] order = P256.N.toByteArray();
        byte[] all = new byte[P256.BYTES];
        Arrays.fill(all, (byte) -1);
        try (TableEngine engine = new TableEngine(Kernels.named(kernel), MEMORY, 1, Integer.MAX_VALUE)) {
            for (byte[] bad : List.of(zero, Arrays.copyOfRange(order, 1, 33), all)) {
                for (int lane = 0; lane < 2 * LANES; lane++) {
                    SignatureBatch batch = new SignatureBatch(LANES);
                    for (int i = 0; i < LANES; i++) {
                        Crafted.ofScalars(BigInteger.valueOf(5), Crafted.scalar(random), Crafted.scalar(random), random)
                                .addTo(batch);
                    }
                    byte[] field = lane < LANES ? batch.r() : batch.s();
                    System.arraycopy(bad, 0, field, lane % LANES * P256.BYTES, P256.BYTES);
                    BitSet expected = new BitSet();
                    expected.set(0, LANES);
                    expected.clear(lane % LANES);
                    assertThat(engine.verify(batch)).isEqualTo(expected);
                }
            }
        }
    }

    /**
     * The owner of a key can create slow signatures. After some of them, the engine verifies this key only with Bouncy
     * Castle.
     */
    @ParameterizedTest
    @MethodSource("org.pathproof.p256.Kernels#names")
    void verifiesAKeyWithManyExceptionalCasesWithBouncyCastle(String kernel) {
        try (TableEngine engine = new TableEngine(Kernels.named(kernel), MEMORY, 1, Integer.MAX_VALUE)) {
            Crafted.SignatureCase signatureCase = exceptional(TableShape.MEDIUM).getFirst();
            SignatureBatch batch = new SignatureBatch(1);
            signatureCase.addTo(batch);
            for (int i = 0; i < 3 * TableEngine.MAX_UNDECIDED_SIGNATURES; i++) {
                assertThat(engine.verify(batch).get(0)).isTrue();
            }
            assertThat(engine.figures().undecided()).isEqualTo(TableEngine.MAX_UNDECIDED_SIGNATURES);
            assertThat(engine.figures().slow()).isEqualTo(2 * TableEngine.MAX_UNDECIDED_SIGNATURES);
        }
    }
}
