// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
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
import java.net.Socket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.RouterRule;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.Bmp;
import org.pathproof.collector.router.Permission;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.Session;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.onboarding.NamePattern;
import org.pathproof.telemetry.tracing.RouteTracers;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicProtocol;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.relay.RelaySettings;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Bytes;

/** A BMP server with real sockets and certificates, for tests of the access of routers. */
abstract class BmpAccessTests {
    static final Duration TIMEOUT = Duration.ofSeconds(60);
    static final Duration SECOND = Duration.ofSeconds(1);
    static final AddressRanges NOWHERE = new AddressRanges(List.of());
    static final AddressRanges HERE = AddressRanges.of("test", List.of("127.0.0.0/8", "::1"));

    @TempDir
    Path folder;

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final CollectorMetrics metrics = new CollectorMetrics(meters);
    final KafkaOutput output = new KafkaOutput(
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()),
            3,
            1_000_000,
            500_000,
            metrics,
            RouteTracers.OFF);
    final Sessions sessions = new Sessions(output.sessions());
    final Bmp bmp = new Bmp(65000, 65536);
    final TlsAuthority authority = new TlsAuthority("Test authority");
    Path trust;

    @Nullable
    BmpServer server;

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

    /** Starts a relay from TCP to QUIC with the certificate of a router. */
    Relay relay(int port, TlsAuthority.Issued identity) throws InterruptedException {
        return new Relay(RelaySettings.of(
                        Endpoint.parse("127.0.0.1:0"),
                        new Endpoint(Endpoint.Transport.QUIC, "localhost", port),
                        Optional.of(files(
                                new TlsFiles.PemFiles(identity.certificate(), identity.key(), trust),
                                TlsFiles.ClientCertificates.REQUIRED))))
                .start();
    }

    /** Sends BMP messages of a router. */
    static void send(Socket router, Bytes... messages) throws IOException {
        for (Bytes message : messages) {
            router.getOutputStream().write(message.toArray());
        }
    }

    Session awaitSession() {
        await().atMost(TIMEOUT).until(() -> !sessions.all().isEmpty());
        return sessions.all().getFirst();
    }

    static void assertEnds(Socket router) throws IOException {
        InputStream in = router.getInputStream();
        try {
            assertThat(in.readAllBytes().length).isLessThan(100); // at most an alert
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    double closed(String reason) {
        Counter counter = meters.find(CollectorMetricNames.BMP_CLOSED)
                .tag(MetricLabels.REASON, reason)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    static RouterRule rule(AddressRanges addresses, List<String> certificates, String name) {
        return new RouterRule(addresses, NamePattern.all(certificates), name, false, Permission.ALL);
    }

    static TlsFiles files(TlsFiles.PemFiles pem, TlsFiles.ClientCertificates clients) {
        return new TlsFiles("BMP over TLS", pem, clients, QuicProtocol.BMP.label());
    }

    BmpServer startTls(BmpAccess access) throws InterruptedException {
        BmpServer made = make(access, TIMEOUT, TIMEOUT);
        made.bindTls("127.0.0.1", 0);
        return made;
    }

    BmpServer start(BmpAccess access) throws InterruptedException {
        return start(access, TIMEOUT, TIMEOUT);
    }

    BmpServer start(BmpAccess access, Duration firstMessage, Duration wholeMessage) throws InterruptedException {
        BmpServer made = make(access, firstMessage, wholeMessage);
        made.bind("127.0.0.1", 0);
        return made;
    }

    BmpServer make(BmpAccess access, Duration firstMessage, Duration wholeMessage) {
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

    Socket plain(BmpServer to) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), to.port()));
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }

    Socket secure(BmpServer to, TlsAuthority.@Nullable Issued identity) throws IOException {
        SSLSocket socket = socket(client(identity).build(), to.port());
        socket.startHandshake();
        assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
        return socket;
    }

    static SSLSocket socket(SslContext context, int port) throws IOException {
        SSLSocket socket =
                (SSLSocket) jdk(context).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }

    SslContextBuilder client(TlsAuthority.@Nullable Issued identity) {
        SslContextBuilder builder =
                SslContextBuilder.forClient().sslProvider(SslProvider.JDK).trustManager(trust.toFile());
        return identity == null
                ? builder
                : builder.keyManager(
                        identity.certificate().toFile(), identity.key().toFile());
    }

    static SSLContext jdk(SslContext context) {
        return ((JdkSslContext) context).context();
    }
}
