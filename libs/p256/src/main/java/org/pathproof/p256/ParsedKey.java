// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.math.BigInteger;
import java.security.PublicKey;
import java.util.Arrays;

/** The result of parsing a SubjectPublicKeyInfo: a P-256 key, or the reason for a refusal. */
public sealed interface ParsedKey {
    /** The bytes are a P-256 key. */
    record Valid(P256PublicKey key) implements ParsedKey {}

    /**
     * The bytes are not a P-256 key.
     *
     * @param reason the rest of a sentence that starts with "the key": "is …"
     */
    record Refused(String reason) implements ParsedKey {}

    /**
     * Parses a SubjectPublicKeyInfo: DER, id-ecPublicKey, secp256r1, uncompressed, on the curve (RFC 8608 section 3.1,
     * RFC 5480 section 2). Throws no exception for any bytes.
     */
    static ParsedKey parse(byte[] spki) {
        return parse(new EncodedKey(spki.clone()));
    }

    /**
     * Parses the encoding of a key like {@link #parse(byte[])}.
     *
     * @param key returns the same bytes at each call of {@code getEncoded}; the result refers to {@code key} and copies
     *     nothing
     */
    static ParsedKey parse(PublicKey key) {
        byte[] spki = key.getEncoded();
        byte[] prefix = P256PublicKey.SPKI_PREFIX;
        if (spki.length != prefix.length + 2 * P256.BYTES
                || !Arrays.equals(spki, 0, prefix.length, prefix, 0, prefix.length)) {
            return new Refused(SpkiDefect.of(spki));
        }
        BigInteger x = new BigInteger(1, spki, prefix.length, P256.BYTES);
        BigInteger y = new BigInteger(1, spki, prefix.length + P256.BYTES, P256.BYTES);
        if (x.compareTo(P256.P) >= 0 || y.compareTo(P256.P) >= 0) {
            return new Refused("has a coordinate that is not a field element of P-256");
        }
        return P256.CURVE.createPoint(x, y).isValid()
                ? new Valid(new P256PublicKey(key, spki))
                : new Refused("is not a point of the curve P-256");
    }
}
