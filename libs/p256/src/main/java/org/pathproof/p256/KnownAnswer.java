// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.util.BigIntegers;

/**
 * The known-answer test that an engine must pass before use. A signature of RFC 8208 appendix A.3 must verify, and must
 * not verify with another digest, another r or another s. Under the base point as a key, a signature whose sum is the
 * point at infinity must not verify, and must not change the results of its neighbors. The batch repeats these cases,
 * so that each lane of a kernel handles each case.
 */
public final class KnownAnswer {
    private static final String SPKI = "3059301306072a8648ce3d020106082a8648ce3d03010703420004"
            + "7391babb92a0cb3be10e59b19ebffb214e04a91e0cba1b139a7d38d90f77e55a"
            + "a05b8e695678e0fa16904b55d9d4f5c0dfc58895ee50bc4f75d205a25bd36ff5";
    private static final String DIGEST = "2133e5caa026be073d9c1b4efeb9b9779f20f8f5de29fa9840009f6047d08154";
    private static final String R = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716";
    private static final String S = "8e21f60e44c6066c8b8a95a3c09d3ad4379585a2d728eead07a17ed7aa055eca";

    /** The base point as a key; the sum h/s G + r/s G is infinity when h = n - r. */
    private static final String BASE_POINT = "3059301306072a8648ce3d020106082a8648ce3d03010703420004"
            + "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
            + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";

    /** Number of cases. The number is coprime to 8, so that each of 8 lanes handles each case. */
    private static final int CASES = 5;

    private static final int REPETITIONS = 16;

    private KnownAnswer() {}

    /** Returns true if all results of the engine are correct. */
    public static boolean passes(SignatureEngine engine) {
        P256PublicKey key = key(SPKI);
        P256PublicKey basePoint = key(BASE_POINT);
        byte[] digest = bytes(DIGEST);
        byte[] signature = bytes(R + S);
        byte[] opposite = BigIntegers.asUnsignedByteArray(P256.BYTES, P256.N.subtract(new BigInteger(R, 16)));
        SignatureBatch batch = new SignatureBatch(CASES * REPETITIONS);
        BitSet expected = new BitSet();
        for (int i = 0; i < REPETITIONS; i++) {
            expected.set(batch.size());
            add(batch, key, digest, signature);
            add(batch, key, flipped(digest, 31), signature);
            add(batch, key, digest, flipped(signature, 31));
            add(batch, key, digest, flipped(signature, 63));
            add(batch, basePoint, opposite, signature);
        }
        return batch.size() == CASES * REPETITIONS && engine.verify(batch).equals(expected);
    }

    /** Returns the keys of the test, so that an engine can build tables for them. */
    static List<P256PublicKey> keys() {
        return List.of(key(SPKI), key(BASE_POINT));
    }

    private static P256PublicKey key(String spki) {
        return switch (P256PublicKey.parse(bytes(spki))) {
            case P256PublicKey key -> key;
            case ParsedKey.Refused(String reason) ->
                throw new IllegalStateException("the key of the known-answer test " + reason);
        };
    }

    private static void add(SignatureBatch batch, P256PublicKey key, byte[] digest, byte[] signature) {
        batch.addP1363(key, digest, 0, signature, 0, signature.length);
    }

    private static byte[] flipped(byte[] bytes, int at) {
        byte[] copy = bytes.clone();
        copy[at] ^= 1;
        return copy;
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
