// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.ECGenParameterSpec;
import org.pathproof.wire.Bytes;

/** A signature algorithm of S-BGP, computed by the JDK. */
enum Algorithm {
    /** DSA with 1024 bits and SHA-1. The JDK has fixed domain parameters for this length. */
    DSA_1024(1, "DSA", "SHA1withDSA", 40),
    /** ECDSA on P-256 with SHA-256. */
    ECDSA_P256(2, "EC", "SHA256withECDSA", 64);

    private static final int DSA_BITS = 1024;

    /** Number in a route attestation. */
    final int id;

    private final String keyAlgorithm;
    /** Name of the algorithm whose signatures have the form of DER, for certificates. */
    final String signatureAlgorithm;
    /** Length of an attestation's signature: the numbers r and s. */
    final int signatureBytes;

    Algorithm(int id, String keyAlgorithm, String signatureAlgorithm, int signatureBytes) {
        this.id = id;
        this.keyAlgorithm = keyAlgorithm;
        this.signatureAlgorithm = signatureAlgorithm;
        this.signatureBytes = signatureBytes;
    }

    KeyPair newPair(SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(keyAlgorithm);
            if (this == DSA_1024) {
                generator.initialize(DSA_BITS, random);
            } else {
                generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw unsupported(e);
        }
    }

    Bytes sign(PrivateKey key, Bytes message, SecureRandom random) {
        try {
            Signature signer = newSignature();
            signer.initSign(key, random);
            signer.update(message.asByteBuffer());
            return Bytes.wrap(signer.sign());
        } catch (GeneralSecurityException e) {
            throw unsupported(e);
        }
    }

    /** Returns true if the signature verifies; false for malformed signatures. */
    boolean verifies(PublicKey key, Bytes message, Bytes signature) {
        if (signature.length() != signatureBytes) {
            return false;
        }
        try {
            Signature verifier = newSignature();
            verifier.initVerify(key);
            verifier.update(message.asByteBuffer());
            return verifier.verify(signature.toArray());
        } catch (SignatureException e) {
            return false; // r or s is out of range
        } catch (GeneralSecurityException e) {
            throw unsupported(e);
        }
    }

    private Signature newSignature() throws GeneralSecurityException {
        return Signature.getInstance(signatureAlgorithm + "inP1363Format");
    }

    private IllegalStateException unsupported(GeneralSecurityException e) {
        return new IllegalStateException("the JDK does not support " + signatureAlgorithm, e);
    }
}
