// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.rsa;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.pathproof.wire.Bytes;

/**
 * Hashes messages to numbers of almost the length of a modulus: the digest of the message, expanded with MGF1 (RFC 8017
 * appendix B.2.1), with the most significant bit cleared. The result is below every modulus of that length.
 *
 * @param digest name of the hash function in the JDK
 * @param bits length of the modulus
 */
public record FullDomainHash(String digest, int bits) {
    public BigInteger of(Bytes message) {
        MessageDigest hash = newDigest();
        byte[] expanded = new byte[bits / 8];
        message.addTo(hash);
        byte[] seed = hash.digest();
        for (int at = 0, counter = 0; at < expanded.length; counter++) {
            hash.update(seed);
            hash.update(
                    new byte[] {(byte) (counter >>> 24), (byte) (counter >>> 16), (byte) (counter >>> 8), (byte) counter
                    });
            byte[] block = hash.digest();
            int length = Math.min(block.length, expanded.length - at);
            System.arraycopy(block, 0, expanded, at, length);
            at += length;
        }
        expanded[0] &= 0x7f;
        return new BigInteger(1, expanded);
    }

    private MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + digest, e);
        }
    }
}
