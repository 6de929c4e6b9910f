// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;

/** Tests the handling of malformed UPDATEs (RFC 7606). */
class UpdateErrorsTest {
    private static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");
    private static final String NLRI = "18c00002";
    /** Offset of the first attribute: after the header and two length fields. */
    private static final int ATTRIBUTES_AT = 23;

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "40 01 02 0000,           BAD_LENGTH, UPDATE / ORIGIN / value,                        26, true",
        "40 01 01 03,             BAD_VALUE,  UPDATE / ORIGIN / value,                        26, true",
        "c0 01 01 00,             BAD_VALUE,  UPDATE / ORIGIN / flags,                        23, true",
        "40 02 01 02,             TRUNCATED,  UPDATE / AS_PATH / segment,                     26, true",
        "40 02 06 05 01 00000001, BAD_VALUE,  UPDATE / AS_PATH / segment type,                26, true",
        "40 02 02 02 00,          BAD_LENGTH, UPDATE / AS_PATH / segment length,              27, true",
        "40 02 06 02 02 00000001, TRUNCATED,  UPDATE / AS_PATH / segment length,              27, true",
        "40 03 03 000000,         BAD_LENGTH, UPDATE / NEXT_HOP / address,                      26, true",
        "80 04 00,                BAD_LENGTH, UPDATE / MULTI_EXIT_DISC / metric,               26, true",
        "40 05 05 0000000000,     BAD_LENGTH, UPDATE / LOCAL_PREF / preference,                    26, true",
        "40 06 01 00,             BAD_LENGTH, UPDATE / ATOMIC_AGGREGATE / value,              26, false",
        "c0 07 06 0001 c0000201,  BAD_LENGTH, UPDATE / AGGREGATOR / value,                    26, false",
        "c0 08 05 0000000000,     BAD_LENGTH, UPDATE / COMMUNITIES / value,                   26, true",
        "c0 08 00,                BAD_LENGTH, UPDATE / COMMUNITIES / value,                   26, true",
        "80 09 03 000000,         BAD_LENGTH, UPDATE / ORIGINATOR_ID / router id,                 26, true",
        "80 0a 00,                BAD_LENGTH, UPDATE / CLUSTER_LIST / value,                  26, true",
        "c0 10 04 00000000,       BAD_LENGTH, UPDATE / EXTENDED COMMUNITIES / value,          26, true",
        "c0 11 04 02 01 0001,     BAD_LENGTH, UPDATE / AS4_PATH / value,                      26, false",
        "c0 12 06 0001 c0000201,  BAD_LENGTH, UPDATE / AS4_AGGREGATOR / value,                26, false",
        "c0 20 08 0000000000000000, BAD_LENGTH, UPDATE / LARGE_COMMUNITIES / value,           26, true",
        "c0 23 02 0001,           BAD_LENGTH, UPDATE / OTC / AS number,                           26, true",
        "c0 23 50,                TRUNCATED,  UPDATE / OTC / length,                          25, true",
        "c0 07 09 0001 c0000201,  TRUNCATED,  UPDATE / AGGREGATOR / length,                   25, true",
        "c0 c7 09 0001 c0000201,  TRUNCATED,  UPDATE / attribute 199 / length,                25, true",
    })
    void keepsADamagedAttributeAsBytes(
            String attribute, WireError.Code code, String where, int offset, boolean treatAsWithdraw) {
        Bytes bytes = Bytes.fromHex(attribute);
        Update update = (Update) decode(update("", attribute, NLRI)).orThrow();
        assertThat(update.errors()).singleElement().satisfies(error -> {
            assertThat(error.code()).isEqualTo(code);
            assertThat(error.where()).isEqualTo(where);
            assertThat(error.offset()).isEqualTo(offset);
            assertThat(error.message()).isNotBlank();
        });
        assertThat(withdraws(update)).isEqualTo(treatAsWithdraw);
        assertThat(update.attributes()).containsExactly(new UnknownAttribute(bytes.u8(0), bytes.u8(1), bytes.from(3)));
        assertThat(update.nlri()).containsExactly(Nlri.of(PREFIX));
    }

    @Test
    void findsTheNlriAfterTruncatedAttributes() {
        Update update = (Update) decode(update("", "40 01 01 00 40", NLRI)).orThrow();
        assertThat(update.find(Origin.class)).isPresent();
        assertThat(update.errors()).singleElement().satisfies(error -> {
            assertThat(error.code()).isEqualTo(WireError.Code.TRUNCATED);
            assertThat(error.offset()).isEqualTo(ATTRIBUTES_AT + 4);
        });
        assertThat(withdraws(update)).isTrue();
        assertThat(update.nlri()).containsExactly(Nlri.of(PREFIX));
    }

    @Test
    void keepsTheFirstOfRepeatedAttributes() {
        Update update = (Update) decode(update("", "40 01 01 00  40 01 01 02  e0 c7 01 01  e0 c7 01 02", NLRI))
                .orThrow();
        assertThat(update.attributes())
                .containsExactly(new Origin(0x40, 0), new UnknownAttribute(0xe0, 0xc7, Bytes.fromHex("01")));
        assertThat(update.errors())
                .extracting(WireError::code)
                .containsExactly(WireError.Code.DUPLICATE, WireError.Code.DUPLICATE);
        assertThat(update.errors()).extracting(WireError::offset).containsExactly(27, 35);
        assertThat(withdraws(update)).isFalse();
    }

    @Test
    void keepsBgpsecPathEvenWithWrongFlags() {
        Update update = (Update) decode(update("", "c0 21 02 0002", NLRI)).orThrow();
        assertThat(update.attributes()).containsExactly(new BgpsecPath(0xc0, Bytes.fromHex("0002")));
        assertThat(update.errors()).extracting(WireError::where).containsExactly("UPDATE / BGPsec_PATH / flags");
        assertThat(withdraws(update)).isTrue();
    }

    @Test
    void listsAllErrorsInTheOrderFound() {
        Update update = (Update)
                decode(update("", "40 01 01 07  40 06 01 00  80 04 00", NLRI)).orThrow();
        assertThat(update.errors())
                .extracting(WireError::where)
                .containsExactly(
                        "UPDATE / ORIGIN / value",
                        "UPDATE / ATOMIC_AGGREGATE / value",
                        "UPDATE / MULTI_EXIT_DISC / metric");
        assertThat(withdraws(update)).isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        // MP_REACH_NLRI and MP_UNREACH_NLRI: too short, wrong flags, wrong next hop, prefix too long, truncated prefix,
        // repeated.
        "80 0e 04 00010100,                     TRUNCATED,  UPDATE / MP_REACH_NLRI / length, 26",
        "80 0e 05 00010104 00,                  TRUNCATED,  UPDATE / MP_REACH_NLRI / Length of Next Hop, 29",
        "40 0e 09 00010104 c0000201 00,         BAD_VALUE,  UPDATE / MP_REACH_NLRI / flags, 23",
        "80 0e 09 00020104 c0000201 00,         BAD_LENGTH, UPDATE / MP_REACH_NLRI / Length of Next Hop, 29",
        "80 0e 0a 00010105 c000020100 00,       BAD_LENGTH, UPDATE / MP_REACH_NLRI / Length of Next Hop, 29",
        "80 0e 0a 00010104 c0000201 00 21,      BAD_LENGTH, UPDATE / MP_REACH_NLRI / Network Layer Reachability Information / prefix length, 35",
        "80 0e 0a 00010104 c0000201 00 01,      TRUNCATED,  UPDATE / MP_REACH_NLRI / Network Layer Reachability Information / prefix, 36",
        "80 0f 02 0001,                         TRUNCATED,  UPDATE / MP_UNREACH_NLRI / length, 26",
        "80 0f 04 000201 81,                    BAD_LENGTH, UPDATE / MP_UNREACH_NLRI / Withdrawn Routes / prefix length, 29",
        "c0 0f 03 000201,                       BAD_VALUE,  UPDATE / MP_UNREACH_NLRI / flags, 23",
        "80 0f 03 000201 80 0f 03 000101,       DUPLICATE,  UPDATE / MP_UNREACH_NLRI, 29",
        "80 0f 09 000201,                       TRUNCATED,  UPDATE / MP_UNREACH_NLRI / length, 25",
    })
    void refusesAnUpdateWithDamagedMpPrefixes(String attributes, WireError.Code code, String where, int offset) {
        assertDamaged(update("", attributes, NLRI), code, where, offset);
    }

    @Test
    void refusesAnUpdateWithDamagedNlri() {
        assertDamaged(
                update("", "", "21c000020000"),
                WireError.Code.BAD_LENGTH,
                "UPDATE / Network Layer Reachability Information / prefix length",
                23);
        assertDamaged(
                update("", "", NLRI + "18c000"),
                WireError.Code.TRUNCATED,
                "UPDATE / Network Layer Reachability Information / prefix",
                28);
        assertDamaged(update("2000", "", ""), WireError.Code.TRUNCATED, "UPDATE / Withdrawn Routes / prefix", 22);
        assertDamaged(
                update("0000000118", "", ""),
                new BgpSessionOptions(true, Set.of(AfiSafi.IPV4_UNICAST), true),
                WireError.Code.TRUNCATED,
                "UPDATE / Withdrawn Routes / prefix",
                26);
    }

    /** Without announced prefixes, a decoder cannot detect if it read all prefixes (RFC 7606 section 5.2). */
    @Test
    void refusesAnUpdateWithErrorsAndWithoutAnnouncements() {
        assertDamaged(update("", "40 01 01 03", ""), WireError.Code.BAD_VALUE, "UPDATE / ORIGIN / value", 26);
        Update discarded = (Update) decode(update(NLRI, "40 06 01 00", "")).orThrow();
        assertThat(withdraws(discarded)).isFalse();
        assertThat(discarded.withdrawn()).containsExactly(Nlri.of(PREFIX));
    }

    @Test
    void refusesAnUpdateWithWrongLengths() {
        assertDamaged(message("0001 0000"), WireError.Code.BAD_LENGTH, "UPDATE / Withdrawn Routes Length", 19);
        assertDamaged(message("0000 0001"), WireError.Code.BAD_LENGTH, "UPDATE / Total Path Attribute Length", 21);
        assertDamaged(message("0000 00"), WireError.Code.BAD_LENGTH, "UPDATE / length", 16);
        assertDamaged(message("ffff ffff"), WireError.Code.BAD_LENGTH, "UPDATE / Withdrawn Routes Length", 19);
    }

    @Test
    void clearsTrailingBitsOfPrefixes() {
        Update update = (Update) decode(update("", "", "14c0000f")).orThrow();
        assertThat(update.nlri()).containsExactly(Nlri.of(Prefix.parse("192.0.0.0/20")));
    }

    private static void assertDamaged(Bytes message, WireError.Code code, String where, int offset) {
        assertDamaged(message, BgpSessionOptions.DEFAULT, code, where, offset);
    }

    private static void assertDamaged(
            Bytes message, BgpSessionOptions options, WireError.Code code, String where, int offset) {
        Decoded<BgpMessage> decoded = BgpCodec.decode(message, options);
        assertThat(decoded).isInstanceOf(Decoded.Damaged.class);
        Decoded.Damaged<BgpMessage> damaged = (Decoded.Damaged<BgpMessage>) decoded;
        assertThat(damaged.bytes()).isEqualTo(message);
        assertThat(List.of(
                        damaged.error().code(),
                        damaged.error().where(),
                        damaged.error().offset()))
                .isEqualTo(List.of(code, where, offset));
    }

    private static Decoded<BgpMessage> decode(Bytes message) {
        return BgpCodec.decode(message, BgpSessionOptions.DEFAULT);
    }

    private static Bytes update(String withdrawn, String attributes, String nlri) {
        Bytes withdrawnBytes = Bytes.fromHex(withdrawn);
        Bytes attributeBytes = Bytes.fromHex(attributes);
        return message(new ByteWriter()
                .u16(withdrawnBytes.length())
                .bytes(withdrawnBytes)
                .u16(attributeBytes.length())
                .bytes(attributeBytes)
                .bytes(Bytes.fromHex(nlri))
                .toBytes()
                .toHex());
    }

    private static Bytes message(String body) {
        Bytes bytes = Bytes.fromHex(body);
        return new ByteWriter()
                .u64(-1)
                .u64(-1)
                .u16(BgpFramer.HEADER_LENGTH + bytes.length())
                .u8(BgpMessage.TYPE_UPDATE)
                .bytes(bytes)
                .toBytes();
    }

    /** Returns true if a fault of decoding withdraws the routes, whichever kind of peer sent the UPDATE. */
    private static boolean withdraws(Update update) {
        return update.faults().stream()
                .anyMatch(fault -> FaultTable.handling(fault.typeCode(), fault.fault(), Sender.INTERNAL)
                        .withdraws());
    }
}
