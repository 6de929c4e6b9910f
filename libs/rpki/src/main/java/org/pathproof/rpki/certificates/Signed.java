// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.pathproof.wire.Bytes;

/**
 * The signed part of a certificate or CRL, with its signature: RSA or ECDSA, with SHA-256 (RFC 7935 section 2).
 *
 * @param content bytes that the signature covers
 */
record Signed(Bytes content, AlgorithmIdentifier algorithm, Bytes signature) {
    /** Returns true if the signature verifies under a key of {@link PublicKeys#authority}. */
    boolean verifies(PublicKey key) {
        String name = key instanceof RSAPublicKey && uses(PKCSObjectIdentifiers.sha256WithRSAEncryption)
                ? "SHA256withRSA"
                : key instanceof ECPublicKey && uses(X9ObjectIdentifiers.ecdsa_with_SHA256) ? "SHA256withECDSA" : "";
        if (name.isEmpty()) {
            return false;
        }
        try {
            Signature verification = Signature.getInstance(name, PublicKeys.PROVIDER);
            verification.initVerify(key);
            verification.update(content.toArray());
            return verification.verify(signature.toArray());
        } catch (GeneralSecurityException | RuntimeException e) {
            return false; // the signature is malformed
        }
    }

    private boolean uses(ASN1ObjectIdentifier identifier) {
        return identifier.equals(algorithm.getAlgorithm());
    }
}
