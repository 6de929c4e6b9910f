// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.RibView;

/**
 * Tests routers whose Route Monitoring has no routes, such as FRR with a neighbor without {@code soft-reconfiguration
 * inbound}.
 */
final class TableWarningTest {
    private static final RouterIdentity ROUTER = RouterIdentity.of("192.0.2.1", "r1");
    private static final SessionId PRE = new PeerId(0, 0, Bmp.PEER).session(ROUTER, RibView.ADJ_RIB_IN_PRE);

    private final RecordedOutput out = new RecordedOutput();
    private final Bmp bmp = new Bmp(65000, 65536);
    private long now = 1_000_000_000;
    private RouterState router = connect(Sources.AUTO);

    @Test
    void warnsOfASessionWithOnlyWithdrawals() {
        play(bmp.peerUp(), endOfRib(AfiSafi.IPV4_UNICAST), endOfRib(AfiSafi.IPV6_UNICAST));
        assertThat(out.session(PRE).getState()).isEqualTo(State.UP);
        assertThat(warning()).isEmpty();
        play(bmp.withdraw("10.0.0.0/8"));
        assertThat(warning()).isEqualTo("only-withdrawals");
        play(bmp.announce("10.0.0.0/8"));
        assertThat(warning()).isEmpty();
        play(bmp.withdraw("10.0.0.0/8"));
        assertThat(warning()).isEmpty();
    }

    @Test
    void mirroredRoutesReplaceATableThatMonitoringDoesNotSend() {
        play(bmp.peerUp(), endOfRib(AfiSafi.IPV4_UNICAST), endOfRib(AfiSafi.IPV6_UNICAST));
        // FRR mirrors the UPDATE, and then sends a monitored withdrawal, because it keeps no Adj-RIB-In.
        for (String prefix : List.of("10.0.0.0/8", "10.1.0.0/16")) {
            play(bmp.mirror(bmp.plain(prefix)), bmp.withdraw(prefix));
        }
        play(bmp.mirror(bmp.signed("192.0.2.0/24")), bmp.withdraw("192.0.2.0/24"));
        assertThat(out.live(PRE)).hasSize(3);
        assertThat(warning()).isEqualTo("only-mirrored");

        play(bmp.mirror(Bmp.withdrawal("10.1.0.0/16")), bmp.withdraw("10.1.0.0/16"));
        assertThat(out.live(PRE)).hasSize(2);

        // The table of a new BMP connection is empty; mirrored routes stay.
        router.disconnect("cable", now);
        router = connect(Sources.AUTO);
        play(bmp.peerUp(), endOfRib(AfiSafi.IPV4_UNICAST), endOfRib(AfiSafi.IPV6_UNICAST));
        tickFor(70);
        assertThat(out.live(PRE)).hasSize(2);

        // The operator sets soft-reconfiguration: from now on the router sends a table.
        play(bmp.announce("10.0.0.0/8"));
        assertThat(warning()).isEmpty();
        tickFor(11);
        assertThat(out.live(PRE)).hasSize(1);
        play(bmp.withdraw("10.0.0.0/8"));
        assertThat(out.live(PRE)).isEmpty();
    }

    @Test
    void distinguishesFamilies() {
        play(bmp.peerUp(), bmp.announce("10.0.0.0/8"));
        Update ipv6 = new Update(
                List.of(),
                List.of(
                        new Origin(0x40, 0),
                        bmp.plain("10.0.0.0/8").attributes().get(1),
                        new MpReach(0x90, AfiSafi.IPV6_UNICAST, Bytes.wrap(new byte[16]), nlri6(), Bytes.EMPTY)),
                List.of(),
                List.of());
        Update gone = new Update(
                List.of(),
                List.of(new MpUnreach(0x90, AfiSafi.IPV6_UNICAST, nlri6(), Bytes.EMPTY)),
                List.of(),
                List.of());
        play(bmp.mirror(ipv6), bmp.monitor(0, gone));
        assertThat(out.live(PRE)).hasSize(2);
        play(bmp.mirror(bmp.plain("10.0.0.0/8")), bmp.withdraw("10.0.0.0/8"));
        assertThat(out.live(PRE)).hasSize(1);
        play(bmp.mirror(gone));
        assertThat(out.live(PRE)).isEmpty();
    }

    @Test
    void warnsOfMirroredRoutesThatSettingsLeaveOut() {
        router = connect(Sources.MONITORING);
        play(bmp.peerUp(), bmp.mirror(bmp.plain("10.0.0.0/8")));
        assertThat(out.live(PRE)).isEmpty();
        assertThat(warning()).isEqualTo("mirrored-not-used");
        play(bmp.announce("10.0.0.0/8"));
        assertThat(warning()).isEmpty();
    }

    private static List<Nlri> nlri6() {
        return Bmp.nlri("2001:db8::/32");
    }

    private Bytes endOfRib(AfiSafi family) {
        return bmp.monitor(0, Bmp.endOfRib(family));
    }

    private String warning() {
        return out.session(PRE).getTableWarning();
    }

    private RouterState connect(Sources sources) {
        return new RouterState(
                ROUTER,
                TestRules.with(sources),
                out.sessions,
                out,
                new CollectorMetrics(new SimpleMeterRegistry()),
                false);
    }

    private void tickFor(int seconds) {
        for (int i = 0; i < seconds; i++) {
            router.tick(now += 1_000_000);
        }
    }

    private void play(Bytes... messages) {
        for (Bytes message : messages) {
            router.handleMessage(message, ++now);
        }
    }
}
