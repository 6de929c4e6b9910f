// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.pathproof.wire.ByteArbitraries;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/** Tests that an encoded message decodes to the same message, and that no input makes a decoder throw. */
class BgpCodecPropertyTest {
    record Sent(BgpSessionOptions options, BgpMessage message) {}

    record Received(BgpSessionOptions options, Bytes bytes) {}

    @Property
    void decodesItsOwnEncoding(@ForAll("sent") Sent sent) {
        Bytes bytes = BgpCodec.encode(sent.message, sent.options);
        assertThat(BgpCodec.decode(bytes, sent.options)).isEqualTo(Decoded.ok(sent.message));
        assertThat(BgpFramer.messageLength(bytes, BgpCodec.MAX_EXTENDED_LENGTH)).isEqualTo(Decoded.ok(bytes.length()));
    }

    @Property
    void framesTheFirstOfTwoMessages(@ForAll("sent") Sent sent, @ForAll("sent") Sent next) {
        Bytes first = BgpCodec.encode(sent.message, sent.options);
        Bytes both = first.concat(BgpCodec.encode(next.message, next.options));
        assertThat(BgpFramer.messageLength(both, BgpCodec.MAX_EXTENDED_LENGTH)).isEqualTo(Decoded.ok(first.length()));
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void givesAValueOrAnErrorForDamagedMessages(@ForAll("damaged") Received received) {
        assertTotal(received.bytes, received.options);
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void givesAValueOrAnErrorForAnyBodyAfterAValidHeader(@ForAll("anyBody") Received received) {
        assertTotal(received.bytes, received.options);
    }

    @Property
    void givesAValueOrAnErrorForAnyBytes(@ForAll byte[] bytes) {
        assertTotal(Bytes.wrap(bytes), BgpSessionOptions.DEFAULT);
        assertThat(BgpFramer.messageLength(Bytes.wrap(bytes), BgpCodec.MAX_LENGTH))
                .isNotNull();
    }

    @Provide
    Arbitrary<Sent> sent() {
        return BgpArbitraries.options()
                .flatMap(options -> BgpArbitraries.messages(options).map(message -> new Sent(options, message)));
    }

    /**
     * Generates damaged messages. Most of them have a valid marker and a correct length.
     */
    @Provide
    Arbitrary<Received> damaged() {
        return sent().flatMap(sent -> ByteArbitraries.mutated(BgpCodec.encode(sent.message, sent.options))
                .flatMap(bytes -> ByteArbitraries.u8()
                        .map(chance -> new Received(sent.options, chance < 16 ? bytes : withHeader(bytes)))));
    }

    @Provide
    Arbitrary<Received> anyBody() {
        return Combinators.combine(
                        BgpArbitraries.options(), ByteArbitraries.u8().map(n -> n % 6), ByteArbitraries.bytes(0, 60))
                .as((options, type, body) -> new Received(
                        options,
                        withHeader(
                                new ByteWriter().zeros(18).u8(type).bytes(body).toBytes())));
    }

    private static Bytes withHeader(Bytes bytes) {
        if (bytes.length() < BgpFramer.HEADER_LENGTH) {
            return bytes;
        }
        return new ByteWriter()
                .u64(-1)
                .u64(-1)
                .u16(bytes.length())
                .bytes(bytes.from(18))
                .toBytes();
    }

    /** Decodes the bytes. A message without errors must also decode to itself after encoding. */
    private static void assertTotal(Bytes bytes, BgpSessionOptions options) {
        switch (BgpCodec.decode(bytes, options)) {
            case Decoded.Ok<BgpMessage>(BgpMessage message) -> {
                Bytes again = BgpCodec.encode(message, options);
                if (!(message instanceof Update update) || update.errors().isEmpty()) {
                    assertThat(BgpCodec.decode(again, options)).isEqualTo(Decoded.ok(message));
                }
            }
            case Decoded.Damaged<BgpMessage> damaged -> {
                assertThat(damaged.bytes()).isEqualTo(bytes);
                assertThat(damaged.error().offset()).isBetween(0, bytes.length());
                assertThat(damaged.error().where()).isNotBlank();
            }
        }
    }
}
