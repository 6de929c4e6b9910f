// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.DERSequence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EcdsaSignatureTest {
    private static final String N = "00ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
    private static final String N_LESS_1 = "00ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550";

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "OK, 3006 020101 020101",
        "OK, 3006 020101 02017f",
        "OK, 3007 020101 02020080",
        "EMPTY, ''",
        "NOT_A_SEQUENCE, 3106 020101 020101",
        "NOT_A_SEQUENCE, 00",
        "BAD_LENGTH, 30",
        "BAD_LENGTH, 3007 020101 020101",
        "BAD_LENGTH, 3006 020101 0201",
        "BAD_LENGTH, 3006 020101 020201",
        "BAD_LENGTH, 3006 020701 020101",
        "BAD_LENGTH, 3005 020101 0200",
        "BAD_LENGTH, 3004 020101 02",
        "BAD_LENGTH, 3084ffffffff",
        "BAD_LENGTH, 30ff",
        "NOT_MINIMAL, 308106 020101 020101",
        "NOT_MINIMAL, 30820006 020101 020101",
        "NOT_MINIMAL, 3080 020101 020101 0000",
        "NOT_MINIMAL, 3007 02810101 020101",
        "NOT_MINIMAL, 3007 02020001 020101",
        "NOT_MINIMAL, 3007 020101 0202007f",
        "TRAILING_BYTES, 3006 020101 020101 00",
        "TRAILING_BYTES, 3007 020101 020101 00",
        "TRAILING_BYTES, 3009 020101 020101 020101",
        "NOT_AN_INTEGER, 3000",
        "NOT_AN_INTEGER, 3003 020101",
        "NOT_AN_INTEGER, 3006 030101 020101",
        "NOT_AN_INTEGER, 3006 020101 050101",
        "NEGATIVE, 3006 020180 020101",
        "NEGATIVE, 3006 020101 0201ff",
        "OUT_OF_RANGE, 3006 020100 020101",
        "OUT_OF_RANGE, 3006 020101 020100",
        "OK, 3046 0221" + N_LESS_1 + "0221" + N_LESS_1,
        "OUT_OF_RANGE, 3026 0221" + N + "020101",
        "OUT_OF_RANGE, 3026 020101 0221" + N,
        "OUT_OF_RANGE, 3027 02220100000000000000000000000000000000000000000000000000000000000000000001 020101",
    })
    void determinesTheFormOfDer(SignatureForm form, String hex) {
        assertThat(EcdsaSignature.formOfDer(HexFormat.of().parseHex(hex.replace(" ", ""))))
                .isEqualTo(form);
    }

    @Property
    void readsTheOutputOfAnotherImplementation(@ForAll("scalars") BigInteger r, @ForAll("scalars") BigInteger s)
            throws IOException {
        byte[] der = der(r, s);
        byte[] in = new byte[der.length + 5];
        System.arraycopy(der, 0, in, 3, der.length);
        byte[] out = new byte[70];
        assertThat(EcdsaSignature.parseDer(in, 3, der.length, out, 1, out, 35)).isEqualTo(SignatureForm.OK);
        assertThat(new BigInteger(1, out, 1, 32)).isEqualTo(r);
        assertThat(new BigInteger(1, out, 35, 32)).isEqualTo(s);
        assertThat(out[0] | out[33] | out[34] | out[67]).isZero();
    }

    @Property
    void acceptsOneEncodingOnly(
            @ForAll("scalars") BigInteger r, @ForAll("scalars") BigInteger s, @ForAll int position, @ForAll byte flip)
            throws IOException {
        byte[] der = der(r, s);
        der[Math.floorMod(position, der.length)] ^= flip;
        byte[] out = new byte[64];
        if (EcdsaSignature.parseDer(der, 0, der.length, out, 0, out, 32) == SignatureForm.OK) {
            assertThat(der(new BigInteger(1, out, 0, 32), new BigInteger(1, out, 32, 32)))
                    .isEqualTo(der);
        }
    }

    @Property
    void neverThrows(@ForAll byte[] bytes) {
        assertThat(EcdsaSignature.formOfDer(bytes)).isNotNull();
        byte[] sequence = bytes.clone();
        if (sequence.length > 1) {
            sequence[0] = 0x30;
            sequence[1] = (byte) (sequence.length - 2);
        }
        assertThat(EcdsaSignature.formOfDer(sequence)).isNotNull();
        byte[] out = new byte[64];
        assertThat(EcdsaSignature.parseP1363(bytes, 0, bytes.length, out, 0, out, 32) == SignatureForm.OK)
                .isEqualTo(bytes.length == 64 && inRange(bytes));
    }

    @Provide
    Arbitrary<BigInteger> scalars() {
        BigInteger greatest = P256.N.subtract(BigInteger.ONE);
        return Arbitraries.oneOf(
                Arbitraries.bigIntegers().between(BigInteger.ONE, greatest),
                Arbitraries.integers().between(0, 255).map(BigInteger.ONE::shiftLeft),
                Arbitraries.integers().between(0, 300).map(i -> greatest.subtract(BigInteger.valueOf(i))));
    }

    private static boolean inRange(byte[] p1363) {
        return Arrays.stream(new int[] {0, 32})
                .mapToObj(at -> new BigInteger(1, p1363, at, 32))
                .allMatch(v -> v.signum() > 0 && v.compareTo(P256.N) < 0);
    }

    private static byte[] der(BigInteger r, BigInteger s) throws IOException {
        return new DERSequence(new ASN1Integer[] {new ASN1Integer(r), new ASN1Integer(s)}).getEncoded(ASN1Encoding.DER);
    }
}
