// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

final class ParallelVerifierTest {
    private static final int CHUNK = 10;
    private static final RouterKey KEY = new RouterKey(1, Bytes.EMPTY, Bytes.EMPTY);

    private static List<SignatureCheck> checks(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new SignatureCheck(0, 1, i, KEY, Bytes.EMPTY, Bytes.EMPTY))
                .toList();
    }

    /** Returns results in which the signature of every third hop verifies. */
    private static BitSet answer(List<SignatureCheck> checks) {
        BitSet answers = new BitSet();
        for (int i = 0; i < checks.size(); i++) {
            answers.set(i, checks.get(i).hop() % 3 == 0);
        }
        return answers;
    }

    @Test
    void returnsTheAnswersOfTheEngineForBatchesOfAnySize() {
        try (ParallelVerifier verifier = new ParallelVerifier(ParallelVerifierTest::answer, 3, CHUNK)) {
            for (int size : new int[] {0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 95, 1000}) {
                assertThat(verifier.verify(checks(size))).isEqualTo(answer(checks(size)));
            }
        }
    }

    @Test
    void verifiesChunksInParallelAndOneOnTheCallingThread() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch together = new CountDownLatch(3);
        SignatureVerifier engine = checks -> {
            threads.add(Thread.currentThread());
            together.countDown();
            try {
                together.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return answer(checks);
        };
        try (ParallelVerifier verifier = new ParallelVerifier(engine, 3, CHUNK)) {
            assertThat(verifier.verify(checks(3 * CHUNK))).isEqualTo(answer(checks(3 * CHUNK)));
        }
        assertThat(threads).hasSize(3).contains(Thread.currentThread());
    }

    @Test
    void rethrowsExceptionsOfTheEngine() {
        SignatureVerifier engine = checks -> {
            if (checks.stream().anyMatch(check -> check.hop() == 57)) {
                throw new IllegalStateException("no memory for 57");
            }
            return answer(checks);
        };
        try (ParallelVerifier verifier = new ParallelVerifier(engine, 2, CHUNK)) {
            assertThatThrownBy(() -> verifier.verify(checks(100))).hasStackTraceContaining("no memory for 57");
            assertThat(verifier.verify(checks(50))).isEqualTo(answer(checks(50)));
        }
    }
}
