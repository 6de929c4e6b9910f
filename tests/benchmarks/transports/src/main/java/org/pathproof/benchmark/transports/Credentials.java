// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.transport.QuicProtocol;
import org.pathproof.transport.TlsFiles;

/** Certificates of one run: one of the collector, and one of all relays. */
final class Credentials {
    private final TlsAuthority.Issued collector;
    private final TlsAuthority.Issued relays;
    private final Path trust;

    Credentials(Path folder) throws IOException {
        Path files = Files.createDirectories(folder);
        TlsAuthority authority = new TlsAuthority("Benchmark");
        trust = authority.writeTo(files.resolve("ca.pem"));
        collector = authority.issue(files, "collector", "localhost");
        relays = authority.issue(files, "relay", "localhost");
    }

    TlsAuthority.Issued collector() {
        return collector;
    }

    Path trust() {
        return trust;
    }

    /** Returns the files of relays. */
    Optional<TlsFiles> relays() {
        return Optional.of(new TlsFiles(
                "relay",
                new TlsFiles.PemFiles(relays.certificate(), relays.key(), trust),
                TlsFiles.ClientCertificates.REQUIRED,
                QuicProtocol.BMP.label()));
    }
}
