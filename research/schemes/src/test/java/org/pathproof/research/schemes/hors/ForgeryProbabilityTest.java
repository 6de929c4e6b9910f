// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ForgeryProbabilityTest {
    private static final HorsShape SPV = HorsShape.of(256, 6);
    private static final HorsShape KC_MT = HorsShape.of(512, 3);

    /** Five standard errors: a correct formula fails with a probability below one in a million, and seeds are fixed. */
    private static final double ERRORS = 5;

    @ParameterizedTest
    @CsvSource({
        "256, 6,   1", "256, 6,   5", "256, 6,  15", "256, 6,  30", "256, 6,  60", //
        "512, 3,   1", "512, 3,   5", "512, 3,  15", "512, 3,  30", "512, 3, 120", //
        "16,  2,   1", "16,  2,   4", "2,   1,   1"
    })
    void simulatedForgeriesMatchTheFormula(int leaves, int selected, int signatures) {
        HorsShape shape = HorsShape.of(leaves, selected);
        double expected = ForgeryProbability.exact(shape, signatures);
        ForgerySimulation.Result result =
                new ForgerySimulation(shape, HashFamily.AES, 7919L * leaves + signatures).run(signatures, 200, 1000);
        double binomial = Math.sqrt(expected * (1 - expected) / result.attempts());
        assertThat(result.attempts()).isEqualTo(200_000);
        assertThat(result.probability())
                .as("%s after %d signatures", shape, signatures)
                .isCloseTo(expected, within(ERRORS * Math.max(result.standardError(), binomial) + 1e-5));
    }

    @Test
    void theExactProbabilityOfASmallKeyIsTheCountOfAllCases() {
        // One signature selects two of four values with repetition, and so does the next message: 256 cases.
        int covered = 0;
        for (int drawn = 0; drawn < 256; drawn++) {
            int[] signed = {drawn & 3, drawn >> 2 & 3};
            int[] wanted = {drawn >> 4 & 3, drawn >> 6 & 3};
            covered += contains(signed, wanted[0]) && contains(signed, wanted[1]) ? 1 : 0;
        }
        assertThat(ForgeryProbability.exact(HorsShape.of(4, 2), 1)).isCloseTo(covered / 256.0, within(1e-12));
    }

    private static boolean contains(int[] signed, int value) {
        return signed[0] == value || signed[1] == value;
    }

    @Test
    void probabilitiesGrowFromZeroToOneBelowTheBoundOfThePaper() {
        for (HorsShape shape : new HorsShape[] {SPV, KC_MT}) {
            assertThat(ForgeryProbability.exact(shape, 0)).isZero();
            double before = 0;
            for (int signatures = 1; signatures <= 200; signatures++) {
                double now = ForgeryProbability.exact(shape, signatures);
                assertThat(now).isGreaterThan(before);
                before = now;
            }
            assertThat(ForgeryProbability.bound(shape, 10)).isGreaterThan(ForgeryProbability.exact(shape, 10));
            assertThat(ForgeryProbability.exact(shape, 10_000)).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void spvAfterFifteenSignaturesIsAroundThePublishedProbability() {
        assertThat(-Math.log(ForgeryProbability.exact(SPV, 15)) / Math.log(2)).isBetween(10.3, 11.3);
    }

    @Test
    void theLargestNumberOfSignaturesKeepsTheLimit() {
        double limit = ForgeryProbability.exact(SPV, 15);
        int signatures = ForgeryProbability.maxSignatures(KC_MT, limit);
        assertThat(ForgeryProbability.exact(KC_MT, signatures)).isLessThanOrEqualTo(limit);
        assertThat(ForgeryProbability.exact(KC_MT, signatures + 1)).isGreaterThan(limit);
        assertThat(ForgeryProbability.maxSignatures(SPV, limit)).isEqualTo(15);
    }

    @ParameterizedTest
    @CsvSource({"256, 6", "512, 3", "1024, 2", "64, 9"})
    void signaturesHaveTheExpectedSizeOnAverage(int leaves, int selected) {
        HorsShape shape = HorsShape.of(leaves, selected);
        TreeHash hash = HashFamily.AES.create();
        HorsKey key = HorsKey.of(new byte[hash.secretBytes()], shape, hash);
        Random random = new Random(213);
        int messages = 20_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < messages; i++) {
            byte[] message = new byte[24];
            random.nextBytes(message);
            HorsSignature signature = key.sign(message, hash);
            double size = HorsSignature.HEADER_BYTES + signature.values().length + signature.nodes().length;
            sum += size;
            squares += size * size;
        }
        double mean = sum / messages;
        double error = Math.sqrt((squares / messages - mean * mean) / messages);
        assertThat(mean).isCloseTo(ForgeryProbability.expectedBytes(shape, hash), within(ERRORS * error));
    }
}
