// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.openbmp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.pathproof.wire.ByteArbitraries;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError.Code;

/** Tests the three encodings of OpenBMP's raw records. */
class OpenBmpCodecTest {
    private static final Bytes BMP = Bytes.fromHex("030000000604");
    private static final Bytes HASH = Bytes.fromHex("000102030405060708090a0b0c0d0e0f");
    private static final OpenBmpRaw RECORD = new OpenBmpRaw(
            Optional.of(HASH),
            Optional.of(Bytes.fromHex("c0000201")),
            Optional.of(Bytes.fromHex("f0".repeat(16))),
            "admin",
            "core",
            1_700_000_000_123_456L,
            BMP);

    /** The encoding of {@link #RECORD} that other producers and consumers use. */
    private static final Bytes BINARY = Bytes.fromHex("4f424d50 01 07 0057 00000006 80 0c 6553f100 0001e240"
            + "f0".repeat(16)
            + "0005 61646d696e"
            + "000102030405060708090a0b0c0d0e0f"
            + "c0000201 000000000000000000000000"
            + "0004 636f7265"
            + "00000001"
            + "030000000604");

    @Example
    void writesBinary() {
        assertThat(OpenBmpCodec.encode(RECORD)).isEqualTo(BINARY);
    }

    @Example
    void readsBinary() {
        assertThat(OpenBmpCodec.decode(BINARY)).isEqualTo(Decoded.ok(RECORD));
    }

    /** A later minor version may add fields after the row count. */
    @Example
    void skipsFieldsOfLaterMinorVersions() {
        int headerLength = BINARY.u16(6);
        Bytes longer = BINARY.slice(0, 6)
                .concat(new ByteWriter().u16(headerLength + 5).toBytes())
                .concat(BINARY.slice(8, headerLength))
                .concat(Bytes.fromHex("0102030405"))
                .concat(BMP);
        assertThat(OpenBmpCodec.decode(longer)).isEqualTo(Decoded.ok(RECORD));
    }

    @Example
    void readsAnIpv6Router() {
        Bytes ip = Bytes.fromHex("20010db8000000000000000000000001");
        OpenBmpRaw record = new OpenBmpRaw(Optional.of(HASH), Optional.of(ip), Optional.of(HASH), "", "", 0, BMP);
        assertThat(OpenBmpCodec.decode(OpenBmpCodec.encode(record))).isEqualTo(Decoded.ok(record));
        assertThat(OpenBmpCodec.encode(record).u8(12)).isEqualTo(0xc0);
    }

    @Example
    void readsAHeartbeat() {
        OpenBmpRaw heartbeat =
                new OpenBmpRaw(Optional.empty(), Optional.empty(), Optional.of(HASH), "admin", "", 1, Bytes.EMPTY);
        Bytes bytes = OpenBmpCodec.encode(heartbeat);
        assertThat(bytes.u8(13)).isZero();
        assertThat(OpenBmpCodec.decode(bytes)).isEqualTo(Decoded.ok(heartbeat));
        assertThat(heartbeat.isHeartbeat()).isTrue();
    }

    @Example
    void decodesBothNamesOfTheRouterHash() {
        for (String name : new String[] {"R_HASH", "R_HASH_ID"}) {
            Bytes text = text("V: 1.7\nC_HASH_ID: " + HASH.toHex() + "\n" + name + ": " + HASH.toHex()
                    + "\nR_IP: 192.0.2.1\nL: 6\n\n");
            assertThat(OpenBmpCodec.decode(text))
                    .isEqualTo(Decoded.ok(new OpenBmpRaw(
                            Optional.of(HASH),
                            Optional.of(Bytes.fromHex("c0000201")),
                            Optional.of(HASH),
                            "",
                            "",
                            0,
                            BMP)));
        }
    }

    @Example
    void decodesCrlfAndUnknownFields() {
        Bytes text = text("V: 1.7\r\nX: y\r\nR_IP: 2001:db8::1\r\nL: 6\r\n\r\n");
        assertThat(OpenBmpCodec.decode(text).orThrow().routerIp())
                .contains(Bytes.fromHex("20010db8000000000000000000000001"));
    }

    @Example
    void reportsErrorsOfTheTextHeader() {
        assertThat(error(text("V: 1.7\nL: 7\n\n"))).isEqualTo(Code.BAD_LENGTH);
        assertThat(error(text("V: 1.7\nR_HASH: xyz\nL: 6\n\n"))).isEqualTo(Code.BAD_VALUE);
        assertThat(error(text("V: 1.7\nR_IP: nowhere\nL: 6\n\n"))).isEqualTo(Code.BAD_VALUE);
        assertThat(error(text("V: 1.7\nno colon\n\n"))).isEqualTo(Code.BAD_VALUE);
        assertThat(error(Bytes.wrap("V: 1.7\nL: 6\n".getBytes(UTF_8)))).isEqualTo(Code.TRUNCATED);
    }

    @Example
    void reportsErrorsOfTheBinaryHeader() {
        assertThat(error(BINARY.slice(0, 77))).isEqualTo(Code.TRUNCATED);
        assertThat(error(BINARY.slice(0, BINARY.length() - 1))).isEqualTo(Code.TRUNCATED);
        assertThat(error(BINARY.concat(BMP))).isEqualTo(Code.TRAILING_BYTES);
        assertThat(error(with(4, 2))).isEqualTo(Code.BAD_MARKER);
        assertThat(error(with(6, 0xff))).isEqualTo(Code.BAD_LENGTH);
        assertThat(error(with(7, 0x10))).isEqualTo(Code.BAD_LENGTH);
        assertThat(error(with(13, 5))).isEqualTo(Code.BAD_VALUE);
        assertThat(error(with(39, 0xff))).isEqualTo(Code.BAD_LENGTH);
        assertThat(error(with(78, 0xff))).isEqualTo(Code.BAD_LENGTH);
    }

    @Example
    void decodesOtherBytesAsBareBmp() {
        Bytes two = BMP.concat(BMP);
        assertThat(OpenBmpCodec.decode(two)).isEqualTo(Decoded.ok(OpenBmpRaw.bare(two)));
        assertThat(OpenBmpCodec.decode(Bytes.EMPTY)).isEqualTo(Decoded.ok(OpenBmpRaw.bare(Bytes.EMPTY)));
    }

    @Example
    void framesConcatenatedRecords() {
        Bytes text = text("V: 1.7\nL: 6\n\n");
        assertThat(OpenBmpCodec.recordLength(BINARY.concat(text), 1000)).isEqualTo(Decoded.ok(BINARY.length()));
        assertThat(OpenBmpCodec.recordLength(text.concat(BINARY), 1000)).isEqualTo(Decoded.ok(text.length()));
        assertThat(OpenBmpCodec.recordLength(BINARY.slice(0, 11), 1000)).isEqualTo(Decoded.ok(0));
        assertThat(OpenBmpCodec.recordLength(text.slice(0, 9), 1000)).isEqualTo(Decoded.ok(0));
        assertThat(OpenBmpCodec.recordLength(BINARY, 90)).isInstanceOf(Decoded.Damaged.class);
        assertThat(OpenBmpCodec.recordLength(BMP, 1000)).isInstanceOf(Decoded.Damaged.class);
    }

    @Example
    void refusesToEncodeFieldsThatDoNotFit() {
        OpenBmpRaw shortHash =
                new OpenBmpRaw(Optional.of(Bytes.fromHex("00")), Optional.empty(), Optional.empty(), "", "", 0, BMP);
        assertThatThrownBy(() -> OpenBmpCodec.encode(shortHash)).hasMessageContaining("router hash of 1 bytes");
    }

    @Property
    void decodesItsOwnEncoding(@ForAll("records") OpenBmpRaw record) {
        Bytes bytes = OpenBmpCodec.encode(record);
        assertThat(OpenBmpCodec.decode(bytes)).isEqualTo(Decoded.ok(record));
        assertThat(OpenBmpCodec.recordLength(bytes, 1 << 20)).isEqualTo(Decoded.ok(bytes.length()));
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
    void givesAValueOrAnErrorForDamagedRecords(@ForAll("damaged") Bytes bytes) {
        assertThat(OpenBmpCodec.decode(bytes)).isNotNull();
        assertThat(OpenBmpCodec.recordLength(bytes, 1000)).isNotNull();
    }

    @Property
    void givesAValueOrAnErrorForAnyBytes(@ForAll byte[] bytes) {
        assertThat(OpenBmpCodec.decode(Bytes.wrap(bytes))).isNotNull();
        assertThat(OpenBmpCodec.recordLength(Bytes.wrap(bytes), 1000)).isNotNull();
    }

    @Provide
    Arbitrary<OpenBmpRaw> records() {
        Arbitrary<Bytes> hashes = ByteArbitraries.bytes(16);
        return Combinators.combine(
                        hashes,
                        Arbitraries.oneOf(ByteArbitraries.bytes(4), ByteArbitraries.bytes(16)),
                        hashes,
                        Arbitraries.strings().alpha().ofMaxLength(20),
                        Arbitraries.strings().alpha().ofMaxLength(20),
                        Arbitraries.longs().between(0, 4_000_000_000_000_000L),
                        ByteArbitraries.bytes(0, 40))
                .as((router, ip, collector, admin, group, time, bmp) -> new OpenBmpRaw(
                        Optional.of(router), Optional.of(ip), Optional.of(collector), admin, group, time, bmp));
    }

    @Provide
    Arbitrary<Bytes> damaged() {
        Bytes text = text(
                "V: 1.7\nC_HASH_ID: " + HASH.toHex() + "\nR_HASH: " + HASH.toHex() + "\nR_IP: 192.0.2.1\nL: 6\n\n");
        return Arbitraries.oneOf(
                records().flatMap(r -> ByteArbitraries.mutated(OpenBmpCodec.encode(r))), ByteArbitraries.mutated(text));
    }

    private static Code error(Bytes record) {
        return ((Decoded.Damaged<OpenBmpRaw>) OpenBmpCodec.decode(record))
                .error()
                .code();
    }

    private static Bytes with(int at, int value) {
        byte[] bytes = BINARY.toArray();
        bytes[at] = (byte) value;
        return Bytes.wrap(bytes);
    }

    private static Bytes text(String header) {
        return Bytes.wrap(header.getBytes(UTF_8)).concat(BMP);
    }
}
