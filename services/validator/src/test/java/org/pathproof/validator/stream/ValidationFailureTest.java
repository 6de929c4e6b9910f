// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.validator.stream.Events.TARGET;
import static org.pathproof.validator.stream.Events.announcement;
import static org.pathproof.validator.stream.Events.route;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * Tests routes whose validation throws, in a suite or in the engine: they stay, with a finding, and are revalidated.
 */
class ValidationFailureTest {
    private static final Prefix NET = Prefix.parse("198.51.100.0/24");
    private static final Prefix OTHER_NET = Prefix.parse("203.0.113.0/24");
    private static final RouteKey ROUTE = route("198.51.100.0/24", 1);
    private static final RouteKey OTHER = route("203.0.113.0/24", 1);
    private static final Vrp NEWS = new Vrp(Prefix.parse("10.0.0.0/8"), 8, 1);

    private final FailingSuite suite = new FailingSuite();
    private Bench bench = new Bench(true, suite.alone());

    @AfterEach
    void close() {
        bench.close();
    }

    static Stream<Throwable> throwables() {
        return Stream.of(
                new IllegalStateException("a defect\n\u001b[31mwith colours"),
                new NullPointerException(),
                new StackOverflowError(),
                new AssertionError("a defect"),
                new NoClassDefFoundError("a/class/that/is/not/there"));
    }

    private Announcement.Builder good(Prefix prefix, long... ases) {
        return announcement(bench.signer.path(prefix, TARGET, ases), ases);
    }

    private Verdict verdict(RouteKey route) {
        return Objects.requireNonNull(bench.verdict(route), "the route is gone");
    }

    private void assertFailed(RouteKey route, String reason) {
        Verdict verdict = verdict(route);
        assertThat(verdict.getState()).isEqualTo(PathState.UNVERIFIED);
        assertThat(verdict.getFindingsList()).extracting(Finding::getRule).containsExactly("judging-failed");
        assertThat(verdict.getFindings(0).getMessage()).contains(reason).doesNotContainPattern("\\p{Cntrl}");
        assertThat(bench.meters.failedRoutes()).isOne();
        assertThat(bench.registry
                        .get(ValidatorMetricNames.ROUTES_FAILED)
                        .gauge()
                        .value())
                .isOne();
        assertThat(bench.counted(ValidatorMetricNames.VALIDATION_FAILURES)).isPositive();
        assertThat(bench.rejects()).isEmpty();
    }

    private void assertValidated(RouteKey route, PathState state) {
        assertThat(verdict(route).getState()).isEqualTo(state);
        assertThat(verdict(route).getFindingsList()).isEmpty();
        assertThat(bench.meters.failedRoutes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void validatesARouteWhosePathCannotBeHashedAgainWhenTheRpkiChanges(Throwable thrown) {
        bench.rpki.begin(bench.signer.keys(64501, 64502, 64503));
        bench.announce(ROUTE, good(NET, 64501, 64502), 1);
        assertValidated(ROUTE, PathState.VALID);
        suite.failWith(thrown);
        bench.announce(ROUTE, good(NET, 64501, 64503, 64502), 1);
        assertFailed(ROUTE, thrown.getClass().getSimpleName());
        assertThat(verdict(ROUTE).getAsPathList()).containsExactly(64502, 64503, 64501);
        assertThat(verdict(ROUTE).getOrigin()).isEqualTo(OriginState.ORIGIN_UNVERIFIED);
        suite.repair();
        bench.rpki.announce(NEWS);
        bench.settle();
        assertValidated(ROUTE, PathState.VALID);
        assertThat(verdict(ROUTE).getOrigin()).isEqualTo(OriginState.ORIGIN_NOT_FOUND);
    }

    @Test
    void validatesARouteAgainAfterAFailureOfTheEngine() {
        bench.rpki.begin(bench.signer.keys(64501, 64502));
        bench.beforeVerifying = () -> {
            throw new IllegalStateException("the engine is gone");
        };
        bench.announce(ROUTE, good(NET, 64501, 64502), 1);
        assertFailed(ROUTE, "the engine is gone");
        assertThat(bench.counted(EngineMetricNames.AHEAD_FAILURES)).isOne();
        bench.beforeVerifying = () -> {};
        bench.settleAfter(Duration.ofSeconds(61));
        assertValidated(ROUTE, PathState.VALID);
    }

    @Test
    void keepsARouteThatFailsWithoutVerifyingAhead() {
        bench.close();
        bench = new Bench(false, suite.alone());
        bench.rpki.begin(bench.signer.keys(64501));
        suite.failWith(new IllegalStateException("a defect"));
        bench.announce(ROUTE, good(NET, 64501), 1);
        assertFailed(ROUTE, "a defect");
    }

    @Test
    void validatesAnIdenticalAnnouncementAgain() {
        bench.rpki.begin(bench.signer.keys(64501, 64502));
        suite.failWith(new IllegalStateException("a defect"));
        Announcement.Builder announcement = good(NET, 64501, 64502);
        bench.announce(ROUTE, announcement, 1);
        assertFailed(ROUTE, "a defect");
        assertThat(bench.announce(ROUTE, announcement, 1)).isEmpty();
        assertFailed(ROUTE, "a defect");
        suite.repair();
        bench.announce(ROUTE, announcement, 1);
        assertValidated(ROUTE, PathState.VALID);
    }

    @Test
    void aNewKeyLeavesOnlyThePathWithTheDefectUnvalidated() {
        bench.rpki.begin(bench.signer.keys(64501));
        bench.announce(ROUTE, good(NET, 64501, 64502), 1);
        bench.announce(OTHER, good(OTHER_NET, 64501, 64502), 1);
        assertThat(verdict(ROUTE).getState()).isEqualTo(PathState.NOT_VALID);
        Bytes poisoned = Bytes.fromHex("c63364"); // 198.51.100: last bytes of what each hop signs
        suite.defect = signed -> {
            if (signed.from(signed.length() - 3).equals(poisoned)) {
                throw new IllegalStateException("a defect");
            }
        };
        bench.rpki.announce(bench.signer.key(64502));
        bench.settle();
        assertFailed(ROUTE, "a defect");
        assertThat(verdict(OTHER).getState()).isEqualTo(PathState.VALID);
        suite.repair();
        bench.settleAfter(Duration.ofSeconds(61));
        assertValidated(ROUTE, PathState.VALID);
    }

    @Test
    void aFailedBatchLeavesOnlyThePathWithTheDefectUnvalidated() {
        bench.rpki.begin(bench.signer.keys(64501));
        bench.announce(ROUTE, good(NET, 64501, 64502), 1);
        bench.announce(OTHER, good(OTHER_NET, 64501, 64502), 1);
        int[] calls = {0};
        bench.beforeVerifying = () -> {
            if (calls[0]++ < 2) { // fails for the batch of both routes, then for the first route
                throw new IllegalStateException("a defect");
            }
        };
        bench.rpki.announce(bench.signer.key(64502));
        bench.settle();
        assertThat(List.of(verdict(ROUTE).getState(), verdict(OTHER).getState()))
                .containsExactlyInAnyOrder(PathState.UNVERIFIED, PathState.VALID);
        assertThat(bench.meters.failedRoutes()).isOne();
        bench.settleAfter(Duration.ofSeconds(61));
        assertValidated(ROUTE, PathState.VALID);
        assertValidated(OTHER, PathState.VALID);
    }

    @Test
    void withdrawsARouteThatCouldNotBeValidated() {
        bench.rpki.begin(bench.signer.keys(64501));
        suite.failWith(new IllegalStateException("a defect"));
        bench.announce(ROUTE, good(NET, 64501), 1);
        assertFailed(ROUTE, "a defect");
        bench.send(ROUTE, Events.withdrawn(1));
        assertThat(bench.verdict(ROUTE)).isNull();
        assertThat(bench.meters.failedRoutes()).isZero();
    }
}
