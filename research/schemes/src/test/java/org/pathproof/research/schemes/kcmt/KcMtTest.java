// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kcmt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.SignedFields;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerChain;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.research.schemes.Verification;
import org.pathproof.research.schemes.hors.ForgeryProbability;
import org.pathproof.research.schemes.hors.HashFamily;
import org.pathproof.research.schemes.hors.HorsForger;
import org.pathproof.research.schemes.hors.HorsKey;
import org.pathproof.research.schemes.hors.HorsShape;
import org.pathproof.research.schemes.hors.HorsSignature;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

final class KcMtTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final Instant EXPIRES = NOW.plus(Duration.ofHours(1));
    private static final List<Prefix> PREFIXES = IntStream.range(0, 300)
            .mapToObj(i -> Prefix.ipv4(0x0a000000 | i << 8, 24))
            .toList();

    private final KcMtParameters choice = new KcMtScheme().choice(KcMtScheme.PUBLISHED);
    private final ConfiguredScheme scheme = new KcMtScheme().configure(KcMtScheme.PUBLISHED, seeded());
    private final TreeHash hash = choice.hash().create();

    @Test
    void parametersKeepTheirLimits() {
        KcMtParameters strong = new KcMtScheme().choice(KcMtScheme.STRONG);
        assertThat(choice.maxSignatures()).isBetween(13, 16);
        assertThat(ForgeryProbability.exact(choice.shape(), choice.maxSignatures()))
                .isLessThanOrEqualTo(ForgeryProbability.exact(HorsShape.of(256, 6), 15));
        assertThat(ForgeryProbability.exact(strong.shape(), strong.maxSignatures()))
                .isLessThanOrEqualTo(0x1p-64);
        assertThat(strong.maxSignatures()).isGreaterThanOrEqualTo(15);
    }

    /** Table VI's 213 bytes: the mean over 900 hops has a standard error of about 0.4 bytes. */
    @Test
    void signaturesHaveThePublishedSizeOnAverage() {
        SpeakerChain chain = new SpeakerChain(scheme, 5, PREFIXES, NOW.plus(Duration.ofDays(1)));
        double mean = PREFIXES.stream()
                .flatMap(prefix ->
                        chain.route(prefix, 4, EXPIRES).path().hops().stream().skip(1))
                .mapToInt(hop -> hop.signature().length())
                .average()
                .orElseThrow();
        assertThat(mean).isCloseTo(213, within(2.0));
    }

    @Test
    void anAttestationKeySignsAtMostSigmaTimes() {
        for (int neighbors : List.of(1, 4, choice.maxSignatures(), 3 * choice.maxSignatures() + 1)) {
            List<Long> targets = LongStream.rangeClosed(1, neighbors).boxed().toList();
            Speaker origin = issue(65_001, targets);
            Map<Bytes, Integer> signatures = new HashMap<>();
            for (Prefix prefix : PREFIXES.subList(0, 50)) {
                for (SecuredRoute route : origin.originate(prefix, EXPIRES, targets)) {
                    signatures.merge(route.path().secret(), 1, Integer::sum);
                    assertThat(verify(route, origin)).isEqualTo(Verification.valid());
                }
            }
            assertThat(signatures.values()).allMatch(count -> count <= choice.maxSignatures());
            assertThat(signatures.keySet()).hasSizeLessThanOrEqualTo(50 * (neighbors / 8 + 1));
        }
    }

    @Test
    void aRouteWithoutAttestationPrivateKeyCannotBeExtended() {
        Speaker origin = issue(65_001, List.of(65_002L));
        SecuredRoute route =
                origin.originate(PREFIXES.getFirst(), EXPIRES, List.of(65_002L)).getFirst();
        Speaker next = issue(65_002, List.of(65_003L));
        assertThatThrownBy(() -> next.propagate(route.withPath(route.path().withoutSecret()), List.of(65_003L)))
                .hasMessageContaining("no attestation private key for AS 65002");
        assertThatThrownBy(() -> next.propagate(route, List.of(65_004L)))
                .hasMessage("AS65004 is no neighbor of AS65002: choose one of [65003]");
    }

    /**
     * The limit holds for one message. An attacker who saw the signatures of one key searches for an attestation key of
     * its own whose message needs disclosed values only, and so replaces the hop of another AS.
     */
    @Test
    void anOfflineSearchForgesAHop() {
        HorsKey attested = HorsKey.of(new byte[hash.secretBytes()], choice.shape(), hash);
        HorsForger forger = new HorsForger(choice.shape(), hash);
        for (int i = 0; i < choice.maxSignatures(); i++) {
            byte[] message = message(PREFIXES.get(i), 65_002, hash.derive(new byte[16], i));
            forger.observe(message, attested.sign(message, hash));
        }
        double limit = ForgeryProbability.exact(choice.shape(), choice.maxSignatures());
        int attempts = 0;
        byte[] forged;
        do {
            attempts++;
            forged = message(
                    PREFIXES.getLast(),
                    666,
                    new ByteWriter().u64(attempts).zeros(8).toArray());
        } while (!forger.canForge(forged));
        byte[] message = forged;
        assertThat(forger.forge(message).flatMap(one -> one.publicKey(message, 0, choice.shape(), hash)))
                .contains(attested.publicKey());
        // A correct limit fails here with a probability of e^-20; the search is deterministic.
        assertThat((double) attempts).isLessThan(20 / limit);
    }

    @Test
    void laterSignaturesWithAKeyUseTheKeptTree() {
        AttestationTrees trees = new AttestationTrees(choice, hash, seeded());
        CountingHash counting = new CountingHash();
        AttestationTrees counted = new AttestationTrees(choice, counting, seeded());
        Bytes seed = trees.issue(1).seed();
        HorsSignature first = counted.sign(seed, new byte[20]);
        int computed = counting.parents;
        assertThat(computed).isPositive();
        HorsSignature second = counted.sign(seed, new byte[20]);
        assertThat(counting.parents).isEqualTo(computed);
        assertThat(second.values()).isEqualTo(first.values());
        assertThat(second.nodes()).isEqualTo(first.nodes());
    }

    @Test
    void malformedSignaturesAreInvalid() {
        SpeakerChain chain = new SpeakerChain(scheme, 5, PREFIXES, NOW.plus(Duration.ofDays(1)));
        SecuredRoute route = chain.route(PREFIXES.getFirst(), 2, EXPIRES);
        Hop good = route.path().hops().get(1);
        HorsSignature signature =
                HorsSignature.read(new ByteReader(good.signature()), hash).orElseThrow();
        assertThat(signature.values()).isNotEmpty();
        for (Bytes bad : List.of(
                Bytes.EMPTY,
                good.signature().slice(0, good.signature().length() - 1),
                good.signature().concat(Bytes.fromHex("00")))) {
            Hop changed = new Hop(good.asn(), good.expires(), good.content(), bad);
            SecuredRoute forged = route.withPath(
                    route.path().withHops(List.of(route.path().hops().getFirst(), changed)));
            assertThat(scheme.verifier(chain.keys()).verify(forged, NOW))
                    .isEqualTo(Verification.ofHop(2, good.asn(), "the signature does not verify"));
        }
    }

    /** Counts the calls that compute inner nodes. */
    private static final class CountingHash implements TreeHash {
        private final TreeHash real = HashFamily.AES.create();
        private int parents;

        @Override
        public int secretBytes() {
            return real.secretBytes();
        }

        @Override
        public int nodeBytes() {
            return real.nodeBytes();
        }

        @Override
        public int digestBytes() {
            return real.digestBytes();
        }

        @Override
        public byte[] secrets(byte[] seed, int count) {
            return real.secrets(seed, count);
        }

        @Override
        public byte[] derive(byte[] seed, int label) {
            return real.derive(seed, label);
        }

        @Override
        public byte[] degrade(byte[] values) {
            return real.degrade(values);
        }

        @Override
        public byte[] leaves(byte[] values) {
            return real.leaves(values);
        }

        @Override
        public byte[] parents(byte[] nodes) {
            parents++;
            return real.parents(nodes);
        }

        @Override
        public byte[] digest(byte[] message) {
            return real.digest(message);
        }
    }

    /** Returns what the second hop of a path signs. */
    private byte[] message(Prefix prefix, long asn, byte[] publicKey) {
        long expires = EXPIRES.getEpochSecond();
        Bytes key = Bytes.wrap(publicKey).slice(0, hash.nodeBytes());
        Bytes content = new AttestationContent(Bytes.fromHex("80"), key).encode();
        return SignedFields.of(
                        prefix,
                        List.of(
                                new Hop(65_001, expires, content, Bytes.EMPTY),
                                new Hop(asn, expires, content, Bytes.EMPTY)))
                .toArray();
    }

    private Speaker issue(long asn, List<Long> neighbors) {
        return scheme.issue(new SpeakerIdentity(asn, neighbors, PREFIXES, NOW.plus(Duration.ofDays(1))));
    }

    private Verification verify(SecuredRoute route, Speaker origin) {
        return scheme.verifier(KeyDirectory.ofSpeakers(List.of(origin))).verify(route, NOW);
    }

    private static SecureRandom seeded() {
        try {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(213);
            return random;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
