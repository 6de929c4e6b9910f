// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.bouncycastle.util.io.pem.PemWriter;

/**
 * Certificates, revocation lists, requests and private keys in PEM (RFC 7468). Readers name the file in the message of
 * an exception.
 */
public final class Pem {
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String CRL = "X509 CRL";
    private static final String PRIVATE_KEY = "PRIVATE KEY";
    private static final Set<String> REQUESTS = Set.of("CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST");
    private static final int MAX_FILE_BYTES = 8 * 1024 * 1024;
    private static final String OWNER_ONLY = "rw-------";

    private Pem() {}

    /**
     * Reads the certificates of a file.
     *
     * @throws IllegalArgumentException if the file has none, or another block
     */
    public static List<X509Certificate> certificates(Path file) throws IOException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (PemObject block : blocks(read(file), file.toString())) {
            if (!block.getType().equals(CERTIFICATE)) {
                throw new IllegalArgumentException(file + ": expected certificates in PEM");
            }
            try {
                certificates.add((X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(block.getContent())));
            } catch (CertificateException e) {
                throw new IllegalArgumentException(file + ": not a certificate: " + e.getMessage(), e);
            }
        }
        if (certificates.isEmpty()) {
            throw new IllegalArgumentException(file + ": no certificate in PEM");
        }
        return certificates;
    }

    /**
     * Reads the revocation lists of a file, in DER.
     *
     * @throws IllegalArgumentException if the file has another block
     */
    static List<byte[]> crls(Path file) throws IOException {
        List<byte[]> lists = new ArrayList<>();
        for (PemObject block : blocks(read(file), file.toString())) {
            if (!block.getType().equals(CRL)) {
                throw new IllegalArgumentException(file + ": expected CRLs in PEM");
            }
            lists.add(block.getContent());
        }
        return lists;
    }

    /** Returns a revocation list in PEM. */
    static String ofCrl(byte[] der) {
        return text(CRL, der);
    }

    /**
     * Reads a private key: PKCS #8, not encrypted, EC or RSA.
     *
     * @throws IllegalArgumentException if the file has another content
     */
    public static PrivateKey privateKey(Path file) throws IOException {
        List<PemObject> blocks = blocks(read(file), file.toString());
        if (blocks.size() != 1 || !blocks.getFirst().getType().equals(PRIVATE_KEY)) {
            throw new IllegalArgumentException(
                    file + ": expected one private key in PKCS #8 (convert with openssl pkcs8 -topk8 -nocrypt)");
        }
        byte[] der = blocks.getFirst().getContent();
        try {
            boolean rsa = PrivateKeyInfo.getInstance(der)
                    .getPrivateKeyAlgorithm()
                    .getAlgorithm()
                    .equals(PKCSObjectIdentifiers.rsaEncryption);
            return KeyFactory.getInstance(rsa ? "RSA" : "EC").generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException | RuntimeException e) { // Bouncy Castle reports in several ways
            throw new IllegalArgumentException(file + ": not an EC or RSA key in PKCS #8", e);
        }
    }

    /**
     * Decodes a request in PEM, and verifies its signature. Accepts any text.
     *
     * @param name name of the text in messages
     * @throws CertificateException with the reason if the request is refused
     */
    public static SigningRequest request(String text, String name) throws CertificateException {
        if (text.length() > 2 * SigningRequest.MAX_BYTES) {
            throw new CertificateException(name + ": more than " + 2 * SigningRequest.MAX_BYTES + " characters");
        }
        List<PemObject> blocks;
        try {
            blocks = blocks(text, name);
        } catch (IllegalArgumentException e) {
            throw new CertificateException(String.valueOf(e.getMessage()), e);
        }
        if (blocks.size() != 1 || !REQUESTS.contains(blocks.getFirst().getType())) {
            throw new CertificateException(name + ": expected one CERTIFICATE REQUEST in PEM");
        }
        return SigningRequest.decode(blocks.getFirst().getContent());
    }

    /** Returns a certificate in PEM. */
    public static String of(X509Certificate certificate) {
        try {
            return text(CERTIFICATE, certificate.getEncoded());
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate cannot be encoded", e);
        }
    }

    /** Returns a private key in PKCS #8 and PEM. */
    public static String of(PrivateKey key) {
        return text(PRIVATE_KEY, key.getEncoded());
    }

    /**
     * Writes a new file that only its owner can read.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the file exists
     */
    public static void writeSecret(Path file, String text) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
            Files.writeString(file, text, StandardOpenOption.WRITE);
        } else {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        }
    }

    /** Returns the text of a file of bounded size. */
    public static String read(Path file) throws IOException {
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new IllegalArgumentException(file + ": more than " + MAX_FILE_BYTES + " bytes");
        }
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    private static List<PemObject> blocks(String text, String name) {
        List<PemObject> blocks = new ArrayList<>();
        try (PemReader reader = new PemReader(new StringReader(text))) {
            for (PemObject block = reader.readPemObject(); block != null; block = reader.readPemObject()) {
                blocks.add(block);
            }
        } catch (IOException | RuntimeException e) { // the PEM reader reports malformed text in several ways
            throw new IllegalArgumentException(name + ": not PEM", e);
        }
        return blocks;
    }

    private static String text(String type, byte[] der) {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            writer.writeObject(new PemObject(type, der));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
