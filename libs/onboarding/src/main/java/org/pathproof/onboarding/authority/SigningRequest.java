// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.spec.X509EncodedKeySpec;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1InputStream;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.pkcs.CertificationRequest;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/**
 * A certification request (PKCS #10, RFC 2986) with a verified signature: the requester has the private key. Names and
 * extensions of the request are ignored, because the certificate has those of the description.
 *
 * @param key public key on P-256
 */
public record SigningRequest(PublicKey key) {
    /** Maximum size of a request; one with a key on P-256 has some 250 bytes. */
    public static final int MAX_BYTES = 8 * 1024;

    /**
     * Decodes a request in DER, and verifies its signature. Accepts any bytes.
     *
     * @throws CertificateException with the reason if the request is too large or malformed, its key is not on P-256,
     *     or its signature does not verify
     */
    public static SigningRequest decode(byte[] der) throws CertificateException {
        if (der.length > MAX_BYTES) {
            throw new CertificateException("the request has " + der.length + " bytes, more than " + MAX_BYTES);
        }
        try {
            CertificationRequest request = request(der);
            if (!request.getSignatureAlgorithm().getAlgorithm().equals(X9ObjectIdentifiers.ecdsa_with_SHA256)) {
                throw new CertificateException("the request is not signed by ECDSA with SHA-256");
            }
            byte[] spki = request.getCertificationRequestInfo()
                    .getSubjectPublicKeyInfo()
                    .getEncoded(ASN1Encoding.DER);
            PublicKey key = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(spki));
            if (!Keys.isP256(key)) {
                throw new CertificateException("the key of the request is not on P-256");
            }
            Signature verification = Signature.getInstance("SHA256withECDSA");
            verification.initVerify(key);
            verification.update(request.getCertificationRequestInfo().getEncoded(ASN1Encoding.DER));
            if (!verification.verify(request.getSignature().getOctets())) {
                throw new CertificateException("the signature of the request does not verify");
            }
            return new SigningRequest(key);
        } catch (IOException | GeneralSecurityException | RuntimeException e) { // Bouncy Castle reports in several ways
            if (e instanceof CertificateException refused) {
                throw refused;
            }
            throw new CertificateException("not a PKCS #10 request with a key on P-256", e);
        }
    }

    private static CertificationRequest request(byte[] der) throws IOException {
        try (ASN1InputStream in = new ASN1InputStream(der, true)) {
            ASN1Primitive element = in.readObject();
            if (in.readObject() != null) {
                throw new IOException("bytes follow the request");
            }
            return CertificationRequest.getInstance(element);
        }
    }
}
