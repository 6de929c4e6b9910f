// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.keys;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import org.pathproof.wire.Bytes;

/** The long-term key pair of a speaker, whose public key a PKI publishes. Not thread-safe. */
public final class RegularKey {
    /** The signature algorithms of long-term keys. */
    public enum Algorithm {
        /** RSA with 1,024 bits and SHA-1, as the papers use it. */
        RSA_1024("RSA", "SHA1withRSA"),
        /** ECDSA P-256 with SHA-256. A signature has 64 bytes. */
        P256("EC", "SHA256withECDSAinP1363Format");

        private final String family;
        private final String signature;

        Algorithm(String family, String signature) {
            this.family = family;
            this.signature = signature;
        }

        private AlgorithmParameterSpec size() {
            return switch (this) {
                case RSA_1024 -> new RSAKeyGenParameterSpec(1024, RSAKeyGenParameterSpec.F4);
                case P256 -> new ECGenParameterSpec("secp256r1");
            };
        }

        private Signature signature() throws GeneralSecurityException {
            return Signature.getInstance(signature);
        }
    }

    private final Bytes publicKey;
    private final Signature signer;

    /** Creates a new key pair. */
    public RegularKey(Algorithm algorithm, SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm.family);
            generator.initialize(algorithm.size(), random);
            KeyPair pair = generator.generateKeyPair();
            signer = algorithm.signature();
            signer.initSign(pair.getPrivate(), random);
            publicKey = Bytes.wrap(pair.getPublic().getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK does not support " + algorithm, e);
        }
    }

    /** Returns the public key as a SubjectPublicKeyInfo. */
    public Bytes publicKey() {
        return publicKey;
    }

    public Bytes sign(byte[] message) {
        try {
            signer.update(message);
            return Bytes.wrap(signer.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK cannot sign", e);
        }
    }

    /**
     * Returns true if the signature is valid. Malformed signatures are not valid.
     *
     * @param publicKey a SubjectPublicKeyInfo; a malformed key verifies nothing
     */
    public static boolean verifies(Algorithm algorithm, Bytes publicKey, byte[] message, Bytes signature) {
        try {
            PublicKey key = KeyFactory.getInstance(algorithm.family)
                    .generatePublic(new X509EncodedKeySpec(publicKey.toArray()));
            Signature verifier = algorithm.signature();
            verifier.initVerify(key);
            verifier.update(message);
            return verifier.verify(signature.toArray());
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
