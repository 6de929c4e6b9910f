// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;
import org.bouncycastle.util.BigIntegers;

/**
 * Signs a workload (FIPS 186-5 section 6.4.1). Private keys and nonces come from a public seed, so the signatures
 * serve measurements only.
 */
final class Signer {
    private static final X9ECParameters P256 = CustomNamedCurves.getByName("secp256r1");
    private static final BigInteger N = P256.getN();
    private static final int NUMBER = 32;
    private static final int SEED = 0x9256;

    private final int keys;
    private final int signatures;

    Signer(int keys) {
        this.keys = keys;
        signatures = Workload.signatures(keys);
    }

    Workload workload(Path file) {
        ECPoint[] points = multiples("key", keys);
        ECPoint[] commitments = multiples("nonce", signatures);
        int[] keyOf = keysInRandomOrder();
        byte[][] encoded = new byte[keys][];
        for (int i = 0; i < keys; i++) {
            byte[] uncompressed = points[i].getEncoded(false);
            encoded[i] = new byte[uncompressed.length - 1];
            System.arraycopy(uncompressed, 1, encoded[i], 0, encoded[i].length);
        }
        Workload.SignatureCase[] signatureCases = IntStream.range(0, signatures)
                .parallel()
                .mapToObj(i -> signatureCase(i, keyOf[i], commitments[i]))
                .toArray(Workload.SignatureCase[]::new);
        return new Workload(file, encoded, signatureCases);
    }

    /** Uses every key equally often. */
    private int[] keysInRandomOrder() {
        SplittableRandom random = new SplittableRandom(SEED);
        int[] order = IntStream.range(0, signatures).map(i -> i % keys).toArray();
        for (int i = order.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        return order;
    }

    private static ECPoint[] multiples(String what, int count) {
        ECPoint[] points = IntStream.range(0, count)
                .parallel()
                .mapToObj(i -> new FixedPointCombMultiplier().multiply(P256.getG(), secret(what, i)))
                .toArray(ECPoint[]::new);
        P256.getCurve().normalizeAll(points);
        return points;
    }

    private static Workload.SignatureCase signatureCase(int index, int key, ECPoint commitment) {
        SplittableRandom random = new SplittableRandom(SEED + 31L * index);
        byte[] message = new byte[random.nextInt(Workload.MIN_MESSAGE_BYTES, Workload.MAX_MESSAGE_BYTES + 1)];
        random.nextBytes(message);
        byte[] digest = sha256(message);
        BigInteger r = commitment.getAffineXCoord().toBigInteger().mod(N);
        BigInteger s = BigIntegers.modOddInverse(N, secret("nonce", index))
                .multiply(new BigInteger(1, digest).add(r.multiply(secret("key", key))))
                .mod(N);
        byte[] numbers = new byte[2 * NUMBER];
        BigIntegers.asUnsignedByteArray(r, numbers, 0, NUMBER);
        BigIntegers.asUnsignedByteArray(s, numbers, NUMBER, NUMBER);
        return new Workload.SignatureCase(key, message, digest, numbers, der(r, s));
    }

    /** Returns a number from 1 to n-1. The probability of 0 is 2^-256. */
    private static BigInteger secret(String what, int index) {
        byte[] name = (what + " " + index).getBytes(US_ASCII);
        return new BigInteger(1, sha256(name)).mod(N);
    }

    /** Returns an ECDSA-Sig-Value (RFC 3279 section 2.2.3). */
    private static byte[] der(BigInteger r, BigInteger s) {
        byte[] first = r.toByteArray();
        byte[] second = s.toByteArray();
        ByteArrayOutputStream out = new ByteArrayOutputStream(72);
        out.write(0x30);
        out.write(4 + first.length + second.length);
        out.write(0x02);
        out.write(first.length);
        out.writeBytes(first);
        out.write(0x02);
        out.write(second.length);
        out.writeBytes(second);
        return out.toByteArray();
    }

    private static byte[] sha256(byte[] message) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(message);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
