// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.math.ec.ECPoint;
import org.jspecify.annotations.Nullable;

/**
 * A P-256 public key that was found to be one: a point of the curve that is not the point at infinity. As the curve's order is
 * prime, every such point generates the whole group.
 */
public final class P256PublicKey {
    /** Everything in front of X and Y in the only DER encoding that RFC 8608 section 3.1 and RFC 5480 section 2 allow. */
    private static final byte[] SPKI_HEAD =
            HexFormat.of().parseHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");

    private static final int UNCOMPRESSED = 4;

    private final ECPoint point;
    private @Nullable KnownKey known; // whoever sees an old value looks the key up again

    private P256PublicKey(ECPoint point) {
        this.point = point;
    }

    /** A key, or why the octets are none. */
    public sealed interface Parsed {
        /** A valid key. */
        record Key(P256PublicKey key) implements Parsed {}

        /**
         * Not a key.
         *
         * @param reason the rest of a sentence that starts with "the key": "is …"
         */
        record Refused(String reason) implements Parsed {}
    }

    /**
     * Parses a SubjectPublicKeyInfo: DER, id-ecPublicKey, secp256r1, uncompressed, on the curve (RFC 8608 section 3.1, RFC 5480
     * section 2). Never throws.
     */
    public static Parsed parse(byte[] spki) {
        int head = SPKI_HEAD.length;
        if (spki.length != head + 2 * P256.OCTETS || !Arrays.equals(spki, 0, head, SPKI_HEAD, 0, head)) {
            return new Parsed.Refused(whyNotSpki(spki));
        }
        BigInteger x = new BigInteger(1, spki, head, P256.OCTETS);
        BigInteger y = new BigInteger(1, spki, head + P256.OCTETS, P256.OCTETS);
        if (x.compareTo(P256.P) >= 0 || y.compareTo(P256.P) >= 0) {
            return new Parsed.Refused("has a coordinate that is not a field element of P-256");
        }
        ECPoint point = P256.CURVE.createPoint(x, y);
        return point.isValid()
                ? new Parsed.Key(new P256PublicKey(point))
                : new Parsed.Refused("is not a point of the curve P-256");
    }

    /** The affine coordinates, 32 octets of X and 32 of Y, big-endian. */
    public byte[] coordinates() {
        byte[] encoded = point.getEncoded(false);
        return Arrays.copyOfRange(encoded, 1, encoded.length);
    }

    /** The point, for engines that compute with Bouncy Castle; what it has precomputed for the point stays with it. */
    ECPoint point() {
        return point;
    }

    /** What the engine that asked last knows of this key. */
    @Nullable
    KnownKey known() {
        return known;
    }

    void known(KnownKey newest) {
        known = newest;
    }

    /** Keys are equal when their points are; so are then the octets of their SubjectPublicKeyInfo. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof P256PublicKey that
                        && point.getAffineXCoord().equals(that.point.getAffineXCoord())
                        && point.getAffineYCoord().equals(that.point.getAffineYCoord());
    }

    @Override
    public int hashCode() {
        return point.getAffineXCoord().toBigInteger().hashCode();
    }

    @Override
    public String toString() {
        return "P256PublicKey[" + HexFormat.of().formatHex(coordinates()) + "]";
    }

    private static String whyNotSpki(byte[] spki) {
        SubjectPublicKeyInfo info;
        try {
            info = SubjectPublicKeyInfo.getInstance(spki);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return "is not a SubjectPublicKeyInfo in DER";
        }
        ASN1ObjectIdentifier algorithm = info.getAlgorithm().getAlgorithm();
        if (!algorithm.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
            return "is of algorithm " + algorithm + ", not id-ecPublicKey";
        }
        ASN1Encodable curve = info.getAlgorithm().getParameters();
        if (!SECObjectIdentifiers.secp256r1.equals(curve)) {
            return "is on the curve " + (curve == null ? "of nobody's name" : curve) + ", not secp256r1";
        }
        if (info.getPublicKeyData().getPadBits() != 0) {
            return "has a point that does not end with an octet";
        }
        byte[] point = info.getPublicKeyData().getOctets();
        if (point.length == 1 && point[0] == 0) {
            return "is the point at infinity";
        }
        if (point.length == 0 || point[0] != UNCOMPRESSED) {
            return "is not an uncompressed point";
        }
        return point.length == 1 + 2 * P256.OCTETS
                ? "is not encoded in DER"
                : "has a point of " + point.length + " octets instead of 65";
    }
}
