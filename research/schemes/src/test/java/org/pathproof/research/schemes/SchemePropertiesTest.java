// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;

/** Properties of every registered scheme with every parameter set. Each run uses new keys and the same choices. */
final class SchemePropertiesTest {
    private static final long SEED = 20_261_123;
    private static final int SPEAKERS = 7;
    private static final int MAX_HOPS = SPEAKERS - 2;
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final Instant EXPIRES = NOW.plus(Duration.ofDays(2));
    private static final List<Prefix> PREFIXES = Stream.of(
                    "192.0.2.0/24",
                    "198.51.100.128/25",
                    "203.0.113.7/32",
                    "0.0.0.0/0",
                    "2001:db8::/32",
                    "2001:db8::1/128")
            .map(Prefix::parse)
            .toList();

    /** A scheme with its parameters, and speakers with keys that all tests of it share. */
    record Case(PathSecurityScheme about, ConfiguredScheme scheme, SpeakerChain chain) {
        @Override
        public String toString() {
            return about.name() + " " + scheme.parameters().name();
        }
    }

    private static final List<Case> CASES = cases();

    private static List<Case> cases() {
        SecureRandom random = new SecureRandom();
        List<Case> cases = new ArrayList<>();
        for (PathSecurityScheme scheme : Schemes.all()) {
            for (ParameterSet parameters : scheme.parameterSets()) {
                ConfiguredScheme configured = scheme.configure(parameters, random);
                cases.add(new Case(
                        scheme,
                        configured,
                        new SpeakerChain(configured, SPEAKERS, PREFIXES, NOW.plus(Duration.ofDays(365)))));
            }
        }
        return cases;
    }

    static Stream<Case> schemes() {
        return CASES.stream();
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void honestPathsVerify(Case of) {
        for (Prefix prefix : PREFIXES) {
            for (int hops = 1; hops <= MAX_HOPS; hops++) {
                SecuredRoute route = of.chain.route(prefix, hops, EXPIRES);
                assertThat(verify(of, route, NOW))
                        .as("%s over %d hops", prefix, hops)
                        .isEqualTo(Verification.valid());
                assertThat(verify(of, route.withPath(route.path().withoutSecret()), NOW))
                        .as("without private values")
                        .isEqualTo(Verification.valid());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void routesOfOneCallAreVerifiedLikeSingleRoutes(Case of) {
        SecuredRoute good = of.chain.route(PREFIXES.getFirst(), 3, EXPIRES);
        List<SecuredRoute> routes =
                List.of(good, good.withTargetAs(good.targetAs() + 1), good.withPrefix(PREFIXES.getLast()), good);
        List<Verification> together = of.scheme.verifier(of.chain.keys()).verifyAll(routes, NOW);
        assertThat(together)
                .isEqualTo(routes.stream().map(r -> verify(of, r, NOW)).toList());
        assertThat(together.getFirst().isValid()).isTrue();
        assertThat(together.getLast().isValid()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void claimedAttacksAreStoppedAndOthersPass(Case of) {
        for (PathAttack attack : PathAttack.values()) {
            for (int hops = 2; hops <= MAX_HOPS; hops++) {
                Prefix prefix = PREFIXES.get(hops % PREFIXES.size());
                PathAttack.Attempt attempt = attack.mount(of.chain.scene(prefix, hops, NOW, EXPIRES));
                Verification result = verify(of, attempt.route(), attempt.at());
                assertThat(result.isValid())
                        .as("%s over %d hops gives %s", attack, hops, result)
                        .isEqualTo(!of.about.stops().contains(attack));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void everyBitOfAPathIsProtected(Case of) {
        SecuredRoute route = of.chain.route(PREFIXES.getFirst(), 3, EXPIRES);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int hop = 0; hop < 3; hop++) {
            Hop good = route.path().hops().get(hop);
            List<Hop> changed = new ArrayList<>();
            changed.add(
                    new Hop(good.asn() ^ 1L << random.nextInt(32), good.expires(), good.content(), good.signature()));
            for (int i = 0; i < 8; i++) {
                if (!good.content().isEmpty()) {
                    changed.add(new Hop(good.asn(), good.expires(), flip(good.content(), random), good.signature()));
                }
                if (!good.signature().isEmpty()) {
                    changed.add(new Hop(good.asn(), good.expires(), good.content(), flip(good.signature(), random)));
                }
            }
            for (Hop bad : changed) {
                List<Hop> hops = new ArrayList<>(route.path().hops());
                hops.set(hop, bad);
                SecuredRoute forged = route.withPath(route.path().withHops(hops));
                assertThat(verify(of, forged, NOW).isValid())
                        .as("hop %d is %s instead of %s", hop + 1, bad, good)
                        .isFalse();
            }
        }
        SecuredPath path = route.path();
        for (int i = 0; i < 8 && !path.shared().isEmpty(); i++) {
            SecuredPath bad = new SecuredPath(path.hops(), flip(path.shared(), random), path.secret());
            assertThat(verify(of, route.withPath(bad), NOW).isValid()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aFailureNamesTheHopIfTheSchemeCanLocateIt(Case of) {
        SecuredRoute route = of.chain.route(PREFIXES.getFirst(), 4, EXPIRES);
        Verification result = verify(of, route.withTargetAs(route.targetAs() + 1), NOW);
        if (of.about.stops().contains(PathAttack.OTHER_NEIGHBOR)
                && of.about.features().namesFailingHop()) {
            Hop newest = route.path().hops().getLast();
            assertThat(result).isInstanceOfSatisfying(Verification.Invalid.class, invalid -> {
                assertThat(invalid.hop()).isEqualTo(4);
                assertThat(invalid.asn()).isEqualTo(newest.asn());
            });
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void encodedPathsDecodeToThemselves(Case of) {
        for (int hops = 1; hops <= MAX_HOPS; hops++) {
            SecuredPath path =
                    of.chain.route(PREFIXES.getFirst(), hops, EXPIRES).path();
            Bytes encoded = of.scheme.encode(path);
            assertThat(of.scheme.decode(encoded)).isEqualTo(Decoded.ok(path));
            assertThat(of.scheme.sizes(path).attribute()).isEqualTo(encoded.length());
            assertThat(of.scheme.sizes(path).hops()).isEqualTo(hops);
            assertThat(path.secret().isEmpty()).isEqualTo(!of.about.features().sendsPrivateValues());
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void malformedBytesAreErrorsOrPathsThatCanBeVerified(Case of) {
        SecuredRoute route = of.chain.route(PREFIXES.getFirst(), 3, EXPIRES);
        byte[] good = of.scheme.encode(route.path()).toArray();
        for (int length = 0; length < good.length; length++) {
            Bytes cut = Bytes.copyOf(good).slice(0, length);
            switch (of.scheme.decode(cut)) {
                case Decoded.Ok<SecuredPath> path -> fail(length + " of " + good.length + " bytes decode to " + path);
                case Decoded.Damaged<SecuredPath>(WireError error, Bytes _) ->
                    assertThat(error.message()).isNotBlank();
            }
        }
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 300; i++) {
            byte[] bytes = good.clone();
            int changes = random.nextInt(1, 4);
            for (int j = 0; j < changes; j++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            if (of.scheme.decode(Bytes.wrap(bytes)) instanceof Decoded.Ok<SecuredPath>(SecuredPath path)) {
                assertThat(verify(of, route.withPath(path), NOW).isValid())
                        .as("bytes %s", Bytes.wrap(bytes).toHex())
                        .isEqualTo(path.withoutSecret().equals(route.path().withoutSecret()));
            }
        }
    }

    private static Verification verify(Case of, SecuredRoute route, Instant at) {
        return of.scheme.verifier(of.chain.keys()).verify(route, at);
    }

    private static Bytes flip(Bytes bytes, SplittableRandom random) {
        byte[] changed = bytes.toArray();
        changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        return Bytes.wrap(changed);
    }
}
