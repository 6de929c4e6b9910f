// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pathproof.harness.OpenedResources;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.tcp.TcpAoKey;
import org.pathproof.transport.tcp.TcpOptions;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Prefix;
import org.slf4j.LoggerFactory;

/**
 * Two relays in a row, with a transport between them, and plain TCP at both ends. The tests run concurrently, because
 * most of them wait for a connection that fails.
 */
@Execution(ExecutionMode.CONCURRENT)
class RelayTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int SOCKET_TIMEOUT_MS = 60_000;
    private static final List<Prefix> HERE = List.of(Prefix.parse("127.0.0.0/8"));
    private static final TcpProtection MD5 = new TcpProtection(HERE, "a shared secret", List.of(), 0);

    @TempDir
    private Path folder;

    private final TlsAuthority authority = new TlsAuthority("Test authority");

    @RegisterExtension
    final OpenedResources opened = new OpenedResources();

    private TcpSink sink;

    @BeforeEach
    void listen() throws IOException {
        sink = opened.open(new TcpSink());
    }

    @ParameterizedTest
    @EnumSource(Endpoint.Transport.class)
    void carriesBytesInBothDirectionsAndEnds(Endpoint.Transport middle) throws Exception {
        Relay first = line(middle, TcpProtection.NONE, TcpProtection.NONE, files("router"));
        byte[] sent = new byte[3 << 20];
        new Random(1).nextBytes(sent);
        try (Socket router = connect(first)) {
            Thread writer = Thread.ofVirtual().start(() -> write(router, sent)); // a QUIC stream begins with bytes
            Socket collector = sink.arrival();
            assertThat(collector.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
            assertThat(writer.join(LIMIT)).isTrue();
            collector.getOutputStream().write(new byte[] {1, 2, 3});
            assertThat(router.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
            router.shutdownOutput();
            assertThat(collector.getInputStream().read()).isEqualTo(-1);
        }
        await().atMost(LIMIT).until(() -> first.connectionCount() == 0);
    }

    @ParameterizedTest
    @EnumSource(Endpoint.Transport.class)
    void endsTheRouterWhenTheOtherSideEnds(Endpoint.Transport middle) throws Exception {
        Relay first = line(middle, TcpProtection.NONE, TcpProtection.NONE, files("router"));
        try (Socket router = connect(first)) {
            router.getOutputStream().write(1);
            try (Socket collector = sink.arrival()) {
                assertThat(collector.getInputStream().read()).isEqualTo(1);
            }
            assertThat(router.getInputStream().read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @EnumSource(Endpoint.Transport.class)
    void aSlowReaderSlowsTheRouterDown(Endpoint.Transport middle) throws Exception {
        Relay first = line(middle, TcpProtection.NONE, TcpProtection.NONE, files("router"));
        try (Socket router = connect(first)) {
            byte[] chunk = new byte[64 << 10];
            long[] written = new long[1];
            Thread writer = Thread.ofVirtual().start(() -> {
                while (written[0] < 256 << 20 && write(router, chunk)) {
                    written[0] += chunk.length;
                }
            });
            Socket collector = sink.arrival();
            // Without a reader, buffers of the kernel and of the relays fill up, and the writer stands still.
            long[] before = {-1};
            await().atMost(LIMIT).pollInterval(Duration.ofSeconds(1)).until(() -> {
                boolean still = written[0] == before[0];
                before[0] = written[0];
                return still;
            });
            assertThat(written[0]).isLessThan(64 << 20);
            collector.close();
            assertThat(writer.join(LIMIT)).as("the router detects the end").isTrue();
        }
    }

    @Test
    void severalRoutersShareOneQuicConnection() throws Exception {
        Relay first = line(Endpoint.Transport.QUIC, TcpProtection.NONE, TcpProtection.NONE, files("router"));
        List<Socket> routers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Socket router = opened.open(connect(first));
            routers.add(router);
            router.getOutputStream().write(i);
        }
        boolean[] seen = new boolean[20];
        for (int i = 0; i < 20; i++) {
            seen[sink.arrival().getInputStream().read()] = true;
        }
        assertThat(seen).doesNotContain(false);
        // The end of one connection leaves the other connections open.
        routers.getFirst().close();
        await().atMost(LIMIT).until(() -> first.connectionCount() == 19);
        routers.getLast().getOutputStream().write(7);
        assertThat(first.connectionCount()).isEqualTo(19);
    }

    @ParameterizedTest
    @EnumSource(value = Endpoint.Transport.class, names = "TCP", mode = EnumSource.Mode.EXCLUDE)
    void refusesForeignAndExpiredCertificates(Endpoint.Transport middle) throws Exception {
        TlsFiles foreign = files(new TlsAuthority("Test authority"), authority, "router", null);
        assertNothingArrives(line(middle, TcpProtection.NONE, TcpProtection.NONE, foreign));
        TlsFiles expired = files(authority, authority, "late", Instant.now().minus(Duration.ofHours(1)));
        assertNothingArrives(line(middle, TcpProtection.NONE, TcpProtection.NONE, expired));
    }

    @ParameterizedTest
    @EnumSource(value = Endpoint.Transport.class, names = "TCP", mode = EnumSource.Mode.EXCLUDE)
    void checksTheNameOfTheOtherSide(Endpoint.Transport middle) throws Exception {
        Relay second = relay(RelaySettings.of(
                new Endpoint(middle, "127.0.0.1", 0),
                sink.endpoint(),
                Optional.of(files("collector", "elsewhere.example"))));
        Relay first = relay(RelaySettings.of(
                Endpoint.parse("127.0.0.1:0"),
                new Endpoint(middle, "localhost", second.port()),
                Optional.of(files("router"))));
        assertNothingArrives(first);
    }

    @Test
    void signsTcpSegmentsWithMd5() throws Exception {
        Relay first = line(Endpoint.Transport.TCP, MD5, MD5, files("router"));
        try (Socket router = connect(first)) {
            router.getOutputStream().write(5);
            assertThat(sink.arrival().getInputStream().read()).isEqualTo(5);
        }
        TcpProtection other = new TcpProtection(HERE, "another secret", List.of(), 0);
        assertNothingArrives(line(Endpoint.Transport.TCP, MD5, other, files("router")));
        assertNothingArrives(line(Endpoint.Transport.TCP, MD5, TcpProtection.NONE, files("router")));
    }

    @Test
    void dropsConnectionsWithALowTtl() throws Exception {
        // 127.0.0.1 sends with TTL 64, as a router 191 hops away would with GTSM.
        TcpProtection direct = new TcpProtection(List.of(), "", List.of(), 1);
        assertNothingArrives(line(Endpoint.Transport.TCP, direct, TcpProtection.NONE, files("router")));
        Relay first = line(Endpoint.Transport.TCP, direct, direct, files("router"));
        try (Socket router = connect(first)) {
            router.getOutputStream().write(5);
            assertThat(sink.arrival().getInputStream().read()).isEqualTo(5);
        }
    }

    @Test
    void usesTcpAoOrNamesWhatTheKernelLacks() throws Exception {
        List<TcpAoKey> keys = TcpAoKey.parseAll(List.of("1 1 hmac-sha-1-96 first", "2 2 aes-128-cmac-96 second"));
        TcpProtection ao = new TcpProtection(HERE, "", keys, 0);
        try {
            new TcpSockets(ao);
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageContaining("TCP-AO").hasMessageContaining("CONFIG_TCP_AO");
            Assumptions.abort("NOT TESTED: sessions with TCP-AO, because " + refused.getMessage());
        }
        Relay first = line(Endpoint.Transport.TCP, ao, ao, files("router"));
        try (Socket router = connect(first)) {
            router.getOutputStream().write(5);
            assertThat(sink.arrival().getInputStream().read()).isEqualTo(5);
        }
        TcpProtection other = new TcpProtection(HERE, "", List.of(TcpAoKey.parse("1 1 hmac-sha-1-96 wrong")), 0);
        assertNothingArrives(line(Endpoint.Transport.TCP, ao, other, files("router")));
    }

    /** Both sides log the change of keys. Afterwards, a connection with the public initial key is refused. */
    @Test
    void takesTcpAoKeysFromTheTlsHandshake() throws Exception {
        TcpProtection derived = new TcpProtection(HERE, "", List.of(TcpAoKey.parse("tls")), 0);
        try {
            TcpOptions.check(derived);
        } catch (IllegalArgumentException refused) {
            Assumptions.abort("NOT TESTED: TCP-AO with keys of TLS, because " + refused.getMessage());
        }
        Logger log = (Logger) LoggerFactory.getLogger(TcpSockets.class.getPackageName());
        log.setLevel(Level.DEBUG);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        Relay first = line(Endpoint.Transport.TLS, derived, derived, files("router"));
        try (Socket router = connect(first)) {
            router.getOutputStream().write(1);
            Socket collector = sink.arrival();
            assertThat(collector.getInputStream().read()).isEqualTo(1);
            for (int i = 2; i < 6; i++) {
                collector.getOutputStream().write(i);
                assertThat(router.getInputStream().read()).isEqualTo(i);
                router.getOutputStream().write(i);
                assertThat(collector.getInputStream().read()).isEqualTo(i);
            }
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(List.copyOf(lines.list))
                            .extracting(ILoggingEvent::getFormattedMessage)
                            .containsExactly(
                                    "TCP-AO keys of the TLS handshake in use: peer=127.0.0.1/32",
                                    "TCP-AO keys of the TLS handshake in use: peer=127.0.0.1/32"));
            router.getOutputStream().write(6);
            assertThat(collector.getInputStream().read()).isEqualTo(6);
            collector.getOutputStream().write(7);
            assertThat(router.getInputStream().read()).isEqualTo(7);
        } finally {
            log.detachAppender(lines);
        }
        assertNothingArrives(line(Endpoint.Transport.TLS, derived, TcpProtection.NONE, files("router")));
    }

    @Test
    void holdsBytesBackForATime() throws Exception {
        RelaySettings plain = RelaySettings.of(Endpoint.parse("127.0.0.1:0"), sink.endpoint(), Optional.empty());
        Duration hold = Duration.ofMillis(100);
        List<Socket> connected = new ArrayList<>();
        Relay slow = relay(new RelaySettings(
                plain.listen(),
                plain.listenProtection(),
                plain.connect(),
                plain.connectProtection(),
                plain.tls(),
                plain.quic(),
                hold,
                1));
        try (Socket router = connect(slow)) {
            for (int i = 0; i < 3; i++) { // the first byte may come before the relay has connected
                long began = System.nanoTime();
                router.getOutputStream().write(i);
                Socket collector = i == 0 ? sink.arrival() : connected.getFirst();
                connected.add(collector);
                assertThat(collector.getInputStream().read()).isEqualTo(i);
                assertThat(System.nanoTime() - began).isGreaterThan(hold.toNanos());
            }
        }
    }

    @Test
    void refusesImpossibleSettings() {
        Endpoint tcp = Endpoint.parse("127.0.0.1:1");
        assertThatThrownBy(() -> RelaySettings.of(tcp, Endpoint.parse("quic://127.0.0.1:1"), Optional.empty()))
                .hasMessageContaining("certificate");
        assertThatThrownBy(() -> new RelaySettings(
                        tcp,
                        TcpProtection.NONE,
                        Endpoint.parse("quic://[::1]:1"),
                        MD5,
                        Optional.of(files("x")),
                        QuicLimits.DEFAULT,
                        Duration.ZERO,
                        1))
                .hasMessage("quic://[::1]:1: TCP-MD5 protects TCP only");
        assertThatThrownBy(() -> Endpoint.parse("sctp://host:1")).hasMessageContaining("tls://HOST:PORT");
        assertThatThrownBy(() -> new RelaySettings(
                        tcp,
                        new TcpProtection(HERE, "", List.of(TcpAoKey.HANDSHAKE), 0),
                        tcp,
                        TcpProtection.NONE,
                        Optional.empty(),
                        QuicLimits.DEFAULT,
                        Duration.ZERO,
                        1))
                .hasMessage("tcp://127.0.0.1:1: the TCP-AO key tls needs TLS");
        assertThatThrownBy(
                        () -> new TcpProtection(HERE, "", TcpAoKey.parseAll(List.of("tls", "1 1 hmac-sha-1-96 k")), 0))
                .hasMessage("the TCP-AO key tls excludes other keys");
        assertThatThrownBy(() -> new TcpProtection(HERE, "x", List.of(TcpAoKey.parse("1 1 hmac-sha-1-96 k")), 0))
                .hasMessageContaining("exclude each other");
        assertThatThrownBy(() -> new TcpProtection(
                        HERE, "", TcpAoKey.parseAll(List.of("1 1 hmac-sha-1-96 k", "1 2 hmac-sha-1-96 k")), 0))
                .hasMessageContaining("same send or receive id");
        assertThatThrownBy(() -> TcpAoKey.parse("1 1 md5 tell-nobody"))
                .hasMessageContaining("hmac-sha-1-96")
                .hasMessageNotContaining("tell-nobody");
    }

    /** Starts a relay from TCP to {@code middle}, and one from there to the sink. Returns the first one. */
    private Relay line(Endpoint.Transport middle, TcpProtection listens, TcpProtection connects, TlsFiles router)
            throws Exception {
        Relay second = relay(new RelaySettings(
                new Endpoint(middle, "127.0.0.1", 0),
                listens,
                sink.endpoint(),
                TcpProtection.NONE,
                Optional.of(files("collector", "localhost")),
                QuicLimits.DEFAULT,
                Duration.ZERO,
                1));
        return relay(new RelaySettings(
                Endpoint.parse("127.0.0.1:0"),
                TcpProtection.NONE,
                new Endpoint(middle, "localhost", second.port()),
                connects,
                Optional.of(router),
                QuicLimits.DEFAULT,
                Duration.ZERO,
                1));
    }

    private Relay relay(RelaySettings settings) throws InterruptedException {
        return opened.open(new Relay(settings)).start();
    }

    private Socket connect(Relay relay) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), relay.port());
        socket.setSoTimeout(SOCKET_TIMEOUT_MS);
        return socket;
    }

    /** Connects to a relay, whose other side must not be reached: the relay closes the connection. */
    private void assertNothingArrives(Relay first) throws IOException {
        try (Socket router = connect(first)) {
            write(router, new byte[1]);
            assertEnds(router.getInputStream());
        }
        for (Socket socket : sink.takeUnexpected()) {
            assertEnds(socket.getInputStream());
        }
    }

    private static void assertEnds(InputStream in) {
        try {
            assertThat(in.read()).isEqualTo(-1);
        } catch (IOException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
    }

    private static boolean write(Socket socket, byte[] bytes) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private TlsFiles files(String name, String... dnsNames) {
        return files(authority, authority, name, null, dnsNames);
    }

    private TlsFiles files(
            TlsAuthority issuer, TlsAuthority trusted, String name, @Nullable Instant expires, String... dnsNames) {
        Instant end = expires == null ? Instant.now().plus(Duration.ofDays(30)) : expires;
        TlsAuthority.Issued own = issuer.issue(folder, end, name, dnsNames);
        Path trust = trusted.writeTo(folder.resolve("trust-" + name + Arrays.hashCode(dnsNames) + ".pem"));
        return new TlsFiles(
                "relay",
                new TlsFiles.PemFiles(own.certificate(), own.key(), trust),
                TlsFiles.ClientCertificates.REQUIRED,
                "pathproof-test");
    }
}
