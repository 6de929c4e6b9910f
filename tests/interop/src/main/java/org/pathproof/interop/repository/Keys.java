// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Keys and signatures with the algorithms of RFC 7935: RSA with 2048 bits and SHA-256. */
final class Keys {
    private static final int BITS = 2048;

    private Keys() {}

    static KeyPair generate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static SubjectPublicKeyInfo publicKey(KeyPair keys) {
        return SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded());
    }

    static ContentSigner signer(PrivateKey key) throws OperatorCreationException {
        return new JcaContentSignerBuilder("SHA256withRSA").build(key);
    }
}
