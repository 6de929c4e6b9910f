// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** Tests SAS-V and KC-RSA, whose signatures contain each other. */
final class AggregateSchemesTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final Instant EXPIRES = NOW.plusSeconds(3600);
    private static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");
    private static final List<Prefix> PREFIXES = List.of(PREFIX, Prefix.parse("198.51.100.0/24"));

    private static ConfiguredScheme published(String name) {
        PathSecurityScheme scheme = Schemes.named(name).orElseThrow();
        return scheme.configure(scheme.parameterSets().getFirst(), new SecureRandom());
    }

    @ParameterizedTest
    @ValueSource(strings = {"SAS-V", "KC-RSA"})
    void signaturesHave128BytesForEveryLength(String name) {
        ConfiguredScheme scheme = published(name);
        SpeakerChain chain = new SpeakerChain(scheme, 7, PREFIXES, EXPIRES);
        for (int hops = 1; hops <= 6; hops++) {
            assertThat(scheme.sizes(chain.route(PREFIX, hops, EXPIRES).path()).signatures())
                    .isEqualTo(128);
        }
    }

    /** The moduli are random, so that half of the pairs of keys overflow for some message. */
    @ParameterizedTest
    @ValueSource(strings = {"SAS-V", "KC-RSA"})
    void signaturesThatExceedTheNextModulusVerify(String name) {
        ConfiguredScheme scheme = published(name);
        int overflows = 0;
        for (int i = 0; i < 50 && overflows == 0; i++) {
            SpeakerChain chain = new SpeakerChain(scheme, 5, PREFIXES, EXPIRES);
            SecuredRoute route = chain.route(PREFIX, 4, EXPIRES);
            overflows += (int) route.path().hops().stream()
                    .filter(hop -> hop.content().u8(0) == 1)
                    .count();
            assertThat(scheme.verifier(chain.keys()).verify(route, NOW)).isEqualTo(Verification.valid());
        }
        assertThat(overflows).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SAS-V", "KC-RSA"})
    void aReceiverCanRemoveTheNewestSignatureAndOnlyTheVectorStopsIt(String name) {
        ConfiguredScheme scheme = published(name);
        SpeakerChain chain = new SpeakerChain(scheme, 5, PREFIXES, EXPIRES);
        SecuredRoute shorter = chain.route(PREFIX, 2, EXPIRES);
        SecuredRoute longer = chain.speakers()
                .get(2)
                .propagate(shorter, List.of(chain.speakers().get(3).identity().asn()))
                .getFirst();
        SecuredPath opened = scheme.withoutNewestHop(longer, chain.keys());
        assertThat(opened.withoutSecret()).isEqualTo(shorter.path().withoutSecret());
        PathVerifier verifier = scheme.verifier(chain.keys());
        assertThat(verifier.verify(shorter.withPath(opened), NOW).isValid()).isTrue();
        assertThat(verifier.verify(longer.withPath(opened), NOW))
                .isInstanceOfSatisfying(
                        Verification.Invalid.class,
                        invalid -> assertThat(invalid.reason()).contains("vector"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SAS-V", "KC-RSA"})
    void oneSignatureServesAllNeighbors(String name) {
        ConfiguredScheme scheme = published(name);
        Speaker origin = scheme.issue(new SpeakerIdentity(1, List.of(2L, 3L, 4L), PREFIXES, EXPIRES));
        List<SecuredRoute> routes = origin.originate(PREFIX, EXPIRES, List.of(2L, 4L));
        assertThat(routes.get(0).path()).isEqualTo(routes.get(1).path());
        PathVerifier verifier = scheme.verifier(KeyDirectory.ofSpeakers(List.of(origin)));
        assertThat(verifier.verify(routes.get(1), NOW).isValid()).isTrue();
        assertThat(verifier.verify(routes.get(1).withTargetAs(3), NOW).isValid())
                .isFalse();
        assertThatThrownBy(() -> origin.originate(PREFIX, EXPIRES, List.of(5L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("AS5 is no neighbor of AS1");
    }

    @Test
    void receivedPrivateKeysLeaveTheRoute() {
        ConfiguredScheme scheme = published("KC-RSA");
        SpeakerChain chain = new SpeakerChain(scheme, 5, PREFIXES, EXPIRES);
        SecuredRoute received = chain.route(PREFIX, 2, EXPIRES);
        SecuredRoute sent = chain.speakers()
                .get(2)
                .propagate(received, List.of(chain.speakers().get(3).identity().asn()))
                .getFirst();
        String prime = received.path().secret().slice(0, 64).toHex();
        assertThat(scheme.encode(received.path()).toHex()).contains(prime);
        assertThat(scheme.encode(sent.path()).toHex()).doesNotContain(prime);
        assertThatThrownBy(() -> chain.speakers()
                        .get(2)
                        .propagate(
                                received.withPath(received.path().withoutSecret()),
                                List.of(chain.speakers().get(3).identity().asn())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 bytes of private values");
    }

    /** A property that the paper does not state: the attestation key names no AS. */
    @Test
    void anotherReceiverOfTheSameRouteCanSignUnderTheNumberOfItsSibling() {
        ConfiguredScheme scheme = published("KC-RSA");
        Speaker origin = scheme.issue(new SpeakerIdentity(1, List.of(2L, 3L), PREFIXES, EXPIRES));
        Speaker sibling = scheme.issue(new SpeakerIdentity(2, List.of(1L, 4L), List.of(), EXPIRES));
        // The speaker of AS3 signs as AS2 with keys of its own.
        Speaker impostor = scheme.issue(new SpeakerIdentity(2, List.of(1L, 4L), List.of(), EXPIRES));
        SecuredRoute sentToAs3 =
                origin.originate(PREFIX, EXPIRES, List.of(2L, 3L)).get(1);
        SecuredRoute forged = impostor.propagate(sentToAs3, List.of(4L)).getFirst();
        List<Speaker> published = new ArrayList<>(List.of(origin, sibling));
        assertThat(scheme.verifier(KeyDirectory.ofSpeakers(published)).verify(forged, NOW))
                .isEqualTo(Verification.valid());
        assertThat(forged.path().asns()).containsExactly(1L, 2L);
    }

    @Test
    void contentsOfTheWrongLengthAreFailuresOfTheirHop() {
        ConfiguredScheme scheme = published("KC-RSA");
        SpeakerChain chain = new SpeakerChain(scheme, 4, PREFIXES, EXPIRES);
        SecuredRoute route = chain.route(PREFIX, 2, EXPIRES);
        List<SecuredPath.Hop> hops = new ArrayList<>(route.path().hops());
        hops.set(1, new SecuredPath.Hop(hops.get(1).asn(), 0, Bytes.fromHex("00"), Bytes.EMPTY));
        assertThat(scheme.verifier(chain.keys())
                        .verify(route.withPath(route.path().withHops(hops)), NOW))
                .isEqualTo(Verification.ofHop(2, hops.get(1).asn(), "the content of the hop is malformed"));
    }
}
