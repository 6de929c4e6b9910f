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
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.StatisticsReport;
import org.pathproof.wire.bmp.Termination;

/** Tests BMP features that real routers combine: VRFs, all RIB views, statistics, Route Mirroring, Termination. */
final class CombinedBmpFeaturesTest {
    private static final RouterIdentity ROUTER = RouterIdentity.of("192.0.2.1", "r1");
    private static final long RED = 0x0000fde800000001L; // 65000:1
    private static final long BLUE = 0x0000fde800000002L; // 65000:2

    private final RecordedOutput out = new RecordedOutput();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CollectorMetrics metrics = new CollectorMetrics(meters);
    private final Bmp bmp = new Bmp(65000, 65536);
    private final RouterState router =
            new RouterState(ROUTER, TestRules.with(Sources.AUTO), out.sessions, out, metrics, false);
    private long now = 1_000_000_000;

    @Test
    void sameAddressInTwoVrfsIsTwoPeers() {
        for (long vrf : new long[] {RED, BLUE}) {
            play(bmp.peerUp(inVrf(vrf), Bmp.open(65000, List.of()), Bmp.open(65536, List.of())));
        }
        play(
                bmp.monitor(inVrf(RED), bmp.plain("10.0.0.0/8", "10.1.0.0/16")),
                bmp.monitor(inVrf(BLUE), bmp.plain("10.0.0.0/8")),
                bmp.announce("10.0.0.0/8"));
        assertThat(out.live(session(RED))).hasSize(2);
        assertThat(out.live(session(BLUE))).hasSize(1);
        assertThat(out.session(session(RED)).getPeerDistinguisher()).isEqualTo(RED);
        assertThat(out.session(session(RED)).getPeerHash())
                .isNotEqualTo(out.session(session(BLUE)).getPeerHash());

        play(BmpCodec.encode(new PeerDown(inVrf(RED), 4, Bytes.EMPTY)));
        assertThat(out.session(session(RED)).getState()).isEqualTo(State.DOWN);
        assertThat(out.live(session(RED))).isEmpty();
        assertThat(out.live(session(BLUE))).hasSize(1);
    }

    @Test
    void eachViewOfAPeerIsASeparateTable() {
        play(
                bmp.peerUp(),
                bmp.monitor(0, bmp.plain("10.0.0.0/8")),
                bmp.monitor(Bmp.POST, bmp.plain("10.0.0.0/8")),
                bmp.monitor(Bmp.OUT, bmp.plain("10.0.0.0/8")),
                bmp.monitor(Bmp.OUT | Bmp.POST, bmp.plain("10.0.0.0/8")),
                bmp.monitor(bmp.locRib(), bmp.plain("10.0.0.0/8")),
                bmp.monitor(Bmp.OUT, Bmp.withdrawal("10.0.0.0/8")));
        PeerId peer = new PeerId(0, 0, Bmp.PEER);
        assertThat(out.live(peer.session(ROUTER, RibView.ADJ_RIB_IN_PRE))).hasSize(1);
        assertThat(out.live(peer.session(ROUTER, RibView.ADJ_RIB_IN_POST))).hasSize(1);
        assertThat(out.live(peer.session(ROUTER, RibView.ADJ_RIB_OUT_PRE))).isEmpty();
        assertThat(out.live(peer.session(ROUTER, RibView.ADJ_RIB_OUT_POST))).hasSize(1);
        assertThat(out.live(PeerId.of(bmp.locRib()).session(ROUTER, RibView.LOC_RIB)))
                .hasSize(1);
    }

    @Test
    void publishesRoutesOfMonitoringAndMirroringOnce() {
        play(
                bmp.peerUp(),
                bmp.announce("10.0.0.0/8"),
                bmp.mirror(bmp.plain("10.0.0.0/8")),
                bmp.mirror(bmp.signed("192.0.2.0/24")),
                bmp.announce("192.0.2.0/24"),
                bmp.mirror(bmp.plain("10.1.0.0/16")),
                bmp.announce("10.1.0.0/16"));
        SessionId pre = new PeerId(0, 0, Bmp.PEER).session(ROUTER, RibView.ADJ_RIB_IN_PRE);
        assertThat(out.live(pre)).hasSize(3);
        assertThat(out.live(pre).values())
                .filteredOn(Announcement::hasBgpsecPath)
                .hasSize(1);
        // A route that arrives by Route Monitoring and by Route Mirroring is published once.
        assertThat(out.routes).hasSize(3);
    }

    @Test
    void showsStatisticsUntilTheRouterDisconnects() {
        play(
                bmp.peerUp(),
                report(
                        inVrf(0),
                        new StatisticsReport.Stat(7, Bytes.fromHex("0000000100000002")),
                        new StatisticsReport.Stat(11, Bytes.fromHex("fffffffe")),
                        new StatisticsReport.Stat(9, Bytes.fromHex("0001 01 0000000000000007")),
                        new StatisticsReport.Stat(65531, Bytes.fromHex("00000001")),
                        new StatisticsReport.Stat(7, Bytes.fromHex("00000001"))), // 4 bytes instead of 8
                report(inVrf(RED), new StatisticsReport.Stat(11, Bytes.fromHex("00000005"))));
        assertThat(statistic("192.0.2.9", "adj_rib_in_routes")).isEqualTo(0x100000002L);
        assertThat(statistic("192.0.2.9", "updates_treated_as_withdraw")).isEqualTo(4294967294.0);
        assertThat(statistic("192.0.2.9", "adj_rib_in_routes_per_family")).isEqualTo(7);
        assertThat(statistic("192.0.2.9@65000:1", "updates_treated_as_withdraw"))
                .isEqualTo(5);
        assertThat(meters.find(CollectorMetricNames.BMP_STATISTIC).gauges()).hasSize(4);

        play(report(inVrf(0), new StatisticsReport.Stat(11, Bytes.fromHex("00000003"))));
        assertThat(statistic("192.0.2.9", "updates_treated_as_withdraw")).isEqualTo(3);
        router.disconnect("gone", now);
        assertThat(meters.find(CollectorMetricNames.BMP_STATISTIC).gauges()).isEmpty();
    }

    @Test
    void boundsStatisticsOfARouterWithTooManyPeers() {
        for (int i = 0; i < 30_000; i++) {
            play(report(inVrf(i + 1), new StatisticsReport.Stat(11, Bytes.fromHex("00000001"))));
        }
        assertThat(meters.find(CollectorMetricNames.BMP_STATISTIC).gauges()).hasSize(20_000);
        assertThat(meters.get(CollectorMetricNames.BMP_IGNORED)
                        .tag(MetricLabels.REASON, "statistic")
                        .counter()
                        .count())
                .isEqualTo(10_000);
    }

    @Test
    void terminationKeepsRoutesForTheHoldTime() {
        play(bmp.peerUp(), bmp.announce("10.0.0.0/8"), BmpCodec.encode(new Termination(List.of())));
        SessionId pre = new PeerId(0, 0, Bmp.PEER).session(ROUTER, RibView.ADJ_RIB_IN_PRE);
        assertThat(out.session(pre).getState()).isEqualTo(State.LOST);
        assertThat(out.live(pre)).hasSize(1);
    }

    private double statistic(String peer, String name) {
        return meters.get(CollectorMetricNames.BMP_STATISTIC)
                .tag(MetricLabels.PEER, peer)
                .tag(MetricLabels.STATISTIC, name)
                .gauge()
                .value();
    }

    private static Bytes report(PerPeerHeader peer, StatisticsReport.Stat... stats) {
        return BmpCodec.encode(new StatisticsReport(peer, List.of(stats)));
    }

    private static PerPeerHeader inVrf(long distinguisher) {
        int type = distinguisher == 0 ? PerPeerHeader.TYPE_GLOBAL : PerPeerHeader.TYPE_RD;
        return new PerPeerHeader(type, 0, distinguisher, Bmp.PEER, 65536, 0x0a000009, 1, 0);
    }

    private static SessionId session(long distinguisher) {
        return PeerId.of(inVrf(distinguisher)).session(ROUTER, RibView.ADJ_RIB_IN_PRE);
    }

    private void play(Bytes... messages) {
        for (Bytes message : messages) {
            router.handleMessage(message, ++now);
        }
    }
}
