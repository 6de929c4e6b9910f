// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.admission.RouterRule;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.Bmp;
import org.pathproof.collector.router.FeedRules;
import org.pathproof.collector.router.PeerMatcher;
import org.pathproof.collector.router.PeerRules;
import org.pathproof.collector.router.Permission;
import org.pathproof.collector.router.RouterRules;
import org.pathproof.collector.router.Sessions;
import org.pathproof.collector.router.Sources;
import org.pathproof.contracts.Metrics;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.harness.Ports;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.telemetry.tracing.RouteTracers;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.QuicLimits;
import org.pathproof.transport.Relay;
import org.pathproof.transport.RelaySettings;
import org.pathproof.transport.TcpProtection;
import org.pathproof.transport.TlsFiles;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** Tests the access of routers: TLS with real handshakes, PROXY headers, access rules, and dialled routers. */
final class BmpAccessTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final AddressRanges NOWHERE = new AddressRanges(List.of());
    private static final AddressRanges HERE = AddressRanges.of("test", List.of("127.0.0.0/8", "::1"));

    @TempDir
    private Path folder;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CollectorMetrics metrics = new CollectorMetrics(meters);
    private final KafkaOutput output = new KafkaOutput(
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()),
            3,
            1_000_000,
            500_000,
            metrics,
            RouteTracers.OFF);
    private final Sessions sessions = new Sessions(output.sessions());
    private final Bmp bmp = new Bmp(65000, 65536);
    private final TlsAuthority authority = new TlsAuthority("Test authority");
    private Path trust;
    private @Nullable BmpServer server;

    @BeforeEach
    void trust() {
        trust = authority.writeTo(folder.resolve("trust.pem"));
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
        output.close();
    }

    @Test
    void namesARouterByItsCertificate() throws IOException, InterruptedException {
        BmpServer tls = tls(TlsFiles.ClientCertificates.REQUIRED);
        try (Socket router =
                secure(tls, authority.issue(folder, "Router One", "r1.example.net", "alias.example.net"))) {
            router.getOutputStream()
                    .write(Bmp.initiation("arbitrary name").concat(bmp.peerUp()).toArray());
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
            router.getOutputStream()
                    .write(Bmp.initiation("unproved name").concat(bmp.peerUp()).toArray());
            assertThat(awaitSession().getRouterName()).isEqualTo("unproved name");
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
            router.getOutputStream().write(Bmp.initiation("plain").toArray());
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
    void namesARouterByItsCertificateOverQuic() throws IOException, InterruptedException {
        int port = quic(List.of());
        try (Relay relay = relay(port, authority.issue(folder, "r5", "r5.example.net"));
                Socket router = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            router.getOutputStream()
                    .write(Bmp.initiation("arbitrary name").concat(bmp.peerUp()).toArray());
            Session session = awaitSession();
            assertThat(session.getRouterName()).isEqualTo("r5.example.net");
            assertThat(session.getRouterIp()).isEqualTo("127.0.0.1");
        }
        await().atMost(TIMEOUT).until(() -> sessions.all().stream().allMatch(s -> s.getState() == State.LOST));
    }

    @Test
    void refusesARouterOverQuicWithoutARule() throws IOException, InterruptedException {
        int port = quic(List.of(rule(HERE, List.of("r6.example.net"), "")));
        try (Relay relay = relay(port, authority.issue(folder, "r5", "r5.example.net"));
                Socket router = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            router.getOutputStream().write(Bmp.initiation("r5").toArray());
            assertEnds(router);
        }
        await().atMost(TIMEOUT).until(() -> closed("not-allowed") == 1);
    }

    @Test
    void anUnreadableStreamDoesNotEndTheOthersOfItsConnection() throws IOException, InterruptedException {
        int port = quic(List.of());
        try (Relay relay = relay(port, authority.issue(folder, "r5", "r5.example.net"));
                Socket broken = new Socket(InetAddress.getLoopbackAddress(), relay.port());
                Socket router = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            broken.getOutputStream().write("this is not BMP".getBytes(StandardCharsets.US_ASCII));
            assertEnds(broken);
            router.getOutputStream()
                    .write(Bmp.initiation("x").concat(bmp.peerUp()).toArray());
            assertThat(awaitSession().getRouterName()).isEqualTo("r5.example.net");
        }
    }

    @Test
    void onlySignedSegmentsReachAListenerWithMd5() throws IOException, InterruptedException {
        TcpProtection md5 = new TcpProtection(List.of(Prefix.parse("127.0.0.0/8")), "shared secret", List.of(), 0);
        BmpServer signed = start(new BmpAccess(
                new Admission(List.of()), NOWHERE, Optional.empty(), new Keepalive(SECOND, SECOND, 3), md5));
        assertThat(Ports.accepts(signed.port())).isFalse();
        Endpoint collector = new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", signed.port());
        try (Relay relay = new Relay(new RelaySettings(
                                Endpoint.parse("127.0.0.1:0"),
                                TcpProtection.NONE,
                                collector,
                                md5,
                                Optional.empty(),
                                QuicLimits.DEFAULT,
                                Duration.ZERO,
                                1))
                        .start();
                Socket router = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            router.getOutputStream()
                    .write(Bmp.initiation("signed").concat(bmp.peerUp()).toArray());
            assertThat(awaitSession().getRouterName()).isEqualTo("signed");
        }
    }

    /** Starts a server for BMP over QUIC. Returns its UDP port. */
    private int quic(List<RouterRule> rules) throws InterruptedException {
        TlsAuthority.Issued own = authority.issue(folder, "collector", "localhost");
        BmpServer made = make(
                BmpAccess.unprotected(
                        new Admission(rules),
                        NOWHERE,
                        Optional.of(files(
                                new TlsFiles.PemFiles(own.certificate(), own.key(), trust),
                                TlsFiles.ClientCertificates.REQUIRED)),
                        Keepalive.OFF),
                TIMEOUT,
                TIMEOUT);
        made.bindQuic("127.0.0.1", 0);
        return made.quicPort().orElseThrow();
    }

    /** Starts a relay from TCP to QUIC with the certificate of a router. */
    private Relay relay(int port, TlsAuthority.Issued identity) throws InterruptedException {
        return new Relay(RelaySettings.of(
                        Endpoint.parse("127.0.0.1:0"),
                        new Endpoint(Endpoint.Transport.QUIC, "localhost", port),
                        Optional.of(files(
                                new TlsFiles.PemFiles(identity.certificate(), identity.key(), trust),
                                TlsFiles.ClientCertificates.REQUIRED))))
                .start();
    }

    @Test
    void takesTheAddressFromATrustedLoadBalancer() throws IOException, InterruptedException {
        BmpServer proxied =
                start(BmpAccess.unprotected(new Admission(List.of()), HERE, Optional.empty(), Keepalive.OFF));
        try (Socket router = plain(proxied)) {
            router.getOutputStream()
                    .write("PROXY TCP4 192.0.2.77 192.0.2.10 40000 11019\r\n".getBytes(StandardCharsets.US_ASCII));
            router.getOutputStream()
                    .write(Bmp.initiation("v1").concat(bmp.peerUp()).toArray());
            assertThat(awaitSession().getRouterIp()).isEqualTo("192.0.2.77");
        }
        await().atMost(TIMEOUT).until(() -> proxied.connectionCount() == 0);
        try (Socket router = plain(proxied)) {
            // Version 2: signature, PROXY, TCP over IPv6, 36 bytes of addresses and ports.
            router.getOutputStream()
                    .write(Bytes.fromHex("0d0a0d0a000d0a515549540a 21 21 0024 20010db8000000000000000000000077"
                                    + "20010db8000000000000000000000010 9c40 2b0b")
                            .concat(Bmp.initiation("v2"))
                            .concat(bmp.peerUp())
                            .toArray());
            await().atMost(TIMEOUT)
                    .until(() -> sessions.all().stream()
                            .anyMatch(s -> s.getRouterName().equals("v2")
                                    && s.getRouterIp().equals("2001:db8:0:0:0:0:0:77")));
        }
    }

    @Test
    void rulesApplyToTheAddressInAProxyHeader() throws IOException, InterruptedException {
        BmpServer proxied = start(BmpAccess.unprotected(
                new Admission(List.of(rule(AddressRanges.of("test", List.of("192.0.2.0/24")), List.of(), ""))),
                HERE,
                Optional.empty(),
                Keepalive.OFF));
        try (Socket router = plain(proxied)) {
            router.getOutputStream()
                    .write("PROXY TCP4 203.0.113.7 192.0.2.10 40000 11019\r\n".getBytes(StandardCharsets.US_ASCII));
            assertEnds(router);
        }
        await().atMost(TIMEOUT).until(() -> closed("not-allowed") == 1);
    }

    @Test
    void ignoresProxyHeadersOfUntrustedAddresses() throws IOException, InterruptedException {
        BmpServer direct = start(BmpAccess.OPEN);
        try (Socket router = plain(direct)) {
            router.getOutputStream()
                    .write("PROXY TCP4 192.0.2.77 192.0.2.10 40000 11019\r\n".getBytes(StandardCharsets.US_ASCII));
            router.getOutputStream()
                    .write(Bmp.initiation("liar").concat(bmp.peerUp()).toArray());
            assertEnds(router);
        }
        await().atMost(TIMEOUT).until(() -> closed("framing") == 1);
        assertThat(sessions.all()).isEmpty();
    }

    @Test
    void refusesALoadBalancerWithoutAProxyHeader() throws IOException, InterruptedException {
        BmpServer proxied =
                start(BmpAccess.unprotected(new Admission(List.of()), HERE, Optional.empty(), Keepalive.OFF));
        try (Socket router = plain(proxied)) {
            router.getOutputStream()
                    .write(Bmp.initiation("no header").concat(bmp.peerUp()).toArray());
            assertEnds(router);
        }
        await().atMost(TIMEOUT).until(() -> closed("proxy-protocol") == 1);
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
            router.getOutputStream()
                    .write(Bmp.initiation("x").concat(bmp.peerUp()).toArray());
            Session session = awaitSession();
            assertThat(session.getRouterName()).isEqualTo("r7.example.net");
            assertThat(session.getRouterIp()).isEqualTo("192.0.2.77");
        }
    }

    @Test
    void rulesNameRoutersAndLimitTheirViews() throws IOException, InterruptedException {
        RouterRule rule = new RouterRule(
                HERE,
                List.of(),
                "border-1",
                false,
                new Permission(
                        EnumSet.of(org.pathproof.wire.bmp.RibView.ADJ_RIB_IN_POST),
                        Optional.of(PeerMatcher.of(List.of("192.0.2.0/24")))));
        BmpServer ruled =
                start(BmpAccess.unprotected(new Admission(List.of(rule)), NOWHERE, Optional.empty(), Keepalive.OFF));
        try (Socket router = plain(ruled)) {
            router.getOutputStream()
                    .write(Bmp.initiation("another name")
                            .concat(bmp.peerUp())
                            .concat(bmp.announce("203.0.113.0/24"))
                            .concat(bmp.announcePostPolicy("203.0.113.0/24"))
                            .toArray());
            Session session = awaitSession();
            assertThat(session.getRouterName()).isEqualTo("border-1");
            assertThat(session.getView()).isEqualTo(RibView.ADJ_RIB_IN_POST);
        }
        assertThat(sessions.all()).hasSize(1);
        assertThat(meters.get(Metrics.BMP_IGNORED)
                        .tag(Metrics.REASON, "view-not-allowed")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void leavesOutPeersThatARuleDoesNotPermit() throws IOException, InterruptedException {
        RouterRule rule = new RouterRule(
                HERE,
                List.of(),
                "",
                false,
                new Permission(
                        EnumSet.allOf(org.pathproof.wire.bmp.RibView.class),
                        Optional.of(PeerMatcher.of(List.of("AS64999")))));
        BmpServer ruled =
                start(BmpAccess.unprotected(new Admission(List.of(rule)), NOWHERE, Optional.empty(), Keepalive.OFF));
        try (Socket router = plain(ruled)) {
            router.getOutputStream()
                    .write(Bmp.initiation("r")
                            .concat(bmp.peerUp())
                            .concat(bmp.announce("203.0.113.0/24"))
                            .toArray());
            await().atMost(TIMEOUT)
                    .until(() ->
                            meters.find(Metrics.BMP_IGNORED).tag(Metrics.REASON, "peer-not-allowed").counters().stream()
                                            .mapToDouble(Counter::count)
                                            .sum()
                                    == 2);
        }
        assertThat(sessions.all()).isEmpty();
    }

    @Test
    void reconnectsToAPassiveRouter() throws IOException, InterruptedException {
        BmpServer dialling = start(BmpAccess.OPEN);
        try (ServerSocket router = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            dialling.dial(new DialTarget("127.0.0.1", router.getLocalPort(), false), Duration.ofMillis(20));
            for (int round = 1; round <= 3; round++) {
                try (Socket accepted = router.accept()) {
                    accepted.getOutputStream()
                            .write(Bmp.initiation("passive")
                                    .concat(bmp.peerUp())
                                    .toArray());
                    long epoch = round;
                    await().atMost(TIMEOUT).until(() -> sessions.all().stream().anyMatch(s -> s.getEpoch() == epoch));
                }
            }
        }
        assertThat(sessions.all())
                .singleElement()
                .satisfies(s -> assertThat(s.getRouterName()).isEqualTo("passive"));
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

    @Test
    void acceptsRoutersWithKeepaliveEnabled() throws IOException, InterruptedException {
        BmpServer kept = start(BmpAccess.unprotected(
                new Admission(List.of()),
                NOWHERE,
                Optional.empty(),
                new Keepalive(Duration.ofSeconds(60), Duration.ofSeconds(10), 6)));
        try (Socket router = plain(kept)) {
            router.getOutputStream()
                    .write(Bmp.initiation("kept").concat(bmp.peerUp()).toArray());
            assertThat(awaitSession().getRouterName()).isEqualTo("kept");
        }
    }

    @Test
    void disconnectsARouterWithoutAWholeMessageInTime() throws IOException, InterruptedException {
        BmpServer impatient = start(BmpAccess.OPEN, Duration.ofMillis(400), Duration.ofMillis(400));
        try (Socket silent = plain(impatient);
                Socket stalled = plain(impatient);
                Socket honest = plain(impatient)) {
            honest.getOutputStream()
                    .write(Bmp.initiation("honest").concat(bmp.peerUp()).toArray());
            stalled.getOutputStream()
                    .write(Bmp.initiation("stalled").concat(bmp.peerUp()).toArray());
            stalled.getOutputStream().write(bmp.announce("192.0.2.0/24").toArray(), 0, 20);
            assertEnds(silent);
            assertEnds(stalled);
            await().atMost(TIMEOUT).until(() -> closed("no-message") == 1 && closed("stalled") == 1);
            assertThat(impatient.connectionCount()).isEqualTo(1);
        }
    }

    @Test
    void connectionFloodsTakeNoPlacesOfOtherRouters() throws IOException, InterruptedException {
        BmpServer small = start(
                BmpAccess.unprotected(new Admission(List.of()), HERE, Optional.empty(), Keepalive.OFF),
                Duration.ofSeconds(60),
                Duration.ofSeconds(60));
        List<Socket> flood = new ArrayList<>();
        try {
            for (int i = 0; i < 40; i++) {
                Socket one = plain(small);
                one.getOutputStream()
                        .write("PROXY TCP4 203.0.113.66 192.0.2.10 40000 11019\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                flood.add(one);
            }
            await().atMost(TIMEOUT).until(() -> closed("per-address") == 38);
            try (Socket honest = plain(small)) {
                honest.getOutputStream()
                        .write("PROXY TCP4 192.0.2.5 192.0.2.10 40000 11019\r\n".getBytes(StandardCharsets.US_ASCII));
                honest.getOutputStream()
                        .write(Bmp.initiation("honest").concat(bmp.peerUp()).toArray());
                assertThat(awaitSession().getRouterName()).isEqualTo("honest");
            }
        } finally {
            for (Socket one : flood) {
                one.close();
            }
        }
    }

    private Session awaitSession() {
        await().atMost(TIMEOUT).until(() -> !sessions.all().isEmpty());
        return sessions.all().getFirst();
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

    private static void assertEnds(Socket router) throws IOException {
        InputStream in = router.getInputStream();
        try {
            assertThat(in.readAllBytes().length).isLessThan(100); // at most an alert
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    private double closed(String reason) {
        Counter counter =
                meters.find(Metrics.BMP_CLOSED).tag(Metrics.REASON, reason).counter();
        return counter == null ? 0 : counter.count();
    }

    private static RouterRule rule(AddressRanges addresses, List<String> certificates, String name) {
        return new RouterRule(addresses, certificates, name, false, Permission.ALL);
    }

    private BmpServer tls(TlsFiles.ClientCertificates clients) throws InterruptedException {
        TlsAuthority.Issued own = authority.issue(folder, "collector", "localhost");
        return startTls(BmpAccess.unprotected(
                new Admission(List.of()),
                NOWHERE,
                Optional.of(files(new TlsFiles.PemFiles(own.certificate(), own.key(), trust), clients)),
                Keepalive.OFF));
    }

    private static TlsFiles files(TlsFiles.PemFiles pem, TlsFiles.ClientCertificates clients) {
        return new TlsFiles("BMP over TLS", pem, clients, BmpServer.QUIC_PROTOCOL);
    }

    private BmpServer startTls(BmpAccess access) throws InterruptedException {
        BmpServer made = make(access, TIMEOUT, TIMEOUT);
        made.bindTls("127.0.0.1", 0);
        return made;
    }

    private BmpServer start(BmpAccess access) throws InterruptedException {
        return start(access, TIMEOUT, TIMEOUT);
    }

    private BmpServer start(BmpAccess access, Duration firstMessage, Duration wholeMessage)
            throws InterruptedException {
        BmpServer made = make(access, firstMessage, wholeMessage);
        made.bind("127.0.0.1", 0);
        return made;
    }

    private BmpServer make(BmpAccess access, Duration firstMessage, Duration wholeMessage) {
        BmpServer made = new BmpServer(
                new BmpLimits(
                        10_000,
                        50,
                        access.proxies().isEmpty() ? 10 : 2,
                        Duration.ZERO,
                        firstMessage,
                        wholeMessage,
                        100_000,
                        50_000),
                access,
                new RouterRules(
                        "c1", Sources.AUTO, TIMEOUT, TIMEOUT, 1000, 10, Set.of(), PeerRules.NONE, FeedRules.NONE),
                sessions,
                output,
                metrics,
                Optional.empty(),
                Clock.systemUTC(),
                new OwnerOfAll());
        server = made;
        return made;
    }

    private Socket plain(BmpServer to) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), to.port()));
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }

    private Socket secure(BmpServer to, TlsAuthority.@Nullable Issued identity) throws IOException {
        SSLSocket socket = socket(client(identity).build(), to.port());
        socket.startHandshake();
        assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
        return socket;
    }

    private static SSLSocket socket(SslContext context, int port) throws IOException {
        SSLSocket socket =
                (SSLSocket) jdk(context).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }

    private SslContextBuilder client(TlsAuthority.@Nullable Issued identity) {
        SslContextBuilder builder =
                SslContextBuilder.forClient().sslProvider(SslProvider.JDK).trustManager(trust.toFile());
        return identity == null
                ? builder
                : builder.keyManager(
                        identity.certificate().toFile(), identity.key().toFile());
    }

    private static SSLContext jdk(SslContext context) {
        return ((JdkSslContext) context).context();
    }

    private static void touch(Path file, long secondsAhead) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(secondsAhead)));
    }
}
