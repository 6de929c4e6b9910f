// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.interfaces.DSAPrivateKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.SpeakerChain;
import org.pathproof.research.schemes.Verification;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** Tests sizes, pre-validation and caches of S-BGP. */
final class SbgpTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final Instant EXPIRES = NOW.plusSeconds(3600);
    private static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");
    private static final List<Prefix> PREFIXES =
            List.of(PREFIX, Prefix.parse("198.51.100.0/24"), Prefix.parse("2001:db8::/32"));

    private static SbgpNetwork network(ParameterSet parameters) {
        return new SbgpScheme().configure(parameters, new SecureRandom());
    }

    @Test
    void aHopHas40BytesOfDsaAnd64OfP256() {
        for (int hops = 1; hops <= 4; hops++) {
            for (ParameterSet parameters : List.of(SbgpScheme.DSA_1024, SbgpScheme.P256)) {
                SbgpNetwork network = network(parameters);
                SpeakerChain chain = new SpeakerChain(network, 5, PREFIXES, EXPIRES);
                int hop = parameters.equals(SbgpScheme.DSA_1024) ? 40 : 64;
                assertThat(network.sizes(chain.route(PREFIX, hops, EXPIRES).path())
                                .signatures())
                        .isEqualTo(hop * hops);
            }
        }
    }

    @Test
    void theCacheAnswersAWithdrawnRouteThatComesBack() {
        SbgpNetwork network = network(SbgpScheme.P256);
        SpeakerChain chain = new SpeakerChain(network, 5, PREFIXES, EXPIRES);
        SecuredRoute primary = chain.route(PREFIX, 3, EXPIRES);
        SecuredRoute backup = chain.route(PREFIX, 2, EXPIRES);
        assertThat(signatures(network, chain, 0, primary, primary, backup, primary))
                .isEqualTo(11);
        assertThat(signatures(network, chain, 1, primary, primary, backup, primary))
                .isEqualTo(8);
        assertThat(signatures(network, chain, 2, primary, primary, backup, primary))
                .isEqualTo(5);
    }

    private static long signatures(SbgpNetwork network, SpeakerChain chain, int depth, SecuredRoute... routes) {
        SbgpVerifier verifier = network.verifier(network.validate(chain.keys()), depth);
        for (SecuredRoute route : routes) {
            assertThat(verifier.verify(route, NOW).isValid()).isTrue();
        }
        return verifier.verifiedSignatures();
    }

    @Test
    void cachedRoutesExpire() {
        SbgpNetwork network = network(SbgpScheme.P256);
        SpeakerChain chain = new SpeakerChain(network, 5, PREFIXES, EXPIRES.plusSeconds(3600));
        SbgpVerifier verifier = network.verifier(network.validate(chain.keys()), 1);
        SecuredRoute route = chain.route(PREFIX, 3, EXPIRES);
        assertThat(verifier.verify(route, NOW).isValid()).isTrue();
        assertThat(verifier.verify(route, EXPIRES).isValid()).isTrue();
        assertThat(verifier.cachedRoutes()).isEqualTo(1);
        assertThat(verifier.verify(route, EXPIRES.plusSeconds(1)).isValid()).isFalse();
    }

    @Test
    void changedRoutesAreNotInTheCache() {
        SbgpNetwork network = network(SbgpScheme.P256);
        SpeakerChain chain = new SpeakerChain(network, 5, PREFIXES, EXPIRES);
        SbgpVerifier verifier = network.verifier(network.validate(chain.keys()), 1);
        SecuredRoute route = chain.route(PREFIX, 3, EXPIRES);
        assertThat(verifier.verify(route, NOW).isValid()).isTrue();
        assertThat(verifier.verify(route.withTargetAs(route.targetAs() + 1), NOW))
                .isInstanceOfSatisfying(Verification.Invalid.class, invalid -> {
                    assertThat(invalid.hop()).isEqualTo(3);
                    assertThat(invalid.reason()).contains("next AS");
                });
        assertThat(verifier.verify(route.withPrefix(PREFIXES.getLast()), NOW))
                .isInstanceOfSatisfying(
                        Verification.Invalid.class,
                        invalid -> assertThat(invalid.hop()).isEqualTo(1));
    }

    @Test
    void theNocRejectsChangedObjectsAndNamesTheirAs() {
        SbgpNetwork network = network(SbgpScheme.DSA_1024);
        SpeakerChain chain = new SpeakerChain(network, 4, PREFIXES, EXPIRES);
        assertThat(network.validate(chain.keys()).rejected()).isEmpty();
        List<PublishedKeys> changed = new ArrayList<>(chain.keys().all());
        PublishedKeys origin = changed.getFirst();
        PublishedObjects objects = PublishedObjects.of(origin.material()).orElseThrow();
        changed.set(0, with(origin, objects.root(), objects.router(), flipLast(objects.attestation())));
        PublishedKeys transit = changed.get(1);
        PublishedObjects others = PublishedObjects.of(transit.material()).orElseThrow();
        changed.set(1, with(transit, others.root(), flipLast(others.router()), others.attestation()));
        Extracts extracts = network.validate(KeyDirectory.of(changed));
        assertThat(extracts.rejected())
                .containsExactly(
                        "AS65001: the address attestation or the certificate of its owner does not verify",
                        "AS65002: the certificate of the router does not verify or does not name the AS");
        assertThat(extracts.addresses()).isEmpty();
        assertThat(extracts.routers()).hasSize(changed.size() - 1);
    }

    private static PublishedKeys with(PublishedKeys published, Bytes root, Bytes router, Bytes attestation) {
        PublishedObjects objects = PublishedObjects.of(published.material()).orElseThrow();
        return new PublishedKeys(
                published.identity(), new PublishedObjects(root, router, objects.addresses(), attestation).encoded());
    }

    private static Bytes flipLast(Bytes bytes) {
        byte[] changed = bytes.toArray();
        changed[changed.length - 1] ^= 1;
        return Bytes.wrap(changed);
    }

    @Test
    void certificatesOfAnotherRootAreRejected() {
        SbgpNetwork network = network(SbgpScheme.P256);
        List<PublishedKeys> mixed = new ArrayList<>(
                new SpeakerChain(network, 4, PREFIXES, EXPIRES).keys().all());
        PublishedKeys foreign = new SpeakerChain(network(SbgpScheme.P256), 4, PREFIXES, EXPIRES)
                .keys()
                .of(65_002)
                .orElseThrow();
        mixed.set(1, foreign);
        assertThat(network.validate(KeyDirectory.of(mixed)).routers())
                .doesNotContainKey(65_002L)
                .containsKey(65_001L);
    }

    @Test
    void malformedMaterialIsRejected() {
        SbgpNetwork network = network(SbgpScheme.P256);
        List<PublishedKeys> all = new ArrayList<>(
                new SpeakerChain(network, 4, PREFIXES, EXPIRES).keys().all());
        PublishedKeys last = all.getLast();
        for (int length = 0; length < last.material().length(); length += 7) {
            all.set(
                    all.size() - 1,
                    new PublishedKeys(last.identity(), last.material().slice(0, length)));
            assertThat(network.validate(KeyDirectory.of(all)).rejected()).hasSize(1);
        }
    }

    @Test
    void extractsAreSmallerThanTheirObjects() {
        SbgpNetwork network = network(SbgpScheme.DSA_1024);
        SpeakerChain chain = new SpeakerChain(network, 4, PREFIXES, EXPIRES);
        Extracts extracts = network.validate(chain.keys());
        PublishedObjects objects = chain.keys()
                .of(65_001)
                .flatMap(published -> PublishedObjects.of(published.material()))
                .orElseThrow();
        assertThat(extracts.router(65_001).orElseThrow().bytes()).isEqualTo(8 + 8 + 128);
        assertThat(extracts.router(65_001).orElseThrow().bytes())
                .isLessThan(objects.router().length());
        assertThat(extracts.addressesOf(65_001).orElseThrow().bytes()).isEqualTo(8 + 5 + 5 + 6);
        assertThat(extracts.addressesOf(65_001).orElseThrow().bytes())
                .isLessThan(objects.attestation().length());
    }

    @Test
    void preparedNoncesGiveSignaturesOfDsa() {
        SecureRandom random = new SecureRandom();
        KeyPair pair = Algorithm.DSA_1024.newPair(random);
        PrecomputedDsa signer = new PrecomputedDsa((DSAPrivateKey) pair.getPrivate(), random);
        signer.prepare(20);
        for (int i = 0; i < 20; i++) {
            Bytes message = Bytes.wrap(new byte[] {(byte) i});
            Bytes signature = signer.sign(message);
            assertThat(Algorithm.DSA_1024.verifies(pair.getPublic(), message, signature))
                    .isTrue();
        }
        assertThatThrownBy(() -> signer.sign(Bytes.EMPTY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("prepare");
    }
}
