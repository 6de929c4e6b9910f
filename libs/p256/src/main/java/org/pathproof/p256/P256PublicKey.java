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
 * every such point generates the whole group. Keys come from {@link ParsedKey#parse(byte[])}. A key is an immutable
 * value. Engines keep their own data about keys.
 *
 * <p>A key holds no copy of its coordinates, because a process has up to a hundred thousand keys and rarely needs the
 * coordinates. Engines read the coordinates to build a table, and Bouncy Castle reads them for each signature.
 */
public final class P256PublicKey {
    /** The bytes before X and Y in the only DER encoding that RFC 8608 section 3.1 and RFC 5480 section 2 allow. */
    static final byte[] SPKI_PREFIX = HexFormat.of().parseHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");

    private final PublicKey source;
    private final int hash;

    /**
     * @param source a key whose encoding is {@link #SPKI_PREFIX} and the coordinates of a point of the curve
     * @param spki the encoding of {@code source}
     */
    P256PublicKey(PublicKey source, byte[] spki) {
        this.source = source;
        hash = Arrays.hashCode(spki);
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
