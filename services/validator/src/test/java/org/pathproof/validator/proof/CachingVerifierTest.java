// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** Tests the caching verifier with an engine for which a signature verifies when its first byte is even. */
final class CachingVerifierTest {
    private static final int KEYS = 5;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<SignatureCheck> verifiedChecks = new ArrayList<>();
    private final CachingVerifier verifier = new CachingVerifier(this::answer, 10_000, registry);
    private final Random random = new Random(11);

    private BitSet answer(List<SignatureCheck> checks) {
        verifiedChecks.addAll(checks);
        BitSet answers = new BitSet();
        for (int i = 0; i < checks.size(); i++) {
            answers.set(i, checks.get(i).signature().u8(0) % 2 == 0);
        }
        return answers;
    }

    @Test
    void verifiesEachCheckOnceAndAnswersItEachTime() {
        List<SignatureCheck> checks = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            checks.add(check(1, i % KEYS, i / 7, i % 13));
        }
        int total = 0;
        for (int round = 0; round < 30; round++) {
            List<SignatureCheck> batch = new ArrayList<>();
            for (int i = random.nextInt(400); i >= 0; i--) {
                SignatureCheck q = checks.get(random.nextInt(checks.size()));
                batch.add(new SignatureCheck(
                        random.nextInt(2), q.suite(), random.nextInt(9), q.key(), q.digest(), q.signature()));
            }
            total += batch.size();
            BitSet answers = verifier.verify(batch);
            for (int i = 0; i < batch.size(); i++) {
                assertThat(answers.get(i)).isEqualTo(batch.get(i).signature().u8(0) % 2 == 0);
            }
        }
        assertThat(verifiedChecks.stream()
                        .map(q -> List.of(q.suite(), q.key(), q.digest(), q.signature()))
                        .distinct())
                .hasSameSizeAs(verifiedChecks);
        assertThat(count(EngineMetricNames.SIGNATURES)).isEqualTo(verifiedChecks.size());
        assertThat(count(EngineMetricNames.SIGNATURES_REMEMBERED)).isEqualTo(total - verifiedChecks.size());
        assertThat(registry.get(EngineMetricNames.SIGNATURES_KNOWN).gauge().value())
                .isEqualTo(verifiedChecks.size());
    }

    @Test
    void removesResultsOfAnEngineAfterAWrongResult() {
        AtomicBoolean trusted = new AtomicBoolean(true);
        CachingVerifier own = new CachingVerifier(this::answer, trusted::get, 10_000, registry);
        List<SignatureCheck> batch = List.of(check(1, 0, 0, 0), check(1, 1, 0, 1));
        own.verify(batch);
        own.verify(batch);
        assertThat(verifiedChecks).hasSize(2);
        trusted.set(false);
        own.verify(batch);
        assertThat(verifiedChecks).hasSize(4);
        own.verify(batch);
        assertThat(verifiedChecks).as("results of its replacement are cached").hasSize(4);
    }

    @Test
    void verifiesABatchAgainWhoseEngineGivesAWrongAnswerMeanwhile() {
        AtomicBoolean trusted = new AtomicBoolean(true);
        CachingVerifier own = new CachingVerifier(
                checks -> {
                    BitSet answers = answer(checks);
                    if (trusted.getAndSet(false)) {
                        answers.flip(0, checks.size());
                    }
                    return answers;
                },
                trusted::get,
                10_000,
                registry);
        List<SignatureCheck> batch = List.of(check(1, 0, 0, 0), check(1, 1, 0, 1));
        assertThat(own.verify(batch)).isEqualTo(answer(batch));
        assertThat(own.verify(batch)).isEqualTo(answer(batch));
    }

    /** The name of a check ({@link SignatureCacheKeys}) depends on all data that determine the result. */
    @Test
    void distinguishesChecksByEachOfTheirParts() {
        SignatureCheck q = check(1, 0, 0, 0);
        List<SignatureCheck> different = List.of(
                q,
                check(2, 0, 0, 0),
                check(1, 1, 0, 0),
                check(1, 0, 1, 0),
                check(1, 0, 0, 1),
                new SignatureCheck(0, 1, 1, q.key(), q.digest(), q.signature().concat(Bytes.fromHex("00"))),
                new SignatureCheck(
                        0,
                        1,
                        1,
                        q.key(),
                        q.digest().slice(0, 31),
                        q.digest().from(31).concat(q.signature())),
                new SignatureCheck(
                        0,
                        1,
                        1,
                        new RouterKey(q.key().asn(), q.key().ski(), Bytes.fromHex("3059")),
                        q.digest(),
                        q.signature()));
        BitSet _ = verifier.verify(different);
        assertThat(verifiedChecks).isEqualTo(different);
    }

    @Test
    void comparesKeysByTheirBytes() {
        BitSet _ = verifier.verify(List.of(check(1, 3, 3, 2)));
        assertThat(verifier.verify(List.of(check(1, 3, 3, 2))).get(0)).isTrue();
        assertThat(verifiedChecks).hasSize(1);
    }

    private double count(String name) {
        return registry.get(name).counter().count();
    }

    /** Returns a check with a separate key object. */
    private static SignatureCheck check(int suite, int key, int digest, int signature) {
        byte[] digestBytes = new byte[32];
        digestBytes[0] = (byte) digest;
        byte[] spki = new byte[91];
        spki[90] = (byte) key;
        RouterKey routerKey = new RouterKey(64496, Bytes.wrap(new byte[20]), Bytes.wrap(spki));
        Bytes bytes = Bytes.wrap(new byte[] {(byte) signature, 1, 2, 3});
        return new SignatureCheck(0, suite, 1, routerKey, Bytes.wrap(digestBytes), bytes);
    }
}
