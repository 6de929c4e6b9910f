// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.captures.DamagedFiles;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.RibAttributes;
import org.pathproof.wire.bgp.Update;

/** Tests one record of each kind (RFC 6396, RFC 8050), and damaged ones. */
class MrtCodecTest {
    private static final long MICROS = MrtFixtures.TIMESTAMP * 1_000_000;
    private static final AsPath PATH =
            new AsPath(0x50, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64496L, 64511L, 64502L))));

    @Test
    void peerIndexTable() {
        assertThat(MrtCodec.decode(MrtFixtures.PEER_INDEX_TABLE))
                .isEqualTo(Decoded.ok(new PeerIndexTable(
                        MICROS,
                        0xc6336404,
                        "",
                        List.of(
                                new PeerIndexTable.Peer(0xc6336405, Bytes.fromHex("c6336405"), 65541),
                                new PeerIndexTable.Peer(0xc0000221, Bytes.fromHex("c0000221"), 65542)))));
        Bytes named = MrtFixtures.record(
                13, 1, "00000001 0004 76696577 0001 01 00000002 20010db8000000000000000000000001 fbf0");
        assertThat(MrtCodec.decode(named))
                .isEqualTo(Decoded.ok(new PeerIndexTable(
                        MICROS,
                        1,
                        "view",
                        List.of(new PeerIndexTable.Peer(
                                2, Bytes.fromHex("20010db8000000000000000000000001"), 64496)))));
    }

    @Test
    void ribWithACompleteMpReach() {
        Prefix prefix = Prefix.parse("2001:db8::/32");
        MpReach reach = new MpReach(
                0x80,
                AfiSafi.IPV6_UNICAST,
                Bytes.fromHex("20010db8000d00ff0000000000000187 fe800000000000000212f2fffe9f1b00"),
                List.of(Nlri.of(prefix)),
                Bytes.EMPTY);
        assertThat(MrtCodec.decode(MrtFixtures.RIB_IPV6))
                .isEqualTo(Decoded.ok(new Rib(
                        MICROS,
                        42,
                        AfiSafi.IPV6_UNICAST,
                        prefix,
                        List.of(new Rib.Entry(
                                15,
                                MrtFixtures.TIMESTAMP,
                                0,
                                new RibAttributes(List.of(new Origin(0x40, 0), PATH, reach), List.of()))))));
    }

    @Test
    void ribWithPathIdentifiersAndAnAbbreviatedMpReach() {
        MpReach reach = new MpReach(0x80, AfiSafi.IPV4_UNICAST, Bytes.fromHex("c0000201"), List.of(), Bytes.EMPTY);
        assertThat(MrtCodec.decode(MrtFixtures.RIB_IPV4_ADDPATH))
                .isEqualTo(Decoded.ok(new Rib(
                        MICROS,
                        1,
                        AfiSafi.IPV4_UNICAST,
                        Prefix.parse("192.0.2.0/24"),
                        List.of(
                                new Rib.Entry(
                                        0,
                                        MrtFixtures.TIMESTAMP,
                                        7,
                                        new RibAttributes(List.of(new Origin(0x40, 0)), List.of())),
                                new Rib.Entry(
                                        1,
                                        MrtFixtures.TIMESTAMP + 1,
                                        0xffffffffL,
                                        new RibAttributes(List.of(new Origin(0x40, 2), reach), List.of()))))));
    }

    @Test
    void ribWithADamagedAttributeKeepsTheOthers() {
        Bytes bytes =
                MrtFixtures.record(13, 2, "00000001 18 c00002 0001 0000 4d83af34 000c 800e04 00010104 40010107 03");
        Rib rib = (Rib) MrtCodec.decode(bytes).orThrow();
        assertThat(rib.entries().getFirst().attributes().errors())
                .extracting(WireError::where)
                .containsExactly(
                        "BGP Attributes / MP_REACH_NLRI / length",
                        "BGP Attributes / ORIGIN / value",
                        "BGP Attributes / attribute header");
    }

    @Test
    void tableDump() {
        assertThat(MrtCodec.decode(MrtFixtures.TABLE_DUMP))
                .isEqualTo(Decoded.ok(new TableDump(
                        MICROS,
                        0,
                        1,
                        Prefix.parse("192.0.2.0/24"),
                        1,
                        MrtFixtures.TIMESTAMP,
                        Bytes.fromHex("c0000201"),
                        64496,
                        new RibAttributes(
                                List.of(
                                        new Origin(0x40, 0),
                                        new AsPath(
                                                0x40,
                                                List.of(new AsPath.Segment(
                                                        AsPath.AS_SEQUENCE, List.of(64496L, 64502L))))),
                                List.of()))));
    }

    @Test
    void message() {
        Bgp4mpMessage message =
                (Bgp4mpMessage) MrtCodec.decode(MrtFixtures.MESSAGE_AS4).orThrow();
        assertThat(message.peering())
                .isEqualTo(new Bgp4mpPeering(64496, 64497, 0, Bytes.fromHex("c0000255"), Bytes.fromHex("c6336404")));
        assertThat(message.local()).isFalse();
        Update update = (Update) message.decode().orThrow();
        assertThat(update.nlri()).containsExactly(Nlri.of(Prefix.parse("203.0.113.0/24")));
        assertThat(update.find(AsPath.class).map(AsPath::asns)).contains(List.of(64496L, 64511L, 64502L));
    }

    @ParameterizedTest
    @CsvSource({
        "1, false, false, false",
        "4, true, false, false",
        "6, false, true, false",
        "7, true, true, false",
        "8, false, false, true",
        "9, true, false, true",
        "10, false, true, true",
        "11, true, true, true",
    })
    void messageOfEachSubtype(int subtype, boolean as4, boolean local, boolean addPath) {
        Bytes bytes = MrtFixtures.record(
                16, subtype, (as4 ? "0000fbf00000fbf1" : "fbf0fbf1") + "00000001 c0000255 c6336404 010203");
        assertThat(MrtCodec.decode(bytes))
                .isEqualTo(Decoded.ok(new Bgp4mpMessage(
                        MICROS,
                        new Bgp4mpPeering(64496, 64497, 0, Bytes.fromHex("c0000255"), Bytes.fromHex("c6336404")),
                        local,
                        new BgpSessionOptions(
                                as4, addPath ? Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST) : Set.of(), true),
                        Bytes.fromHex("010203"))));
    }

    @Test
    void stateChange() {
        assertThat(MrtCodec.decode(MrtFixtures.STATE_CHANGE))
                .isEqualTo(Decoded.ok(new Bgp4mpStateChange(
                        MICROS,
                        new Bgp4mpPeering(64496, 64497, 2, Bytes.fromHex("c0000255"), Bytes.fromHex("c6336404")),
                        5,
                        Bgp4mpStateChange.ESTABLISHED)));
        assertThat(MrtCodec.decode(MrtFixtures.STATE_CHANGE_AS4_ET))
                .isEqualTo(Decoded.ok(new Bgp4mpStateChange(
                        MICROS + 123_456,
                        new Bgp4mpPeering(
                                65536,
                                64497,
                                0,
                                Bytes.fromHex("20010db8000000000000000000000001"),
                                Bytes.fromHex("20010db8000000000000000000000002")),
                        Bgp4mpStateChange.ESTABLISHED,
                        1)));
    }

    @Test
    void keepsUnknownRecords() {
        assertThat(MrtCodec.decode(MrtFixtures.RIB_GENERIC))
                .isEqualTo(Decoded.ok(
                        new UnknownMrtRecord(MICROS, 13, 6, MrtFixtures.RIB_GENERIC.from(MrtCodec.HEADER_LENGTH))));
        assertThat(MrtCodec.decode(MrtFixtures.record(32, 0, "0102")))
                .isEqualTo(Decoded.ok(new UnknownMrtRecord(MICROS, 32, 0, Bytes.fromHex("0102"))));
    }

    @ParameterizedTest(name = "{0}/{1} {2}")
    @CsvSource({
        "13, 1, 00000001,                             TRUNCATED,      PEER_INDEX_TABLE / Collector BGP ID, 12",
        "13, 1, 00000001 0004 76 0000,                TRUNCATED,      PEER_INDEX_TABLE / View Name, 16",
        "13, 1, 00000001 0000 0001 02,                TRUNCATED,      PEER_INDEX_TABLE / Peer Entry 0, 20",
        "13, 1, 00000001 0000 0000 02,                TRAILING_BYTES, PEER_INDEX_TABLE / end, 20",
        "13, 2, 00000001,                             TRUNCATED,      RIB subtype 2 / Prefix Length, 12",
        "13, 2, 00000001 21 c000020000 0000,          BAD_LENGTH,     RIB subtype 2 / Prefix Length, 16",
        "13, 2, 00000001 18 c00002 00,                TRUNCATED,      RIB subtype 2 / Prefix, 17",
        "13, 2, 00000001 18 c00002 0001 0000,         TRUNCATED,      RIB subtype 2 / RIB Entry 0, 22",
        "13, 2, 00000001 18 c00002 0001 0000 00000000 0001, TRUNCATED, RIB subtype 2 / RIB Entry 0 / Attribute Length, 28",
        "13, 2, 00000001 18 c00002 0000 00,           TRAILING_BYTES, RIB subtype 2 / end, 22",
        "12, 1, 0000,                                 TRUNCATED,      TABLE_DUMP / fixed fields, 12",
        "12, 1, 0000 0001 c0000200 21 01 4d83af34 c0000201 fbf0 0000, BAD_LENGTH, TABLE_DUMP / Prefix Length, 20",
        "12, 1, 0000 0001 c0000200 18 01 4d83af34 c0000201 fbf0 0001, TRUNCATED, TABLE_DUMP / Attribute Length, 32",
        "12, 1, 0000 0001 c0000200 18 01 4d83af34 c0000201 fbf0 0000 00, TRAILING_BYTES, TABLE_DUMP / end, 34",
        "16, 1, fbf0,                                 TRUNCATED,      BGP4MP_MESSAGE / AS numbers and Address Family, 12",
        "16, 1, fbf0 fbf1 0000 0003,                  BAD_VALUE,      BGP4MP_MESSAGE / Address Family, 18",
        "16, 1, fbf0 fbf1 0000 0001 c0000201,         TRUNCATED,      BGP4MP_MESSAGE / IP addresses, 20",
        "16, 0, fbf0 fbf1 0000 0001 c0000201 c0000202 0001, TRUNCATED, BGP4MP_STATE_CHANGE / Old State, 28",
        "16, 0, fbf0 fbf1 0000 0001 c0000201 c0000202 0001 0002 00, TRAILING_BYTES, BGP4MP_STATE_CHANGE / end, 32",
        "17, 0, 000000,                               TRUNCATED,      MRT header / Microsecond Timestamp, 12",
        "17, 1, 00000001 fbf0 fbf1 0000 0003,         BAD_VALUE,      BGP4MP_MESSAGE / Address Family, 22",
    })
    void namesTheDamagedField(int type, int subtype, String body, WireError.Code code, String where, int offset) {
        Bytes bytes = MrtFixtures.record(type, subtype, body);
        assertThat(MrtCodec.decode(bytes)).isInstanceOfSatisfying(Decoded.Damaged.class, damaged -> {
            assertThat(damaged.error().code()).isEqualTo(code);
            assertThat(damaged.error().where()).isEqualTo(where);
            assertThat(damaged.error().offset()).isEqualTo(offset);
            assertThat(damaged.bytes()).isEqualTo(bytes);
        });
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void givesARecordOrAnErrorForAnyBytes(@ForAll("damaged") Bytes bytes) {
        switch (MrtCodec.decode(bytes)) {
            case Decoded.Ok<MrtRecord>(MrtRecord record) -> {
                if (record instanceof Bgp4mpMessage message) {
                    assertThat(message.decode()).isNotNull();
                }
            }
            case Decoded.Damaged<MrtRecord>(WireError error, Bytes kept) -> {
                assertThat(kept).isEqualTo(bytes);
                assertThat(error.offset()).isBetween(0, bytes.length());
            }
        }
    }

    @Provide
    Arbitrary<Bytes> damaged() {
        Arbitrary<Bytes> fixtures = Arbitraries.of(
                MrtFixtures.MESSAGE_AS4,
                MrtFixtures.PEER_INDEX_TABLE,
                MrtFixtures.RIB_IPV6,
                MrtFixtures.RIB_IPV4_ADDPATH,
                MrtFixtures.TABLE_DUMP,
                MrtFixtures.STATE_CHANGE,
                MrtFixtures.STATE_CHANGE_AS4_ET,
                MrtFixtures.RIB_GENERIC);
        Arbitrary<Bytes> mutated = fixtures.flatMap(f -> DamagedFiles.of(f.from(MrtCodec.HEADER_LENGTH))
                .map(body -> MrtFixtures.record(f.u16(4), f.u16(6), body.toHex())));
        return Arbitraries.oneOf(mutated, fixtures.flatMap(DamagedFiles::of), DamagedFiles.arbitraryBytes(0, 60));
    }
}
