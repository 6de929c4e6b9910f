// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.sign;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Deterministic nonces (RFC 6979 section 3.2) for SHA-256 and keys of 256 bits: the first candidate, which is one of n in all but one of
 * four billion cases. For one thread.
 */
final class Nonces {
    private static final int OCTETS = 32;
    private static final int BLOCK = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final MessageDigest sha256;
    private final byte[] k = new byte[OCTETS];
    private final byte[] v = new byte[OCTETS];
    private final byte[] inner = new byte[OCTETS];
    private final byte[] pad = new byte[BLOCK];
    private final byte[] seeding = new byte[3 * OCTETS + 1]; // V, a separator, key, digest

    Nonces() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * The first candidate for a nonce, 32 octets, which the next call overwrites.
     *
     * @param secret the private scalar, 32 octets
     * @param reduced the digest as a number modulo n, 32 octets (bits2octets)
     */
    byte[] first(byte[] secret, byte[] reduced) {
        Arrays.fill(v, (byte) 1);
        Arrays.fill(k, (byte) 0);
        System.arraycopy(secret, 0, seeding, OCTETS + 1, OCTETS);
        System.arraycopy(reduced, 0, seeding, 2 * OCTETS + 1, OCTETS);
        for (byte separator = 0; separator <= 1; separator++) {
            System.arraycopy(v, 0, seeding, 0, OCTETS);
            seeding[OCTETS] = separator;
            hmac(seeding, k);
            hmac(v, v);
        }
        hmac(v, v);
        return v;
    }

    /** {@code out = HMAC(k, message)} (RFC 2104). */
    private void hmac(byte[] message, byte[] out) {
        try {
            padded(INNER);
            sha256.update(message);
            sha256.digest(inner, 0, OCTETS);
            padded(OUTER);
            sha256.update(inner);
            sha256.digest(out, 0, OCTETS);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 has 32 octets", e);
        }
    }

    private void padded(byte with) {
        for (int i = 0; i < OCTETS; i++) {
            pad[i] = (byte) (k[i] ^ with);
        }
        Arrays.fill(pad, OCTETS, BLOCK, with);
        sha256.update(pad);
    }
}
