// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Map;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.jspecify.annotations.Nullable;

/** Checks public keys of routers and authorities. */
final class PublicKeys {
    /** Bouncy Castle, without registration in the JVM. */
    static final Provider PROVIDER = new BouncyCastleProvider();

    private static final Map<ASN1ObjectIdentifier, String> FACTORIES =
            Map.of(PKCSObjectIdentifiers.rsaEncryption, "RSA", X9ObjectIdentifiers.id_ecPublicKey, "EC");
    private static final int MIN_RSA_BITS = 2048;
    private static final int MAX_RSA_BITS = 8192;
    private static final int MAX_EXPONENT_BITS = 32;
    private static final int UNCOMPRESSED = 4;
    private static final int POINT_BYTES = 65;

    private PublicKeys() {}

    /** Checks the key of a router: a point of P-256 in uncompressed form (RFC 8608 section 3.1). */
    static void checkRouter(SubjectPublicKeyInfo info) throws CertificateException {
        byte[] point = info.getPublicKeyData().getOctets();
        if (!isOnP256(info) || point.length != POINT_BYTES || point[0] != UNCOMPRESSED || decoded(info) == null) {
            throw new CertificateException(
                    "the public key is not a point of P-256 in uncompressed form (RFC 8608 section 3.1)");
        }
    }

    /**
     * Returns the key of an authority: RSA (RFC 7935 section 3), or P-256. RFC 7935 does not permit P-256; private
     * authorities use it.
     */
    static PublicKey authority(SubjectPublicKeyInfo info) throws CertificateException {
        PublicKey key = decoded(info);
        if (key instanceof RSAPublicKey rsa && isPermitted(rsa) || key instanceof ECPublicKey && isOnP256(info)) {
            return key;
        }
        throw new CertificateException("the key of an authority must be RSA of " + MIN_RSA_BITS + " to " + MAX_RSA_BITS
                + " bits, or P-256 (RFC 7935 section 3)");
    }

    private static boolean isPermitted(RSAPublicKey key) {
        int bits = key.getModulus().bitLength();
        return bits >= MIN_RSA_BITS
                && bits <= MAX_RSA_BITS
                && key.getPublicExponent().bitLength() <= MAX_EXPONENT_BITS;
    }

    private static boolean isOnP256(SubjectPublicKeyInfo info) {
        AlgorithmIdentifier algorithm = info.getAlgorithm();
        return X9ObjectIdentifiers.id_ecPublicKey.equals(algorithm.getAlgorithm())
                && X9ObjectIdentifiers.prime256v1.equals(algorithm.getParameters());
    }

    /** Returns the key; null if it is malformed, not a point of its curve, or neither RSA nor EC. */
    private static @Nullable PublicKey decoded(SubjectPublicKeyInfo info) {
        String name = FACTORIES.get(info.getAlgorithm().getAlgorithm());
        if (name == null) {
            return null;
        }
        try {
            return KeyFactory.getInstance(name, PROVIDER).generatePublic(new X509EncodedKeySpec(info.getEncoded()));
        } catch (IOException | GeneralSecurityException | RuntimeException e) { // each one reports a malformed key
            return null;
        }
    }
}
