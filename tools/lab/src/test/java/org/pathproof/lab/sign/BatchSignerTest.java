// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.sign;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.junit.jupiter.api.Test;
import org.pathproof.lab.sign.BatchSigner.Request;
import org.pathproof.wire.Bytes;

/** Compares signatures with those of Bouncy Castle's deterministic signer. */
final class BatchSignerTest {
    private static final BigInteger N = CustomNamedCurves.getByName("secp256r1").getN();

    private final Random random = new Random(20_251_120);

    /** RFC 6979 appendix A.2.5: "sample" and "test" with SHA-256. */
    @Test
    void signsTheExamplesOfRfc6979() throws Exception {
        BigInteger secret = new BigInteger("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721", 16);
        List<Bytes> signatures = new BatchSigner().sign(List.of(request("sample", secret), request("test", secret)));
        assertThat(signatures.stream().map(Bytes::toHex))
                .containsExactly(
                        "3046022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                                + "022100f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
                        "3045022100f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
                                + "0220019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083");
    }

    @Test
    void signsAsBouncyCastleDoes() {
        BatchSigner signer = new BatchSigner();
        for (int count : new int[] {1, 2, 127, 128, 300, 0}) {
            List<Request> requests = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                requests.add(new Request(digest(i), secret(i)));
            }
            List<Bytes> signatures = signer.sign(requests);
            assertThat(signatures).hasSize(count);
            for (int i = 0; i < count; i++) {
                assertThat(signatures.get(i)).isEqualTo(BatchSigner.signAlone(requests.get(i)));
            }
        }
    }

    /**
     * Returns a digest near 0 or n, the greatest digest, or a random digest. RFC 6979 section 2.3.4 reduces digests
     * modulo n.
     */
    private Bytes digest(int i) {
        byte[] digest = new byte[32];
        switch (i % 5) {
            case 0 -> Arrays.fill(digest, (byte) 0xff);
            case 1 -> digest[31] = (byte) i;
            case 2 -> System.arraycopy(N.add(BigInteger.valueOf(i % 3 - 1)).toByteArray(), 1, digest, 0, 32);
            default -> random.nextBytes(digest);
        }
        return Bytes.wrap(digest);
    }

    private BigInteger secret(int i) {
        return switch (i % 7) {
            case 0 -> BigInteger.ONE;
            case 1 -> N.subtract(BigInteger.ONE);
            default ->
                new BigInteger(256, random).mod(N.subtract(BigInteger.ONE)).add(BigInteger.ONE);
        };
    }

    private static Request request(String message, BigInteger secret) throws Exception {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        return new Request(Bytes.wrap(sha256.digest(message.getBytes(StandardCharsets.US_ASCII))), secret);
    }
}
