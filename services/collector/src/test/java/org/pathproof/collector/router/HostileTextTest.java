// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.SessionText;
import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.Tlv;

/** Tests that texts of a hostile router are bounded and escaped in records, metrics and messages. */
final class HostileTextTest {
    private static final String NAME = "r1\n2026 ERROR forged\u0000\u001b[2J\u202E" + "x".repeat(60_000);

    private final RecordedOutput out = new RecordedOutput();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Bmp bmp = new Bmp(65000, 65536);

    @Test
    void boundsAndEscapesALongNameWithControlCharacters() {
        Initiation initiation = (Initiation) BmpCodec.decode(BmpCodec.encode(new Initiation(List.of(
                        new Tlv(Initiation.TLV_SYS_NAME, utf8(NAME)), new Tlv(Initiation.TLV_SYS_DESCR, utf8(NAME))))))
                .orThrow();
        RouterIdentity identity =
                RouterIdentity.of("192.0.2.1", initiation.sysName().orElseThrow());
        Session session = play(identity, BmpCodec.encode(initiation), bmp.peerUp(), bmp.announce("192.0.2.0/24"));
        assertThat(List.of(session.getSysName(), session.getSysDescr())).containsOnly(session.getRouterName());
        assertThat(session.getRouterName()).startsWith("r1\\u000a2026 ERROR forged\\u0000\\u001b[2J\\u202exx");
        assertThat(session.getSerializedSize()).isLessThan(1500);
        assertThat(meters.getMeters())
                .extracting(Meter::getId)
                .allSatisfy(id -> assertThat(id.getTags())
                        .allSatisfy(tag -> assertThat(tag.getValue())
                                .hasSizeLessThanOrEqualTo(NetworkText.MAX_NAME)
                                .doesNotContain("\n", "\u0000", "\u001b")));
    }

    @Test
    void boundsNamesOfSettingsAndCertificates() {
        assertThat(RouterIdentity.named(NAME, "192.0.2.1").name()).hasSize(NetworkText.MAX_NAME);
        assertThat(RouterIdentity.behind("proxy", "192.0.2.1", NAME).label()).hasSize(NetworkText.MAX_NAME);
    }

    @Test
    void decodesAShutdownCommunication() {
        byte[] said = "maintenance\n\u001b[2J until 3".getBytes(StandardCharsets.UTF_8);
        Bytes data = new ByteWriter().u8(said.length).bytes(Bytes.wrap(said)).toBytes();
        assertThat(downReason(new Notification(6, 2, data)))
                .isEqualTo("the peer closed the session, with a NOTIFICATION"
                        + " (Cease 6/2: maintenance\\u000a\\u001b[2J until 3)");
        assertThat(downReason(new Notification(6, 2, Bytes.wrap(new byte[60_000]))))
                .hasSizeLessThan(100);
        assertThat(downReason(new Notification(4, 0, Bytes.EMPTY))).contains("Hold Timer Expired 4/0");
    }

    @Test
    void recordsOfOtherCollectorsAreNotTrusted() {
        Session hostile = Session.newBuilder()
                .setRouterName(NAME)
                .setRouterIp(NAME)
                .setPeerIp(NAME)
                .setCollectorId(NAME)
                .setDownReason(NAME)
                .setEpoch(7)
                .build();
        Session clean = SessionText.clean(hostile);
        assertThat(clean.getRouterName()).isEqualTo(NetworkText.name(NAME));
        assertThat(clean.getDownReason()).isEqualTo(NetworkText.description(NAME));
        assertThat(clean.getSerializedSize()).isLessThan(3000);
        assertThat(clean.getEpoch()).isEqualTo(7);
        assertThat(SessionText.clean(clean)).isSameAs(clean);
    }

    private String downReason(Notification notification) {
        Bytes bgp = BgpCodec.encode(notification, BgpSessionOptions.DEFAULT);
        return play(
                        RouterIdentity.of("192.0.2.1", "r1"),
                        bmp.peerUp(),
                        BmpCodec.encode(new PeerDown(bmp.header(0), PeerDown.REMOTE_NOTIFICATION, bgp)))
                .getDownReason();
    }

    private Session play(RouterIdentity identity, Bytes... messages) {
        RouterState router = new RouterState(
                identity, TestRules.with(Sources.AUTO), out.sessions, out, new CollectorMetrics(meters), false);
        long now = 1_000_000_000;
        for (Bytes message : messages) {
            router.handleMessage(message, ++now);
        }
        return out.session(new PeerId(0, 0, Bmp.PEER).session(identity, RibView.ADJ_RIB_IN_PRE));
    }

    private static Bytes utf8(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
