// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;

/** Tests one message, attribute and capability of each kind, encoded by hand from the figures of the RFCs. */
class BgpFixturesTest {
    private static final String MARKER = "ffffffffffffffffffffffffffffffff";
    private static final BgpSessionOptions TWO_OCTET_AS = new BgpSessionOptions(false, Set.of(), false);
    private static final BgpSessionOptions ADD_PATH =
            new BgpSessionOptions(true, Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST), true);

    static Stream<Arguments> messages() {
        return Stream.of(
                Arguments.of("0013 04", new KeepAlive()),
                Arguments.of("0015 03 06 02", new Notification(6, 2, Bytes.EMPTY)),
                Arguments.of("0018 03 02 07 020641", new Notification(2, 7, Bytes.fromHex("020641"))),
                Arguments.of("0017 05 0001 00 01", new RouteRefresh(AfiSafi.IPV4_UNICAST, 0)),
                Arguments.of("0017 05 0002 01 01", new RouteRefresh(AfiSafi.IPV6_UNICAST, 1)),
                Arguments.of("001a 05 0001 00 01 010203", new UnknownMessage(5, Bytes.fromHex("00010001010203"))),
                Arguments.of("0014 63 07", new UnknownMessage(99, Bytes.fromHex("07"))),
                Arguments.of("001d 01 04 fde8 00b4 c0000201 00", new Open(4, 65000, 180, 0xc0000201, List.of())),
                Arguments.of("0017 02 0000 0000", new Update(List.of(), List.of(), List.of(), List.of())),
                Arguments.of(
                        "001d 02 0000 0006 800f03 000201",
                        new Update(
                                List.of(),
                                List.of(new MpUnreach(0x80, AfiSafi.IPV6_UNICAST, List.of(), Bytes.EMPTY)),
                                List.of(),
                                List.of())),
                // RFC 6396 figure 16. Its Total Path Attribute Length of 31 is a misprint for 35.
                Arguments.of(
                        "003e 02 0000 0023 40010102 40020e0203 0000fbf0 0000fbff 0000fbf6 400304c6336455"
                                + "c00804fbf0000e 18cb0071",
                        new Update(
                                List.of(),
                                List.of(
                                        new Origin(0x40, 2),
                                        new AsPath(
                                                0x40,
                                                List.of(new AsPath.Segment(
                                                        AsPath.AS_SEQUENCE, List.of(64496L, 64511L, 64502L)))),
                                        new NextHop(0x40, Bytes.fromHex("c6336455")),
                                        new Communities(0xc0, List.of(0xfbf0000e))),
                                List.of(Nlri.of(Prefix.parse("203.0.113.0/24"))),
                                List.of())));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void message(String hex, BgpMessage message) {
        Bytes bytes = Bytes.fromHex(MARKER + hex);
        assertThat(BgpCodec.decode(bytes, BgpSessionOptions.DEFAULT)).isEqualTo(Decoded.ok(message));
        assertThat(BgpCodec.encode(message, BgpSessionOptions.DEFAULT)).isEqualTo(bytes);
    }

    static Stream<Arguments> attributes() {
        BgpSessionOptions usual = BgpSessionOptions.DEFAULT;
        return Stream.of(
                Arguments.of("40 01 01 00", usual, new Origin(0x40, 0)),
                Arguments.of("50 01 0001 01", usual, new Origin(0x50, 1)),
                Arguments.of("40 02 00", usual, new AsPath(0x40, List.of())),
                Arguments.of(
                        "40 02 0c 02 01 00010000 01 01 00000002",
                        usual,
                        new AsPath(
                                0x40,
                                List.of(
                                        new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(65536L)),
                                        new AsPath.Segment(AsPath.AS_SET, List.of(2L))))),
                Arguments.of(
                        "40 02 06 02 02 5ba0 0002",
                        TWO_OCTET_AS,
                        new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(23456L, 2L))))),
                Arguments.of("40 03 04 c0000201", usual, new NextHop(0x40, Bytes.fromHex("c0000201"))),
                Arguments.of("80 04 04 ffffffff", usual, new MultiExitDisc(0x80, 0xffffffffL)),
                Arguments.of("40 05 04 00000064", usual, new LocalPref(0x40, 100)),
                Arguments.of("40 06 00", usual, new AtomicAggregate(0x40)),
                Arguments.of(
                        "c0 07 08 00010000 c0000201", usual, new Aggregator(0xc0, 7, 65536, Bytes.fromHex("c0000201"))),
                Arguments.of(
                        "c0 07 06 5ba0 c0000201",
                        TWO_OCTET_AS,
                        new Aggregator(0xc0, 7, 23456, Bytes.fromHex("c0000201"))),
                Arguments.of(
                        "c0 12 08 00010000 c0000201",
                        TWO_OCTET_AS,
                        new Aggregator(0xc0, 18, 65536, Bytes.fromHex("c0000201"))),
                Arguments.of(
                        "c0 08 08 ffffff01 fbf00001", usual, new Communities(0xc0, List.of(0xffffff01, 0xfbf00001))),
                Arguments.of("80 09 04 c0000201", usual, new OriginatorId(0x80, Bytes.fromHex("c0000201"))),
                Arguments.of(
                        "80 0a 08 c0000201 c0000202",
                        usual,
                        new ClusterList(0x80, List.of(Bytes.fromHex("c0000201"), Bytes.fromHex("c0000202")))),
                Arguments.of(
                        "80 0e 0d 0001 01 04 c6336464 00 18c00002",
                        usual,
                        new MpReach(
                                0x80,
                                AfiSafi.IPV4_UNICAST,
                                Bytes.fromHex("c6336464"),
                                List.of(Nlri.of(Prefix.parse("192.0.2.0/24"))),
                                Bytes.EMPTY)),
                // IPv4 prefix with an IPv6 next hop (RFC 8950) and a Path Identifier (RFC 7911).
                Arguments.of(
                        "80 0e 1d 0001 01 10 20010db8000000000000000000000001 00 00000007 18c00002",
                        ADD_PATH,
                        new MpReach(
                                0x80,
                                AfiSafi.IPV4_UNICAST,
                                Bytes.fromHex("20010db8000000000000000000000001"),
                                List.of(new Nlri(7, Prefix.parse("192.0.2.0/24"))),
                                Bytes.EMPTY)),
                // A global and a link-local next hop (RFC 2545).
                Arguments.of(
                        "80 0e 2a 0002 01 20 20010db8000000000000000000000001 fe800000000000000000000000000001 00"
                                + " 20 20010db8",
                        usual,
                        new MpReach(
                                0x80,
                                AfiSafi.IPV6_UNICAST,
                                Bytes.fromHex("20010db8000000000000000000000001 fe800000000000000000000000000001"),
                                List.of(Nlri.of(Prefix.parse("2001:db8::/32"))),
                                Bytes.EMPTY)),
                // Another family stays undecoded.
                Arguments.of(
                        "80 0e 0c 0019 46 04 c0000201 00 010203",
                        usual,
                        new MpReach(
                                0x80,
                                new AfiSafi(25, 70),
                                Bytes.fromHex("c0000201"),
                                List.of(),
                                Bytes.fromHex("010203"))),
                Arguments.of(
                        "80 0f 0c 0002 01 00000001 20 20010db8",
                        ADD_PATH,
                        new MpUnreach(
                                0x80,
                                AfiSafi.IPV6_UNICAST,
                                List.of(new Nlri(1, Prefix.parse("2001:db8::/32"))),
                                Bytes.EMPTY)),
                Arguments.of(
                        "80 0f 05 0019 46 0102",
                        usual,
                        new MpUnreach(0x80, new AfiSafi(25, 70), List.of(), Bytes.fromHex("0102"))),
                Arguments.of(
                        "c0 10 08 4300000000000001",
                        usual,
                        new ExtendedCommunities(0xc0, List.of(0x4300000000000001L))),
                Arguments.of(
                        "e0 11 06 02 01 00010000",
                        TWO_OCTET_AS,
                        new As4Path(0xe0, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(65536L))))),
                Arguments.of(
                        "c0 20 0c 00010000 00000001 ffffffff",
                        usual,
                        new LargeCommunities(
                                0xc0, List.of(new LargeCommunities.LargeCommunity(65536, 1, 0xffffffffL)))),
                Arguments.of("90 21 0002 0008", usual, new BgpsecPath(0x90, Bytes.fromHex("0008"))),
                Arguments.of("c0 23 04 00010000", usual, new OnlyToCustomer(0xc0, 65536)),
                Arguments.of("e0 c7 02 abcd", usual, new UnknownAttribute(0xe0, 199, Bytes.fromHex("abcd"))));
    }

    @ParameterizedTest
    @MethodSource("attributes")
    void attribute(String hex, BgpSessionOptions options, PathAttribute attribute) {
        Bytes bytes = Bytes.fromHex(hex);
        AttributeList list = AttributeList.read(bytes, 0, bytes.length(), options);
        assertThat(list.faults()).isEmpty();
        assertThat(list.attributes()).containsExactly(attribute);
        ByteWriter out = new ByteWriter();
        PathAttributes.write(attribute, out, options);
        assertThat(out.toBytes()).isEqualTo(bytes);
    }

    static Stream<Arguments> capabilities() {
        return Stream.of(
                Arguments.of("01 04 0002 00 01", new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST)),
                Arguments.of("02 00", new Capability.RouteRefreshCapability()),
                Arguments.of("06 00", new Capability.ExtendedMessage()),
                Arguments.of("46 00", new Capability.EnhancedRouteRefresh()),
                Arguments.of("07 03 08 0001", new Capability.Bgpsec(0, Capability.Bgpsec.Direction.SEND, 1)),
                Arguments.of("07 03 10 0002", new Capability.Bgpsec(1, Capability.Bgpsec.Direction.RECEIVE, 2)),
                Arguments.of("09 01 03", new Capability.Role(3)),
                Arguments.of(
                        "40 06 8078 0001 01 80",
                        new Capability.GracefulRestart(
                                8, 120, List.of(new Capability.GracefulRestart.Family(AfiSafi.IPV4_UNICAST, 0x80)))),
                Arguments.of("41 04 00010000", new Capability.FourOctetAs(65536)),
                Arguments.of(
                        "45 08 0001 01 03 0002 01 01",
                        new Capability.AddPath(List.of(
                                new Capability.AddPath.Entry(AfiSafi.IPV4_UNICAST, 3),
                                new Capability.AddPath.Entry(AfiSafi.IPV6_UNICAST, 1)))),
                Arguments.of("49 03 026162", new Capability.Unknown(0x49, Bytes.fromHex("026162"))),
                // Values that their RFCs do not allow.
                Arguments.of("01 03 000201", new Capability.Unknown(1, Bytes.fromHex("000201"))),
                Arguments.of("02 01 00", new Capability.Unknown(2, Bytes.fromHex("00"))),
                Arguments.of("06 01 00", new Capability.Unknown(6, Bytes.fromHex("00"))),
                Arguments.of("07 02 0800", new Capability.Unknown(7, Bytes.fromHex("0800"))),
                Arguments.of("09 00", new Capability.Unknown(9, Bytes.EMPTY)),
                Arguments.of("40 05 8078000101", new Capability.Unknown(0x40, Bytes.fromHex("8078000101"))),
                Arguments.of("41 02 0001", new Capability.Unknown(0x41, Bytes.fromHex("0001"))),
                Arguments.of("45 04 0001 01 04", new Capability.Unknown(0x45, Bytes.fromHex("00010104"))),
                Arguments.of("45 03 000101", new Capability.Unknown(0x45, Bytes.fromHex("000101"))));
    }

    @ParameterizedTest
    @MethodSource("capabilities")
    void capability(String hex, Capability capability) {
        Bytes bytes = Bytes.fromHex(hex);
        assertThat(Capabilities.read(bytes.u8(0), bytes.from(2))).isEqualTo(capability);
        ByteWriter out = new ByteWriter();
        Capabilities.write(capability, out);
        assertThat(out.toBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "ffffffffffffffffffffffffffffffff 0013,      TRUNCATED,  header, 18",
        "ffffffffffffffffffffffffffffff00 0013 04,   BAD_MARKER, header / marker, 15",
        "ffffffffffffffffffffffffffffffff 0014 04,   TRUNCATED,  header / length, 16",
        "ffffffffffffffffffffffffffffffff 0012 04,   BAD_LENGTH, header / length, 16",
        "ffffffffffffffffffffffffffffffff 0014 04 00, BAD_LENGTH, KEEPALIVE / length, 16",
        "ffffffffffffffffffffffffffffffff 0014 03 06, BAD_LENGTH, NOTIFICATION / length, 16",
        "ffffffffffffffffffffffffffffffff 0016 05 000100, BAD_LENGTH, ROUTE-REFRESH / length, 16",
    })
    void damagedMessage(String hex, WireError.Code code, String where, int offset) {
        Bytes bytes = Bytes.fromHex(hex);
        assertThat(BgpCodec.decode(bytes, BgpSessionOptions.DEFAULT))
                .isInstanceOfSatisfying(Decoded.Damaged.class, damaged -> {
                    assertThat(damaged.error().code()).isEqualTo(code);
                    assertThat(damaged.error().where()).isEqualTo(where);
                    assertThat(damaged.error().offset()).isEqualTo(offset);
                    assertThat(damaged.bytes()).isEqualTo(bytes);
                });
    }

    @Test
    void allowsExtendedMessagesWhereNegotiated() {
        Bytes data = Bytes.wrap(new byte[5000]);
        Bytes bytes = BgpCodec.encode(new Notification(6, 2, data), BgpSessionOptions.DEFAULT);
        assertThat(BgpCodec.decode(bytes, BgpSessionOptions.DEFAULT))
                .isEqualTo(Decoded.ok(new Notification(6, 2, data)));
        assertThat(BgpCodec.decode(bytes, TWO_OCTET_AS)).isInstanceOf(Decoded.Damaged.class);
        assertThatThrownBy(() -> BgpCodec.encode(new Notification(6, 2, data), TWO_OCTET_AS))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        BgpCodec.encode(new Notification(6, 2, Bytes.wrap(new byte[65515])), BgpSessionOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readsAndWritesTheLongestUpdate() {
        UnknownAttribute long1 = new UnknownAttribute(0xd0, 199, Bytes.wrap(new byte[60_000]));
        UnknownAttribute long2 = new UnknownAttribute(0xd0, 200, Bytes.wrap(new byte[65_535 - 23 - 8 - 60_000]));
        Update update = new Update(List.of(), List.of(long1, long2), List.of(), List.of());
        Bytes bytes = BgpCodec.encode(update, BgpSessionOptions.DEFAULT);
        assertThat(bytes.length()).isEqualTo(65_535);
        assertThat(BgpCodec.decode(bytes, BgpSessionOptions.DEFAULT)).isEqualTo(Decoded.ok(update));
    }

    @Test
    void setsTheExtendedLengthBitWhereTheLengthNeedsIt() {
        ByteWriter out = new ByteWriter();
        PathAttributes.write(new BgpsecPath(0x80, Bytes.wrap(new byte[256])), out, BgpSessionOptions.DEFAULT);
        assertThat(out.toBytes().slice(0, 4)).isEqualTo(Bytes.fromHex("90210100"));
    }
}
