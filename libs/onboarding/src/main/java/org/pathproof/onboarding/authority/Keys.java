// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.EllipticCurve;
import java.util.Set;

/** Keys of authorities and routers: ECDSA with P-256, and RSA for authorities of others. */
public final class Keys {
    private static final byte[] PROBE = {1};
    private static final Set<String> ALGORITHMS = Set.of("EC", "RSA");

    private static final EllipticCurve P256 =
            ((ECPublicKey) create().getPublic()).getParams().getCurve();

    private Keys() {}

    /** Creates a key on P-256. */
    public static KeyPair create() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has P-256", e);
        }
    }

    /** Returns true for a public key on P-256. */
    static boolean isP256(PublicKey key) {
        return key instanceof ECPublicKey ec && ec.getParams().getCurve().equals(P256);
    }

    /** Returns true if the algorithm of a private key is supported. */
    static boolean isSupported(PrivateKey key) {
        return ALGORITHMS.contains(key.getAlgorithm());
    }

    /** Returns the JCA name of signatures with SHA-256 by a supported key. */
    static String signatures(PrivateKey key) {
        return key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
    }

    static byte[] sign(PrivateKey key, byte[] content) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(signatures(key));
        signature.initSign(key);
        signature.update(content);
        return signature.sign();
    }

    /** Returns true if a private key belongs to a public key. */
    static boolean belong(PrivateKey own, PublicKey other) {
        boolean sameKind =
                own.getAlgorithm().equals("EC") ? other instanceof ECPublicKey : other instanceof RSAPublicKey;
        if (!sameKind) {
            return false;
        }
        try {
            Signature verification = Signature.getInstance(signatures(own));
            verification.initVerify(other);
            verification.update(PROBE);
            return verification.verify(sign(own, PROBE));
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
