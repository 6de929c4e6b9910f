// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.validator.stream.Events.TARGET;
import static org.pathproof.validator.stream.Events.announcement;
import static org.pathproof.validator.stream.Events.route;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.Verdict;

/** Tests sessions that go down, come back and send their tables again. Routes and sessions arrive in any order. */
class EpochsTest {
    private static final RouteKey ROUTE = route("198.51.100.0/24", 1);
    private static final RouteKey IPV6_ROUTE = route("2001:db8::/32", 1);
    private static final RouteKey OTHER_SESSION_ROUTE = route("198.51.100.0/24", 2);

    private final Bench bench = new Bench(true);

    @BeforeEach
    void provideKeys() {
        bench.rpki.begin(bench.signer.keys(64501, 64502));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private final java.util.Map<RouteKey, Announcement.Builder> announcements = new java.util.HashMap<>();

    private List<Bench.Published> announce(RouteKey route, long epoch) {
        Announcement.Builder announcement = announcements.computeIfAbsent(
                route, r -> announcement(bench.signer.path(r.prefix(), TARGET, 64501, 64502), 64501, 64502));
        return bench.announce(route, announcement, epoch);
    }

    private Verdict verdict(RouteKey route) {
        return Objects.requireNonNull(bench.verdict(route));
    }

    @Test
    void withdrawsOnlyTheRoutesOfASessionThatGoesDown() {
        announce(ROUTE, 4);
        announce(IPV6_ROUTE, 4);
        announce(OTHER_SESSION_ROUTE, 4);
        bench.sendSession(Events.down(1, 5));
        assertThat(bench.settle())
                .containsExactlyInAnyOrder(new Bench.Published(ROUTE, null), new Bench.Published(IPV6_ROUTE, null));
        assertThat(bench.table()).containsOnlyKeys(OTHER_SESSION_ROUTE);
        assertThat(bench.counted(ValidatorMetricNames.SWEPT)).isEqualTo(2);
    }

    @Test
    void dropsEventsOfAnEpochThatIsOver() {
        bench.sendSession(Events.down(1, 5));
        assertThat(announce(ROUTE, 4)).isEmpty();
        assertThat(bench.send(ROUTE, Events.withdrawn(4))).isEmpty();
        assertThat(bench.counted(ValidatorMetricNames.STALE_EVENTS)).isEqualTo(2);
        assertThat(announce(ROUTE, 5)).hasSize(1);
        assertThat(bench.settle()).isEmpty();
    }

    @Test
    void keepsARouteOfTheNewEpochThatArrivesBeforePeerDown() {
        announce(ROUTE, 4);
        announce(IPV6_ROUTE, 4);
        // The table of epoch 6 arrives before the record that ends all epochs below 5.
        assertThat(announce(ROUTE, 6)).isEmpty();
        bench.sendSession(Events.down(1, 5));
        assertThat(bench.settle()).extracting(Bench.Published::route).containsExactlyInAnyOrder(ROUTE, IPV6_ROUTE);
        assertThat(bench.table()).containsOnlyKeys(ROUTE);
        assertThat(verdict(ROUTE).getEpoch()).isEqualTo(6);
    }

    @Test
    void publishesADeadRouteAgainWhenItReturnsUnchanged() {
        announce(ROUTE, 4);
        bench.sendSession(Events.down(1, 5));
        // The sweep has not run: the row still exists, and the announcement repeats it.
        List<Bench.Published> published = announce(ROUTE, 6);
        assertThat(published).hasSize(1);
        assertThat(verdict(ROUTE).getEpoch()).isEqualTo(6);
        assertThat(bench.settle()).isEmpty();
        assertThat(bench.computed).hasValue(2);
    }

    @Test
    void withdrawsRoutesThatTheCompleteTableLacks() {
        announce(ROUTE, 4);
        announce(IPV6_ROUTE, 4);
        announce(OTHER_SESSION_ROUTE, 4);
        assertThat(announce(ROUTE, 5)).isEmpty();
        bench.sendMark(1, 5, 0);
        assertThat(bench.settle()).containsExactly(new Bench.Published(IPV6_ROUTE, null));
        assertThat(verdict(ROUTE).getEpoch()).isEqualTo(4); // the verdict was not published again for epoch 5
        assertThat(announce(IPV6_ROUTE, 4)).isEmpty();
        assertThat(announce(IPV6_ROUTE, 5)).hasSize(1);
    }

    @Test
    void aCompleteTableOfOneFamilyDoesNotAffectAnother() {
        announce(ROUTE, 4);
        announce(IPV6_ROUTE, 4);
        bench.sendMark(1, 5, 2 << 8 | 1);
        assertThat(bench.settle()).containsExactly(new Bench.Published(IPV6_ROUTE, null));
        bench.sendMark(1, 5, 1 << 8 | 1);
        assertThat(bench.settle()).containsExactly(new Bench.Published(ROUTE, null));
    }

    @Test
    void ignoresALateEventOfAnOlderEpoch() {
        announce(ROUTE, 6);
        assertThat(bench.send(ROUTE, Events.withdrawn(5))).isEmpty();
        assertThat(bench.send(ROUTE, Events.withdrawn(6))).containsExactly(new Bench.Published(ROUTE, null));
    }

    @Test
    void withdrawsTheRoutesOfADeletedSessionAndAcceptsNewOnes() {
        bench.sendSession(Events.down(1, 5).toBuilder().setEpoch(6).build());
        announce(ROUTE, 6);
        announce(OTHER_SESSION_ROUTE, 6);
        bench.sendMark(1, 6, 0);
        bench.deleteSession(Events.session(1));
        assertThat(bench.settle()).containsExactly(new Bench.Published(ROUTE, null));
        assertThat(announce(ROUTE, 1)).hasSize(1);
        assertThat(bench.settle()).isEmpty();
        assertThat(bench.table()).containsOnlyKeys(ROUTE, OTHER_SESSION_ROUTE);
    }

    @Test
    void acceptsNewRoutesOfADeletedSessionBeforeTheSweep() {
        announce(ROUTE, 6);
        announce(IPV6_ROUTE, 6);
        bench.sendSession(Events.down(1, 5).toBuilder().setEpoch(6).build());
        bench.deleteSession(Events.session(1));
        assertThat(announce(ROUTE, 1))
                .extracting(Bench.Published::verdict)
                .first()
                .isNull();
        RouteKey late = route("203.0.113.0/24", 1);
        assertThat(announce(late, 1)).hasSize(1);
        assertThat(bench.settle()).containsExactly(new Bench.Published(IPV6_ROUTE, null));
        assertThat(bench.table()).containsOnlyKeys(ROUTE, late);
        assertThat(verdict(ROUTE).getEpoch()).isEqualTo(1);
    }

    @Test
    void keepsTheVerdictOfAMirroredRouteAfterANewBmpConnection() {
        Announcement.Builder mirrored = announcement(
                        bench.signer.path(ROUTE.prefix(), TARGET, 64501, 64502), 64501, 64502)
                .setSource(Source.MIRRORING);
        Announcement.Builder copy = mirrored.clone().clearBgpsecPath().setSource(Source.MONITORING);
        bench.announce(ROUTE, mirrored, 4);
        assertThat(verdict(ROUTE).getState()).isEqualTo(PathState.VALID);

        // After a new BMP connection, the router sends its table by Route Monitoring, without the BGPsec_PATH.
        assertThat(bench.announce(ROUTE, copy, 5)).isEmpty();
        bench.sendMark(1, 5, 0);
        assertThat(bench.settle()).isEmpty();
        assertThat(verdict(ROUTE).getState()).isEqualTo(PathState.VALID);

        // The second copy in the same epoch replaces the mirrored route, because the collector has selected monitoring.
        assertThat(bench.announce(ROUTE, copy, 5)).hasSize(1);
        assertThat(verdict(ROUTE).getState()).isEqualTo(PathState.UNSIGNED);
    }

    /** FRR 8.4 prepends its own AS to the paths in Route Monitoring, not to those in Route Mirroring. */
    @Test
    void keepsTheVerdictOfAMirroredRouteWhoseCopyBeginsWithTheLocalAs() {
        Announcement.Builder mirrored = announcement(
                        bench.signer.path(ROUTE.prefix(), TARGET, 64501, 64502), 64501, 64502)
                .setSource(Source.MIRRORING);
        bench.announce(ROUTE, mirrored, 4);
        Announcement.Builder copy = mirrored.clone()
                .clearBgpsecPath()
                .setSource(Source.MONITORING)
                .clearAsPath()
                .addAllAsPath(List.of((int) TARGET, 64502, 64501));
        assertThat(bench.announce(ROUTE, copy, 5)).isEmpty();
        assertThat(verdict(ROUTE).getState()).isEqualTo(PathState.VALID);

        Announcement.Builder throughAnother = copy.clone().clearAsPath().addAllAsPath(List.of(64503, 64502, 64501));
        assertThat(bench.announce(ROUTE, throughAnother, 6)).hasSize(1);
        assertThat(verdict(ROUTE).getState()).isEqualTo(PathState.UNSIGNED);
    }

    @Test
    void replacesAMirroredRouteByAMonitoredRouteWithAnotherPath() {
        Announcement.Builder mirrored = announcement(
                        bench.signer.path(ROUTE.prefix(), TARGET, 64501, 64502), 64501, 64502)
                .setSource(Source.MIRRORING);
        bench.announce(ROUTE, mirrored, 4);
        Announcement.Builder other = mirrored.clone()
                .clearBgpsecPath()
                .setSource(Source.MONITORING)
                .addAsPath(64503)
                .setOriginAs(64503);
        assertThat(bench.announce(ROUTE, other, 5)).hasSize(1);
        assertThat(verdict(ROUTE).getState()).isEqualTo(PathState.UNSIGNED);
    }

    @Test
    void replacesAMirroredRouteByItsMonitoredCopyAfterPeerDown() {
        Announcement.Builder mirrored = announcement(
                        bench.signer.path(ROUTE.prefix(), TARGET, 64501, 64502), 64501, 64502)
                .setSource(Source.MIRRORING);
        bench.announce(ROUTE, mirrored, 4);
        bench.sendSession(Events.down(1, 5));
        bench.announce(ROUTE, mirrored.clone().clearBgpsecPath().setSource(Source.MONITORING), 6);
        assertThat(verdict(ROUTE).getState()).isEqualTo(PathState.UNSIGNED);
    }

    @Test
    void treatsASessionWithoutARecordAsAlive() {
        assertThat(announce(ROUTE, 1)).hasSize(1);
        assertThat(bench.settle()).isEmpty();
    }
}
