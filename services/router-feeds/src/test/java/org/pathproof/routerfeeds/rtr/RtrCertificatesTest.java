// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.rpki.rtr.RtrClient;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.Endpoint.Transport;
import org.pathproof.transport.quic.QuicProtocol;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.relay.RelaySettings;
import org.pathproof.transport.tls.TlsFiles;

/** Tests certificates of routers that are not or no longer valid, with RTR over TLS and QUIC. */
class RtrCertificatesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    private final TestedListener listener = new TestedListener();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final TlsAuthority authority = new TlsAuthority("Test authority");

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        listener.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"TLS", "QUIC"})
    void aRevokedCertificateEndsItsSessionAndStartsNone(Transport transport) throws Exception {
        Path crl = revoke();
        int port = start(transport);
        TlsAuthority.Issued stolen = authority.issue(folder, "stolen", "127.0.0.1");
        RtrClient client = client(transport, port, authority.issue(folder, "router", "127.0.0.1"));
        RtrClient thief = client(transport, port, stolen);
        await().atMost(TIMEOUT)
                .until(() -> client.data().isPresent() && thief.data().isPresent());
        assertThat(listener.health()).endsWith("2 routers use this RPKI cache on port " + port);

        revoke(stolen);
        await().atMost(TIMEOUT).until(() -> listener.refused("certificate") >= 1);
        listener.awaitLogged("RTR session ended", "certificate of CN=stolen is revoked", crl.toString());
        listener.awaitUnauthenticated("certificate of CN=stolen is revoked");
        await().atMost(TIMEOUT).until(() -> listener.clients() == 1);
        assertThat(client.data()).isPresent();

        authority.writeCrl(crl, Instant.now().minusSeconds(5), stolen);
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(listener.health()).contains("is stale: nextUpdate"));
    }

    @ParameterizedTest
    @EnumSource(names = {"TLS", "QUIC"})
    void aSessionEndsWithItsCertificate(Transport transport) throws Exception {
        revoke();
        int port = start(transport);
        Instant end = Instant.now().plusSeconds(8);
        RtrClient client = client(transport, port, authority.issue(folder, end, "router", "127.0.0.1"));
        await().atMost(TIMEOUT).until(() -> client.data().isPresent());
        await().atMost(TIMEOUT).until(() -> listener.refused("certificate") == 1);
        listener.awaitLogged("RTR session ended", "certificate of CN=router expired: ");
        // The client resumes its session of TLS, in which the handshake validates no certificate.
        await().atMost(TIMEOUT).until(() -> listener.refused("authentication") > 0);
    }

    @Test
    void certificatesThatAreNotYetValidAreRefused() throws Exception {
        revoke();
        int port = start(Transport.QUIC);
        Instant later = Instant.now().plusSeconds(600);
        client(Transport.QUIC, port, authority.issue(folder, later, later.plusSeconds(600), "early", "127.0.0.1"));
        listener.awaitUnauthenticated("NotBefore");
        assertThat(listener.clients()).isZero();
    }

    @Test
    void listsNeedCertificatesOfRouters() {
        TlsAuthority.Issued own = authority.issue(folder, "cache", "localhost");
        assertThatThrownBy(() -> listener.made(Map.of(
                        "transport", "tls",
                        "tls.certificate", own.certificate().toString(),
                        "tls.key", own.key().toString(),
                        "tls.client-certificates", "none",
                        "tls.crl", "crl.pem")))
                .hasStackTraceContaining("tls.crl needs tls.client-certificates");
        assertThatThrownBy(() -> listener.made(Map.of(
                        "transport", "tls",
                        "tls.certificate", own.certificate().toString(),
                        "tls.key", own.key().toString(),
                        "tls.trust", trust().toString(),
                        "tls.crl", folder.resolve("none.pem").toString())))
                .hasStackTraceContaining("none.pem");
    }

    private Path trust() {
        return authority.writeTo(folder.resolve("authority.pem"));
    }

    private Path revoke(TlsAuthority.Issued... revoked) {
        return authority.writeCrl(folder.resolve("crl.pem"), Instant.now().plus(Duration.ofDays(1)), revoked);
    }

    private int start(Transport transport) {
        TlsAuthority.Issued own = authority.issue(folder, "cache", "localhost", "127.0.0.1");
        return listener.start(Map.of(
                "transport", transport.name().toLowerCase(Locale.ROOT),
                "tls.certificate", own.certificate().toString(),
                "tls.key", own.key().toString(),
                "tls.trust", trust().toString(),
                "tls.crl", folder.resolve("crl.pem").toString()));
    }

    /** Starts a client behind a relay with the transport and a certificate. */
    private RtrClient client(Transport transport, int port, TlsAuthority.Issued own) throws InterruptedException {
        TlsFiles files = new TlsFiles(
                "relay",
                new TlsFiles.PemFiles(own.certificate(), own.key(), trust()),
                TlsFiles.ClientCertificates.REQUIRED,
                QuicProtocol.RTR.label());
        Relay relay = new Relay(RelaySettings.of(
                        Endpoint.parse("127.0.0.1:0"), new Endpoint(transport, "localhost", port), Optional.of(files)))
                .start();
        opened.add(relay);
        RtrClient client = new RtrClient(RtrClientSettings.of("127.0.0.1", relay.port()), c -> {}).start();
        opened.add(client);
        return client;
    }
}
