// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.harness.TestData;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Verifies Project Wycheproof's vectors for ECDSA on P-256 with SHA-256. Every engine, and every kernel with every
 * shape of tables, verifies each file as one batch.
 */
class WycheproofTest {
    static Stream<SignatureEngine> engines() {
        return TabledEngine.andAllOthers();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void verifiesDerVectors(SignatureEngine engine) throws IOException {
        assertThat(wrongAnswers(engine, "ecdsa_secp256r1_sha256_test.json", SignatureBatch::addDer, 484))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void verifiesP1363Vectors(SignatureEngine engine) throws IOException {
        assertThat(wrongAnswers(engine, "ecdsa_secp256r1_sha256_p1363_test.json", SignatureBatch::addP1363, 262))
                .isEmpty();
    }

    @FunctionalInterface
    private interface Add {
        SignatureForm add(
                SignatureBatch batch,
                P256PublicKey key,
                byte[] digest,
                int digestAt,
                byte[] signature,
                int signatureAt,
                int signatureLength);
    }

    private static List<String> wrongAnswers(SignatureEngine engine, String file, Add add, int tests)
            throws IOException {
        SignatureBatch batch = new SignatureBatch(1);
        List<JsonNode> asked = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (JsonNode group : read(file).path("testGroups")) {
            ParsedKey parsed =
                    P256PublicKey.parse(bytes(group.path("publicKeyDer").asString()));
            assertThat(parsed).isInstanceOf(P256PublicKey.class);
            P256PublicKey key = (P256PublicKey) parsed;
            for (JsonNode test : group.path("tests")) {
                seen++;
                byte[] digest = sha256(bytes(test.path("msg").asString()));
                byte[] signature = bytes(test.path("sig").asString());
                if (add.add(batch, key, digest, 0, signature, 0, signature.length) == SignatureForm.OK) {
                    asked.add(test);
                } else if (isValid(test)) {
                    wrong.add("refused: " + test);
                }
            }
        }
        assertThat(seen).isEqualTo(tests);
        BitSet verified = engine.verify(batch);
        for (int i = 0; i < asked.size(); i++) {
            if (verified.get(i) != isValid(asked.get(i))) {
                wrong.add((verified.get(i) ? "verified: " : "not verified: ") + asked.get(i));
            }
        }
        return wrong;
    }

    private static boolean isValid(JsonNode test) {
        return test.path("result").asString().equals("valid");
    }

    private static JsonNode read(String name) throws IOException {
        return JsonMapper.shared().readTree(TestData.text("wycheproof/" + name));
    }

    private static byte[] sha256(byte[] message) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(message);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
