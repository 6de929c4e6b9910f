// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.certificates;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.pem.Pem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A PEM file with a certificate and its chain. The file is read again after each change. Thread-safe. */
final class CertificateFile {
    private static final Logger log = LoggerFactory.getLogger(CertificateFile.class);

    private final Path file;
    private @Nullable FileTime time;
    private double expiry = Double.NaN;

    CertificateFile(Path file) {
        this.file = file;
    }

    /** Returns the earliest expiry in the chain, seconds since 1970; not a number while the file cannot be read. */
    synchronized double expiry() {
        try {
            FileTime now = Files.getLastModifiedTime(file);
            if (!now.equals(time)) {
                time = now;
                expiry = Double.NaN;
                expiry = read();
            }
        } catch (IOException | CertificateException e) {
            log.debug("Certificate not read: file={}", file, e);
            expiry = Double.NaN;
        }
        return expiry;
    }

    private double read() throws IOException, CertificateException {
        double earliest = Double.NaN;
        for (X509Certificate each : Pem.certificates(Files.readAllBytes(file))) {
            double end = each.getNotAfter().toInstant().getEpochSecond();
            earliest = earliest <= end ? earliest : end;
        }
        return earliest;
    }
}
