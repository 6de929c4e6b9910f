// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.router.Bmp;
import org.pathproof.contracts.v1.Session;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.transport.tcp.Keepalive;
import org.pathproof.transport.tls.TlsFiles;

/** Tests BMP over TLS with real handshakes: certificates of routers, renewed files, and load balancers. */
final class BmpTlsTest extends BmpAccessTests {
    @Test
    void namesARouterByItsCertificate() throws IOException, InterruptedException {
        BmpServer tls = tls(TlsFiles.ClientCertificates.REQUIRED);
        try (Socket router =
                secure(tls, authority.issue(folder, "Router One", "r1.example.net", "alias.example.net"))) {
            send(router, Bmp.initiation("arbitrary name"), bmp.peerUp());
            assertThat(awaitSession().getRouterName()).isEqualTo("r1.example.net");
        }
    }

    @Test
    void refusesARouterWithoutACertificateUnlessOptional() throws IOException, InterruptedException {
        BmpServer tls = tls(TlsFiles.ClientCertificates.REQUIRED);
        assertRefused(tls, null, "tls");
        tls.close();

        BmpServer lenient = tls(TlsFiles.ClientCertificates.OPTIONAL);
        try (Socket router = secure(lenient, null)) {
            send(router, Bmp.initiation("unverified name"), bmp.peerUp());
            assertThat(awaitSession().getRouterName()).isEqualTo("unverified name");
        }
    }

    @Test
    void refusesForeignAndExpiredCertificates() throws IOException, InterruptedException {
        BmpServer tls = tls(TlsFiles.ClientCertificates.OPTIONAL);
        // The foreign authority has the same name; otherwise the client would not send the certificate.
        assertRefused(tls, new TlsAuthority("Test authority").issue(folder, "r1"), "tls");
        assertRefused(tls, authority.issue(folder, Instant.now().minus(Duration.ofHours(1)), "late"), "tls");
    }

    @Test
    void olderVersionsOfTlsAreRefused() throws IOException, InterruptedException {
        BmpServer tls = tls(TlsFiles.ClientCertificates.OPTIONAL);
        try (SSLSocket router = socket(client(null).build(), tls.port())) {
            router.setEnabledProtocols(new String[] {"TLSv1.2"});
            assertThatThrownBy(router::startHandshake).isInstanceOf(SSLException.class);
        }
        await().atMost(TIMEOUT).until(() -> closed("tls") == 1);
    }

    @Test
    void plainBmpOnTheTlsPortIsRefused() throws IOException, InterruptedException {
        BmpServer tls = tls(TlsFiles.ClientCertificates.OPTIONAL);
        try (Socket router = plain(tls)) {
            send(router, Bmp.initiation("plain"));
            assertEnds(router);
        }
        await().atMost(TIMEOUT).until(() -> closed("tls") == 1);
    }

    @Test
    void readsRenewedFilesAndKeepsOldOnesInsteadOfBadOnes() throws IOException, InterruptedException {
        TlsAuthority.Issued first = authority.issue(folder, "collector", "localhost");
        TlsFiles tls = files(
                new TlsFiles.PemFiles(first.certificate(), first.key(), trust), TlsFiles.ClientCertificates.REQUIRED);
        Instant before = tls.expires();

        Files.writeString(first.certificate(), "no certificate");
        touch(first.certificate(), 10);
        SslContext old = tls.server();
        await().during(Duration.ofMillis(1200))
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(tls.server()).isSameAs(old));
        assertThat(tls.expires()).isEqualTo(before);

        Path elsewhere = Files.createDirectory(folder.resolve("new"));
        TlsAuthority.Issued second =
                authority.issue(elsewhere, Instant.now().plus(Duration.ofDays(700)), "collector", "localhost");
        Files.move(second.key(), first.key(), StandardCopyOption.REPLACE_EXISTING);
        Files.move(second.certificate(), first.certificate(), StandardCopyOption.REPLACE_EXISTING);
        touch(first.certificate(), 20);
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(tls.server()).isNotSameAs(old));
        assertThat(tls.expires()).isAfter(before);
    }

    @Test
    void namesUnusableFiles() {
        TlsAuthority.Issued one = authority.issue(folder, "one");
        TlsAuthority.Issued two = authority.issue(folder, "two");
        assertThatThrownBy(() -> files(
                        new TlsFiles.PemFiles(folder.resolve("none.pem"), one.key(), trust),
                        TlsFiles.ClientCertificates.REQUIRED))
                .hasMessageContaining("none.pem");
        assertThatThrownBy(() -> files(
                        new TlsFiles.PemFiles(one.certificate(), trust, trust), TlsFiles.ClientCertificates.REQUIRED))
                .hasMessageContaining("PKCS #8");
        assertThat(two.key()).exists();
    }

    @Test
    void tlsBehindALoadBalancer() throws IOException, InterruptedException {
        TlsAuthority.Issued own = authority.issue(folder, "collector", "localhost");
        BmpServer both = startTls(BmpAccess.unprotected(
                new Admission(
                        List.of(rule(AddressRanges.of("test", List.of("192.0.2.0/24")), List.of("*.example.net"), ""))),
                HERE,
                Optional.of(files(
                        new TlsFiles.PemFiles(own.certificate(), own.key(), trust),
                        TlsFiles.ClientCertificates.REQUIRED)),
                Keepalive.OFF));
        Socket under = plain(both);
        under.getOutputStream()
                .write("PROXY TCP4 192.0.2.77 192.0.2.10 40000 11020\r\n".getBytes(StandardCharsets.US_ASCII));
        try (SSLSocket router = (SSLSocket)
                jdk(client(authority.issue(folder, "r7", "r7.example.net")).build())
                        .getSocketFactory()
                        .createSocket(under, "localhost", both.port(), true)) {
            send(router, Bmp.initiation("x"), bmp.peerUp());
            Session session = awaitSession();
            assertThat(session.getRouterName()).isEqualTo("r7.example.net");
            assertThat(session.getRouterIp()).isEqualTo("192.0.2.77");
        }
    }

    @Test
    void verifiesTheCertificateOfADialledRouter() throws IOException, InterruptedException {
        TlsAuthority.Issued own = authority.issue(folder, "collector");
        BmpServer dialling = start(BmpAccess.unprotected(
                new Admission(List.of()),
                NOWHERE,
                Optional.of(files(
                        new TlsFiles.PemFiles(own.certificate(), own.key(), trust),
                        TlsFiles.ClientCertificates.REQUIRED)),
                Keepalive.OFF));
        TlsAuthority.Issued wrong = authority.issue(folder, "r2", "r2.example.net");
        try (ServerSocket router = jdk(SslContextBuilder.forServer(
                                wrong.certificate().toFile(), wrong.key().toFile())
                        .sslProvider(SslProvider.JDK)
                        .trustManager(trust.toFile())
                        .build())
                .getServerSocketFactory()
                .createServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            dialling.dial(new DialTarget("localhost", router.getLocalPort(), true), Duration.ofSeconds(30));
            try (Socket accepted = router.accept()) {
                accepted.setSoTimeout((int) TIMEOUT.toMillis());
                assertThatThrownBy(() -> {
                            if (accepted.getInputStream().read() < 0) {
                                throw new IOException("closed");
                            }
                        })
                        .isInstanceOf(IOException.class);
            }
        }
        await().atMost(TIMEOUT).until(() -> closed("tls") == 1);
    }

    private void assertRefused(BmpServer tls, TlsAuthority.@Nullable Issued identity, String reason)
            throws IOException {
        double before = closed(reason);
        // In TLS 1.3 the client sees the refusal when it reads, because its own part of the handshake is complete by
        // then.
        try (Socket router = secure(tls, identity)) {
            assertThatThrownBy(() -> {
                        if (router.getInputStream().read() < 0) {
                            throw new IOException("closed");
                        }
                    })
                    .isInstanceOf(IOException.class);
        } catch (IOException e) {
            // The client received an alert, or the collector closed the connection while the client was writing.
            assertThat(e.getMessage()).containsAnyOf("alert", "Broken pipe", "reset");
        }
        await().atMost(TIMEOUT).until(() -> closed(reason) == before + 1);
        assertThat(sessions.all()).isEmpty();
    }

    private BmpServer tls(TlsFiles.ClientCertificates clients) throws InterruptedException {
        TlsAuthority.Issued own = authority.issue(folder, "collector", "localhost");
        return startTls(BmpAccess.unprotected(
                new Admission(List.of()),
                NOWHERE,
                Optional.of(files(new TlsFiles.PemFiles(own.certificate(), own.key(), trust), clients)),
                Keepalive.OFF));
    }

    private static void touch(Path file, long secondsAhead) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(secondsAhead)));
    }
}
