// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.router.Bmp;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.transport.Endpoint.Transport;
import org.pathproof.transport.quic.QuicProtocol;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.tcp.Keepalive;
import org.pathproof.transport.tls.TlsFiles;
import org.slf4j.LoggerFactory;

/** Tests certificates of routers that are not or no longer valid, over TLS and QUIC. */
final class BmpCertificatesTest extends BmpAccessTests {
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.pathproof");
    private Path crl;

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
        crl = revoke();
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
    }

    @ParameterizedTest
    @EnumSource(names = {"TLS", "QUIC"})
    void refusesEachCertificateForItsReason(Transport transport) throws Exception {
        TlsAuthority.Issued stolen = authority.issue(folder, "stolen");
        revoke(stolen);
        Server at = serve(transport, false);
        Instant now = Instant.now();
        // The foreign authority has the same name; otherwise the client would not send the certificate.
        assertRefused(at, new TlsAuthority("Test authority").issue(folder, "foreign"), "signature check failed");
        assertRefused(at, authority.issue(folder, now.minusSeconds(60), "late"), "NotAfter");
        assertRefused(at, authority.issue(folder, now.plusSeconds(600), now.plusSeconds(900), "early"), "NotBefore");
        assertRefused(at, stolen, "certificate of CN=stolen is revoked", "reason KEY_COMPROMISE", "crl.pem");
    }

    @ParameterizedTest
    @EnumSource(names = {"TLS", "QUIC"})
    void closesAConnectionWhoseCertificateIsRevokedAndKeepsItsSession(Transport transport) throws Exception {
        Server at = serve(transport, false);
        TlsAuthority.Issued first = authority.issue(folder, "r1", "r1.example.net");
        TlsAuthority.Issued other = authority.issue(folder, "r2", "r2.example.net");
        try (Connected router = at.connect(first);
                Connected unaffected = at.connect(other)) {
            router.reports();
            unaffected.reports();
            await().atMost(TIMEOUT).until(() -> inState(State.SYNCING) == 2);
            revoke(first);
            router.awaitEnd();
            await().atMost(TIMEOUT).until(() -> closed("certificate-revoked") == 1);
            await().atMost(TIMEOUT).until(() -> inState(State.LOST) == 1);
            assertThat(inState(State.SYNCING)).isEqualTo(1);
            assertLogged("closing connection: ip=127.0.0.1", "reason=certificate-revoked", "CN=r1 is revoked");
        }
        await().atMost(TIMEOUT).until(() -> inState(State.LOST) == 2);
        Path renewed = Files.createDirectories(folder.resolve("renewed"));
        try (Connected router = at.connect(authority.issue(renewed, "r1", "r1.example.net"))) {
            router.reports();
            await().atMost(TIMEOUT).until(() -> inState(State.SYNCING) == 1);
            assertThat(sessions.all()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TLS", "QUIC"})
    void closesAConnectionWhoseCertificateExpires(Transport transport) throws Exception {
        Server at = serve(transport, false);
        Instant end = Instant.now().plusSeconds(5);
        try (Connected router = at.connect(authority.issue(folder, end, "r1", "r1.example.net"))) {
            router.reports();
            await().atMost(TIMEOUT).until(() -> inState(State.SYNCING) == 1);
            assertThat(Instant.now()).isBefore(end);
            router.awaitEnd();
            await().atMost(TIMEOUT).until(() -> closed("certificate-expired") == 1);
        }
        assertLogged("reason=certificate-expired", "certificate of CN=r1 expired: ");
    }

    @Test
    void aStaleListRemainsInUseUnlessListsAreRequired() throws Exception {
        TlsAuthority.Issued stolen = authority.issue(folder, "stolen");
        TlsAuthority.Issued good = authority.issue(folder, "r1", "r1.example.net");
        authority.writeCrl(crl, Instant.now().minusSeconds(5), stolen);
        Server at = serve(Transport.TLS, false);
        try (Connected router = at.connect(good)) {
            router.reports();
            await().atMost(TIMEOUT).until(() -> inState(State.SYNCING) == 1);
        }
        assertRefused(at, stolen, "is revoked");
        assertThat(at.files().problems())
                .singleElement()
                .asString()
                .contains("crl.pem of CN=Test authority is stale: nextUpdate 20", "it remains in use");
        assertLogged("CN=Test authority is stale");
        at.server().close();

        Server strict = serve(Transport.TLS, true);
        assertRefused(strict, good, "is stale: nextUpdate", "its certificates are refused");
    }

    @Test
    void withoutARequiredListACertificateIsRefused() throws Exception {
        new TlsAuthority("Another authority").writeCrl(crl, Instant.now().plusSeconds(600));
        Server strict = serve(Transport.TLS, true);
        assertRefused(strict, authority.issue(folder, "r1"), "has no CRL in force with the signature of CN=Test");
    }

    @Test
    void unusableListsAreNamedAtTheStartAndOldOnesRemainLater() throws Exception {
        TlsFiles.PemFiles files = serve(Transport.TLS, false).pem();
        TlsFiles tls = files(files, TlsFiles.ClientCertificates.REQUIRED);
        Files.writeString(crl, "-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n");
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(tls.problems())
                        .singleElement()
                        .asString()
                        .contains("BMP over TLS: " + crl + ": not a CRL", "the old files remain in use"));
        assertThatThrownBy(() -> files(files, TlsFiles.ClientCertificates.REQUIRED))
                .hasMessageContaining(crl + ": not a CRL");
        Files.writeString(crl, "text");
        assertThatThrownBy(() -> files(files, TlsFiles.ClientCertificates.REQUIRED))
                .hasMessageContaining(crl + ": no CRL in PEM");
        Files.copy(trust, crl, StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> files(files, TlsFiles.ClientCertificates.REQUIRED))
                .hasMessageContaining(crl + ": expected CRLs in PEM");
        Files.delete(crl);
        assertThatThrownBy(() -> files(files, TlsFiles.ClientCertificates.REQUIRED))
                .hasMessageContaining("cannot read " + crl);
        revoke();
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(tls.problems()).isEmpty());
    }

    /** Writes the list of the authority with these certificates. */
    private Path revoke(TlsAuthority.Issued... revoked) {
        return authority.writeCrl(folder.resolve("crl.pem"), Instant.now().plus(Duration.ofDays(1)), revoked);
    }

    private long inState(State state) {
        return sessions.all().stream().filter(s -> s.getState() == state).count();
    }

    private void assertLogged(String... words) {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(List.copyOf(log.list))
                        .extracting(ILoggingEvent::getFormattedMessage)
                        .anySatisfy(line -> assertThat(line).contains(words)));
    }

    private void assertRefused(Server at, TlsAuthority.Issued identity, String... words) throws Exception {
        double before = closed("tls");
        try (Connected router = at.connect(identity)) {
            router.reports();
            await().atMost(TIMEOUT).until(() -> closed("tls") > before);
            if (at.transport == Transport.TLS) {
                router.awaitEnd(); // QUIC needs the idle time of the relay
            }
        } catch (IOException refusal) {
            assertThat(refusal).as("a failed handshake or write").isNotNull();
        }
        await().atMost(TIMEOUT).until(() -> closed("tls") > before);
        assertLogged(prepend("router refused: ip=127.0.0.1", words));
        assertThat(at.server().connectionCount()).isZero();
    }

    private static String[] prepend(String first, String... more) {
        String[] all = new String[more.length + 1];
        all[0] = first;
        System.arraycopy(more, 0, all, 1, more.length);
        return all;
    }

    private Server serve(Transport transport, boolean crlRequired) throws InterruptedException {
        TlsAuthority.Issued own = authority.issue(folder, "collector", "localhost");
        TlsFiles.PemFiles pem =
                new TlsFiles.PemFiles(own.certificate(), own.key(), trust).withCrl(crl.toString(), crlRequired);
        TlsFiles tls = new TlsFiles(
                "BMP over TLS",
                pem,
                TlsFiles.ClientCertificates.REQUIRED,
                QuicProtocol.BMP.label(),
                Duration.ofMillis(100));
        BmpServer made = make(
                BmpAccess.unprotected(new Admission(List.of()), NOWHERE, Optional.of(tls), Keepalive.OFF),
                TIMEOUT,
                TIMEOUT);
        if (transport == Transport.QUIC) {
            made.bindQuic("127.0.0.1", 0);
        } else {
            made.bindTls("127.0.0.1", 0);
        }
        return new Server(made, tls, pem, transport);
    }

    /** A server and its files. */
    private final class Server {
        private final BmpServer server;
        private final TlsFiles files;
        private final TlsFiles.PemFiles pem;
        private final Transport transport;

        Server(BmpServer server, TlsFiles files, TlsFiles.PemFiles pem, Transport transport) {
            this.server = server;
            this.files = files;
            this.pem = pem;
            this.transport = transport;
        }

        BmpServer server() {
            return server;
        }

        TlsFiles files() {
            return files;
        }

        TlsFiles.PemFiles pem() {
            return pem;
        }

        Connected connect(TlsAuthority.Issued identity) throws IOException, InterruptedException {
            if (transport == Transport.TLS) {
                return new Connected(secure(server, identity), Optional.empty());
            }
            Relay relay = relay(server.quicPort().orElseThrow(), identity);
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), relay.port());
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            return new Connected(socket, Optional.of(relay));
        }
    }

    /** A connected router, behind a relay with QUIC. */
    private record Connected(Socket socket, Optional<Relay> relay) implements AutoCloseable {
        void reports() throws IOException {
            socket.getOutputStream()
                    .write(Bmp.initiation("x")
                            .concat(new Bmp(65000, 65536).peerUp())
                            .toArray());
        }

        void awaitEnd() throws IOException {
            try {
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            } catch (SocketTimeoutException e) {
                throw e;
            } catch (IOException e) {
                assertThat(e).as("an alert or a reset").isNotNull();
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
            relay.ifPresent(Relay::close);
        }
    }
}
