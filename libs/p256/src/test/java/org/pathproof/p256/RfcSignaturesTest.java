// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Verifies the signatures of RFC 8208 and RFC 8608, appendix A, with every engine. A signature must not verify when any
 * bit of the digest is flipped.
 */
class RfcSignaturesTest {
    private static final HexFormat HEX = HexFormat.of();

    static Stream<SignatureEngine> engines() {
        return TabledEngine.andAllOthers();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void verifiesOnlyTheDigestsOfTheRfc(SignatureEngine engine) throws IOException {
        SignatureBatch batch = new SignatureBatch(4);
        BitSet expected = new BitSet();
        for (String line : lines()) {
            List<String> fields = List.of(line.split(",", -1));
            P256PublicKey key = (P256PublicKey) P256PublicKey.parse(HEX.parseHex(fields.get(2)));
            byte[] digest = HEX.parseHex(fields.get(3));
            byte[] signature = HEX.parseHex(fields.get(4));
            expected.set(batch.size());
            assertThat(batch.addDer(key, digest, 0, signature, 0, signature.length))
                    .isEqualTo(SignatureForm.OK);
            for (int bit = 0; bit < 8 * digest.length; bit++) {
                byte[] changed = digest.clone();
                changed[bit / 8] ^= (byte) (1 << bit % 8);
                batch.addDer(key, changed, 0, signature, 0, signature.length);
            }
        }
        assertThat(expected.cardinality()).isEqualTo(4);
        assertThat(engine.verify(batch)).isEqualTo(expected);
    }

    private static List<String> lines() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(RfcSignaturesTest.class.getResourceAsStream("rfc-signatures.csv"))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .skip(1)
                    .toList();
        }
    }
}
