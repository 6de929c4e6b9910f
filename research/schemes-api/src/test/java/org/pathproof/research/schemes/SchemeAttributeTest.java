// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Tests the private path attribute of all schemes. */
final class SchemeAttributeTest {
    private static final SchemeAttribute ATTRIBUTE = new SchemeAttribute(
            new SchemeId("KC-X", "p.1"),
            new SecuredPath(
                    List.of(new Hop(65_001, 7, Bytes.fromHex("01"), Bytes.fromHex("0203"))),
                    Bytes.fromHex("aabb"),
                    Bytes.fromHex("ccdddd")));

    @Test
    void encodesTheFieldsInTheDocumentedOrder() {
        Bytes encoded = ATTRIBUTE.encode();
        assertThat(encoded)
                .isEqualTo(Bytes.fromHex("01 04 4b432d58 03 702e31"
                        + "01 01 0000fde9 00000007 0001 01 0002 0203 0002 aabb 0003 ccdddd"));
        assertThat(SchemeAttribute.decode(encoded)).isEqualTo(Decoded.ok(ATTRIBUTE));
    }

    @Test
    void privateValuesAreTheEnd() {
        Bytes encoded = ATTRIBUTE.encode();
        assertThat(SchemeAttribute.privateBytes(encoded)).isEqualTo(3);
        assertThat(encoded.from(encoded.length() - 3))
                .isEqualTo(ATTRIBUTE.path().secret());
        assertThat(SchemeAttribute.privateBytes(ATTRIBUTE.withoutSecret().encode()))
                .isZero();
        assertThat(ATTRIBUTE.withoutSecret().path().secret().isEmpty()).isTrue();
    }

    @Test
    void everyByteOfAMalformedValueMayBePrivate() {
        Bytes encoded = ATTRIBUTE.encode();
        for (int length = 0; length < encoded.length(); length++) {
            Bytes cut = encoded.slice(0, length);
            assertThat(SchemeAttribute.decode(cut)).isInstanceOf(Decoded.Damaged.class);
            assertThat(SchemeAttribute.privateBytes(cut)).isEqualTo(length);
        }
        Bytes longer = encoded.concat(Bytes.fromHex("00"));
        assertThat(SchemeAttribute.privateBytes(longer)).isEqualTo(longer.length());
    }

    @Test
    void errorsNameTheField() {
        assertThat(error("02 04 4b432d58 03 702e31 01").where()).isEqualTo("version");
        assertThat(error("01 02 4b20 03 702e31 01").where()).isEqualTo("names of scheme and parameter set");
        assertThat(error("01 04 4b432d58 03 702e31 01 00").where()).isEqualTo("path / number of hops");
    }

    private static WireError error(String hex) {
        return ((Decoded.Damaged<SchemeAttribute>) SchemeAttribute.decode(Bytes.fromHex(hex))).error();
    }

    @Property(tries = 2000)
    void acceptsAnyInput(@ForAll byte[] bytes) {
        Bytes value = Bytes.copyOf(bytes);
        int secret = SchemeAttribute.privateBytes(value);
        assertThat(secret).isBetween(0, value.length());
    }

    @Test
    void refusesNamesThatCannotBeEncoded() {
        assertThatThrownBy(() -> new SchemeId("", "p")).hasMessageContaining("name of the scheme of 0 characters");
        assertThatThrownBy(() -> new SchemeId("KC", "a b")).hasMessageContaining("name of the parameter set");
        assertThatThrownBy(() -> new SchemeId("x".repeat(65), "p")).hasMessageContaining("65 characters");
    }
}
