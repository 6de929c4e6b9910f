// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class P256PublicKeyTest {
    private static final String HEAD = "3059301306072a8648ce3d020106082a8648ce3d030107034200";
    private static final String X = "7391babb92a0cb3be10e59b19ebffb214e04a91e0cba1b139a7d38d90f77e55a";
    private static final String Y = "a05b8e695678e0fa16904b55d9d4f5c0dfc58895ee50bc4f75d205a25bd36ff5";
    /** The prime of the field. */
    private static final String P = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";

    @Test
    void readsTheKeyOfRfc8608() {
        assertThat(P256PublicKey.parse(bytes(HEAD + "04" + X + Y)))
                .isInstanceOfSatisfying(
                        P256PublicKey.class,
                        parsed -> assertThat(parsed.coordinates()).isEqualTo(bytes(X + Y)));
    }

    @Test
    void readsTheOutputOfAnotherImplementation() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        assertThat(P256PublicKey.parse(generator.generateKeyPair().getPublic().getEncoded()))
                .isInstanceOf(P256PublicKey.class);
    }

    @Test
    void namesTheDefectOfAKey() throws Exception {
        assertThat(refusal("")).isEqualTo("is not a SubjectPublicKeyInfo in DER");
        assertThat(refusal("deadbeef")).isEqualTo("is not a SubjectPublicKeyInfo in DER");
        assertThat(refusal(HEAD + "04" + X)).isEqualTo("is not a SubjectPublicKeyInfo in DER");
        assertThat(refusal(HEAD + "04" + X + "00" + Y.substring(2))).isEqualTo("is not a point of the curve P-256");
        assertThat(refusal(HEAD + "04" + "00".repeat(64))).isEqualTo("is not a point of the curve P-256");
        assertThat(refusal(HEAD + "04" + P + Y)).isEqualTo("has a coordinate that is not a field element of P-256");
        assertThat(refusal(HEAD + "04" + X + "ff".repeat(32)))
                .isEqualTo("has a coordinate that is not a field element of P-256");
        assertThat(refusal(HEAD + "06" + X + Y)).isEqualTo("is not an uncompressed point");
        assertThat(refusal("3039301306072a8648ce3d020106082a8648ce3d030107032200" + "03" + X))
                .isEqualTo("is not an uncompressed point");
        assertThat(refusal("3019301306072a8648ce3d020106082a8648ce3d030107030200" + "00"))
                .isEqualTo("is the point at infinity");
        assertThat(refusal("305a301306072a8648ce3d020106082a8648ce3d030107034300" + "04" + X + Y + "00"))
                .isEqualTo("has a point of 66 bytes instead of 65");
        assertThat(refusal("308159301306072a8648ce3d020106082a8648ce3d030107034200" + "04" + X + Y))
                .isEqualTo("is not encoded in DER");
        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
        rsa.initialize(2048);
        RSAPublicKey rsaKey = (RSAPublicKey) rsa.generateKeyPair().getPublic();
        assertThat(refusal(HexFormat.of().formatHex(rsaKey.getEncoded())))
                .isEqualTo("is of algorithm 1.2.840.113549.1.1.1, not id-ecPublicKey");
        KeyPairGenerator p384 = KeyPairGenerator.getInstance("EC");
        p384.initialize(new ECGenParameterSpec("secp384r1"));
        assertThat(refusal(HexFormat.of()
                        .formatHex(p384.generateKeyPair().getPublic().getEncoded())))
                .isEqualTo("is on the curve 1.3.132.0.34, not secp256r1");
    }

    /** The byte after the length of the BIT STRING is the number of unused bits in its last byte. */
    @Test
    void refusesAPointWithUnusedBits() {
        for (int bits = 1; bits < 256; bits++) {
            byte[] spki = bytes(HEAD + "04" + X + Y);
            spki[25] = (byte) bits;
            assertThat(P256PublicKey.parse(spki)).isInstanceOf(ParsedKey.Refused.class);
        }
        byte[] spki = bytes(HEAD + "04" + X + Y);
        spki[25] = 3;
        spki[spki.length - 1] &= (byte) 0xf8;
        assertThat(refusal(HexFormat.of().formatHex(spki))).isEqualTo("has a point with unused bits");
    }

    @Property
    void neverThrows(@ForAll byte[] bytes) {
        assertThat(P256PublicKey.parse(bytes)).isInstanceOf(ParsedKey.Refused.class);
    }

    /** Tests every value of every byte, including a curve with the tag of a UTF8String and invalid bytes. */
    @Test
    void refusesAKeyWithOneChangedByte() {
        byte[] good = bytes(HEAD + "04" + X + Y);
        for (int position = 0; position < good.length; position++) {
            for (int value = 0; value < 256; value++) {
                byte[] spki = good.clone();
                spki[position] = (byte) value;
                assertThat(P256PublicKey.parse(spki) instanceof P256PublicKey)
                        .as("byte %d is %d", position, value)
                        .isEqualTo(spki[position] == good[position]);
            }
        }
    }

    @Test
    void refusesATruncatedOrExtendedKey() {
        byte[] good = bytes(HEAD + "04" + X + Y);
        for (int length = 0; length < 2 * good.length; length++) {
            assertThat(P256PublicKey.parse(Arrays.copyOf(good, length)) instanceof P256PublicKey)
                    .as("%d bytes", length)
                    .isEqualTo(length == good.length);
        }
    }

    /** Changes two of the bytes before the point, which contain lengths and tags. */
    @Property(tries = 20_000)
    void refusesAKeyWithTwoChangedBytes(
            @ForAll @IntRange(max = 26) int first,
            @ForAll byte one,
            @ForAll @IntRange(max = 26) int second,
            @ForAll byte other) {
        byte[] good = bytes(HEAD + "04" + X + Y);
        byte[] spki = good.clone();
        spki[first] = one;
        spki[second] = other;
        assertThat(P256PublicKey.parse(spki) instanceof P256PublicKey).isEqualTo(Arrays.equals(spki, good));
    }

    @Test
    void namesACurveThatIsNoObjectIdentifier() {
        // UTF8String, NULL, SEQUENCE (explicit parameters), and an identifier with an incomplete last number
        for (String curve :
                List.of("0c082a8648ce3d030107", "0c02c328", "0500", "3003020101", "06022a86", "0602802a", "0600")) {
            String algorithm = "06072a8648ce3d0201" + curve;
            String key = "30%02x".formatted(algorithm.length() / 2) + algorithm + "034200" + "04" + X + Y;
            assertThat(refusal("30%02x".formatted(key.length() / 2) + key))
                    .isEqualTo("does not name its curve by an object identifier (RFC 5480 section 2.1.1)");
        }
    }

    /** A recursive parser would need more stack than a thread has. */
    @Test
    void refusesDeeplyNestedBytes() {
        assertThat(refusal("3080".repeat(32_000))).isEqualTo("is not a SubjectPublicKeyInfo in DER");
        assertThat(refusal("30840000fffa".repeat(10_000))).isEqualTo("is not a SubjectPublicKeyInfo in DER");
    }

    @Test
    void doesNotPrintALongIdentifier() {
        String algorithm = "0678" + "8f".repeat(119) + "7f";
        String key = "307a" + algorithm + "034200" + "04" + X + Y;
        assertThat(refusal("3081%02x".formatted(key.length() / 2) + key))
                .isEqualTo("is of algorithm with an identifier of 120 bytes, not id-ecPublicKey");
    }

    private static String refusal(String hex) {
        return P256PublicKey.parse(bytes(hex)) instanceof ParsedKey.Refused(String reason) ? reason : "was accepted";
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
