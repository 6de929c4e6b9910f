// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.StatisticsReport;
import org.pathproof.wire.bmp.Tlv;

/** Tests the names of VRFs, by the VRF/Table Name TLV (RFC 9069 section 5.2.1) and by the route distinguisher. */
class VrfNamesTest extends PlayedRouter {
    private static final long RED = 0x0001_c000_0201_0001L;
    private static final long BLUE = 0x0001_c000_0201_0002L;

    @Test
    void peersWithOneAddressHaveTheNamesOfTheirVrfs() {
        play(up(RED, "red"), bmp.monitor(header(RED), bmp.plain("198.51.100.0/24")));
        play(up(BLUE, "blue"), bmp.monitor(header(BLUE), bmp.plain("198.51.100.0/24")));
        assertNames(RED, "red", "192.0.2.9@red");
        assertNames(BLUE, "blue", "192.0.2.9@blue");
    }

    @Test
    void aVrfWithoutANameHasItsRouteDistinguisher() {
        play(up(RED, ""));
        assertNames(RED, "192.0.2.1:1", "192.0.2.9@192.0.2.1:1");
    }

    @Test
    void theGlobalInstanceHasNoVrf() {
        PerPeerHeader header = bmp.header(0);
        play(up(header, "global"));
        assertThat(out.session(PRE).getVrf()).isEmpty();
        assertThat(out.session(PRE).getPeerName()).isEmpty();
    }

    @Test
    void aLocRibHasTheNameOfItsVrf() {
        PerPeerHeader header = new PerPeerHeader(3, 0, RED, Bytes.wrap(new byte[4]), 65000, 1, 1, 0);
        play(up(header, "red"));
        Session session = out.session(new PeerId(3, RED, Bytes.wrap(new byte[4])).session(ROUTER, RibView.LOC_RIB));
        assertThat(session.getVrf()).isEqualTo("red");
        assertThat(session.getPeerName()).isEqualTo("0.0.0.0@red");
    }

    @Test
    void statisticsHaveTheNameOfThePeer() {
        play(up(RED, "red"));
        play(BmpCodec.encode(
                new StatisticsReport(header(RED), List.of(new StatisticsReport.Stat(0, Bytes.fromHex("00000007"))))));
        assertThat(meters.get(CollectorMetricNames.BMP_STATISTIC)
                        .tag(MetricLabels.PEER, "192.0.2.9@red")
                        .gauge()
                        .value())
                .isEqualTo(7);
    }

    private void assertNames(long distinguisher, String vrf, String peer) {
        Session session = out.session(new PeerId(1, distinguisher, Bmp.PEER).session(ROUTER, RibView.ADJ_RIB_IN_PRE));
        assertThat(session.getVrf()).isEqualTo(vrf);
        assertThat(session.getPeerName()).isEqualTo(peer);
    }

    private static PerPeerHeader header(long distinguisher) {
        return new PerPeerHeader(1, 0, distinguisher, Bmp.PEER, 65536, 0x0a000009, 1, 0);
    }

    private static Bytes up(long distinguisher, String table) {
        return up(header(distinguisher), table);
    }

    private static Bytes up(PerPeerHeader header, String table) {
        List<Tlv> tlvs = table.isEmpty()
                ? List.of()
                : List.of(new Tlv(PeerUp.TLV_VRF_TABLE_NAME, Bytes.wrap(table.getBytes(StandardCharsets.UTF_8))));
        Bytes open = Bmp.bgp(Bmp.open(65000, List.of()));
        return BmpCodec.encode(new PeerUp(header, Bmp.PEER, 179, 50000, open, open, tlvs));
    }
}
