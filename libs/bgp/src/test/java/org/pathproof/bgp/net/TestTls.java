// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import io.netty.handler.ssl.JdkSslContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.SSLSocketFactory;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.transport.tls.TlsPeer;

/** Certificates of Pathproof and of a router, by one authority, and its revocation list. */
final class TestTls {
    static final String PATHPROOF = "pathproof.example.net";
    static final String ROUTER = "r1.example.net";

    final TlsAuthority authority = new TlsAuthority("Test authority");
    final Path folder;
    private final Path trust;
    private final Path crl;

    TestTls(Path folder) {
        this.folder = folder;
        trust = authority.writeTo(folder.resolve("ca.pem"));
        crl = folder.resolve("crl.pem");
        revoke();
    }

    /** Writes the list of the authority. */
    void revoke(TlsAuthority.Issued... revoked) {
        authority.writeCrl(crl, Instant.now().plus(Duration.ofDays(1)), revoked);
    }

    TlsFiles files(String purpose, TlsAuthority.Issued own) {
        return TlsFiles.mutual(
                purpose,
                new TlsFiles.PemFiles(own.certificate(), own.key(), trust).withCrl(crl.toString(), true),
                Neighbor.TLS_PROTOCOL);
    }

    /** Returns the router as Pathproof sees it. */
    TlsPeer router() {
        return new TlsPeer(files("pathproof", authority.issue(folder, "pathproof", PATHPROOF)), ROUTER);
    }

    /** Returns Pathproof as a router with a certificate sees it. */
    TlsPeer pathproof(TlsAuthority.Issued identity) {
        return new TlsPeer(files("router", identity), PATHPROOF);
    }

    TlsAuthority.Issued issue(String... names) {
        return authority.issue(folder, names[0], names);
    }

    /** Returns sockets of a router, which check no name. */
    SSLSocketFactory routerSockets() {
        return sockets(issue(ROUTER));
    }

    SSLSocketFactory sockets(TlsAuthority.Issued identity) {
        return ((JdkSslContext) files("sockets", identity).client()).context().getSocketFactory();
    }
}
