// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.pathproof.wire.ByteArbitraries;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** Tests that an encoded message decodes to the same message, and that no input makes a decoder throw. */
class BmpCodecPropertyTest {
    @Property
    void decodesItsOwnEncoding(@ForAll("messages") BmpMessage message) {
        Bytes bytes = BmpCodec.encode(message);
        assertThat(BmpCodec.decode(bytes)).isEqualTo(Decoded.ok(message));
        assertThat(BmpFramer.messageLength(bytes, 1 << 20)).isEqualTo(Decoded.ok(bytes.length()));
    }

    @Property
    void framesTheFirstOfTwoMessages(@ForAll("messages") BmpMessage one, @ForAll("messages") BmpMessage other) {
        Bytes first = BmpCodec.encode(one);
        Bytes both = first.concat(BmpCodec.encode(other));
        assertThat(BmpFramer.messageLength(both, 1 << 20)).isEqualTo(Decoded.ok(first.length()));
    }

    /** A truncated message is damaged. With a corrected length field, it decodes to a value or an error. */
    @Property
    void neverReadsPastTheEndOfAMessage(@ForAll("messages") BmpMessage message, @ForAll("cuts") int cut) {
        Bytes bytes = BmpCodec.encode(message);
        Bytes shorter = bytes.slice(0, Math.max(0, bytes.length() - cut));
        assertThat(BmpCodec.decode(shorter)).isInstanceOf(Decoded.Damaged.class);
        assertTotal(withLength(shorter));
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
    void givesAValueOrAnErrorForDamagedMessages(@ForAll("damaged") Bytes bytes) {
        assertTotal(bytes);
        assertTotal(withLength(bytes));
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
    void givesAValueOrAnErrorForAnyBodyOfAnyType(@ForAll("types") int type, @ForAll byte[] body) {
        assertTotal(
                withLength(new ByteWriter().u8(3).u32(0).u8(type).bytes(body).toBytes()));
    }

    @Property
    void givesAValueOrAnErrorForAnyBytes(@ForAll byte[] bytes) {
        assertTotal(Bytes.wrap(bytes));
        assertThat(BmpFramer.messageLength(Bytes.wrap(bytes), 100)).isNotNull();
    }

    /**
     * Decodes the bytes and calls accessors of the message. After encoding, a message must decode to the same message.
     */
    private static void assertTotal(Bytes bytes) {
        switch (BmpCodec.decode(bytes)) {
            case Decoded.Damaged<BmpMessage>(var error, var kept) -> {
                assertThat(kept).isEqualTo(bytes);
                assertThat(error.message()).isNotBlank();
                assertThat(error.offset()).isBetween(0, Math.max(bytes.length(), 5));
            }
            case Decoded.Ok<BmpMessage>(BmpMessage message) -> {
                assertThat(BmpCodec.decode(BmpCodec.encode(message))).isEqualTo(Decoded.ok(message));
                assertThat(message.typeName()).isNotBlank();
                ask(message);
            }
        }
    }

    private static void ask(BmpMessage message) {
        switch (message) {
            case RouteMonitoring m -> {
                assertThat(m.peer().view()).isNotNull();
                assertThat(m.tlvs().tableName()).isNotNull();
                assertThat(m.tlvs().capabilities()).isNotNull();
                assertThat(PeerOpens.assumed(m)).isNotNull();
            }
            case RouteMirroring m ->
                assertThat(m.bgpMessages().size()).isLessThanOrEqualTo(m.tlvs().size());
            case StatisticsReport m ->
                m.stats().forEach(s -> assertThat(StatisticType.of(s)).isNotNull());
            case PeerDown m -> {
                assertThat(m.reasonText()).isNotBlank();
                assertThat(m.tlvs()).isNotNull();
                assertThat(m.notification()).isNotNull();
                assertThat(m.fsmEvent()).isNotNull();
            }
            case PeerUp m -> assertThat(PeerOpens.of(m)).isNotNull();
            case Initiation m -> assertThat(m.sysName()).isNotNull();
            case Termination m -> assertThat(m.reason()).isNotNull();
            case UnknownBmpMessage m -> assertThat(m.body()).isNotNull();
        }
    }

    private static Bytes withLength(Bytes bytes) {
        return bytes.length() < BmpFramer.HEADER_LENGTH
                ? bytes
                : new ByteWriter()
                        .u8(bytes.u8(0))
                        .u32(bytes.length())
                        .bytes(bytes.from(5))
                        .toBytes();
    }

    @Provide
    Arbitrary<BmpMessage> messages() {
        return BmpArbitraries.messages();
    }

    @Provide
    Arbitrary<Bytes> damaged() {
        return messages().flatMap(message -> ByteArbitraries.mutated(BmpCodec.encode(message)));
    }

    @Provide
    Arbitrary<Integer> types() {
        return ByteArbitraries.u8().map(n -> n % 8);
    }

    @Provide
    Arbitrary<Integer> cuts() {
        return ByteArbitraries.u8().map(n -> n + 1);
    }
}
