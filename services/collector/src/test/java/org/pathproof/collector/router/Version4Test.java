// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpFramer;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.IndexedTlv;
import org.pathproof.wire.bmp.MonitoringTlvs;
import org.pathproof.wire.bmp.MonitoringTlvs.Numbering;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.RouteMonitoring;

/** Tests that a router with BMP version 4 (draft-ietf-grow-bmp-tlv) gives the same routes as one with version 3. */
final class Version4Test {
    private static final RouterIdentity ROUTER = RouterIdentity.of("192.0.2.1", "r1");
    private static final SessionId PRE = new PeerId(0, 0, Bmp.PEER).session(ROUTER, RibView.ADJ_RIB_IN_PRE);
    private static final IndexedTlv TABLE = new IndexedTlv(5, 0, Bytes.fromHex("676c6f62616c"));
    private static final IndexedTlv ADD_PATH = new IndexedTlv(6, 0, Bytes.fromHex("4504" + "0001" + "01" + "03"));

    private final RecordedOutput out = new RecordedOutput();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Bmp bmp = new Bmp(65000, 65536);
    private final RouterState router = new RouterState(
            ROUTER, TestRules.with(Sources.AUTO), out.sessions, out, new CollectorMetrics(meters), false);
    private long now = 1_000_000_000;

    @Test
    void version4GivesTheRoutesOfVersion3() {
        play(asVersion4(bmp.peerUp()), asVersion4(bmp.announceSigned("192.0.2.0/24")), bmp.announce("10.0.0.0/8"));
        play(monitoring(new MonitoringTlvs(Numbering.CURRENT, List.of(TABLE)), bmp.plain("10.1.0.0/16")));
        play(asVersion4(bmp.withdraw("10.0.0.0/8")));
        assertThat(out.live(PRE)).hasSize(2);
        assertThat(out.live(PRE).values())
                .filteredOn(Announcement::hasBgpsecPath)
                .hasSize(1);
        assertThat(out.rejects).isEmpty();
        play(BmpCodec.encode(
                new PeerDown(bmp.header(0), PeerDown.REMOTE_NO_NOTIFICATION, Bytes.EMPTY), BmpFramer.VERSION_4));
        assertThat(out.session(PRE).getState()).isEqualTo(State.DOWN);
    }

    @Test
    void readsPathIdentifiersThatAStatelessParsingTlvAnnounces() {
        Update update = new Update(
                List.of(),
                bmp.plain("10.0.0.0/8").attributes(),
                List.of(new Nlri(7, Prefix.parse("10.0.0.0/8")), new Nlri(8, Prefix.parse("10.0.0.0/8"))),
                List.of());
        Bytes bgp = BgpCodec.encode(update, new BgpSessionOptions(true, Set.of(AfiSafi.IPV4_UNICAST), true));
        // The Peer Up has no ADD-PATH: only the TLV gives the encoding of the UPDATE, before the Peer Up and after it.
        Bytes message = BmpCodec.encode(
                new RouteMonitoring(bmp.header(0), bgp, new MonitoringTlvs(Numbering.CURRENT, List.of(ADD_PATH))));
        play(message, bmp.peerUp(), message);
        assertThat(out.live(PRE).keySet()).extracting(RouteKey::pathId).containsExactlyInAnyOrder(7L, 8L);
        assertThat(out.rejects).isEmpty();
    }

    @Test
    void rejectsUnreadableMessagesWithAReason() {
        Bytes bare = BmpCodec.encode(
                new RouteMonitoring(bmp.header(0), Bytes.EMPTY, new MonitoringTlvs(Numbering.CURRENT, List.of(TABLE))));
        play(bmp.peerUp(), bare, bare);
        assertThat(out.rejects).hasSize(2);
        assertThat(out.rejects.getFirst().getMessage()).contains("no BGP Message TLV");
        assertThat(meters.get(CollectorMetricNames.REJECTS)
                        .tag(MetricLabels.LAYER, "bmp")
                        .tag(MetricLabels.CODE, "MISSING")
                        .counter()
                        .count())
                .isEqualTo(2);
    }

    private Bytes monitoring(MonitoringTlvs tlvs, Update update) {
        return BmpCodec.encode(
                new RouteMonitoring(bmp.header(0), BgpCodec.encode(update, BgpSessionOptions.DEFAULT), tlvs));
    }

    private static Bytes asVersion4(Bytes message) {
        Decoded<BmpMessage> decoded = BmpCodec.decode(message);
        return BmpCodec.encode(decoded.orThrow(), BmpFramer.VERSION_4);
    }

    private void play(Bytes... messages) {
        for (Bytes message : messages) {
            router.handleMessage(message, ++now);
        }
    }
}
