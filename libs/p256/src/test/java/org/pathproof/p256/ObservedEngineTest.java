// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ObservedEngineTest {
    private final SignatureBatch batch = new SignatureBatch(10);
    private final BitSet right = new BitSet();

    @BeforeEach
    void fill() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10; i++) {
            Crafted.ofScalars(BigInteger.TEN, Crafted.scalar(random), Crafted.scalar(random), random)
                    .addTo(batch);
        }
        batch.digests()[5 * P256.BYTES] ^= 1;
        right.set(0, 10);
        right.clear(5);
    }

    /** An engine whose result is always "valid", or that fails. */
    private record WrongEngine(boolean fails) implements SignatureEngine {
        @Override
        public String name() {
            return "wrong";
        }

        @Override
        public void verify(SignatureBatch batch, BitSet verified) {
            if (fails) {
                throw new IllegalStateException("the engine fails");
            }
            verified.set(0, batch.size());
        }
    }

    @Test
    void turnsOffAnEngineAfterAWrongResult() {
        ObservedEngine engine = new ObservedEngine(new WrongEngine(false), new BouncyCastleEngine(), 3);
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            while (engine.figures().trusted()) {
                engine.verify(batch);
            }
        });
        assertThat(engine.figures().disagreements()).isPositive();
        assertThat(engine.figures().checked()).isPositive();
        assertThat(engine.verify(batch)).isEqualTo(right);
        assertThat(engine.name()).isEqualTo("wrong");
    }

    @Test
    void replacesAnEngineThatFails() {
        ObservedEngine engine = new ObservedEngine(new WrongEngine(true), new BouncyCastleEngine(), 0);
        assertThat(engine.verify(batch)).isEqualTo(right);
        assertThat(engine.figures().trusted()).isFalse();
    }

    @Test
    void checksRightResults() {
        ObservedEngine engine = new ObservedEngine(new BouncyCastleEngine(), new BouncyCastleEngine(), 1);
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            while (engine.figures().checked() < 20) {
                assertThat(engine.verify(batch)).isEqualTo(right);
            }
        });
        assertThat(engine.figures().trusted()).isTrue();
        assertThat(engine.figures().disagreements()).isZero();
    }

    @Test
    void checksNoResultsIfTheFractionIsZero() {
        ObservedEngine engine = new ObservedEngine(new WrongEngine(false), new BouncyCastleEngine(), 0);
        engine.verify(batch);
        assertThat(engine.figures().checked()).isZero();
        assertThat(engine.figures().trusted()).isTrue();
    }
}
