// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.SchemeState;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathVerifier;
import org.pathproof.research.schemes.SchemeAttribute;
import org.pathproof.research.schemes.SchemeId;
import org.pathproof.research.schemes.Schemes;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.research.schemes.Verification;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** Tests the results for paths that no scheme verifies, and for schemes that fail. */
final class SchemeDecisionTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final SchemeId ID = new SchemeId("SAS-V", "rsa-1024");
    private static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");
    private static final RouteKey ROUTE =
            new RouteKey(PREFIX, 1, new SessionId(Bytes.wrap(new byte[SessionId.LENGTH])), 0);
    private static final long TARGET = 65_002;

    private final ConfiguredScheme scheme = Schemes.named(ID.scheme())
            .orElseThrow()
            .configure(new ParameterSet(ID.parameters(), true), new SecureRandom());
    private final Speaker origin =
            scheme.issue(new SpeakerIdentity(65_001, List.of(TARGET), List.of(PREFIX), NOW.plusSeconds(1000)));
    private final SecuredRoute route =
            origin.originate(PREFIX, NOW.plusSeconds(100), List.of(TARGET)).getFirst();

    @Test
    void aPathVerifiesUntilItsValidityEnds() {
        assertThat(decide(scheme, event(route.path()), NOW))
                .isEqualTo(SchemeResult.newBuilder()
                        .setState(SchemeState.SCHEME_PATH_VERIFIES)
                        .setScheme("SAS-V")
                        .setParameters("rsa-1024")
                        .build());
        SchemeResult late = decide(scheme, event(route.path()), NOW.plusSeconds(101));
        assertThat(late.getState()).isEqualTo(SchemeState.SCHEME_PATH_FAILS);
        assertThat(late.getFinding()).isEqualTo("sas-v-path-fails");
        assertThat(late.getMessage()).isNotBlank();
    }

    @Test
    void repeatedAsesOfThePathAreOneHop() {
        Announcement.Builder prepended = event(route.path()).addAsPath(65_001).addAsPath(65_001);
        assertThat(decide(scheme, prepended, NOW).getState()).isEqualTo(SchemeState.SCHEME_PATH_VERIFIES);
    }

    @Test
    void aPathThatDiffersFromAsPathFails() {
        Announcement.Builder longer = event(route.path()).addAsPath(65_000);
        SchemeResult result = decide(scheme, longer, NOW);
        assertThat(result.getState()).isEqualTo(SchemeState.SCHEME_PATH_FAILS);
        assertThat(result.getFinding()).isEqualTo("sas-v-as-path-differs");
        assertThat(result.getMessage()).contains("[65001]").contains("[65000, 65001]");
    }

    @Test
    void routesWithoutKeysTargetOrUsableAttributeAreNotVerified() {
        assertThat(notVerified(scheme, event(new SchemeId("SAS-V", "rsa-2048"), route.path())))
                .isEqualTo("sas-v-keys-unknown");
        assertThat(notVerified(scheme, event(route.path()).clearTargetAs())).isEqualTo("sas-v-target-unknown");
        SecuredPath endless = route.path()
                .withHops(Collections.nCopies(
                        SchemeDecision.MAX_HOPS + 1, route.path().hops().getFirst()));
        assertThat(notVerified(scheme, event(endless))).isEqualTo("sas-v-path-too-long");
        for (SchemePath unusable : List.of(
                SchemePath.newBuilder().setDefect("it has two prefixes").build(),
                SchemePath.newBuilder()
                        .setAttribute(ByteString.copyFromUtf8("no path"))
                        .build(),
                SchemePath.getDefaultInstance())) {
            assertThat(notVerified(scheme, event(route.path()).setSchemePath(unusable)))
                    .isEqualTo("scheme-attribute-unusable");
        }
    }

    static Stream<Throwable> throwables() {
        return Stream.of(
                new IllegalStateException("a defect"),
                new StackOverflowError(),
                new AssertionError("a defect"),
                new NoClassDefFoundError("a/class/that/is/not/there"));
    }

    /** Validators keep the route, and have tests of it. */
    @ParameterizedTest
    @MethodSource("throwables")
    void theNextRouteAfterAnErrorHasANewVerifier(Throwable thrown) {
        Failing failing = new Failing(scheme, thrown, new AtomicInteger());
        SchemeDecision decision = decision(failing, NOW);
        for (int errors = 1; errors <= 2; errors++) {
            assertThatThrownBy(() -> decision.decide(ROUTE, event(route.path()).build()))
                    .isSameAs(thrown);
            assertThat(failing.verifiers()).hasValue(errors);
        }
    }

    @Test
    void privateValuesAreNotPassedToTheScheme() {
        SecuredPath secret = new SecuredPath(route.path().hops(), route.path().shared(), Bytes.fromHex("5ec3e7"));
        assertThat(decide(scheme, event(secret), NOW).getState()).isEqualTo(SchemeState.SCHEME_PATH_VERIFIES);
    }

    private String notVerified(ConfiguredScheme by, Announcement.Builder announcement) {
        SchemeResult result = decide(by, announcement, NOW);
        assertThat(result.getState()).isEqualTo(SchemeState.SCHEME_NOT_VERIFIED);
        return result.getFinding();
    }

    private SchemeResult decide(ConfiguredScheme by, Announcement.Builder announcement, Instant now) {
        return decision(by, now).decide(ROUTE, announcement.build());
    }

    private SchemeDecision decision(ConfiguredScheme by, Instant now) {
        KnownScheme known = new KnownScheme(by, KeyDirectory.ofSpeakers(List.of(origin)));
        return new SchemeDecision(Map.of(ID, known), Clock.fixed(now, ZoneOffset.UTC));
    }

    private static Announcement.Builder event(SecuredPath path) {
        return event(ID, path);
    }

    private static Announcement.Builder event(SchemeId id, SecuredPath path) {
        Bytes attribute = new SchemeAttribute(id, path).encode();
        return Announcement.newBuilder()
                .setTargetAs((int) TARGET)
                .addAsPath(65_001)
                .setSchemePath(SchemePath.newBuilder().setAttribute(ByteString.copyFrom(attribute.toArray())));
    }

    /** A scheme whose verifiers throw. */
    private record Failing(ConfiguredScheme scheme, Throwable thrown, AtomicInteger verifiers)
            implements ConfiguredScheme {
        @Override
        public ParameterSet parameters() {
            return scheme.parameters();
        }

        @Override
        public Speaker issue(SpeakerIdentity identity) {
            return scheme.issue(identity);
        }

        @Override
        public PathVerifier verifier(KeyDirectory keys) {
            verifiers.incrementAndGet();
            return (route, now) -> fail(thrown);
        }

        private static Verification fail(Throwable thrown) {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }
}
