// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.assertj.core.util.Throwables;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.Ports;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.rpki.rtr.PemTlsContexts;
import org.pathproof.rpki.rtr.RtrClient;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.pathproof.rpki.rtr.TlsTransport;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.quic.QuicProtocol;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.relay.RelaySettings;
import org.pathproof.transport.tcp.TcpAoKey;
import org.pathproof.transport.tcp.TcpAoKeys;
import org.pathproof.transport.tcp.TcpOptions;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Tests RTR listeners over TLS and QUIC, and over TCP with TCP-MD5 and GTSM. */
class RtrListenersTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final byte[] RESET_QUERY = {1, 2, 0, 0, 0, 0, 0, 8};
    private static final int ERROR_REPORT = 10;
    private static final int END_OF_DATA = 7;
    private static final List<Prefix> HERE = List.of(Prefix.parse("127.0.0.0/8"));

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

    private <T extends AutoCloseable> T open(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    /** Starts a listener over TLS, and returns its port. */
    private int tls(String clientCertificates) {
        TlsAuthority.Issued own = authority.issue(folder, "cache", "127.0.0.1");
        return listener.start(Map.of(
                "transport", "tls",
                "tls.certificate", own.certificate().toString(),
                "tls.key", own.key().toString(),
                "tls.trust", trust().toString(),
                "tls.client-certificates", clientCertificates));
    }

    private Path trust() {
        return authority.writeTo(folder.resolve("authority.pem"));
    }

    private RtrClient client(int port, TlsAuthority.@Nullable Issued own) {
        PemTlsContexts contexts = own == null
                ? new PemTlsContexts(trust(), null, null)
                : new PemTlsContexts(trust(), own.certificate(), own.key());
        return new RtrClient(
                        RtrClientSettings.of("127.0.0.1", port)
                                .withTransport(new TlsTransport(contexts, null, List.of("TLSv1.3"))),
                        c -> {})
                .start();
    }

    private Socket socket(int port) throws IOException {
        return new PemTlsContexts(trust(), null, null).get().getSocketFactory().createSocket("127.0.0.1", port);
    }

    private static void awaitData(RtrClient client) {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(client.data())
                        .as(String.valueOf(client.status().problem()))
                        .isPresent());
    }

    /** Connects with a certificate until the server refuses it for a reason with these words. */
    private void assertRefused(int port, TlsAuthority.@Nullable Issued own, String words) {
        try (RtrClient client = client(port, own)) {
            listener.awaitUnauthenticated(words);
            assertThat(client.data()).isEmpty();
        }
    }

    @Test
    void tlsRequiresAValidCertificateWithTheAddressOfTheRouter() {
        int port = tls("required");
        RtrClient router = open(client(port, authority.issue(folder, "router", "127.0.0.1")));
        awaitData(router);
        assertThat(listener.certificateEnd())
                .isGreaterThan((double) Instant.now().getEpochSecond());
        Vrp more = new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64497);
        listener.source().apply(List.of(more), List.of());
        await().atMost(TIMEOUT).until(() -> router.data().orElseThrow().contains(more));

        assertRefused(port, null, "Empty client certificate chain");
        Instant past = Instant.now().minusSeconds(60);
        assertRefused(port, authority.issue(folder, past, "expired", "127.0.0.1"), "validity check failed");
        assertRefused(port, authority.issue(folder, "elsewhere", "192.0.2.1"), "CN=elsewhere lacks the address");
        double before = listener.refused("authentication");
        TlsAuthority impostor = new TlsAuthority("Test authority");
        try (RtrClient stranger = client(port, impostor.issue(folder, "stranger", "127.0.0.1"))) {
            await().atMost(TIMEOUT).until(() -> listener.refused("authentication") > before);
            assertThat(stranger.data()).isEmpty();
        }
        await().until(() -> listener.clients() == 1);
        assertThat(router.data().orElseThrow().contains(more)).isTrue();
    }

    @Test
    void tlsWithoutClientCertificatesAnswersGarbageWithAnErrorReport() throws IOException {
        int port = tls("none");
        awaitData(open(client(port, null)));
        try (Socket garbage = socket(port)) {
            garbage.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(errorReport(garbage)).isEqualTo("this cache speaks versions up to 2");
            assertThat(garbage.getInputStream().read()).isEqualTo(-1);
        }
    }

    /** Reads an Error Report (RFC 8210 section 5.11), and returns its text. */
    private static String errorReport(Socket router) throws IOException {
        DataInputStream in = new DataInputStream(router.getInputStream());
        in.readUnsignedByte();
        assertThat(in.readUnsignedByte()).isEqualTo(ERROR_REPORT);
        in.readUnsignedShort();
        in.readInt();
        in.skipNBytes(in.readInt());
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    @Test
    void tlsDisconnectsARouterThatDoesNotRead() throws IOException {
        listener.serveMany();
        Socket deaf = socket(tls("optional"));
        opened.add(() -> deaf.setSoLinger(true, 0));
        deaf.getOutputStream().write(RESET_QUERY);
        await().atMost(TIMEOUT).until(() -> listener.refused("slow-reader") == 1);
        await().until(() -> listener.clients() == 0);
    }

    @Test
    void onlySegmentsWithTheRightKeyAndTimeToLiveReachTheListener() throws Exception {
        assertOnlyTheRightSegmentsReachTheListener(
                Map.of("tcp.md5-password", "for this test only"),
                new TcpProtection(HERE, "for this test only", List.of(), 1),
                new TcpProtection(HERE, "another password", List.of(), 1));
    }

    @Test
    void onlySegmentsWithTheRightTcpAoKeyReachTheListener() throws Exception {
        TcpProtection right = ao("1 2 hmac-sha-1-96 for-this-test-only", 1);
        assumeSupport(right);
        assertOnlyTheRightSegmentsReachTheListener(
                Map.of("tcp.ao-keys[0]", "2 1 hmac-sha-1-96 for-this-test-only"),
                right,
                ao("1 2 hmac-sha-1-96 another", 1));
    }

    private static TcpProtection ao(String key, int maxHops) {
        return new TcpProtection(HERE, "", List.of(TcpAoKey.parse(key)), maxHops);
    }

    private static void assumeSupport(TcpProtection protection) {
        try {
            TcpOptions.check(protection);
        } catch (IllegalArgumentException lacking) {
            Assumptions.abort("NOT TESTED: RTR listeners with TCP-AO, because " + lacking.getMessage());
        }
    }

    /** Starts a relay that signs the segments of routers. */
    private Relay signer(int port, TcpProtection protection) throws InterruptedException {
        return open(new Relay(new RelaySettings(
                        Endpoint.parse("127.0.0.1:0"),
                        TcpProtection.NONE,
                        new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", port),
                        protection,
                        Optional.empty(),
                        QuicLimits.DEFAULT,
                        Duration.ZERO,
                        1))
                .start());
    }

    private void assertOnlyTheRightSegmentsReachTheListener(
            Map<String, String> keys, TcpProtection right, TcpProtection wrong) throws Exception {
        Map<String, String> settings = new HashMap<>(Map.of("tcp.peers[0]", "127.0.0.0/8", "tcp.max-hops", "1"));
        settings.putAll(keys);
        int port = listener.start(settings);
        Relay relay = signer(port, right);
        awaitData(open(new RtrClient(RtrClientSettings.of("127.0.0.1", relay.port()), c -> {}).start()));
        assertThat(Ports.accepts(port)).isFalse();
        assertThat(reaches(port, wrong, SECOND)).isFalse();
        assertThat(listener.clients()).isEqualTo(1);
    }

    @Test
    void theTcpAoKeyOfASessionChanges() throws Exception {
        assumeSupport(ao("1 2 hmac-sha-1-96 first", 0));
        Path own = Files.writeString(folder.resolve("own"), "2 1 hmac-sha-1-96 first");
        Path others = Files.writeString(folder.resolve("others"), "1 2 hmac-sha-1-96 first");
        int port = listener.start(Map.of("tcp.peers[0]", "127.0.0.0/8", "tcp.ao-key-file", own.toString()));
        TcpAoKeys keys = TcpAoKeys.ofFile("relay", others);
        Relay relay = signer(port, new TcpProtection(HERE, "", keys, 0));
        RtrClient router = open(new RtrClient(RtrClientSettings.of("127.0.0.1", relay.port()), c -> {}).start());
        awaitData(router);
        Files.writeString(own, "4 3 aes-128-cmac-96 second");
        Files.writeString(others, "3 4 aes-128-cmac-96 second");
        // The relay removes its old key when the listener signs with the new one.
        await().atMost(TIMEOUT).until(() -> keys.current().getFirst().sendId() == 3 && keys.changingSockets() == 0);
        Vrp more = new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64497);
        listener.source().apply(List.of(more), List.of());
        await().atMost(TIMEOUT).until(() -> router.data().orElseThrow().contains(more));
        assertThat(relay.connectionCount()).isEqualTo(1);
        assertThat(reaches(port, ao("3 4 aes-128-cmac-96 second", 0), TIMEOUT)).isTrue();
        assertThat(reaches(port, ao("1 2 hmac-sha-1-96 first", 0), SECOND)).isFalse();
    }

    @Test
    void routersBehindARelayShareAConnectionOfQuic() throws Exception {
        TlsAuthority.Issued own = authority.issue(folder, "cache", "localhost");
        int port = listener.start(Map.of(
                "transport", "quic",
                "tls.certificate", own.certificate().toString(),
                "tls.key", own.key().toString(),
                "tls.trust", trust().toString()));
        Relay relay = quicRelay(port, authority.issue(folder, "router", "127.0.0.1"));
        RtrClient first = open(new RtrClient(RtrClientSettings.of("127.0.0.1", relay.port()), c -> {}).start());
        RtrClient second = open(new RtrClient(RtrClientSettings.of("127.0.0.1", relay.port()), c -> {}).start());
        awaitData(first);
        awaitData(second);
        Vrp more = new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64497);
        listener.source().apply(List.of(more), List.of());
        await().atMost(TIMEOUT).until(() -> first.data().orElseThrow().contains(more));
        await().atMost(TIMEOUT).until(() -> second.data().orElseThrow().contains(more));
        assertThat(listener.clients()).isEqualTo(2);

        Relay elsewhere = quicRelay(port, authority.issue(folder, "elsewhere", "192.0.2.1"));
        try (RtrClient stranger = new RtrClient(RtrClientSettings.of("127.0.0.1", elsewhere.port()), c -> {}).start()) {
            listener.awaitUnauthenticated("CN=elsewhere lacks the address");
            assertThat(stranger.data()).isEmpty();
        }
        first.close();
        await().atMost(TIMEOUT).until(() -> listener.clients() == 1);
    }

    /** Starts a relay from TCP to a listener over QUIC. */
    private Relay quicRelay(int port, TlsAuthority.Issued certificate) throws InterruptedException {
        TlsFiles files = new TlsFiles(
                "relay",
                new TlsFiles.PemFiles(certificate.certificate(), certificate.key(), trust()),
                TlsFiles.ClientCertificates.REQUIRED,
                QuicProtocol.RTR.label());
        return open(new Relay(RelaySettings.of(
                        Endpoint.parse("127.0.0.1:0"),
                        new Endpoint(Endpoint.Transport.QUIC, "localhost", port),
                        Optional.of(files)))
                .start());
    }

    /** Returns true if a connection with a protection is accepted within the limit. */
    private static boolean reaches(int port, TcpProtection protection, Duration limit) {
        TcpSockets sockets = new TcpSockets(protection);
        EventLoopGroup loops = sockets.eventLoops(1, "test");
        try {
            var connected = new Bootstrap()
                    .group(loops)
                    .channelFactory(sockets.connections())
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(limit.toMillis()))
                    .handler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            sockets.protect(channel);
                        }
                    })
                    .connect("127.0.0.1", port)
                    .awaitUninterruptibly();
            connected.channel().close().awaitUninterruptibly();
            return connected.isSuccess();
        } finally {
            var _ = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    @Test
    void aRouterThatHasNoSignedSegmentsOfItsAddressIsRefused() throws IOException {
        int port = listener.start(Map.of("tcp.peers[0]", "127.0.0.9/32", "tcp.md5-password", "for this test only"));
        try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
            assertThat(stranger.getInputStream().read()).isEqualTo(-1);
        }
        await().until(() -> listener.refused("address") == 1);
    }

    /** The retry interval is the second of the three intervals (RFC 8210 section 5.8). */
    @Test
    void endOfDataHasTheRetryInterval() throws IOException {
        try (Socket router = new Socket(InetAddress.getLoopbackAddress(), listener.start(Map.of()))) {
            router.getOutputStream().write(RESET_QUERY);
            DataInputStream in = new DataInputStream(router.getInputStream());
            int type = -1;
            while (type != END_OF_DATA) {
                in.readUnsignedByte();
                type = in.readUnsignedByte();
                in.readUnsignedShort();
                int length = in.readInt();
                if (type == END_OF_DATA) {
                    in.skipNBytes(2 * Integer.BYTES);
                    assertThat(in.readInt()).isEqualTo(TestedListener.RETRY_SECONDS);
                } else {
                    in.skipNBytes(length - RESET_QUERY.length);
                }
            }
        }
    }

    @Test
    void wrongSettingsAreRefusedAtTheStart() {
        assertWrong("the transports tls and quic need tls.certificate", Map.of("transport", "tls"));
        assertWrong("the transports tls and quic need tls.certificate", Map.of("transport", "quic"));
        assertWrong("quic has no TCP-MD5", Map.of("transport", "quic", "tcp.max-hops", "1"));
        assertWrong("the transport ssh needs ssh.host-key", Map.of("transport", "ssh"));
        assertWrong("port must be 0 to 65535", Map.of("port", "-1"));
        assertWrong("needs a name", Map.of("name", "a b"));
        assertWrong("is used twice", Map.of("name", "default"));
        assertWrong("RTR versions are 0 to 2", Map.of("max-version", "3"));
        assertWrong("TCP-MD5 and TCP-AO need the addresses", Map.of("tcp.md5-password", "x"));
        assertWrong(
                "unset allowed",
                Map.of("tcp.md5-password", "x", "tcp.peers[0]", "127.0.0.1/32", "allowed[0]", "127.0.0.1/32"));
        assertWrong(
                "missing-file has no readable private key",
                Map.of(
                        "transport", "ssh",
                        "ssh.host-key", "missing-file",
                        "ssh.users[0].name", "router",
                        "ssh.users[0].password", "x"));
    }

    private void assertWrong(String words, Map<String, String> settings) {
        Throwable thrown = catchThrowable(() -> listener.made(settings));
        assertThat(Throwables.getStackTrace(thrown)).contains(words, "pathproof.policy-api.rtr.listeners");
    }
}
