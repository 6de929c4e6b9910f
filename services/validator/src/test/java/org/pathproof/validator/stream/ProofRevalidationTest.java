// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.validator.stream.Events.TARGET;
import static org.pathproof.validator.stream.Events.announcement;
import static org.pathproof.validator.stream.Events.route;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;

/** Tests that the results of an engine that gave wrong results are untrusted, and replaced by right ones. */
class ProofRevalidationTest {
    private static final long REPORT = 10;

    private final Bench bench = new Bench(true);
    private final RouteKey good = route("198.51.100.0/24", 1);
    private final RouteKey forged = route("203.0.113.0/24", 1);
    private final Announcement.Builder goodPath = announcement(bench.signer.path(good.prefix(), TARGET, 1, 2), 1, 2);
    private final Announcement.Builder forgedPath = forged(forged.prefix());

    @BeforeEach
    void publishKeys() {
        bench.rpki.begin(bench.signer.keys(1, 2));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private Announcement.Builder forged(Prefix prefix) {
        return announcement(Signer.forged(bench.signer.signed(prefix, TARGET, 1), 1), 1);
    }

    private Verdict verdict(RouteKey route) {
        return Objects.requireNonNull(bench.verdict(route), "the route is gone");
    }

    private void validateWrongly() {
        bench.isFaulty = true;
        bench.announce(good, goodPath, 1);
        bench.announce(forged, forgedPath, 1);
        assertThat(verdict(good).getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(verdict(forged).getState()).isEqualTo(PathState.VALID);
    }

    /** Ends the trust in the engine, whose replacement is right, and reports it with a number. */
    private void distrust(long number) {
        bench.isFaulty = false;
        bench.isTrusted = false;
        report(number);
    }

    private void report(long number) {
        bench.sendSessionRecord(
                "gap:signature-engine".getBytes(StandardCharsets.US_ASCII),
                Gap.newBuilder().setNumber(number).setEngine("faulty").build().toByteArray());
        bench.settle();
    }

    private void assertUntrusted(RouteKey route) {
        assertThat(verdict(route).getState()).isEqualTo(PathState.UNVERIFIED);
        assertThat(verdict(route).getFindingsList())
                .extracting(Finding::getRule)
                .containsExactly("proof-doubted");
    }

    private double untrusted() {
        return bench.registry
                .get(ValidatorMetricNames.ROUTES_PROOF_UNTRUSTED)
                .gauge()
                .value();
    }

    @Test
    void verifiesKeptBytesAtOnceAndDiscardsOtherProofsUntilTheNextAnnouncement() {
        validateWrongly();
        distrust(REPORT);
        assertThat(verdict(good).getState()).isEqualTo(PathState.VALID);
        assertThat(verdict(good).getFindingsList()).isEmpty();
        assertUntrusted(forged);
        assertThat(untrusted()).isOne();
        assertThat(verdict(forged).getHopsList()).isNotEmpty();

        bench.announce(forged, forgedPath, 2);
        assertThat(verdict(forged).getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(verdict(forged).getFindingsList())
                .extracting(Finding::getRule)
                .containsExactly("signature-mismatch");
        assertThat(untrusted()).isZero();
    }

    @Test
    void keepsARouteUntrustedThroughChangesOfTheRpki() {
        validateWrongly();
        distrust(REPORT);
        RouterKey origin = bench.signer.key(1);
        bench.rpki.withdraw(origin);
        bench.settle();
        assertUntrusted(forged);
        assertThat(verdict(good).getState()).isEqualTo(PathState.NOT_VALID);
        bench.rpki.announce(origin);
        bench.settle();
        assertUntrusted(forged);
        assertThat(verdict(good).getState()).isEqualTo(PathState.VALID);
    }

    @Test
    void discardsProofsOnceForEachReport() {
        distrust(REPORT);
        bench.announce(good, goodPath, 1);
        report(REPORT);
        assertThat(verdict(good).getState()).isEqualTo(PathState.VALID);
        report(REPORT + 1);
        assertUntrusted(good);
        bench.announce(good, goodPath, 2);
        assertThat(verdict(good).getState()).isEqualTo(PathState.VALID);
    }

    @Test
    void doesNotUseAnswersThatWereVerifiedAheadByAnEngineThatIsNotTrustedNow() {
        bench.isFaulty = true;
        bench.afterVerifyingAhead = () -> {
            bench.isFaulty = false;
            bench.isTrusted = false;
        };
        bench.announce(forged, forgedPath, 1);
        assertThat(verdict(forged).getState()).isEqualTo(PathState.NOT_VALID);
    }

    @Test
    void requestsTheTablesAfterAllRowsAreWalkedUntilItIsDone() {
        assertThat(bench.meters.revalidations().needs()).isEmpty();
        validateWrongly();
        assertThat(bench.meters.revalidations().needs()).isEmpty();
        distrust(REPORT);
        List<ProofRevalidations.Need> needs = bench.meters.revalidations().needs();
        assertThat(needs).hasSize(1);
        report(REPORT + 1);
        needs.forEach(ProofRevalidations.Need::confirmRequest);
        assertThat(bench.meters.revalidations().needs())
                .as("a later report needs another request")
                .hasSize(1);
        bench.meters.revalidations().needs().forEach(ProofRevalidations.Need::confirmRequest);
        bench.settle();
        assertThat(bench.meters.revalidations().needs()).isEmpty();
    }

    @Test
    void discardsTheProofsOfManySlices() {
        bench.isFaulty = true;
        List<RouteKey> routes = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            RouteKey route = route("10." + i / 256 + "." + i % 256 + ".0/24", 1);
            routes.add(route);
            bench.announce(route, forged(route.prefix()), 1);
        }
        distrust(REPORT);
        for (int slice = 0;
                slice < routes.size() && bench.meters.revalidations().needs().isEmpty();
                slice++) {
            bench.settle();
        }
        assertThat(bench.meters.revalidations().needs()).isNotEmpty();
        assertThat(untrusted()).isEqualTo(routes.size());
        routes.forEach(this::assertUntrusted);
    }
}
