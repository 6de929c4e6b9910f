// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.validator.stream.Events.TARGET;
import static org.pathproof.validator.stream.Events.announcement;
import static org.pathproof.validator.stream.Events.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;

/** Tests that a task without its rows creates them again from published verdicts, and that no old verdict remains. */
class RecoveryTest {
    private final Bench first = new Bench(true);
    private final BenchTopics topics = new BenchTopics();
    private final RouteKey verified = route("198.51.100.0/24", 1);
    private final RouteKey forged = route("203.0.113.0/24", 1);
    private final RouteKey plain = route("192.0.2.0/24", 1);
    private final Announcement.Builder verifiedPath =
            announcement(first.signer.path(verified.prefix(), TARGET, 1, 2), 1, 2);
    private final List<Bench> started = new ArrayList<>();

    @BeforeEach
    void publishVerdictsAndLoseTheRows() {
        first.rpki.begin(first.signer.keys(1, 2));
        log(first.announce(verified, verifiedPath, 4));
        log(first.announce(
                forged, announcement(Signer.forged(first.signer.signed(forged.prefix(), TARGET, 1), 1), 1), 4));
        log(first.announce(plain, plainPath(), 4));
        assertThat(topics.verdicts).hasSize(3);
    }

    @AfterEach
    void close() {
        first.close();
        started.forEach(Bench::close);
    }

    private Announcement.Builder plainPath() {
        return verifiedPath.clone().clearBgpsecPath();
    }

    private void log(List<Bench.Published> published) {
        published.forEach(p -> topics.verdicts.add(KeyValue.pair(
                p.route().toBytes(), p.verdict() == null ? null : p.verdict().toByteArray())));
    }

    private Bench start(long committed) {
        topics.committed = committed;
        Bench bench = new Bench(true, AlgorithmSuites.STANDARD, topics);
        started.add(bench);
        bench.rpki.begin(first.signer.keys(1, 2));
        return bench;
    }

    private static Session up(long epoch) {
        return Events.down(1, epoch).toBuilder()
                .setState(State.UP)
                .setDeadBefore(0)
                .build();
    }

    private static Verdict verdict(Bench bench, RouteKey route) {
        return Objects.requireNonNull(bench.verdict(route), "nothing was published for the route");
    }

    @Test
    void publishesOnlyLostRoutesAndRequestsTheTables() {
        Bench bench = start(3);
        bench.sendSession(up(4));
        bench.settle();

        assertThat(bench.table()).containsOnlyKeys(verified);
        assertThat(verdict(bench, verified).getState()).isEqualTo(PathState.UNVERIFIED);
        assertThat(verdict(bench, verified).getFindingsList())
                .extracting(Finding::getRule)
                .containsExactly("proof-doubted");
        assertThat(bench.registry
                        .get(ValidatorMetricNames.STATE_LOSSES)
                        .counter()
                        .count())
                .isOne();
        assertThat(bench.meters.losses().problem()).contains("bench-routes-changelog was deleted", "[0]");
        assertThat(bench.meters.losses().topicsToRequest()).containsExactly("bench-routes-changelog");

        bench.meters.losses().confirmRequest(Set.of("bench-routes-changelog"));
        bench.settle();
        assertThat(bench.meters.losses().problem()).isEmpty();
        assertThat(bench.meters.losses().topicsToRequest()).isEmpty();
    }

    @Test
    void withdrawsRoutesThatTheNewTablesDoNotContain() {
        Bench bench = start(3);
        bench.sendSession(up(4));
        bench.settle();
        bench.announce(verified, verifiedPath, 5);
        bench.sendMark(1, 5, 0);
        List<Bench.Published> swept = bench.settle();

        assertThat(verdict(bench, verified).getState()).isEqualTo(PathState.VALID);
        assertThat(swept).extracting(Bench.Published::verdict).containsExactly(null, null);
        assertThat(swept).extracting(Bench.Published::route).containsExactlyInAnyOrder(forged, plain);
    }

    @Test
    void validatesWhatIsAnnouncedAgainOnlyOnce() {
        Bench bench = start(3);
        bench.sendSession(up(4));
        bench.settle();
        assertThat(bench.announce(plain, plainPath(), 5))
                .as("an unchanged verdict is not news")
                .isEmpty();
        assertThat(bench.announce(verified, verifiedPath, 5)).hasSize(1);
        assertThat(bench.announce(verified, verifiedPath, 6)).isEmpty();
        assertThat(bench.registry
                        .get(ValidatorMetricNames.ROUTES_PROOF_UNTRUSTED)
                        .gauge()
                        .value())
                .isZero();
    }

    @Test
    void prefersRecordsOfTheTaskToOlderVerdicts() {
        topics.perRead = 1;
        Bench bench = start(3);
        bench.sendSession(up(4));
        bench.send(plain, Events.withdrawn(4));
        assertThat(bench.table()).isEmpty();
        bench.announce(verified, verifiedPath, 4);
        List<Bench.Published> after = bench.settle();
        assertThat(after).extracting(Bench.Published::route).doesNotContain(plain, verified);
        assertThat(verdict(bench, verified).getState()).isEqualTo(PathState.VALID);

        bench.sendMark(1, 5, 0);
        bench.settle();
        assertThat(bench.table()).isEmpty();
    }

    @Test
    void withdrawsRoutesOfSessionsThatEndedOrHaveNoRecord() {
        Bench bench = start(3);
        List<Bench.Published> settled = bench.settle();
        assertThat(settled).hasSize(3).extracting(Bench.Published::verdict).containsOnlyNulls();

        bench = start(3);
        bench.sendSession(Events.down(1, 5));
        settled = bench.settle();
        assertThat(settled).hasSize(3).extracting(Bench.Published::verdict).containsOnlyNulls();
    }

    @Test
    void readsTombstonesAndRepeatedVerdicts() {
        log(first.send(plain, Events.withdrawn(4)));
        log(first.send(forged, Events.withdrawn(4)));
        log(first.announce(forged, plainPath(), 4));
        Bench bench = start(3);
        bench.sendSession(up(4));
        bench.settle();
        assertThat(bench.table()).containsOnlyKeys(verified);
        bench.sendMark(1, 5, 0);
        List<Bench.Published> swept = bench.settle();
        assertThat(swept).extracting(Bench.Published::route).containsExactlyInAnyOrder(forged, verified);
    }

    @Test
    void requestsNoTablesIfNoRouteEventWasProcessed() {
        Bench bench = start(0);
        bench.sendSession(up(4));
        bench.settle();
        assertThat(bench.meters.losses().topicsToRequest()).isEmpty();
        assertThat(bench.meters.losses().problem()).isEmpty();
        assertThat(bench.registry
                        .get(ValidatorMetricNames.STATE_LOSSES)
                        .counter()
                        .count())
                .isZero();
        assertThat(bench.table()).as("verdicts of an earlier application").containsOnlyKeys(verified);
    }
}
