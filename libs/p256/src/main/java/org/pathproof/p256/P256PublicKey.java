// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.math.BigInteger;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.math.ec.ECPoint;
import org.jspecify.annotations.Nullable;

/**
 * A valid P-256 public key: a point of the curve other than the point at infinity. The order of the curve is prime, so
 * every such point generates the whole group. Keys come from {@link #parse(byte[])}. A key is an immutable
 * value. Engines keep their own data about keys.
 *
 * <p>A key holds no copy of its coordinates, because a process has up to a hundred thousand keys and rarely needs the
 * coordinates. Engines read the coordinates to build a table, and Bouncy Castle reads them for each signature.
 */
public final class P256PublicKey implements ParsedKey {
    /** The bytes before X and Y in the only DER encoding that RFC 8608 section 3.1 and RFC 5480 section 2 allow. */
    static final byte[] SPKI_PREFIX = HexFormat.of().parseHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");

    private final PublicKey source;
    private final int hash;

    /**
     * @param source a key whose encoding is {@link #SPKI_PREFIX} and the coordinates of a point of the curve
     * @param spki the encoding of {@code source}
     */
    private P256PublicKey(PublicKey source, byte[] spki) {
        this.source = source;
        hash = Arrays.hashCode(spki);
    }

    /**
     * Parses a SubjectPublicKeyInfo: DER, id-ecPublicKey, secp256r1, uncompressed, on the curve (RFC 8608 section 3.1,
     * RFC 5480 section 2). Throws no exception for any bytes.
     */
    public static ParsedKey parse(byte[] spki) {
        return parse(new EncodedKey(spki.clone()));
    }

    /**
     * Parses the encoding of a key like {@link #parse(byte[])}.
     *
     * @param key returns the same bytes at each call of {@code getEncoded}; the result refers to {@code key} and copies
     *     nothing
     */
    public static ParsedKey parse(PublicKey key) {
        byte[] spki = key.getEncoded();
        byte[] prefix = SPKI_PREFIX;
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
                ? new P256PublicKey(key, spki)
                : new Refused("is not a point of the curve P-256");
    }

    /** Returns the affine coordinates: 32 bytes of X, then 32 bytes of Y, big-endian. */
    public byte[] coordinates() {
        byte[] spki = source.getEncoded();
        return Arrays.copyOfRange(spki, SPKI_PREFIX.length, spki.length);
    }

    /**
     * Returns a new point for Bouncy Castle. Bouncy Castle precomputes kilobytes for a point, which are freed together
     * with the point.
     */
    ECPoint point() {
        byte[] coordinates = coordinates();
        return P256.CURVE.createPoint(
                new BigInteger(1, coordinates, 0, P256.BYTES), new BigInteger(1, coordinates, P256.BYTES, P256.BYTES));
    }

    /** Two keys are equal when their points are equal. The encodings of equal keys are also equal. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof P256PublicKey that
                        && hash == that.hash
                        && Arrays.equals(source.getEncoded(), that.source.getEncoded());
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return "P256PublicKey[" + HexFormat.of().formatHex(coordinates()) + "]";
    }
}
