// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.pathproof.p256.BouncyCastleEngine;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

class BatchVerifierTest {
    private static final SignedPath PATH = SignedPath.over(64501, 64502, 64503);
    private static final List<SignatureCheck> GOOD = PathValidator.prepare(
                    PATH.attribute(), PATH.context(), SignedPath.lookup(), AlgorithmSuites.STANDARD)
            .checks();

    private final BatchVerifier verifier = new BatchVerifier(new BouncyCastleEngine());

    @Test
    void resultsAreInTheOrderOfTheChecks() {
        SignatureCheck good = GOOD.getFirst();
        List<SignatureCheck> checks = List.of(
                with(good, new RouterKey(1, good.key().ski(), Bytes.fromHex("00")), good.digest(), good.signature()),
                good,
                with(good, good.key(), Bytes.wrap(new byte[32]), good.signature()),
                with(good, good.key(), good.digest(), Bytes.EMPTY),
                with(good, good.key(), good.digest().slice(0, 31), good.signature()),
                new SignatureCheck(0, 2, 1, good.key(), good.digest(), good.signature()),
                good);
        BitSet expected = new BitSet();
        expected.set(1);
        expected.set(6);
        assertThat(verifier.verify(checks)).isEqualTo(expected);
        assertThat(verifier.verify(List.of())).isEqualTo(new BitSet());
    }

    @Test
    void aBatchAfterALargerOneHasItsOwnResults() {
        SignatureCheck good = GOOD.getFirst();
        SignatureCheck bad = with(good, good.key(), Bytes.wrap(new byte[32]), good.signature());
        BitSet all = new BitSet();
        all.set(0, 2_000);
        assertThat(verifier.verify(Collections.nCopies(2_000, good))).isEqualTo(all);
        BitSet second = new BitSet();
        second.set(1);
        assertThat(verifier.verify(List.of(bad, good))).isEqualTo(second);
    }

    @Test
    void refusesASignatureAboveTheMaximumLength() {
        SignatureCheck good = GOOD.getFirst();
        Bytes longer = good.signature().concat(Bytes.wrap(new byte[100]));
        assertThat(verifier.verify(List.of(with(good, good.key(), good.digest(), longer))))
                .isEqualTo(new BitSet());
    }

    @Test
    void acceptsEqualKeysInDifferentObjects() {
        SignatureCheck good = GOOD.getFirst();
        RouterKey equal =
                new RouterKey(good.key().asn(), good.key().ski(), good.key().spki());
        BitSet both = new BitSet();
        both.set(0, 2);
        assertThat(verifier.verify(List.of(good, with(good, equal, good.digest(), good.signature()))))
                .isEqualTo(both);
    }

    @Test
    void severalThreadsGetTheirOwnResults() throws Exception {
        SignatureCheck bad = with(
                GOOD.get(1),
                GOOD.get(1).key(),
                Bytes.wrap(new byte[32]),
                GOOD.get(1).signature());
        List<Future<BitSet>> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 40; i++) {
                List<SignatureCheck> checks = i % 2 == 0 ? List.of(GOOD.get(0), bad) : List.of(bad, GOOD.get(2));
                Callable<BitSet> task = () -> verifier.verify(checks);
                results.add(threads.submit(task));
            }
            for (int i = 0; i < 40; i++) {
                BitSet expected = new BitSet();
                expected.set(i % 2);
                assertThat(results.get(i).get()).isEqualTo(expected);
            }
        }
    }

    @Property
    void neverThrows(
            @ForAll byte[] spki,
            @ForAll byte[] digest,
            @ForAll byte[] signature,
            @ForAll @IntRange(max = 255) int suite) {
        SignatureCheck good = GOOD.getFirst();
        RouterKey noKey = new RouterKey(1, Bytes.EMPTY, Bytes.wrap(spki));
        assertThat(verifier.verify(List.of(
                        new SignatureCheck(0, suite, 1, noKey, Bytes.wrap(digest), Bytes.wrap(signature)),
                        with(good, good.key(), good.digest(), Bytes.wrap(signature)),
                        with(good, good.key(), Bytes.wrap(digest), good.signature()))))
                .isEqualTo(new BitSet());
    }

    private static SignatureCheck with(SignatureCheck check, RouterKey key, Bytes digest, Bytes signature) {
        return new SignatureCheck(check.block(), check.suite(), check.hop(), key, digest, signature);
    }
}
