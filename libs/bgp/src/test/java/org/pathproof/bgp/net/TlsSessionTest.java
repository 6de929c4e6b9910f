// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.bgp.session.StopReason;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.transport.tcp.TcpAoKey;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsPeer;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;

/** Sessions over TLS. The tests run concurrently, because most of them wait for a connection that fails. */
@Execution(ExecutionMode.CONCURRENT)
class TlsSessionTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String ROUTER = "127.0.0.1";
    private static final String PATHPROOF = "127.0.0.2";
    private static final int ROUTES = 20_000;

    @TempDir
    private Path folder;

    private TestTls tls;

    @BeforeEach
    void issue() {
        tls = new TestTls(folder);
    }

    private static List<PathAttribute> attributes(long path) {
        return List.of(
                new Origin(PathAttribute.FLAG_TRANSITIVE, 0),
                new AsPath(
                        PathAttribute.FLAG_TRANSITIVE,
                        List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64_501L, path)))),
                new NextHop(PathAttribute.FLAG_TRANSITIVE, ListSource.NEXT_HOP_IPV4),
                new LocalPref(PathAttribute.FLAG_TRANSITIVE, 101));
    }

    private static TcpProtection md5(String peer) {
        return TestSpeaker.md5(InetAddress.ofLiteral(peer), "secret");
    }

    @Test
    void routesArriveOverTlsWithAPasswordAndAShutdownKeepsItsText() throws IOException {
        Prefix prefix = Prefix.parse("10.1.0.0/16");
        try (TlsSpeaker router = new TlsSpeaker(ROUTER, PATHPROOF);
                TlsSpeaker pathproof = new TlsSpeaker(PATHPROOF, ROUTER)) {
            router.awaits(Optional.of(tls.pathproof(tls.issue(TestTls.ROUTER))), md5(PATHPROOF));
            pathproof.routes.announce(prefix, 0, attributes(1));
            pathproof.connects(router.port(), Optional.of(tls.router()), md5(ROUTER));
            Conditions.await("route", LIMIT, () -> router.received.contains(prefix));
            assertThat(pathproof.status().neighbor().protections()).isEqualTo("TLS, TCP-MD5");
            pathproof.speaker.close(StopReason.SHUTDOWN, "feed is off");
            router.awaitError("feed is off");
        }
    }

    @Test
    void refusesEachCertificateForItsReasonInBothDirections() throws IOException {
        TlsAuthority.Issued stolen = tls.issue(TestTls.ROUTER, "stolen.example.net");
        Path foreign = folder.resolve("foreign");
        assertThat(foreign.toFile().mkdir()).isTrue();
        tls.revoke(stolen);
        assertRefused(stolen, "certificate of CN=r1.example.net is revoked", "reason KEY_COMPROMISE");
        assertRefused(tls.issue("r2.example.net"), "ubject", "r1.example.net"); // the JDK has words of its own
        assertRefused(tls.authority.issue(folder, Instant.now().minusSeconds(60), "late", TestTls.ROUTER), "NotAfter");
        // The foreign authority has the same name; otherwise the client would not send the certificate.
        assertRefused(
                new TlsAuthority("Test authority").issue(foreign, TestTls.ROUTER, TestTls.ROUTER),
                "signature check failed");
    }

    private void assertRefused(TlsAuthority.Issued identity, String... words) throws IOException {
        Optional<TlsPeer> asRouter = Optional.of(tls.pathproof(identity));
        try (TlsSpeaker router = new TlsSpeaker(ROUTER, PATHPROOF).awaits(asRouter);
                TlsSpeaker pathproof =
                        new TlsSpeaker(PATHPROOF, ROUTER).connects(router.port(), Optional.of(tls.router()))) {
            pathproof.awaitError("TLS handshake failed", words[0], words[words.length - 1]);
            assertThat(pathproof.status().sessions()).isZero();
        }
        try (TlsSpeaker pathproof = new TlsSpeaker(PATHPROOF, ROUTER).awaits(Optional.of(tls.router()));
                TlsSpeaker router = new TlsSpeaker(ROUTER, PATHPROOF).connects(pathproof.port(), asRouter)) {
            pathproof.awaitError("TLS handshake failed", words[0], words[words.length - 1]);
            router.awaitError("connection"); // an alert, or the end of the connection
            assertThat(pathproof.status().sessions()).isZero();
        }
    }

    @Test
    void refusesANeighborWithoutTlsInBothDirections() throws IOException {
        try (TlsSpeaker router = new TlsSpeaker(ROUTER, PATHPROOF).awaits(Optional.empty());
                TlsSpeaker pathproof =
                        new TlsSpeaker(PATHPROOF, ROUTER).connects(router.port(), Optional.of(tls.router()))) {
            pathproof.awaitError("TLS handshake failed: the peer does not speak TLS");
        }
        try (TlsSpeaker pathproof = new TlsSpeaker(PATHPROOF, ROUTER).awaits(Optional.of(tls.router()));
                TlsSpeaker router = new TlsSpeaker(ROUTER, PATHPROOF).connects(pathproof.port(), Optional.empty())) {
            pathproof.awaitError("TLS handshake failed: the peer does not speak TLS");
            assertThat(router.status().sessions()).isZero();
        }
    }

    @Test
    void aSilentNeighborFailsTheHandshakeInTime() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 16, InetAddress.ofLiteral(ROUTER));
                TlsSpeaker pathproof =
                        new TlsSpeaker(PATHPROOF, ROUTER).connects(silent.getLocalPort(), Optional.of(tls.router()))) {
            pathproof.awaitError("TLS handshake failed: the peer did not complete the handshake in time");
        }
    }

    @Test
    void aSessionEndsWithTheCertificateOfItsNeighbor() throws IOException {
        TlsAuthority.Issued revoked = tls.issue(TestTls.ROUTER);
        try (TlsSpeaker router = new TlsSpeaker(ROUTER, PATHPROOF).awaits(Optional.of(tls.pathproof(revoked)));
                TlsSpeaker pathproof =
                        new TlsSpeaker(PATHPROOF, ROUTER).connects(router.port(), Optional.of(tls.router()))) {
            pathproof.awaitEstablished();
            tls.revoke(revoked);
            pathproof.awaitError("certificate of CN=r1.example.net is revoked");
        }
    }

    @Test
    void aSessionEndsWhenTheCertificateOfItsNeighborExpires() throws IOException {
        Instant end = Instant.now().plusSeconds(12);
        TlsAuthority.Issued brief = tls.authority.issue(folder, end, "brief", TestTls.ROUTER);
        try (TlsSpeaker pathproof = new TlsSpeaker(PATHPROOF, ROUTER).awaits(Optional.of(tls.router()));
                TlsSpeaker router = new TlsSpeaker(ROUTER, PATHPROOF)
                        .connects(pathproof.port(), Optional.of(tls.pathproof(brief)))) {
            pathproof.awaitEstablished();
            router.awaitEstablished();
            // A later attempt of the router reports the failed validation.
            Conditions.await(
                    "end of the session",
                    LIMIT,
                    () -> pathproof.status().lastError().isPresent());
            assertThat(pathproof.status().lastError().orElseThrow()).containsAnyOf("CN=brief expired", "NotAfter");
            assertThat(Instant.now()).isAfter(end.minusSeconds(1)); // certificates have whole seconds
        }
    }

    @Test
    void aRenewedCertificateCountsWithoutARestart() throws IOException {
        TlsPeer identity = tls.pathproof(tls.authority.issue(folder, TestTls.ROUTER, "old.example.net"));
        try (TlsSpeaker router = new TlsSpeaker(ROUTER, PATHPROOF).awaits(Optional.of(identity));
                TlsSpeaker pathproof =
                        new TlsSpeaker(PATHPROOF, ROUTER).connects(router.port(), Optional.of(tls.router()))) {
            pathproof.awaitError("No subject alternative DNS name matching r1.example.net");
            tls.issue(TestTls.ROUTER); // replaces the files
            pathproof.awaitEstablished();
        }
    }

    @Test
    void aLargeTableArrivesAtANeighborThatReadsInSmallParts() throws IOException {
        SpeakerSettings settings = new SpeakerSettings(
                List.of(new InetSocketAddress(InetAddress.ofLiteral(PATHPROOF), 0)), 1, 8 << 10, true);
        try (TlsSpeaker table = new TlsSpeaker(PATHPROOF, ROUTER);
                BgpSpeaker speaker = new BgpSpeaker(settings, SpeakerListener.NONE)) {
            IntStream.range(0, ROUTES)
                    .forEach(
                            i -> table.routes.announce(Prefix.ipv4(0x0a00_0000 + (i << 8), 24), 0, attributes(i + 1L)));
            speaker.start();
            speaker.add(passive(ROUTER, tls.router()), table.routes);
            try (TestRouter router = new TestRouter(
                    InetAddress.ofLiteral(ROUTER),
                    speaker.addresses().getFirst(),
                    TlsSpeaker.AS,
                    30,
                    Optional.of(tls.routerSockets()))) {
                Conditions.await("all routes", LIMIT, () -> router.routes.size() == ROUTES);
            }
        }
    }

    private static Neighbor passive(String address, TlsPeer tls) {
        SessionSettings session = SessionSettings.of(TlsSpeaker.AS, TlsSpeaker.AS, 0x0a00_0001);
        return new Neighbor(
                InetAddress.ofLiteral(address),
                Neighbor.BGP_PORT,
                Optional.empty(),
                new SessionSettings(
                        session.localAs(),
                        session.peerAs(),
                        session.identifier(),
                        session.families(),
                        session.addPath(),
                        session.holdTime(),
                        session.sendHoldTime(),
                        session.connectRetryMin(),
                        session.connectRetryMax(),
                        true,
                        Optional.empty(),
                        false),
                TcpProtection.NONE,
                Optional.of(tls));
    }

    @Test
    void aResumedSessionDoesNotAuthenticateTheNameOfAnotherNeighbor() throws IOException {
        InetAddress other = InetAddress.ofLiteral("127.0.0.3");
        TlsPeer router = tls.router();
        SSLSocketFactory sockets = tls.routerSockets();
        try (TlsSpeaker pathproof = new TlsSpeaker(PATHPROOF, ROUTER)) {
            InetSocketAddress speaker = pathproof.speaker.addresses().getFirst();
            pathproof.speaker.add(passive(ROUTER, router), new ListSource());
            pathproof.speaker.add(
                    passive("127.0.0.3", new TlsPeer(router.files(), "r2.example.net")), new ListSource());
            try (TestRouter first =
                    new TestRouter(InetAddress.ofLiteral(ROUTER), speaker, TlsSpeaker.AS, 30, Optional.of(sockets))) {
                pathproof.awaitEstablished();
                assertThat(first.received.get()).isPositive();
                try (TestRouter second = new TestRouter(other, speaker, TlsSpeaker.AS, 30, Optional.of(sockets))) {
                    Conditions.await(
                            "refusal of the other name",
                            LIMIT,
                            () -> pathproof
                                    .speaker
                                    .neighbor(other)
                                    .orElseThrow()
                                    .lastError()
                                    .filter(why ->
                                            why.contains("CN=r1.example.net lacks the subjectAltName r2.example.net"))
                                    .isPresent());
                    assertThat(second.received.get()).isZero();
                }
            }
        }
    }

    @Test
    void refusesTcpAoKeysOfTheHandshake() {
        InetAddress peer = InetAddress.ofLiteral(ROUTER);
        TcpProtection keys = new TcpProtection(Neighbor.peer(peer), "", List.of(TcpAoKey.HANDSHAKE), 0);
        assertThatThrownBy(() -> new Neighbor(
                        peer,
                        Neighbor.BGP_PORT,
                        Optional.empty(),
                        SessionSettings.of(1, 1, 1),
                        keys,
                        Optional.of(tls.router())))
                .hasMessageContaining("the TCP-AO key tls is not available for BGP");
    }
}
