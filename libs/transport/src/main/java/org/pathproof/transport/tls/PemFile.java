// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pathproof.wire.pem.Pem;

/** Reads certificates and keys from PEM files. */
final class PemFile {
    /** Signatures that show the possession of a key, by the algorithm of the key. */
    private static final Map<String, String> SIGNATURES =
            Map.of("EC", "SHA256withECDSA", "RSA", "SHA256withRSA", "EdDSA", "EdDSA");

    private PemFile() {}

    /** Returns the certificates of a file, at least one. */
    static List<X509Certificate> certificates(Path file) throws IOException, CertificateException {
        byte[] text = Files.readAllBytes(file);
        try {
            return Pem.certificates(text);
        } catch (CertificateException e) {
            throw new CertificateException(file + " " + e.getMessage(), e);
        }
    }

    /**
     * Checks that a file has the private key of a certificate. TLS itself would send the certificate, and peers would
     * refuse the handshake. Keys that are not in PKCS #8, or of another algorithm, are not checked.
     *
     * @throws CertificateException if the key is that of another certificate
     */
    static void requireKeyOf(X509Certificate certificate, Path file) throws IOException, CertificateException {
        Optional<byte[]> key = Pem.privateKeyInfo(Files.readAllBytes(file));
        String signature = SIGNATURES.get(certificate.getPublicKey().getAlgorithm());
        if (key.isPresent() && signature != null && !isKeyOf(certificate, key.get(), signature)) {
            throw new CertificateException(
                    "the key in " + file + " is not that of the certificate " + certificate.getSubjectX500Principal());
        }
    }

    private static boolean isKeyOf(X509Certificate certificate, byte[] der, String algorithm)
            throws CertificateException {
        byte[] probe = {1};
        try {
            PrivateKey key = KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(der));
            Signature signer = Signature.getInstance(algorithm);
            signer.initSign(key);
            signer.update(probe);
            Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(certificate.getPublicKey());
            verifier.update(probe);
            return verifier.verify(signer.sign());
        } catch (InvalidKeySpecException | InvalidKeyException _) {
            return false; // a key of another algorithm
        } catch (GeneralSecurityException e) {
            throw new CertificateException(e.getMessage(), e);
        }
    }
}
