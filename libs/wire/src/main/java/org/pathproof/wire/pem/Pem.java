// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.pem;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decodes certificates and private keys of TLS in PEM (RFC 7468). Messages of exceptions continue a sentence that
 * begins with the name of the file, such as "has no certificate".
 */
public final class Pem {
    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> KEY_ALGORITHMS = List.of("EC", "RSA", "EdDSA");

    private Pem() {}

    /**
     * Returns the certificates of a text, at least one, in their order.
     *
     * @throws CertificateException if the text has no certificate, or one that cannot be decoded
     */
    public static List<X509Certificate> certificates(byte[] text) throws CertificateException {
        List<X509Certificate> found;
        try {
            found =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(text))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
        } catch (CertificateException e) {
            throw new CertificateException("has no readable certificates: " + e.getMessage(), e);
        }
        if (found.isEmpty()) {
            throw new CertificateException("has no certificate");
        }
        return found;
    }

    /**
     * Returns the first unencrypted private key in PKCS #8 (RFC 5958), in DER; empty if the text has none.
     *
     * @throws IllegalArgumentException if the key is not in base64
     */
    public static Optional<byte[]> privateKeyInfo(byte[] text) {
        Matcher pem = PKCS8.matcher(new String(text, StandardCharsets.ISO_8859_1));
        return pem.find() ? Optional.of(Base64.getMimeDecoder().decode(pem.group(1))) : Optional.empty();
    }

    /**
     * Returns the first unencrypted private key in PKCS #8.
     *
     * @throws InvalidKeySpecException if the text has no such key, or a key of another algorithm than EC, RSA or EdDSA
     */
    public static PrivateKey privateKey(byte[] text) throws InvalidKeySpecException {
        byte[] der;
        try {
            der = privateKeyInfo(text)
                    .orElseThrow(() ->
                            new InvalidKeySpecException("has no private key in PKCS #8 (-----BEGIN PRIVATE KEY-----)"));
        } catch (IllegalArgumentException e) {
            throw new InvalidKeySpecException("has no private key in base64: " + e.getMessage(), e);
        }
        GeneralSecurityException last = null;
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (GeneralSecurityException e) {
                last = e;
            }
        }
        throw new InvalidKeySpecException("has no private key of a known algorithm: " + KEY_ALGORITHMS, last);
    }
}
