// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.pathproof.rpki.certificates.RouterCertificates.Refusal;
import org.pathproof.wire.NetworkText;

/**
 * Certificates and CRLs of one file, and its refused parts. A file is DER with one certificate or CRL, or PEM (RFC
 * 7468) with several.
 */
public final class CertificateFile {
    private static final String PEM_MARK = "-----BEGIN ";
    private static final int MAX_PARTS = 1_000;

    private final String name;
    private final List<Located<ResourceCertificate>> certificates = new ArrayList<>();
    private final List<Located<RevocationList>> crls = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();

    /** A decoded part, with the name of its file. */
    record Located<T>(String file, T value) {}

    private CertificateFile(String name) {
        this.name = name;
    }

    /**
     * Decodes the content of a file. Any bytes are accepted.
     *
     * @param name name of the file in refusals
     */
    public static CertificateFile decode(String name, byte[] content) {
        CertificateFile file = new CertificateFile(name);
        String text = new String(content, StandardCharsets.ISO_8859_1);
        if (text.contains(PEM_MARK)) {
            file.readPem(text);
        } else {
            file.readDer(content);
        }
        return file;
    }

    /** Returns a file without content that is refused for a reason. */
    public static CertificateFile refused(String name, String reason) {
        CertificateFile file = new CertificateFile(name);
        file.refuse(name, reason);
        return file;
    }

    /** Returns the parts that are not certificates or CRLs, or do not conform to their profile. */
    public List<Refusal> refusals() {
        return List.copyOf(refusals);
    }

    /** Returns true if at least one part was decoded. */
    public boolean hasContent() {
        return !certificates.isEmpty() || !crls.isEmpty();
    }

    List<Located<ResourceCertificate>> certificates() {
        return certificates;
    }

    List<Located<RevocationList>> crls() {
        return crls;
    }

    private void readPem(String text) {
        int part = 0;
        try (PemReader reader = new PemReader(new StringReader(text))) {
            for (PemObject block = reader.readPemObject(); block != null; block = reader.readPemObject()) {
                String where = ++part == 1 ? name : name + " (part " + part + ")";
                if (part > MAX_PARTS) {
                    refuse(name, "the file has more than " + MAX_PARTS + " parts");
                    return;
                }
                switch (block.getType()) {
                    case "CERTIFICATE" -> readCertificate(where, block.getContent());
                    case "X509 CRL" -> readCrl(where, block.getContent());
                    default ->
                        refuse(
                                where,
                                "a block " + NetworkText.name(block.getType())
                                        + " is neither CERTIFICATE nor X509 CRL (RFC 7468)");
                }
            }
        } catch (IOException | RuntimeException e) { // the PEM reader reports malformed text in several ways
            refuse(name, "not PEM: " + DerForm.fault(e));
        }
        if (part == 0 && refusals.isEmpty()) {
            refuse(name, "not PEM: a block has no end");
        }
    }

    /** Reads a certificate or a CRL. If the content is neither, the name of the file selects the reason. */
    private void readDer(byte[] content) {
        try {
            crls.add(new Located<>(name, RevocationList.decode(content)));
        } catch (CertificateException notCrl) {
            if (name.endsWith(".crl")) {
                refuse(name, String.valueOf(notCrl.getMessage()));
            } else {
                readCertificate(name, content);
            }
        }
    }

    private void readCertificate(String where, byte[] der) {
        try {
            certificates.add(new Located<>(where, ResourceCertificate.decode(der)));
        } catch (CertificateException e) {
            refuse(where, String.valueOf(e.getMessage()));
        }
    }

    private void readCrl(String where, byte[] der) {
        try {
            crls.add(new Located<>(where, RevocationList.decode(der)));
        } catch (CertificateException e) {
            refuse(where, String.valueOf(e.getMessage()));
        }
    }

    private void refuse(String where, String reason) {
        refusals.add(new Refusal(where, reason));
    }
}
