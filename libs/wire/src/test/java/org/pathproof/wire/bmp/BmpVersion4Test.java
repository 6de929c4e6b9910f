// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.MonitoringTlvs.Numbering;

/**
 * Tests messages of version 4 byte by byte, with the type numbers of draft-ietf-grow-bmp-tlv-20 and of earlier
 * revisions.
 */
final class BmpVersion4Test {
    private static final PerPeerHeader PEER =
            new PerPeerHeader(0, 0, 0, Bytes.fromHex("c0000209"), 65536, 0x0a000009, 1, 0);
    /** An UPDATE that withdraws 10.0.0.0/8 with Path Identifier 7. */
    private static final String UPDATE = "ff".repeat(16) + "001d02" + "0006" + "00000007080a" + "0000";

    private static final String ADD_PATH_IPV4 = "4504" + "0001" + "01" + "03";

    @Test
    void readsRouteMonitoringOfRevision20() {
        RouteMonitoring m = (RouteMonitoring) decode(
                0,
                tlv(5, 0, "676c6f62616c"),
                tlv(6, 0, ADD_PATH_IPV4),
                tlv(7, 0, UPDATE),
                tlv(4, 0x8001, "00010002"),
                tlv(0x8007, 1, "0000000aff"));
        assertThat(m.peer()).isEqualTo(PEER);
        assertThat(m.bgpMessage()).isEqualTo(Bytes.fromHex(UPDATE));
        assertThat(m.tlvs().numbering()).isEqualTo(Numbering.CURRENT);
        assertThat(m.tlvs().tableName()).contains("global");
        assertThat(m.tlvs().all()).hasSize(4);
        assertThat(m.tlvs().all().getLast().isEnterprise()).isTrue();
        assertThat(MonitoringTlvs.groupMembers(m.tlvs().all().get(2).value())).containsExactly(1, 2);
        assertThat(m.tlvs().capabilities())
                .containsExactly(
                        new Capability.AddPath(List.of(new Capability.AddPath.Entry(AfiSafi.IPV4_UNICAST, 3))));
        assertThat(BmpCodec.decode(BmpCodec.encode(m))).isEqualTo(Decoded.ok(m));
    }

    @Test
    void readsRouteMonitoringOfEarlierRevisions() {
        RouteMonitoring m = (RouteMonitoring)
                decode(0, tlv(3, 0, "726564"), tlv(1, 0, ADD_PATH_IPV4), tlv(4, 0, UPDATE), tlv(5, 1, "00000002"));
        assertThat(m.bgpMessage()).isEqualTo(Bytes.fromHex(UPDATE));
        assertThat(m.tlvs().numbering()).isEqualTo(Numbering.EARLY);
        assertThat(m.tlvs().tableName()).contains("red");
        assertThat(m.tlvs().capabilities()).hasSize(1);
        assertThat(m.tlvs().numbering().nameOf(5)).isEmpty();
        assertThat(BmpCodec.decode(BmpCodec.encode(m))).isEqualTo(Decoded.ok(m));
    }

    @Test
    void aStatelessParsingTlvEnablesPathIdentifiers() {
        RouteMonitoring with = (RouteMonitoring) decode(0, tlv(6, 0, ADD_PATH_IPV4), tlv(7, 0, UPDATE));
        assertThat(PeerOpens.assumed(with).addPath()).containsExactly(AfiSafi.IPV4_UNICAST);
        Update update = (Update) ok(BgpCodec.decode(with.bgpMessage(), PeerOpens.assumed(with)));
        assertThat(update.withdrawn().getFirst().pathId()).isEqualTo(7);
        RouteMonitoring without =
                (RouteMonitoring) decode(0, tlv(6, 0, "4505" + "0001" + "01" + "03"), tlv(7, 0, UPDATE));
        assertThat(without.tlvs().addPath(Set.of(), without.peer())).isEmpty();
    }

    /** A router sends such a TLV when the neighbor can receive Path Identifiers and the router does not send them. */
    @Test
    void aStatelessParsingTlvDisablesPathIdentifiers() {
        Set<AfiSafi> negotiated = Set.of(AfiSafi.IPV4_UNICAST);
        RouteMonitoring receives =
                (RouteMonitoring) decode(0, tlv(6, 0, "4504" + "0001" + "01" + "01"), tlv(7, 0, UPDATE));
        RouteMonitoring sends =
                (RouteMonitoring) decode(0, tlv(6, 0, "4504" + "0001" + "01" + "02"), tlv(7, 0, UPDATE));
        PerPeerHeader in = receives.peer();
        PerPeerHeader out = new PerPeerHeader(
                in.peerType(),
                in.flags() | PerPeerHeader.FLAG_ADJ_RIB_OUT,
                in.distinguisher(),
                in.address(),
                in.asn(),
                in.bgpId(),
                in.seconds(),
                in.microseconds());
        assertThat(receives.tlvs().addPath(Set.of(), in)).isEqualTo(negotiated);
        assertThat(receives.tlvs().addPath(negotiated, out)).isEmpty();
        assertThat(sends.tlvs().addPath(negotiated, in)).isEmpty();
        assertThat(sends.tlvs().addPath(Set.of(), out)).isEqualTo(negotiated);
    }

    @Test
    void refusesRouteMonitoringWithoutExactlyOneUpdate() {
        assertThat(damage(0, tlv(3, 0, "726564")).message())
                .contains("no BGP Message TLV")
                .contains("[3]");
        assertThat(damage(0, tlv(7, 0, UPDATE), tlv(7, 0, UPDATE)).code()).isEqualTo(WireError.Code.DUPLICATE);
        assertThat(damage(0, UPDATE).message()).contains("a BGP message in place of TLVs");
        assertThat(damage(0, "0007").code()).isEqualTo(WireError.Code.TRUNCATED);
        assertThat(damage(0, "0007ffff000000").message()).contains("value of TLV 7 needs 65535");
        assertThat(damage(0).code()).isEqualTo(WireError.Code.MISSING);
    }

    @Test
    void readsAStatisticsReportWithAndWithoutItsTlv() {
        String stats = "00000001" + "0000" + "0004" + "0000002a";
        StatisticsReport late = (StatisticsReport) decode(1, "0001" + "000c" + stats, "0003" + "0001" + "05");
        assertThat(late.stats()).containsExactly(new StatisticsReport.Stat(0, Bytes.fromHex("0000002a")));
        assertThat(late.tlvs()).containsExactly(new Tlv(3, Bytes.fromHex("05")));
        assertThat(BmpCodec.decode(BmpCodec.encode(late))).isEqualTo(Decoded.ok(late));
        StatisticsReport early = (StatisticsReport) decode(1, stats);
        assertThat(early.stats()).isEqualTo(late.stats());
        assertThat(damage(1, "0003" + "0001" + "05").message()).contains("0 Stats TLVs");
        assertThat(damage(1, "0001" + "0002" + "0000").code()).isEqualTo(WireError.Code.TRUNCATED);
    }

    @Test
    void readsThePeerDownBeforeItsTlvs() {
        String notification = "ff".repeat(16) + "0015" + "03" + "0602";
        PeerDown told = (PeerDown) decode(2, "01", notification, "0003" + "0003" + "726564");
        assertThat(told.notification()).contains(Bytes.fromHex(notification));
        assertThat(told.tlvs()).containsExactly(new Tlv(3, Bytes.fromHex("726564")));
        PeerDown silent = (PeerDown) decode(2, "04", "0003" + "0003" + "726564");
        assertThat(silent.data().isEmpty()).isTrue();
        assertThat(silent.tlvs()).hasSize(1);
        PeerDown event = (PeerDown) decode(2, "02", "0018");
        assertThat(event.fsmEvent()).hasValue(0x18);
        assertThat(event.tlvs()).isEmpty();
        assertThat(damage(2, "04", "0003" + "0009" + "726564").code()).isEqualTo(WireError.Code.TRUNCATED);
    }

    @Test
    void writesAnyMessageAsVersion4() {
        RouteMonitoring m = new RouteMonitoring(PEER, Bytes.fromHex(UPDATE));
        Bytes encoded = BmpCodec.encode(m, BmpFramer.VERSION_4);
        assertThat(encoded.u8(0)).isEqualTo(4);
        assertThat(encoded).isEqualTo(message(0, tlv(7, 0, UPDATE)));
        assertThat(BmpCodec.decode(encoded)).isEqualTo(Decoded.ok(m));
    }

    private static BmpMessage decode(int type, String... parts) {
        return BmpCodec.decode(message(type, parts)).orThrow();
    }

    private static WireError damage(int type, String... parts) {
        return switch (BmpCodec.decode(message(type, parts))) {
            case Decoded.Damaged<BmpMessage>(WireError error, Bytes kept) -> {
                assertThat(kept).isEqualTo(message(type, parts));
                yield error;
            }
            case Decoded.Ok<BmpMessage>(BmpMessage m) -> throw new AssertionError("decoded as " + m);
        };
    }

    private static Bytes message(int type, String... parts) {
        ByteWriter body = new ByteWriter();
        PEER.write(body);
        Arrays.stream(parts).map(Bytes::fromHex).forEach(body::bytes);
        return new ByteWriter()
                .u8(4)
                .u32(BmpFramer.HEADER_LENGTH + body.length())
                .u8(type)
                .bytes(body.toBytes())
                .toBytes();
    }

    private static String tlv(int type, int index, String value) {
        return "%04x%04x%04x%s".formatted(type, value.length() / 2, index, value);
    }

    private static BgpMessage ok(Decoded<BgpMessage> decoded) {
        return decoded.orThrow();
    }
}
