// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.routes.RouteLife;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.RibView;

/** Tests, message by message, how sessions begin and end. */
final class RouterStateTest extends PlayedRouter {
    @Test
    void peerUpOpensASessionThatEndOfRibOfAllFamiliesCompletes() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        Session record = out.session(PRE);
        assertThat(record.getState()).isEqualTo(State.SYNCING);
        assertThat(record.getEpoch()).isEqualTo(1);
        assertThat(record.getLocalAs()).isEqualTo(65000);
        assertThat(record.getPeerAs()).isEqualTo(65536);
        assertThat(record.getRouterName()).isEqualTo("r1");
        assertThat(record.getPeerIp()).isEqualTo("192.0.2.9");

        play(bmp.monitor(0, Bmp.endOfRib(AfiSafi.IPV4_UNICAST)));
        assertThat(out.marks).isEmpty();
        play(bmp.monitor(0, Bmp.endOfRib(AfiSafi.IPV6_UNICAST)));
        assertThat(out.marks).containsExactly(PRE);
        assertThat(out.session(PRE).getState()).isEqualTo(State.UP);
        assertThat(out.session(PRE).getSyncedEpoch()).isEqualTo(1);
    }

    @Test
    void quietTimeCompletesATableWithoutEndOfRib() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        tickFor(9);
        assertThat(out.marks).isEmpty();
        tickFor(2);
        assertThat(out.marks).containsExactly(PRE);
        tickFor(30);
        assertThat(out.marks).hasSize(1);
    }

    @Test
    void timeWithoutReadingDoesNotCountAsQuiet() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        tickFor(2);
        now += 60 * SECOND; // the thread waited for Kafka
        router.tick(now);
        assertThat(out.marks).isEmpty();
        tickFor(11);
        assertThat(out.marks).containsExactly(PRE);
    }

    @Test
    void peerDownEndsAllViewsOfThePeer() {
        play(
                bmp.peerUp(),
                bmp.announce("192.0.2.0/24"),
                bmp.monitor(Bmp.POST, bmp.plain("192.0.2.0/24")),
                bmp.peerDown(4));
        for (RibView view : List.of(RibView.ADJ_RIB_IN_PRE, RibView.ADJ_RIB_IN_POST)) {
            Session record = out.session(id(view));
            assertThat(record.getState()).isEqualTo(State.DOWN);
            assertThat(record.getEpoch()).isEqualTo(2);
            assertThat(RouteLife.deadBefore(record)).isEqualTo(2);
            assertThat(out.live(id(view))).isEmpty();
        }
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        assertThat(out.session(PRE).getEpoch()).isEqualTo(3);
        assertThat(out.live(PRE)).hasSize(1);
    }

    @Test
    void secondPeerUpStartsANewBgpSession() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"), bmp.peerUp(), bmp.announce("198.51.100.0/24"));
        assertThat(RouteLife.deadBefore(out.session(PRE))).isEqualTo(2);
        assertThat(out.live(PRE)).hasSize(1);
    }

    @Test
    void lateRoutesOfADownPeerOpenNoSession() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"), bmp.peerDown(4), bmp.announce("192.0.2.0/24"));
        assertThat(out.live(PRE)).isEmpty();
        assertThat(out.session(PRE).getState()).isEqualTo(State.DOWN);
        assertThat(count(CollectorMetricNames.BMP_IGNORED)).isEqualTo(1);

        play(bmp.mirror(Bmp.bgp(Bmp.open(65536, List.of()))), bmp.mirror(bmp.signed("192.0.2.0/24")));
        assertThat(out.live(PRE)).hasSize(1);
        play(bmp.peerUp());
        assertThat(out.live(PRE).values())
                .allSatisfy(a -> assertThat(a.getTargetAs()).isEqualTo(65000));
        assertThat(out.session(PRE).getEpoch()).isEqualTo(3);
    }

    @Test
    void countsPeerDownOfAnUnknownPeer() {
        play(bmp.peerDown(2));
        assertThat(count(CollectorMetricNames.PEER_DOWN_UNKNOWN)).isEqualTo(1);
        assertThat(out.sessionRecords).isEmpty();
    }

    @Test
    void lostConnectionKeepsRoutesUntilTheNewTableIsComplete() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24", "198.51.100.0/24"));
        tickFor(11);
        router.disconnect("cable", now);
        assertThat(out.session(PRE).getState()).isEqualTo(State.LOST);
        assertThat(out.live(PRE)).hasSize(2);

        router = connect(TestRules.with(Sources.AUTO), false);
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        assertThat(out.session(PRE).getEpoch()).isEqualTo(2);
        assertThat(RouteLife.deadBefore(out.session(PRE))).isZero();
        assertThat(out.live(PRE)).hasSize(2);
        tickFor(11);
        assertThat(out.live(PRE)).hasSize(1);
    }

    @Test
    void mirroredRoutesStayWhereNoTableIsSent() {
        play(bmp.peerUp(), bmp.mirror(bmp.signed("192.0.2.0/24")));
        tickFor(11);
        router.disconnect("cable", now);

        // Mirroring continues; earlier routes are not sent again.
        router = connect(TestRules.with(Sources.AUTO), false);
        play(bmp.peerUp());
        tickFor(70);
        assertThat(out.session(PRE).getState()).isEqualTo(State.UP);
        assertThat(out.session(PRE).getSyncedEpoch()).isZero();
        assertThat(out.live(PRE)).hasSize(1);

        // The operator enables Route Monitoring: from now on the router sends a table.
        play(bmp.announce("198.51.100.0/24"));
        tickFor(11);
        assertThat(out.marks).containsExactly(PRE);
        assertThat(out.live(PRE)).hasSize(1);
    }

    @Test
    void unusedMonitoredRoutesDoNotReplaceMirroredOnes() {
        router = connect(TestRules.with(Sources.AUTO), false);
        play(bmp.peerUp(), bmp.announce("198.51.100.0/24"));
        tickFor(11);
        router.disconnect("new settings", now);

        router = connect(TestRules.with(Sources.MIRRORING), false);
        play(bmp.peerUp(), bmp.mirror(bmp.signed("192.0.2.0/24")));
        router.disconnect("cable", now);
        router = connect(TestRules.with(Sources.MIRRORING), false);
        play(bmp.peerUp(), bmp.announce("198.51.100.0/24"));
        tickFor(70);
        assertThat(out.live(PRE).keySet())
                .extracting(key -> key.prefix().toString())
                .contains("192.0.2.0/24");
    }

    @Test
    void routesOfARouterThatStaysAwayExpire() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        router.disconnect("cable", now);
        assertThat(out.sessions.expireLost(TestRules.COLLECTOR, now - 1, now)).isZero();
        assertThat(out.sessions.expireLost("another", now, now)).isZero();
        assertThat(out.sessions.expireLost(TestRules.COLLECTOR, now, now)).isEqualTo(1);
        assertThat(out.session(PRE).getState()).isEqualTo(State.DOWN);
        assertThat(out.live(PRE)).isEmpty();
    }

    @Test
    void relayedRouterContinuesFromItsRecords() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        tickFor(11);

        router = connect(TestRules.with(Sources.AUTO), true);
        play(bmp.monitor(0, bmp.signed("198.51.100.0/24")));
        assertThat(last().getTargetAs()).isEqualTo(65000);
        assertThat(last().getFirstAs()).isEqualTo(65536);
        assertThat(out.session(PRE).getEpoch()).isEqualTo(1);
        assertThat(out.session(PRE).getState()).isEqualTo(State.UP);
        play(bmp.withdraw("192.0.2.0/24"));
        assertThat(out.live(PRE)).hasSize(1);

        play(bmp.peerUp());
        assertThat(out.session(PRE).getEpoch()).isEqualTo(2);
        assertThat(RouteLife.deadBefore(out.session(PRE))).isZero();
    }

    @Test
    void endOfRibOfOneFamilyDoesNotCompleteATableWhoseFamiliesAreNotKnown() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        router = connect(TestRules.with(Sources.AUTO), true);
        play(bmp.monitor(0, Bmp.endOfRib(AfiSafi.IPV4_UNICAST)));
        assertThat(out.marks).isEmpty();
        tickFor(11);
        assertThat(out.marks).containsExactly(PRE);
    }

    @Test
    void peersThatARelayedRouterDoesNotReportAgainAreLost() {
        router = connect(TestRules.with(Sources.AUTO), true);
        Bmp other = new Bmp(65000, 65001);
        play(Bmp.initiation("r1"), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        play(other.peerUp(bmp.locRib(), Bmp.open(65000, List.of()), Bmp.open(65000, List.of())));
        tickFor(70);

        play(Bmp.initiation("r1"));
        assertThat(out.session(PRE).getState()).isEqualTo(State.LOST);
        assertThat(out.live(PRE)).hasSize(1);
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        assertThat(out.session(PRE).getState()).isEqualTo(State.SYNCING);
        assertThat(out.session(PRE).getEpoch()).isEqualTo(2);
        assertThat(RouteLife.deadBefore(out.session(PRE))).isZero();
        SessionId locRib = new PeerId(3, 0, Bytes.wrap(new byte[4])).session(ROUTER, RibView.LOC_RIB);
        assertThat(out.session(locRib).getState()).isEqualTo(State.LOST);
    }

    @Test
    void anotherCollectorExpiresLostSessionsOfOneThatIsGone() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        router.disconnect("the collector stops", now);
        long hold = 300 * SECOND;
        now += 2 * hold;
        assertThat(out.sessions.expireLost("another", now - hold, now)).isZero();
        now++;
        assertThat(out.sessions.expireLost("another", now - hold, now)).isEqualTo(1);
        assertThat(out.session(PRE).getState()).isEqualTo(State.DOWN);
        assertThat(out.live(PRE)).isEmpty();
    }

    @Test
    void restartMarksOnlyConnectedRoutersAsLost() {
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        out.sessions.markLostAtStart("another", now);
        assertThat(out.session(PRE).getState()).isEqualTo(State.SYNCING);
        out.sessions.markLostAtStart(TestRules.COLLECTOR, now);
        assertThat(out.session(PRE).getState()).isEqualTo(State.LOST);

        // A quiet relayed session sends no message after the restart. Marked as lost, it would expire while it is up.
        router = connect(TestRules.with(Sources.AUTO), true);
        play(bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        tickFor(11);
        out.sessions.markLostAtStart(TestRules.COLLECTOR, now);
        assertThat(out.session(PRE).getState()).isEqualTo(State.UP);
    }
}
