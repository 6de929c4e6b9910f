// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.kchybrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.PathSizes;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerChain;
import org.pathproof.research.schemes.Verification;
import org.pathproof.research.schemes.hors.HashFamily;
import org.pathproof.research.schemes.kchybrid.HybridSignature.OfRsa;
import org.pathproof.research.schemes.kchybrid.HybridSignature.OfTree;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

final class KcHybridTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final Instant EXPIRES = NOW.plus(Duration.ofHours(1));
    private static final List<Prefix> PREFIXES = IntStream.range(0, 40)
            .mapToObj(i -> Prefix.ipv4(0x0a000000 | i << 8, 24))
            .toList();
    private static final int RSA_BYTES = 128;

    private final ConfiguredScheme scheme = new KcHybridScheme().configure(KcHybridScheme.EQUAL, new SecureRandom());
    private final SpeakerChain chain = new SpeakerChain(scheme, 8, PREFIXES, NOW.plus(Duration.ofDays(1)));

    @Test
    void eachHopSignsWithItsPrimaryAlgorithm() {
        KcHybridParameters choice = ((KcHybridNetwork) scheme).choice();
        SecuredRoute route = chain.route(PREFIXES.getFirst(), 7, EXPIRES);
        for (int i = 1; i < 7; i++) {
            Hop hop = route.path().hops().get(i);
            assertThat(HybridSignature.decode(hop.signature(), HashFamily.AES.create()))
                    .get()
                    .isInstanceOf(
                            choice.primary(hop.asn()) == KcHybridParameters.Primary.TREE ? OfTree.class : OfRsa.class);
        }
        assertThat(route.path().hops().stream().map(hop -> hop.signature().length() > 1))
                .containsExactly(false, true, false, true, false, true, false);
    }

    @Test
    void aPathHasOneAggregateAndOneSignatureForEachTree() {
        for (int hops = 1; hops <= 7; hops++) {
            SecuredPath path = chain.route(PREFIXES.getFirst(), hops, EXPIRES).path();
            assertThat(path.shared().length()).isEqualTo(RSA_BYTES);
            int trees = path.hops().stream()
                    .mapToInt(hop -> hop.signature().length() - 1)
                    .sum();
            PathSizes sizes = scheme.sizes(path);
            assertThat(sizes.signatures()).isEqualTo(RSA_BYTES + hops + trees);
        }
    }

    /** The moduli differ, so that about half of the signatures with RSA overflow; both forms must verify. */
    @Test
    void signaturesWithAndWithoutOverflowVerify() {
        List<Integer> kinds = new ArrayList<>();
        for (Prefix prefix : PREFIXES) {
            SecuredRoute route = chain.route(prefix, 7, EXPIRES);
            assertThat(scheme.verifier(chain.keys()).verify(route, NOW)).isEqualTo(Verification.valid());
            route.path().hops().forEach(hop -> kinds.add(hop.signature().u8(0)));
        }
        assertThat(kinds).contains(HybridSignature.RSA, HybridSignature.RSA_OVERFLOW, HybridSignature.TREE);
    }

    @Test
    void aFailingTreeNamesItsHopAndAFailingAggregateNone() {
        SecuredRoute route = chain.route(PREFIXES.getFirst(), 4, EXPIRES);
        SecuredPath path = route.path();
        List<Hop> hops = new ArrayList<>(path.hops());
        Hop tree = hops.get(3);
        byte[] signature = tree.signature().toArray();
        signature[signature.length - 1] ^= 1;
        hops.set(3, new Hop(tree.asn(), tree.expires(), tree.content(), Bytes.wrap(signature)));
        assertThat(verify(route.withPath(path.withHops(hops))))
                .isEqualTo(Verification.ofHop(4, tree.asn(), "the signature does not verify"));
        byte[] aggregate = path.shared().toArray();
        aggregate[RSA_BYTES - 1] ^= 1;
        assertThat(verify(route.withPath(new SecuredPath(path.hops(), Bytes.wrap(aggregate), Bytes.EMPTY))))
                .isEqualTo(Verification.ofPath("the aggregate signature does not verify"));
    }

    @Test
    void bothPrivateKeysAreIssued() {
        SecuredRoute route = chain.route(PREFIXES.getFirst(), 2, EXPIRES);
        assertThat(route.path().secret().length()).isEqualTo(16 + RSA_BYTES);
        Speaker next = chain.speakers().get(2);
        assertThatThrownBy(() -> next.propagate(route.withPath(route.path().withoutSecret()), List.of(65_004L)))
                .hasMessageContaining("no attestation private keys for AS 65003");
    }

    private Verification verify(SecuredRoute route) {
        return scheme.verifier(chain.keys()).verify(route, NOW);
    }
}
