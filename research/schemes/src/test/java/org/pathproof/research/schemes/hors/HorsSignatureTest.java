// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.hors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

final class HorsSignatureTest {
    private static final long SEED = 2007;

    record Case(HashFamily family, HorsShape shape) {}

    static Stream<Case> cases() {
        return Stream.of(HashFamily.values())
                .flatMap(family -> Stream.of(
                                HorsShape.of(2, 1),
                                HorsShape.of(8, 8),
                                HorsShape.of(256, 6),
                                HorsShape.of(512, 3),
                                new HorsShape(256, 6, 2))
                        .map(shape -> new Case(family, shape)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void signaturesLeadToThePublicKeyAtEveryLevel(Case of) {
        TreeHash hash = of.family.create();
        Random random = new Random(SEED);
        HorsKey key = HorsKey.of(bytes(random, hash.secretBytes()), of.shape, hash);
        for (int i = 0; i < 200; i++) {
            byte[] message = bytes(random, i);
            HorsSignature signature = key.sign(message, hash);
            for (int level = 0; level <= of.shape.degradations(); level++) {
                assertThat(signature.publicKey(message, level, of.shape, hash)).contains(key.publicKey());
                for (int other = 0; other <= of.shape.degradations(); other++) {
                    if (other != level) {
                        assertThat(signature.publicKey(message, other, of.shape, hash))
                                .isPresent()
                                .get()
                                .isNotEqualTo(key.publicKey());
                    }
                }
                signature = signature.degraded(hash);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void wireFormRoundTripsAndItsPartsAreTooShort(Case of) {
        TreeHash hash = of.family.create();
        Random random = new Random(SEED);
        HorsKey key = HorsKey.of(bytes(random, hash.secretBytes()), of.shape, hash);
        byte[] message = bytes(random, 40);
        ByteWriter out = new ByteWriter();
        key.sign(message, hash).write(out, hash);
        Bytes encoded = out.toBytes();
        Optional<HorsSignature> read = HorsSignature.read(new ByteReader(encoded), hash);
        assertThat(read.flatMap(one -> one.publicKey(message, 0, of.shape, hash)))
                .contains(key.publicKey());
        for (int length = 0; length < encoded.length(); length++) {
            assertThat(HorsSignature.read(new ByteReader(encoded.slice(0, length)), hash))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void wrongNumbersOfValuesOrNodesHaveNoPublicKey(Case of) {
        TreeHash hash = of.family.create();
        byte[] message = bytes(new Random(SEED), 40);
        HorsSignature good =
                HorsKey.of(new byte[hash.secretBytes()], of.shape, hash).sign(message, hash);
        assertThat(new HorsSignature(longer(good.values(), hash.secretBytes()), good.nodes())
                        .publicKey(message, 0, of.shape, hash))
                .isEmpty();
        assertThat(new HorsSignature(good.values(), longer(good.nodes(), hash.nodeBytes()))
                        .publicKey(message, 0, of.shape, hash))
                .isEmpty();
        assertThat(new HorsSignature(new byte[0], good.nodes()).publicKey(message, 0, of.shape, hash))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aForgerSignsWhatSignaturesDisclosedAndNothingElse(Case of) {
        TreeHash hash = of.family.create();
        Random random = new Random(SEED);
        HorsKey key = HorsKey.of(bytes(random, hash.secretBytes()), of.shape, hash);
        HorsForger forger = new HorsForger(of.shape, hash);
        byte[] seen = bytes(random, 20);
        assertThat(forger.forge(seen)).isEmpty();
        forger.observe(seen, key.sign(seen, hash));
        assertThat(forger.forge(seen).flatMap(one -> one.publicKey(seen, 0, of.shape, hash)))
                .contains(key.publicKey());
        for (int i = 0; i < 400; i++) {
            byte[] message = bytes(random, 20);
            forger.observe(message, key.sign(message, hash));
            byte[] other = bytes(random, 20);
            forger.forge(other)
                    .ifPresent(signature -> assertThat(signature.publicKey(other, 0, of.shape, hash))
                            .contains(key.publicKey()));
        }
        assertThat(forger.canForge(bytes(random, 20))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void oneWayFunctionsAreSeparated(Case of) {
        TreeHash hash = of.family.create();
        byte[] seed = bytes(new Random(SEED), hash.secretBytes());
        assertThat(hash.derive(seed, 0)).isNotEqualTo(hash.secrets(seed, 1)).isNotEqualTo(hash.derive(seed, 1));
        assertThat(hash.degrade(seed)).hasSize(hash.secretBytes()).isNotEqualTo(seed);
        assertThat(hash.leaves(seed)).hasSize(hash.nodeBytes());
        assertThat(Bytes.wrap(hash.degrade(seed)).slice(0, hash.nodeBytes()))
                .isNotEqualTo(Bytes.wrap(hash.leaves(seed)));
        assertThat(hash.digest(new byte[15])).isNotEqualTo(hash.digest(new byte[16]));
        assertThatThrownBy(() -> new HorsShape(512, 60, 0).select(hash.digest(seed)))
                .hasMessageContaining("540 bits");
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] longer(byte[] bytes, int more) {
        return Arrays.copyOf(bytes, bytes.length + more);
    }
}
