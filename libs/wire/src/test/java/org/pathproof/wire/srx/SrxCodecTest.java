// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.srx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;

class SrxCodecTest {
    /** PDUs encoded by hand from the structures of NIST's implementation. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "00 0003 00 00000000 00000020 0a000001 0000fde8 00000002 0000fde9 0000fdea | Hello",
                "01 0003 00 00000000 00000010 0a000001                                     | HelloResponse",
                "02 0384 00 00000000 0000000c                                              | Goodbye",
                "05 0001 01 00000000 00000018 12345678 00000002 0000fde9                   | SignRequest",
                "06 83 00 02 03 00 0000 00000014 00000007 12345678                         | VerifyNotification",
                "07 0000 00 00000000 00000017 12345678 00000003 abcdef                     | SignNotification",
                "08 0384 00 00000000 00000010 12345678                                     | DeleteUpdate",
                "09 0000 01 00000000 00000010 0000fde9                                     | PeerChange",
                "0a 0000 00 00000000 0000000c                                              | SyncRequest",
                "0b 0002 00 00000000 0000000c                                              | ErrorReport",
                "03 83 03 03 03 00 02 01 00000044 03 03 03 18 00000007 c0000200 0000fbf0 00000008 0001 0004 0001 01 03"
                        + " c0000200000000000000000000000000 0000fbf1 0000fbf0 abcdef01 | VerifyRequest",
                "04 02 03 03 03 00 02 00 00000048 03 03 03 20 00000000 20010db8000000000000000000000000 0000fbf0"
                        + " 00000000 0000 0000 0002 01 04 20010db8000000000000000000000000 0000fbf1 | VerifyRequest"
            })
    void everyPduHasTheLayoutOfItsStructure(String hex, String type) {
        Bytes bytes = Bytes.fromHex(hex.replace(" ", ""));
        SrxPdu pdu = SrxCodec.decode(bytes).orThrow();
        assertThat(pdu.getClass().getSimpleName()).isEqualTo(type);
        assertThat(SrxCodec.encode(pdu)).isEqualTo(bytes);
    }

    /** NIST's proxy, compiled from its sources, sends these bytes for the peer AS 65536. */
    @Test
    void readsTheHelloOfNistsProxyWhichLeavesOutItsLastPeer() {
        assertThat(SrxCodec.decode(Bytes.fromHex("0000030000000000000000180a0000010001000100000001"))
                        .orThrow())
                .isEqualTo(new SrxPdu.Hello(SrxPdu.VERSION, 0x0a000001L, 65537, List.of()));
    }

    /** QuaggaSRx 0.6.0.4 sends these bytes when it connects before its neighbors are configured. */
    @Test
    void readsTheHelloOfNistsProxyWithoutPeersWhichLeavesOutTheirNumber() {
        assertThat(SrxCodec.decode(Bytes.fromHex("0000030000000000000000140a00000100010001"))
                        .orThrow())
                .isEqualTo(new SrxPdu.Hello(SrxPdu.VERSION, 0x0a000001L, 65537, List.of()));
    }

    @Test
    void readsARequestWhoseSecondPrefixFieldIsEmpty() {
        Bytes sent = SrxCodec.encode(request(Prefix.parse("192.0.2.0/24"), List.of(64496L), Bytes.fromHex("abcd")));
        byte[] bytes = sent.toArray();
        Arrays.fill(bytes, 36, 56, (byte) 0);
        assertThat(SrxCodec.decode(Bytes.wrap(bytes)).orThrow())
                .isEqualTo(request(Prefix.parse("192.0.2.0/24"), List.of(64496L), Bytes.fromHex("abcd")));
    }

    @Test
    void readsTheIpv6RequestOfNistsProxyWhoseDataBeginTooEarly() {
        Bytes attribute = Bytes.fromHex("9021000401020304");
        SrxPdu.VerifyRequest request = request(Prefix.parse("2001:db8::/32"), List.of(64496L), attribute);
        byte[] sent = SrxCodec.encode(request).toArray();
        System.arraycopy(sent, 72, sent, 60, 12);
        Arrays.fill(sent, 72, 84, (byte) 0);
        SrxPdu.VerifyRequest read =
                (SrxPdu.VerifyRequest) SrxCodec.decode(Bytes.wrap(sent)).orThrow();
        assertThat(read.asPath()).containsExactly(64496L);
        assertThat(read.bgpsecPath()).isEqualTo(attribute);
        assertThat(read.localAs()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00 0003 00 00000000 00000018 0a000001 0000fde8 ffffffff", // more peers than bytes
                "01 0003 00 00000000 0000000c", // too short for its type
                "0c 0000 00 00000000 0000000c", // type not defined
                "0b 0063 00 00000000 0000000c", // error code not defined
                "0a 0000 00 00000000 0000000d", // length field beyond the PDU
                "07 0000 00 00000000 00000014 12345678 00000003", // signature missing
                "03 83 03 03 03 00 02 01 0000003c 03 03 03 21 00000007 c0000200 0000fbf0 00000000 0000 0000 0001 01 03"
                        + " c0000200000000000000000000000000 0000fbf1", // prefix length 33
                "03 83 03 03 03 00 02 01 0000003c 03 03 03 18 00000007 c0000200 0000fbf0 00000004 0001 0000 0001 01 03"
                        + " c0000200000000000000000000000000 0000fbf1", // one hop, no bytes
            })
    void refusesAPduWithAContradiction(String hex) {
        assertThat(SrxCodec.decode(Bytes.fromHex(hex.replace(" ", "")))).isInstanceOf(Decoded.Damaged.class);
    }

    @Test
    void findsTheEndOfAPduAndBoundsItsLength() {
        assertThat(SrxCodec.messageLength(Bytes.fromHex("0a000000000000000000")))
                .isEqualTo(Decoded.ok(0));
        assertThat(SrxCodec.messageLength(Bytes.fromHex("0a0000000000000000000010")))
                .isEqualTo(Decoded.ok(16));
        assertThat(SrxCodec.messageLength(Bytes.fromHex("0a000000000000007fffffff")))
                .isInstanceOf(Decoded.Damaged.class);
        assertThat(SrxCodec.messageLength(Bytes.fromHex("0a000000000000000000000b")))
                .isInstanceOf(Decoded.Damaged.class);
    }

    @Property
    void aRequestIsDecodedAsItWasEncoded(@ForAll("requests") SrxPdu.VerifyRequest request) {
        assertThat(SrxCodec.decode(SrxCodec.encode(request)).orThrow()).isEqualTo(request);
    }

    @Property
    void noBytesLeadToAnException(
            @ForAll("requests") SrxPdu.VerifyRequest request,
            @ForAll @IntRange(max = 150) int at,
            @ForAll byte value,
            @ForAll @IntRange(max = 150) int cut) {
        byte[] bytes = SrxCodec.encode(request).toArray();
        bytes[at % bytes.length] = value;
        Bytes damaged = Bytes.wrap(bytes, 0, bytes.length - cut % bytes.length);
        assertThat(SrxCodec.messageLength(damaged)).isNotNull();
        assertThat(SrxCodec.decode(damaged)).isNotNull();
    }

    @Provide
    Arbitrary<SrxPdu.VerifyRequest> requests() {
        Arbitrary<Prefix> prefixes = Arbitraries.of("192.0.2.0/24", "0.0.0.0/0", "2001:db8::/32", "2001:db8::1/128")
                .map(Prefix::parse);
        Arbitrary<List<Long>> paths =
                Arbitraries.longs().between(0, 0xffff_ffffL).list().ofMaxSize(8);
        Arbitrary<Bytes> attributes =
                Arbitraries.bytes().array(byte[].class).ofMaxSize(64).map(Bytes::copyOf);
        return Combinators.combine(prefixes, paths, attributes).as(SrxCodecTest::request);
    }

    private static SrxPdu.VerifyRequest request(Prefix prefix, List<Long> asPath, Bytes attribute) {
        return new SrxPdu.VerifyRequest(
                SrxFlags.ORIGIN | SrxFlags.PATH | SrxFlags.RECEIPT,
                SrxDefaults.NONE,
                2,
                1,
                0xffff_ffffL,
                prefix,
                64496,
                prefix.isIpv4() ? AfiSafi.IPV4_UNICAST : AfiSafi.IPV6_UNICAST,
                4_200_000_000L,
                asPath,
                attribute);
    }
}
