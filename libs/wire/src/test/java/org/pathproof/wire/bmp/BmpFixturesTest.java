// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError.Code;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bmp.StatisticsReport.Stat;

/** Tests messages of FRR 8.4.4, FRR's BGPsec fork and GoBGP 3.10.0 byte by byte, and the errors of malformed ones. */
class BmpFixturesTest {
    private static final String PEER = "0000" // global instance, no flags
            + "0000000000000000"
            + "0000000000000000000000000a420002"
            + "0000fdea" // AS 65002
            + "0a420002"
            + "6b0006b5000e61d7";
    private static final PerPeerHeader PEER_HEADER =
            new PerPeerHeader(0, 0, 0, Bytes.fromHex("0a420002"), 65002, 0x0a420002, 0x6b0006b5L, 0x000e61d7L);

    @Test
    void readsAnInitiation() {
        assertThat(decode("0300000020040001000f4652526f7574696e6720382e342e3400020003667272"))
                .isEqualTo(new Initiation(List.of(
                        new Tlv(1, Bytes.wrap("FRRouting 8.4.4".getBytes(UTF_8))),
                        new Tlv(2, Bytes.fromHex("667272")))))
                .satisfies(m -> assertThat(((Initiation) m).sysName()).contains("frr"));
    }

    @Test
    void readsRouteMonitoringOfAPostPolicyView() {
        RouteMonitoring m =
                (RouteMonitoring) decode("030000004b00004000000000000000000000000000000000000000000a4200050000fded"
                        + "0a4200056b0006e9000e03ceffffffffffffffffffffffffffffffff001b02000418ac14000000");
        assertThat(m.peer().view()).isEqualTo(RibView.ADJ_RIB_IN_POST);
        assertThat(m.peer().addressText()).isEqualTo("10.66.0.5");
        assertThat(m.peer().asn()).isEqualTo(65005);
        assertThat(m.bgpMessage()).isEqualTo(Bytes.fromHex("ffffffffffffffffffffffffffffffff001b02000418ac14000000"));
    }

    @Test
    void decodesKnownAndUnknownStatistics() {
        StatisticsReport m = (StatisticsReport) decode("030000006c01" + PEER
                + "00000007000000040000000000040004000000000005000400000000000300040000000000020004000000000"
                + "00b0004000001f4fffb000400000000");
        assertThat(m.peer()).isEqualTo(PEER_HEADER);
        assertThat(m.stats()).hasSize(7).contains(new Stat(11, Bytes.fromHex("000001f4")));
        assertThat(StatisticType.of(m.stats().get(5))).contains(StatisticType.UPDATES_TREATED_AS_WITHDRAW);
        assertThat(m.stats().getLast().type()).isEqualTo(65531);
        assertThat(StatisticType.of(m.stats().getLast())).isEmpty();
    }

    @Test
    void namesEveryStatisticByItsCode() {
        for (StatisticType type : StatisticType.values()) {
            int bytes = switch (type.form()) {
                case COUNTER -> 4;
                case GAUGE -> 8;
                case GAUGE_PER_FAMILY -> 11;
            };
            assertThat(StatisticType.of(new Stat(type.code(), Bytes.wrap(new byte[bytes]))))
                    .contains(type);
            assertThat(StatisticType.of(new Stat(type.code(), Bytes.wrap(new byte[bytes + 1]))))
                    .isEmpty();
        }
    }

    @Test
    void readsAPeerUpOverIpv6() {
        PeerUp m = (PeerUp)
                decode(
                        "03000000d80300800000000000000000fd6600000000000000000000000000030000fdeb0a4200036b00008b000e03ce"
                                + "fd6600000000000000000000000000019c5800b3"
                                + "ffffffffffffffffffffffffffffffff005f0104fde900b40a420001420206010400020001020280000202020002024600020641040000fde9"
                                + "02020600020645040002010102074905036672720002044002c0780209470700020180000000"
                                + "ffffffffffffffffffffffffffffffff00350104fdeb00f00a42000318021601040002000102004002007841040000fdeb46004700");
        assertThat(m.peer().addressText()).isEqualTo("fd66::3");
        assertThat(m.localPort()).isEqualTo(0x9c58);
        assertThat(m.remotePort()).isEqualTo(179);
        assertThat(m.sentOpen().length()).isEqualTo(0x5f);
        assertThat(m.receivedOpen().length()).isEqualTo(0x35);
        assertThat(m.tlvs()).isEmpty();
        PeerOpens opens = PeerOpens.of(m).orThrow();
        assertThat(opens.sent().asn()).isEqualTo(65001);
        assertThat(opens.received().asn()).isEqualTo(65003);
        assertThat(opens.mirroring()).isEqualTo(BgpSessionOptions.DEFAULT);
    }

    @Test
    void decodesTheTlvsAfterTheOpens() {
        Bytes open = open(65000);
        PeerUp m = new PeerUp(
                PEER_HEADER,
                Bytes.fromHex("0a000001"),
                179,
                40000,
                open,
                open,
                List.of(
                        new Tlv(PeerUp.TLV_VRF_TABLE_NAME, Bytes.fromHex("676c6f62616c")),
                        new Tlv(PeerUp.TLV_ADMIN_LABEL, Bytes.fromHex("61")),
                        new Tlv(PeerUp.TLV_ADMIN_LABEL, Bytes.fromHex("62"))));
        assertThat(BmpCodec.decode(BmpCodec.encode(m))).isEqualTo(Decoded.ok(m));
        assertThat(m.tableName()).contains("global");
    }

    @Test
    void reportsAnOpenWithAWrongLength() {
        Bytes peerUp = BmpCodec.encode(
                new PeerUp(PEER_HEADER, Bytes.fromHex("0a000001"), 179, 1, open(65000), open(65001), List.of()));
        int receivedLengthAt = peerUp.length() - open(65001).length() + 16;
        for (int length : List.of(0, 18, 0xffff)) {
            Bytes wrong = peerUp.slice(0, receivedLengthAt)
                    .concat(new ByteWriter().u16(length).toBytes())
                    .concat(peerUp.from(receivedLengthAt + 2));
            assertThat(BmpCodec.decode(wrong))
                    .isInstanceOfSatisfying(
                            Decoded.Damaged.class,
                            d -> assertThat(d.error().where()).contains("received OPEN"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "01ffffffffffffffffffffffffffffffff0015030603, true, -1",
        "020008, false, 8",
        "020000, false, 0",
        "03ffffffffffffffffffffffffffffffff0015030603, true, -1",
        "04, false, -1",
        "05, false, -1",
        "06, false, -1",
        "07abcd, false, -1",
    })
    void readsAPeerDownOfEveryReason(String body, boolean notification, int event) {
        Bytes bytes = Bytes.fromHex(body);
        PeerDown m = (PeerDown) decode(framed(2, PEER + body));
        assertThat(m.reason()).isEqualTo(bytes.u8(0));
        assertThat(m.notification()).isEqualTo(notification ? Optional.of(bytes.from(1)) : Optional.empty());
        assertThat(m.fsmEvent()).isEqualTo(event < 0 ? OptionalInt.empty() : OptionalInt.of(event));
        assertThat(m.reasonText()).isNotBlank();
    }

    @Test
    void readsTheTableNameOfAClosedLocRib() {
        PeerDown m = (PeerDown) decode(framed(2, "0300" + PEER.substring(4) + "06" + "00030006676c6f62616c" + "0003"));
        assertThat(m.tlvs()).containsExactly(new Tlv(3, Bytes.fromHex("676c6f62616c")));
    }

    @Test
    void readsRouteMirroringWithInformation() {
        RouteMirroring m =
                (RouteMirroring) decode(framed(6, PEER + "000100020001" + "00000013" + "ff".repeat(16) + "001304"));
        assertThat(m.messagesLost()).isTrue();
        assertThat(m.bgpMessages()).hasSize(1);
    }

    @Test
    void readsATermination() {
        Termination m = (Termination) decode(framed(5, "00000003627965" + "000100020003"));
        assertThat(m.reason()).hasValue(3);
        assertThat(m.tlvs().getFirst().text()).isEqualTo("bye");
    }

    @Test
    void keepsUnassignedTypes() {
        UnknownBmpMessage m = (UnknownBmpMessage) decode("040000000afb" + "00010203");
        assertThat(m.version()).isEqualTo(4);
        assertThat(BmpCodec.encode(m).u8(0)).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, ADJ_RIB_IN_PRE",
        "0, 40, ADJ_RIB_IN_POST",
        "1, 10, ADJ_RIB_OUT_PRE",
        "2, 50, ADJ_RIB_OUT_POST",
        "0, b0, ADJ_RIB_OUT_PRE",
        "3, 0, LOC_RIB",
        "3, 80, LOC_RIB",
        "3, 50, LOC_RIB",
    })
    void derivesTheViewFromTypeAndFlags(int type, String flags, RibView view) {
        RouteMonitoring m = (RouteMonitoring)
                decode(framed(0, "0" + type + (flags.length() < 2 ? "0" + flags : flags) + PEER.substring(4)));
        assertThat(m.peer().view()).isEqualTo(view);
    }

    /** A Loc-RIB has the F flag in the bit of V: its zero-filled address is not IPv6 (RFC 9069 section 5.1). */
    @Test
    void readsTheZeroAddressOfAFilteredLocRib() {
        RouteMonitoring m = (RouteMonitoring) decode(framed(0, "0380" + "00".repeat(24) + PEER.substring(52)));
        assertThat(m.peer().addressText()).isEqualTo("0.0.0.0");
        assertThat(m.peer().hasTwoOctetAs()).isFalse();
    }

    @Test
    void derivesAddPathFromOpensAndView() {
        AfiSafi family = AfiSafi.IPV4_UNICAST;
        Open sends = open(65000, new Capability.AddPath(List.of(new Capability.AddPath.Entry(family, 2))));
        Open receives = open(65001, new Capability.AddPath(List.of(new Capability.AddPath.Entry(family, 1))));
        PeerOpens fromPeer = new PeerOpens(receives, sends);
        PeerOpens toPeer = new PeerOpens(sends, receives);
        PerPeerHeader out = withFlags(0, PerPeerHeader.FLAG_ADJ_RIB_OUT);
        PerPeerHeader locRib = withFlags(PerPeerHeader.TYPE_LOC_RIB, 0);
        assertThat(fromPeer.monitoring(PEER_HEADER).addPath()).containsExactly(family);
        assertThat(fromPeer.mirroring().addPath()).containsExactly(family);
        assertThat(fromPeer.monitoring(out).addPath()).isEmpty();
        assertThat(toPeer.monitoring(PEER_HEADER).addPath()).isEmpty();
        assertThat(toPeer.monitoring(out).addPath()).containsExactly(family);
        // ADD-PATH of a Loc-RIB has no direction (RFC 9069 section 5.2).
        assertThat(new PeerOpens(receives, receives).monitoring(locRib).addPath())
                .containsExactly(family);
    }

    @Test
    void derivesTheAsNumberSizeFromTheFlagOrFromTheOpens() {
        PerPeerHeader legacy = withFlags(0, PerPeerHeader.FLAG_TWO_OCTET_AS);
        PeerOpens opens = new PeerOpens(open(1, new Capability.FourOctetAs(1)), open(2, new Capability.FourOctetAs(2)));
        PeerOpens old =
                new PeerOpens(open(1, new Capability.FourOctetAs(1)), open(2, new Capability.ExtendedMessage()));
        assertThat(opens.monitoring(legacy).fourOctetAs()).isFalse();
        assertThat(opens.mirroring().fourOctetAs()).isTrue();
        assertThat(old.monitoring(PEER_HEADER).fourOctetAs()).isTrue();
        assertThat(old.mirroring().fourOctetAs()).isFalse();
        assertThat(PeerOpens.assumed(legacy)).isEqualTo(new BgpSessionOptions(false, Set.of(), true));
    }

    @ParameterizedTest
    @CsvSource({
        "'', TRUNCATED, common header",
        "03, TRUNCATED, common header",
        "020000000604, BAD_MARKER, version",
        "030000000504, BAD_LENGTH, message length",
        "030000000704, TRUNCATED, message length",
        "03000000060400, TRAILING_BYTES, message length",
        "03000000080400ff, TRUNCATED, TLV header",
        "030000000a0400010001, TRUNCATED, value of TLV 1",
        "030000000600, TRUNCATED, per-peer header",
    })
    void reportsTheErrorAndItsPosition(String hex, Code code, String where) {
        assertThat(BmpCodec.decode(Bytes.fromHex(hex))).isInstanceOfSatisfying(Decoded.Damaged.class, d -> {
            assertThat(d.error().code()).isEqualTo(code);
            assertThat(d.error().where()).contains(where);
        });
    }

    @ParameterizedTest
    @CsvSource({"00000002, TRUNCATED", "00000000, TRAILING_BYTES"})
    void reportsAWrongStatsCount(String count, Code code) {
        assertThat(BmpCodec.decode(Bytes.fromHex(framed(1, PEER + count + "0000000400000000"))))
                .isInstanceOfSatisfying(
                        Decoded.Damaged.class, d -> assertThat(d.error().code()).isEqualTo(code));
    }

    @Test
    void framesUpToTheLengthLimit() {
        Bytes header = Bytes.fromHex("030000006500");
        assertThat(BmpFramer.messageLength(header, 101)).isEqualTo(Decoded.ok(101));
        assertThat(BmpFramer.messageLength(header, 100)).isInstanceOf(Decoded.Damaged.class);
        assertThat(BmpFramer.messageLength(header.slice(0, 5), 100)).isEqualTo(Decoded.ok(0));
        assertThat(BmpFramer.messageLength(Bytes.fromHex("16"), 100)).isInstanceOf(Decoded.Damaged.class);
    }

    private static BmpMessage decode(String hex) {
        Bytes bytes = Bytes.fromHex(hex);
        BmpMessage message = BmpCodec.decode(bytes).orThrow();
        assertThat(BmpCodec.encode(message)).isEqualTo(bytes);
        return message;
    }

    private static String framed(int type, String body) {
        return String.format("03%08x%02x", 6 + body.length() / 2, type) + body;
    }

    private static PerPeerHeader withFlags(int type, int flags) {
        return new PerPeerHeader(type, flags, 0, Bytes.fromHex("0a420002"), 65002, 1, 0, 0);
    }

    private static Open open(int asn, Capability capability) {
        return new Open(4, asn, 180, 1, List.of(capability));
    }

    private static Bytes open(int asn) {
        return BgpCodec.encode(open(asn, new Capability.FourOctetAs(asn)), BgpSessionOptions.DEFAULT);
    }
}
