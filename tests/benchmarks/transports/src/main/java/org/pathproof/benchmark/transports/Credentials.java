// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.transport.quic.QuicProtocol;
import org.pathproof.transport.tls.TlsFiles;

/** Certificates of one run: one of the collector, and one of all relays. */
final class Credentials {
    private final TlsAuthority.Issued collector;
    private final TlsAuthority.Issued relays;
    private final Path trust;
    private final Path crl;
    private final Path folder;
    private final TlsAuthority authority = new TlsAuthority("Benchmark");

    Credentials(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        trust = authority.writeTo(folder.resolve("ca.pem"));
        collector = authority.issue(folder, "collector", "localhost");
        relays = authority.issue(folder, "relay", "localhost");
        crl = revoke();
    }

    TlsAuthority.Issued collector() {
        return collector;
    }

    Path trust() {
        return trust;
    }

    /** Returns the files of relays. */
    Optional<TlsFiles> relays() {
        return files(relays);
    }

    /** Returns files with another certificate, and the same authority of the other sides. */
    Optional<TlsFiles> files(TlsAuthority.Issued own) {
        return Optional.of(new TlsFiles(
                "relay",
                new TlsFiles.PemFiles(own.certificate(), own.key(), trust).withCrl(crl.toString(), true),
                TlsFiles.ClientCertificates.REQUIRED,
                QuicProtocol.BMP.label()));
    }

    /** Issues a certificate for a DNS name. */
    TlsAuthority.Issued issue(String commonName, String dns) {
        return authority.issue(folder, commonName, dns);
    }

    /** Returns the CRL of the authority. */
    Path crl() {
        return crl;
    }

    /** Writes the CRL with these certificates, in the place of earlier ones. */
    Path revoke(TlsAuthority.Issued... revoked) {
        return authority.writeCrl(folder.resolve("ca.crl"), Instant.now().plus(Duration.ofDays(1)), revoked);
    }

    /** Issues a certificate that expired yesterday. */
    TlsAuthority.Issued expired(String commonName, String dns) {
        return authority.issue(folder, Instant.now().minus(Duration.ofDays(1)), commonName, dns);
    }

    /** Issues a certificate of an authority that no side trusts. */
    TlsAuthority.Issued untrusted(String commonName, String dns) {
        return new TlsAuthority("Other").issue(folder, commonName, dns);
    }
}
