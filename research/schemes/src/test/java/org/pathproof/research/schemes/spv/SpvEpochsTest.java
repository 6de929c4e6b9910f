// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.spv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerChain;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.research.schemes.Verification;
import org.pathproof.research.schemes.hors.TreeHash;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

final class SpvEpochsTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final Instant FIRST_END = NOW.plus(Duration.ofHours(1));
    private static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");

    private final ConfiguredScheme scheme = new SpvScheme().configure(SpvScheme.PUBLISHED, seeded());
    private final SpvParameters choice = ((SpvNetwork) scheme).choice();
    private final TreeHash hash = choice.hash().create();
    private final Speaker origin =
            scheme.issue(new SpeakerIdentity(65_001, List.of(), List.of(PREFIX), NOW.plus(Duration.ofDays(100))));

    @Test
    void announcementsUseTheLastEpochThatEndsBeforeTheyExpire() {
        Bytes root = key(originate(FIRST_END)).encode().slice(0, hash.nodeBytes());
        for (int epoch = 0; epoch < choice.epochs(); epoch++) {
            Instant end = FIRST_END.plusSeconds((long) epoch * choice.epochSeconds());
            for (Instant expires : List.of(end, end.plusSeconds(choice.epochSeconds() - 1))) {
                SecuredRoute route = originate(expires);
                assertThat(key(route).epoch()).isEqualTo(epoch);
                assertThat(Bytes.wrap(key(route).root())).isEqualTo(root);
                assertThat(route.path().hops().getFirst().expires()).isEqualTo(end.getEpochSecond());
                assertThat(verify(route, end)).isEqualTo(Verification.valid());
                assertThat(verify(route, end.plusSeconds(1)).isValid()).isFalse();
            }
        }
    }

    @Test
    void anotherMultiEpochKeyFollowsTheLastEpoch() {
        Bytes root = Bytes.wrap(key(originate(FIRST_END)).root());
        Instant later = FIRST_END.plusSeconds((long) choice.epochs() * choice.epochSeconds());
        SecuredRoute route = originate(later);
        assertThat(Bytes.wrap(key(route).root())).isNotEqualTo(root);
        assertThat(key(route).epoch()).isZero();
        assertThat(verify(route, later)).isEqualTo(Verification.valid());
    }

    @Test
    void aKeyOfOneEpochDoesNotServeInAnother() {
        SecuredRoute route = originate(FIRST_END);
        MultiEpochKey good = key(route);
        MultiEpochKey bad = new MultiEpochKey(good.root(), good.firstEnd(), 1, good.epochNodes(), good.certificate());
        Hop hop = route.path().hops().getFirst();
        Hop moved = new Hop(hop.asn(), bad.end(choice), bad.encode(), hop.signature());
        assertThat(verify(route.withPath(route.path().withHops(List.of(moved))), NOW)
                        .isValid())
                .isFalse();
    }

    @Test
    void privateKeysOfEarlierPositionsStayHidden() {
        EpochKeys first = EpochKeys.decode(originate(FIRST_END).path().secret(), choice, hash)
                .orElseThrow();
        assertThat(first.encode()).isNotEqualTo(first.next(hash).encode());
        assertThat(first.next(hash).publicKeys()).isEqualTo(first.publicKeys());
        assertThat(EpochKeys.decode(Bytes.EMPTY, choice, hash)).isEmpty();
        SecuredRoute stripped = originate(FIRST_END);
        assertThatThrownBy(
                        () -> origin.propagate(stripped.withPath(stripped.path().withoutSecret()), List.of(65_002L)))
                .hasMessageContaining("no single-ASN private key for AS 65001");
    }

    @Test
    void pathsAreLimitedToThePositions() {
        SpeakerChain chain = new SpeakerChain(
                scheme,
                choice.positions() + 2,
                List.of(PREFIX, Prefix.parse("198.51.100.0/24")),
                NOW.plus(Duration.ofDays(100)));
        SecuredRoute longest = chain.route(PREFIX, choice.positions(), FIRST_END);
        assertThat(scheme.verifier(chain.keys()).verify(longest, NOW)).isEqualTo(Verification.valid());
        assertThatThrownBy(() -> chain.route(PREFIX, choice.positions() + 1, FIRST_END))
                .hasMessage("path of 16 hops: SPV has keys for 16");
    }

    /** Table VI's 353 bytes: the mean over 400 hops has a standard error of about 0.6 bytes. */
    @Test
    void signaturesHaveThePublishedSizeOnAverage() {
        List<Prefix> prefixes = IntStream.range(0, 100)
                .mapToObj(i -> Prefix.ipv4(0x0a000000 | i << 8, 24))
                .toList();
        SpeakerChain chain = new SpeakerChain(scheme, 5, prefixes, NOW.plus(Duration.ofDays(100)));
        double mean = prefixes.stream()
                .mapToDouble(prefix ->
                        scheme.sizes(chain.route(prefix, 4, FIRST_END).path()).signatureBytesPerHop())
                .average()
                .orElseThrow();
        assertThat(mean).isCloseTo(353, within(3.0));
    }

    private SecuredRoute originate(Instant expires) {
        return origin.originate(PREFIX, expires, List.of(65_002L)).getFirst();
    }

    private MultiEpochKey key(SecuredRoute route) {
        return MultiEpochKey.decode(route.path().hops().getFirst().content(), choice, hash)
                .orElseThrow();
    }

    private Verification verify(SecuredRoute route, Instant now) {
        return scheme.verifier(KeyDirectory.ofSpeakers(List.of(origin))).verify(route, now);
    }

    private static SecureRandom seeded() {
        try {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(353);
            return random;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
