// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.util.BigIntegers;
import org.pathproof.p256.EcdsaSignature;
import org.pathproof.p256.SignatureForm;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * An experimental suite: SHA-384, and ECDSA P-384 with signatures in DER. The suite has no assigned number.
 * Participants agree on one of the numbers for experiments, 0xF7 to 0xFA (RFC 8608 sections 2.1 and 7). Keys,
 * signatures and SKIs have the syntax of suite 1 (RFC 8608 sections 3.1 and 4) with the curve secp384r1 (RFC 5480
 * section 2.1.1.1).
 *
 * <p>Bouncy Castle verifies the signatures one at a time. Its verification is several times as fast as that of SunEC
 * in JDK 25.
 *
 * @param id the agreed number
 */
record EcdsaP384Suite(int id) implements AlgorithmSuite {
    static final int FIRST_ID = 0xf7;
    static final int LAST_ID = 0xfa;

    private static final X9ECParameters CURVE = CustomNamedCurves.getByName("secp384r1");
    private static final ECDomainParameters DOMAIN = new ECDomainParameters(CURVE);
    private static final int COORDINATE_BYTES = 48;
    private static final byte[] ORDER = BigIntegers.asUnsignedByteArray(COORDINATE_BYTES, DOMAIN.getN());

    /** The bytes before X and Y in the only DER encoding of an uncompressed point of secp384r1. */
    private static final byte[] SPKI_PREFIX =
            HexFormat.of().parseHex("3076301006072a8648ce3d020106052b8104002203620004");

    EcdsaP384Suite {
        if (id < FIRST_ID || id > LAST_ID) {
            throw new IllegalArgumentException("suite number of P-384 is " + id + ": set " + FIRST_ID + " to " + LAST_ID
                    + ", the numbers for experiments (RFC 8608 section 2.1)");
        }
    }

    @Override
    public Bytes digest(Bytes signedBytes) {
        try {
            MessageDigest sha384 = MessageDigest.getInstance("SHA-384");
            signedBytes.addTo(sha384);
            return Bytes.wrap(sha384.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-384", e);
        }
    }

    @Override
    public Optional<String> signatureDefect(Bytes signature) {
        SignatureForm form = EcdsaSignature.parseDer(
                signature.toArray(), ORDER, new byte[COORDINATE_BYTES], new byte[COORDINATE_BYTES]);
        return form == SignatureForm.OK ? Optional.empty() : Optional.of(form.description());
    }

    @Override
    public Optional<String> keyDefect(RouterKey key) {
        return point(key).isPresent()
                ? Optional.empty()
                : Optional.of("is not an uncompressed point of secp384r1 in DER");
    }

    /** Returns true if a signature verifies; false for malformed keys and signatures. */
    boolean verifies(RouterKey key, Bytes digest, Bytes signature) {
        byte[] r = new byte[COORDINATE_BYTES];
        byte[] s = new byte[COORDINATE_BYTES];
        Optional<ECPoint> point = point(key);
        if (point.isEmpty()
                || digest.length() != COORDINATE_BYTES
                || EcdsaSignature.parseDer(signature.toArray(), ORDER, r, s) != SignatureForm.OK) {
            return false;
        }
        ECDSASigner verifier = new ECDSASigner();
        verifier.init(false, new ECPublicKeyParameters(point.get(), DOMAIN));
        return verifier.verifySignature(digest.toArray(), new BigInteger(1, r), new BigInteger(1, s));
    }

    private static Optional<ECPoint> point(RouterKey key) {
        byte[] spki = key.spki().toArray();
        int head = SPKI_PREFIX.length;
        if (spki.length != head + 2 * COORDINATE_BYTES || !Arrays.equals(spki, 0, head, SPKI_PREFIX, 0, head)) {
            return Optional.empty();
        }
        BigInteger x = new BigInteger(1, spki, head, COORDINATE_BYTES);
        BigInteger y = new BigInteger(1, spki, head + COORDINATE_BYTES, COORDINATE_BYTES);
        BigInteger p = CURVE.getCurve().getField().getCharacteristic();
        if (x.compareTo(p) >= 0 || y.compareTo(p) >= 0) {
            return Optional.empty();
        }
        return Optional.of(CURVE.getCurve().createPoint(x, y)).filter(ECPoint::isValid);
    }
}
