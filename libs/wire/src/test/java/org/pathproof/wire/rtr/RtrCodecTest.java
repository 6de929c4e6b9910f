// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.harness.TestData;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.rtr.AspaPdu.Layout;

class RtrCodecTest {
    /** PDUs encoded by hand from the diagrams of RFC 8210 section 5 and of draft-ietf-sidrops-8210bis. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "01 00 1234 0000000c 00000007                                       | serial_notify",
                "01 01 1234 0000000c ffffffff                                       | serial_query",
                "00 02 0000 00000008                                                | reset_query",
                "02 03 ffff 00000008                                                | cache_response",
                "01 04 0000 00000014 01 18 19 00 c0000200 0000fbf0                  | ipv4_prefix",
                "01 06 0000 00000020 00 20 30 00 20010db8000000000000000000000000 0000fbf0 | ipv6_prefix",
                "00 07 1234 0000000c 00000007                                       | end_of_data",
                "01 07 1234 00000018 00000007 00000e10 00000258 00001c20            | end_of_data",
                "01 08 0000 00000008                                                | cache_reset",
                "01 09 0100 00000022 ab4d910f55cae71a215ef3cafe3acc45b5eec154 0000fbf0 3059 | router_key",
                "01 0a 0002 0000001d 00000008 0102000000000008 00000005 68656c6c6f  | error_report",
                "02 0b 0100 00000014 0000fde8 00000001 ffffffff                     | aspa",
                "02 0b 0000 0000000c 0000fde8                                       | aspa",
                "02 0b 0000 00000014 01 01 0001 0000fde8 0000fbf0                   | aspa",
                "01 05 0000 0000000a abcd                                           | unknown",
                "00 09 0000 0000000a abcd                                           | unknown",
                "01 0b 0000 0000000a abcd                                           | unknown"
            })
    void everyPduHasTheLayoutOfItsDiagram(String hex, String name) {
        Bytes bytes = Bytes.fromHex(hex);
        RtrPdu pdu = RtrCodec.decode(bytes).orThrow();
        assertThat(pdu.typeName()).isEqualTo(name);
        assertThat(RtrCodec.encode(pdu)).isEqualTo(bytes);
    }

    @Test
    void reservedFlagsAndFieldsAreIgnored() {
        Bytes bytes = Bytes.fromHex("01 04 ffff 00000014 ff 18 18 ff c00002ff 0000fbf0");
        assertThat(RtrCodec.decode(bytes).orThrow())
                .isEqualTo(new PrefixPdu(1, true, new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64496)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "01",
                "01 00 1234 0000000c 000000",
                "01 00 1234 0000000b 000000",
                "01 02 0000 00000009 00",
                "01 04 0000 00000014 01 21 21 00 c0000200 0000fbf0",
                "01 04 0000 00000014 01 18 17 00 c0000200 0000fbf0",
                "01 04 0000 00000014 01 18 21 00 c0000200 0000fbf0",
                "01 06 0000 00000014 01 18 19 00 c0000200 0000fbf0",
                "01 07 1234 0000000c 00000007",
                "00 07 1234 00000018 00000007 00000e10 00000258 00001c20",
                "01 09 0100 00000020 ab4d910f55cae71a215ef3cafe3acc45b5eec154 0000fbf0",
                "01 0a 0000 0000000c 00000000",
                "01 0a 0000 00000010 00000001 00000000",
                "01 0a 0000 00000010 00000000 00000001",
                "01 0a 0000 00000010 ffffffff ffffffff",
                "02 0b 0100 00000012 0000fde8 00000001 ffff"
            })
    void damagedPdusReportTheError(String hex) {
        assertThat(RtrCodec.decode(Bytes.fromHex(hex))).isInstanceOfSatisfying(Decoded.Damaged.class, damaged -> {
            assertThat(damaged.error().message()).isNotBlank();
            assertThat(damaged.error().where()).startsWith("PDU / ");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "stayrtr-0.5.1-v0.rtr, 60, 0, 0",
        "stayrtr-0.5.1-v1.rtr, 60, 12, 0",
        "stayrtr-0.5.1-incremental-v1.rtr, 62, 13, 0",
        "stayrtr-0.5.1-aspa-v2.rtr, 60, 12, 16"
    })
    void decodesCapturesOfStayRtr(String name, int prefixes, int keys, int aspas) {
        List<RtrPdu> pdus = new ArrayList<>();
        Bytes stream = Bytes.wrap(TestData.bytes("rtr/" + name));
        while (!stream.isEmpty()) {
            int length = RtrFramer.messageLength(stream, RtrFramer.DEFAULT_MAX_LENGTH)
                    .orThrow();
            Bytes bytes = stream.slice(0, length);
            RtrPdu pdu = RtrCodec.decode(bytes).orThrow();
            assertThat(RtrCodec.encode(pdu)).isEqualTo(bytes);
            pdus.add(pdu);
            stream = stream.from(length);
        }
        assertThat(pdus.getFirst()).isInstanceOf(CacheResponse.class);
        assertThat(pdus).filteredOn(PrefixPdu.class::isInstance).hasSize(prefixes);
        assertThat(pdus).filteredOn(RouterKeyPdu.class::isInstance).hasSize(keys);
        assertThat(pdus).filteredOn(AspaPdu.class::isInstance).hasSize(aspas);
        assertThat(pdus).noneMatch(UnknownPdu.class::isInstance);
    }

    @Property
    void decodesItsOwnEncoding(@ForAll("pdus") RtrPdu pdu) {
        Bytes bytes = RtrCodec.encode(pdu);
        assertThat(RtrCodec.decode(bytes).orThrow()).isEqualTo(pdu);
        assertThat(RtrFramer.messageLength(bytes.concat(Bytes.fromHex("00")), 1 << 20)
                        .orThrow())
                .isEqualTo(bytes.length());
    }

    @Property(tries = 3000)
    void noMutationMakesTheDecoderThrow(
            @ForAll("pdus") RtrPdu pdu,
            @ForAll @Size(max = 4) List<Integer> places,
            @ForAll byte value,
            @ForAll boolean fix) {
        byte[] bytes = RtrCodec.encode(pdu).toArray();
        for (int place : places) {
            bytes[Math.floorMod(place, bytes.length)] = value;
        }
        if (fix) {
            bytes[4] = bytes[5] = 0;
            bytes[6] = (byte) (bytes.length >>> 8);
            bytes[7] = (byte) bytes.length;
        }
        if (RtrCodec.decode(Bytes.wrap(bytes)) instanceof Decoded.Ok<RtrPdu>(RtrPdu value2)) {
            assertThat(RtrCodec.decode(RtrCodec.encode(value2)).orThrow()).isEqualTo(value2);
        }
    }

    @Property
    void noBytesMakeTheDecoderThrow(@ForAll byte[] input) {
        Bytes bytes = Bytes.copyOf(input);
        assertThat(RtrCodec.decode(bytes)).isNotNull();
        assertThat(RtrFramer.messageLength(bytes, 1000)).isNotNull();
    }

    @Test
    void aWithdrawalOfTheCurrentLayoutMayHaveProviders() {
        String providers = "0000fbf10000fbf20000fbf3";
        assertThat(aspa("020b000000000018" + "0000fbf0" + providers))
                .isEqualTo(new AspaPdu(2, false, Layout.CURRENT, new Aspa(64496, List.of())));
        AspaPdu ambiguous = aspa("020b00000000001c" + "00000003" + "0000fbf4" + providers);
        assertThat(ambiguous.layout()).isEqualTo(Layout.BY_FAMILY_IPV4);
        assertThat(ambiguous.asWithdrawalWithProviders())
                .contains(new AspaPdu(2, false, Layout.CURRENT, new Aspa(3, List.of())));
        assertThat(aspa("020b000000000014" + "02000001" + "0000fbf0" + "0000fbf1")
                        .layout())
                .as("a reserved bit")
                .isEqualTo(Layout.CURRENT);
    }

    private static AspaPdu aspa(String hex) {
        return switch (RtrCodec.decode(Bytes.fromHex(hex))) {
            case Decoded.Ok<RtrPdu>(AspaPdu pdu) -> pdu;
            case Decoded<RtrPdu> other -> throw new AssertionError(other.toString());
        };
    }

    @Provide
    Arbitrary<RtrPdu> pdus() {
        Arbitrary<Integer> versions = Arbitraries.integers().between(0, 2);
        Arbitrary<Integer> newer = Arbitraries.integers().between(1, 2);
        Arbitrary<Integer> u16 = Arbitraries.integers().between(0, 0xffff);
        Arbitrary<Long> u32 = Arbitraries.longs().between(0, 0xffff_ffffL);
        Arbitrary<Boolean> flag = Arbitraries.of(true, false);
        Arbitrary<Bytes> bytes =
                Arbitraries.bytes().array(byte[].class).ofMaxSize(120).map(Bytes::copyOf);
        Arbitrary<Vrp> vrp4 = Combinators.combine(
                        Arbitraries.integers(), Arbitraries.integers().between(0, 32), u32)
                .as((address, length, asn) -> new Vrp(Prefix.ipv4(address, length), (length + 32) / 2, asn));
        Arbitrary<Vrp> vrp6 = Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.longs(),
                        Arbitraries.integers().between(0, 128),
                        u32)
                .as((hi, lo, length, asn) -> new Vrp(Prefix.ipv6(hi, lo, length), (length + 128) / 2, asn));
        Arbitrary<RouterKey> keys = Combinators.combine(
                        u32,
                        Arbitraries.bytes().array(byte[].class).ofSize(20).map(Bytes::copyOf),
                        bytes.filter(o -> !o.isEmpty()))
                .as(RouterKey::new);
        Arbitrary<Aspa> aspas =
                Combinators.combine(u32, u32.list().ofMaxSize(20)).as(Aspa::new);
        return Arbitraries.oneOf(List.of(
                Combinators.combine(versions, u16, u32).as(SerialNotify::new),
                Combinators.combine(versions, u16, u32).as(SerialQuery::new),
                versions.map(ResetQuery::new),
                versions.map(CacheReset::new),
                Combinators.combine(versions, u16).as(CacheResponse::new),
                Combinators.combine(versions, flag, Arbitraries.oneOf(vrp4, vrp6))
                        .as(PrefixPdu::new),
                Combinators.combine(newer, flag, keys).as(RouterKeyPdu::new),
                Combinators.combine(
                                versions,
                                u16,
                                bytes,
                                Arbitraries.strings().ofMaxLength(20).alpha())
                        .as(ErrorReport::new),
                Combinators.combine(newer, u16, u32, u32)
                        .as((v, session, serial, time) ->
                                new EndOfData(v, session, serial, new EndOfData.Intervals(time, 1, time))),
                Combinators.combine(u16, u32).as((session, serial) -> new EndOfData(0, session, serial, null)),
                Combinators.combine(flag, Arbitraries.of(Layout.class), aspas)
                        .as((announce, layout, aspa) -> new AspaPdu(
                                2,
                                announce,
                                layout,
                                announce || layout != Layout.CURRENT ? aspa : new Aspa(aspa.customer(), List.of()))),
                Combinators.combine(versions, Arbitraries.integers().between(12, 255), u16, bytes)
                        .as(UnknownPdu::new)));
    }
}
