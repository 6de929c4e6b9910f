// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.sign;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Deterministic nonces for SHA-256 and keys of 256 bits: the first candidate of RFC 6979 section 3.2. One candidate in
 * four billion is not in 1..n-1. Not thread-safe.
 */
final class Nonces {
    private static final int BYTES = 32;
    private static final int BLOCK_BYTES = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final MessageDigest sha256;
    private final byte[] k = new byte[BYTES];
    private final byte[] v = new byte[BYTES];
    private final byte[] inner = new byte[BYTES];
    private final byte[] pad = new byte[BLOCK_BYTES];
    private final byte[] seeding = new byte[3 * BYTES + 1]; // V, a separator, key, digest

    Nonces() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * Returns the first candidate for a nonce: 32 bytes, which the next call overwrites.
     *
     * @param secret the private scalar, 32 bytes
     * @param reduced the digest modulo n, 32 bytes ({@code bits2octets} of RFC 6979 section 2.3.4)
     */
    byte[] first(byte[] secret, byte[] reduced) {
        Arrays.fill(v, (byte) 1);
        Arrays.fill(k, (byte) 0);
        System.arraycopy(secret, 0, seeding, BYTES + 1, BYTES);
        System.arraycopy(reduced, 0, seeding, 2 * BYTES + 1, BYTES);
        for (byte separator = 0; separator <= 1; separator++) {
            System.arraycopy(v, 0, seeding, 0, BYTES);
            seeding[BYTES] = separator;
            computeHmac(seeding, k);
            computeHmac(v, v);
        }
        computeHmac(v, v);
        return v;
    }

    /** Computes {@code out = HMAC(k, message)} (RFC 2104 section 2). */
    private void computeHmac(byte[] message, byte[] out) {
        try {
            hashKey(INNER);
            sha256.update(message);
            sha256.digest(inner, 0, BYTES);
            hashKey(OUTER);
            sha256.update(inner);
            sha256.digest(out, 0, BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 has 32 bytes", e);
        }
    }

    private void hashKey(byte with) {
        for (int i = 0; i < BYTES; i++) {
            pad[i] = (byte) (k[i] ^ with);
        }
        Arrays.fill(pad, BYTES, BLOCK_BYTES, with);
        sha256.update(pad);
    }
}
