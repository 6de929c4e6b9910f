// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.BitSet;
import java.util.HexFormat;

/**
 * The known-answer test that an engine passes before it is used: a signature of RFC 8208 appendix A.3 must verify, and must not
 * verify any more with another digest, another r or another s.
 */
public final class KnownAnswer {
    private static final String SPKI = "3059301306072a8648ce3d020106082a8648ce3d03010703420004"
            + "7391babb92a0cb3be10e59b19ebffb214e04a91e0cba1b139a7d38d90f77e55a"
            + "a05b8e695678e0fa16904b55d9d4f5c0dfc58895ee50bc4f75d205a25bd36ff5";
    private static final String DIGEST = "2133e5caa026be073d9c1b4efeb9b9779f20f8f5de29fa9840009f6047d08154";
    private static final String R = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716";
    private static final String S = "8e21f60e44c6066c8b8a95a3c09d3ad4379585a2d728eead07a17ed7aa055eca";

    private KnownAnswer() {}

    /** Whether the engine gives the known answers. */
    public static boolean passes(SignatureEngine engine) {
        if (!(P256PublicKey.parse(octets(SPKI)) instanceof P256PublicKey.Parsed.Key(P256PublicKey key))) {
            return false;
        }
        byte[] digest = octets(DIGEST);
        byte[] signature = octets(R + S);
        SignatureBatch batch = new SignatureBatch(4);
        add(batch, key, digest, signature);
        add(batch, key, flipped(digest, 31), signature);
        add(batch, key, digest, flipped(signature, 31));
        add(batch, key, digest, flipped(signature, 63));
        BitSet expected = new BitSet();
        expected.set(0);
        return batch.size() == 4 && engine.verify(batch).equals(expected);
    }

    private static void add(SignatureBatch batch, P256PublicKey key, byte[] digest, byte[] signature) {
        batch.addP1363(key, digest, 0, signature, 0, signature.length);
    }

    private static byte[] flipped(byte[] octets, int at) {
        byte[] copy = octets.clone();
        copy[at] ^= 1;
        return copy;
    }

    private static byte[] octets(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
