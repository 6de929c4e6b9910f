// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Tests the wire form of the schemes. */
final class EnvelopeTest {
    private static final SecuredPath PATH = new SecuredPath(
            List.of(
                    new Hop(65_001, 0xffff_ffffL, Bytes.fromHex("01"), Bytes.fromHex("0203")),
                    new Hop(0xffff_ffffL, 0, Bytes.EMPTY, Bytes.EMPTY)),
            Bytes.fromHex("aabb"),
            Bytes.fromHex("cc"));

    @Test
    void encodesTheFieldsInTheDocumentedOrder() {
        String expected = "01 02"
                + "0000fde9 ffffffff 0001 01 0002 0203"
                + "ffffffff 00000000 0000 0000"
                + "0002 aabb"
                + "0001 cc";
        assertThat(Envelope.encode(PATH)).isEqualTo(Bytes.fromHex(expected));
        assertThat(Envelope.decode(Bytes.fromHex(expected))).isEqualTo(Decoded.ok(PATH));
    }

    @Test
    void errorsNameTheFieldAndItsOffset() {
        assertThat(error("02 01")).isEqualTo("BAD_MARKER version 0");
        assertThat(error("01 00")).isEqualTo("BAD_VALUE number of hops 1");
        assertThat(error("01 01 0000fde9 00000000 0005 01")).isEqualTo("TRUNCATED hop 1 / content 12");
        assertThat(error(Envelope.encode(PATH).toHex() + "00")).isEqualTo("TRAILING_BYTES end of the path 36");
    }

    private static String error(String hex) {
        return switch (Envelope.decode(Bytes.fromHex(hex))) {
            case Decoded.Ok<SecuredPath>(SecuredPath path) -> "decoded to " + path;
            case Decoded.Damaged<SecuredPath>(WireError error, Bytes _) ->
                error.code() + " " + error.where() + " " + error.offset();
        };
    }

    @Test
    void longPartsAndPathsAreRefused() {
        Hop big = new Hop(65_001, 0, Bytes.EMPTY, Bytes.wrap(new byte[40_000]));
        assertThatThrownBy(() -> Envelope.encode(new SecuredPath(List.of(big, big), Bytes.EMPTY, Bytes.EMPTY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("80030 bytes");
        assertThatThrownBy(() -> Envelope.encode(new SecuredPath(List.of(), Bytes.EMPTY, Bytes.EMPTY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 hops");
        assertThatThrownBy(() -> Envelope.encode(
                        new SecuredPath(Collections.nCopies(256, PATH.hops().getLast()), Bytes.EMPTY, Bytes.EMPTY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("256 hops");
    }

    @Test
    void textOfAPathOmitsPrivateValues() {
        assertThat(PATH.toString()).contains("secret of 1 bytes").doesNotContain("cc");
    }

    @Property
    void noInputThrows(@ForAll byte[] bytes) {
        Bytes value = Bytes.wrap(bytes);
        if (Envelope.decode(value) instanceof Decoded.Ok<SecuredPath>(SecuredPath path)) {
            assertThat(Envelope.encode(path)).isEqualTo(value);
        }
    }
}
