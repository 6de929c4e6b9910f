// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.pem.Pem;

/**
 * TLS contexts from PEM files. The files are read for each context, so that the next connection uses renewed
 * certificates.
 *
 * @param trust authorities that may certify the server; null for those of the JVM
 * @param certificate certificate of the client with its chain; null for none
 * @param key private key of the certificate, PKCS #8, not encrypted; null without a certificate
 * @param validation validation with the authorities of {@code trust}; null for that of the JVM
 */
public record PemTlsContexts(
        @Nullable Path trust,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Validation validation) implements TlsTransport.Contexts {
    private static final char[] NO_PASSWORD = new char[0];

    /** Creates the validation of the server's certificate. */
    @FunctionalInterface
    public interface Validation {
        /** Returns the validation; throws IOException, which names the file, if further files cannot be used. */
        X509ExtendedTrustManager of(List<X509Certificate> authorities) throws IOException;
    }

    /** Creates contexts with the validation of the JVM. */
    public PemTlsContexts(@Nullable Path trust, @Nullable Path certificate, @Nullable Path key) {
        this(trust, certificate, key, null);
    }

    @Override
    public SSLContext get() throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), trustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    /**
     * Reads the authorities of {@code trust}; empty without it.
     *
     * @throws IOException if the file cannot be used; the message names it
     */
    public List<X509Certificate> authorities() throws IOException {
        return trust == null ? List.of() : certificates(trust);
    }

    private TrustManager @Nullable [] trustManagers() throws IOException, GeneralSecurityException {
        if (trust == null) {
            return null;
        }
        if (validation != null) {
            return new TrustManager[] {validation.of(authorities())};
        }
        KeyStore store = emptyStore();
        for (Certificate authority : certificates(trust)) {
            store.setCertificateEntry("authority-" + store.size(), authority);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private KeyManager @Nullable [] keyManagers() throws IOException, GeneralSecurityException {
        if (certificate == null || key == null) {
            return null;
        }
        KeyStore store = emptyStore();
        store.setKeyEntry(
                "client",
                privateKey(key),
                NO_PASSWORD,
                certificates(certificate).toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static List<X509Certificate> certificates(Path file) throws IOException {
        try {
            return Pem.certificates(read(file));
        } catch (CertificateException e) {
            throw new IOException(file + " " + e.getMessage(), e);
        }
    }

    private static PrivateKey privateKey(Path file) throws IOException {
        try {
            return Pem.privateKey(read(file));
        } catch (InvalidKeySpecException e) {
            throw new IOException(file + " " + e.getMessage(), e);
        }
    }

    private static byte[] read(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + e, e);
        }
    }
}
