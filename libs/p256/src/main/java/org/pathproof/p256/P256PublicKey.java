// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.math.BigInteger;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.math.ec.ECPoint;
import org.jspecify.annotations.Nullable;

/**
 * A P-256 public key that was found to be one: a point of the curve that is not the point at infinity. As the curve's order is
 * prime, every such point generates the whole group.
 *
 * <p>Whether it is one was looked at once. What it is made of stays where it was, as there are a hundred thousand keys and most have
 * a table: the coordinates are asked for when a table is built, and for a signature that has to do without one.
 */
public final class P256PublicKey implements ParsedKey {
    /** Everything in front of X and Y in the only DER encoding that RFC 8608 section 3.1 and RFC 5480 section 2 allow. */
    private static final byte[] SPKI_HEAD =
            HexFormat.of().parseHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");

    private final PublicKey source;
    private @Nullable KnownKey known; // whoever sees an old value looks the key up again
    private int uses; // before it was known; counted by many threads without order: roughly is enough

    private P256PublicKey(PublicKey source) {
        this.source = source;
    }

    /**
     * Parses a SubjectPublicKeyInfo: DER, id-ecPublicKey, secp256r1, uncompressed, on the curve (RFC 8608 section 3.1, RFC 5480
     * section 2). Never throws.
     */
    public static ParsedKey parse(byte[] spki) {
        return parse(new EncodedKey(spki.clone()));
    }

    /**
     * The same with the octets that a key is encoded in. It keeps {@code key}, which must give the same octets each time, and no copy of
     * them.
     */
    public static ParsedKey parse(PublicKey key) {
        byte[] spki = key.getEncoded();
        int head = SPKI_HEAD.length;
        if (spki.length != head + 2 * P256.OCTETS || !Arrays.equals(spki, 0, head, SPKI_HEAD, 0, head)) {
            return new ParsedKey.Refused(SpkiDefect.of(spki));
        }
        BigInteger x = new BigInteger(1, spki, head, P256.OCTETS);
        BigInteger y = new BigInteger(1, spki, head + P256.OCTETS, P256.OCTETS);
        if (x.compareTo(P256.P) >= 0 || y.compareTo(P256.P) >= 0) {
            return new ParsedKey.Refused("has a coordinate that is not a field element of P-256");
        }
        return P256.CURVE.createPoint(x, y).isValid()
                ? new P256PublicKey(key)
                : new ParsedKey.Refused("is not a point of the curve P-256");
    }

    /** The affine coordinates, 32 octets of X and 32 of Y, big-endian. */
    public byte[] coordinates() {
        byte[] spki = source.getEncoded();
        return Arrays.copyOfRange(spki, SPKI_HEAD.length, spki.length);
    }

    /** The point, for engines that compute with Bouncy Castle. What it precomputes for the point, kilobytes, goes with it. */
    ECPoint point() {
        byte[] coordinates = coordinates();
        return P256.CURVE.createPoint(
                new BigInteger(1, coordinates, 0, P256.OCTETS),
                new BigInteger(1, coordinates, P256.OCTETS, P256.OCTETS));
    }

    /** What the engine that asked last knows of this key. */
    @Nullable
    KnownKey known() {
        return known;
    }

    void known(@Nullable KnownKey newest) {
        known = newest;
    }

    /** One more use by an engine that knows nothing of this key yet; how many there were. */
    int use() {
        return ++uses;
    }

    /** Keys are equal when their points are; so are then the octets of their SubjectPublicKeyInfo. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof P256PublicKey that && Arrays.equals(source.getEncoded(), that.source.getEncoded());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(source.getEncoded());
    }

    @Override
    public String toString() {
        return "P256PublicKey[" + HexFormat.of().formatHex(coordinates()) + "]";
    }
}
