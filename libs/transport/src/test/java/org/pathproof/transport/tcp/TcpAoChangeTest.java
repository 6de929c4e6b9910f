// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.harness.OpenedResources;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.relay.RelaySettings;
import org.pathproof.transport.relay.TcpSink;
import org.pathproof.transport.stream.StreamDialer;
import org.pathproof.wire.Prefix;

/**
 * Changes TCP-AO keys of established connections, between two relays. {@code ./pathproof test tcp-ao} runs these tests
 * on a kernel that has TCP-AO.
 */
class TcpAoChangeTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int SOCKET_TIMEOUT_MS = 60_000;
    private static final List<Prefix> HERE = List.of(Prefix.parse("127.0.0.0/8"));
    private static final String OLD = "1 1 hmac-sha-1-96 old secret";
    private static final String NEW = "2 2 aes-128-cmac-96 new secret";

    @TempDir
    private Path folder;

    @RegisterExtension
    final OpenedResources opened = new OpenedResources();

    private TcpSink sink;

    @BeforeEach
    void start() throws IOException {
        try {
            TcpOptions.check(new TcpProtection(HERE, "", List.of(TcpAoKey.parse(OLD)), 0));
        } catch (IllegalArgumentException lacking) {
            Assumptions.abort("NOT TESTED: changes of TCP-AO keys, because " + lacking.getMessage());
        }
        sink = opened.open(new TcpSink());
    }

    /** Keys of one end, in a file. */
    private final class End {
        private final Path file;
        final TcpAoKeys keys;

        End(String name, String... lines) throws IOException {
            file = folder.resolve(name);
            change(lines);
            keys = TcpAoKeys.ofFile(name, file);
        }

        void change(String... lines) throws IOException {
            Files.write(file, List.of(lines));
        }

        /** Waits until all sockets have exactly these keys. */
        void awaitChanged(String... lines) {
            await().atMost(LIMIT)
                    .until(() ->
                            keys.current().equals(TcpAoKey.parseAll(List.of(lines))) && keys.changingSockets() == 0);
        }

        TcpProtection protection() {
            return new TcpProtection(HERE, "", keys, 0);
        }
    }

    /** A relay that listens with the keys of the collector, and one that connects to it with the keys of the router. */
    private final class Line {
        final Relay listening;
        final Relay connecting;
        final Socket router;
        final Socket collector;

        Line(TcpProtection collectorEnd, TcpProtection routerEnd) throws Exception {
            listening = relay(Endpoint.parse("127.0.0.1:0"), collectorEnd, sink.endpoint(), TcpProtection.NONE);
            connecting = relay(
                    Endpoint.parse("127.0.0.1:0"),
                    TcpProtection.NONE,
                    new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", listening.port()),
                    routerEnd);
            router = new Socket(InetAddress.getLoopbackAddress(), connecting.port());
            opened.open(router);
            router.setSoTimeout(SOCKET_TIMEOUT_MS);
            router.getOutputStream().write(0);
            collector = sink.arrival();
            assertThat(collector.getInputStream().read()).isZero();
        }

        /** Sends bytes in both directions over the one connection between the relays. */
        void carries() throws IOException {
            for (int i = 1; i <= 100; i++) {
                router.getOutputStream().write(i);
                assertThat(collector.getInputStream().read()).isEqualTo(i);
                collector.getOutputStream().write(i);
                assertThat(router.getInputStream().read()).isEqualTo(i);
            }
            assertThat(connecting.connectionCount()).isEqualTo(1);
        }
    }

    private Relay relay(Endpoint listen, TcpProtection listens, Endpoint connect, TcpProtection connects)
            throws InterruptedException {
        RelaySettings settings = new RelaySettings(
                listen, listens, connect, connects, Optional.empty(), QuicLimits.DEFAULT, Duration.ZERO, 1);
        return opened.open(new Relay(settings)).start();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aConnectionSurvivesTheReplacementOfItsKeyInAnyOrder(boolean collectorFirst) throws Exception {
        End collector = new End("collector", OLD);
        End router = new End("router", OLD);
        Line line = new Line(collector.protection(), router.protection());
        End first = collectorFirst ? collector : router;
        End second = collectorFirst ? router : collector;
        line.carries();
        first.change(NEW);
        await().atMost(LIMIT).until(() -> {
            line.carries();
            return first.keys.changingSockets() > 0;
        });
        line.carries();
        second.change(NEW);
        await().atMost(LIMIT).until(() -> {
            line.carries();
            return second.keys.current().equals(first.keys.current())
                    && first.keys.changingSockets() == 0
                    && second.keys.changingSockets() == 0;
        });
        line.carries();
        assertNoConnection(line, OLD);
        assertConnection(line, NEW);
    }

    @Test
    void connectionsOpenDuringAChangeInThreeSteps() throws Exception {
        End collector = new End("collector", OLD);
        End router = new End("router", OLD);
        Line line = new Line(collector.protection(), router.protection());
        String[][] steps = {{OLD, NEW}, {NEW, OLD}, {NEW}};
        for (String[] keys : steps) {
            for (End end : List.of(collector, router)) {
                end.change(keys);
                end.awaitChanged(keys);
                line.carries();
                assertConnection(line, router.keys.current().getFirst());
            }
        }
        assertNoConnection(line, OLD);
    }

    /** Keepalive probes carry the change over an idle connection, and back to a key that was removed before. */
    @Test
    void anIdleConnectionChangesToo() throws Exception {
        End collector = new End("collector", OLD);
        End router = new End("router", OLD);
        Line line = new Line(collector.protection(), router.protection());
        for (String key : List.of(NEW, OLD)) {
            router.change(key);
            collector.change(key);
            collector.awaitChanged(key);
            router.awaitChanged(key);
        }
        line.carries();
    }

    @Test
    void aSegmentSignedWithTheRemovedKeyIsDropped() throws Exception {
        End collector = new End("collector", OLD);
        Relay listening =
                relay(Endpoint.parse("127.0.0.1:0"), collector.protection(), sink.endpoint(), TcpProtection.NONE);
        Channel router = connect(listening, OLD, NEW);
        send(router, 1);
        Socket arrival = sink.arrival();
        assertThat(arrival.getInputStream().read()).isEqualTo(1);
        collector.change(NEW);
        collector.awaitChanged(NEW);

        long before = unknownKeys();
        router.eventLoop()
                .submit(() -> {
                    TcpAoOptions.sign(router, TcpAoKey.parse(OLD));
                    send(router, 2);
                })
                .await();
        await().atMost(LIMIT).until(() -> unknownKeys() > before);
        arrival.setSoTimeout(1000);
        assertThat(readsNothing(arrival)).isTrue();
        // The kernel sends the byte again, signed with the new key.
        router.eventLoop()
                .submit(() -> TcpAoOptions.sign(router, TcpAoKey.parse(NEW)))
                .await();
        arrival.setSoTimeout(SOCKET_TIMEOUT_MS);
        assertThat(arrival.getInputStream().read()).isEqualTo(2);
    }

    @Test
    void anUnusableFileChangesNothing() throws Exception {
        End collector = new End("collector", OLD);
        End router = new End("router", OLD);
        Line line = new Line(collector.protection(), router.protection());
        collector.change("1 1 hmac-sha-1-96 another secret");
        await().atMost(LIMIT).until(() -> !collector.keys.problem().isEmpty());
        line.carries();
        assertConnection(line, OLD);
    }

    /** Connects with fixed keys. */
    private Channel connect(Relay to, String... keys) {
        TcpSockets sockets = new TcpSockets(new TcpProtection(HERE, "", TcpAoKey.parseAll(List.of(keys)), 0));
        EventLoopGroup loops = sockets.eventLoops(1, "test");
        opened.open(() -> {
            var _ = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        });
        return new Bootstrap()
                .group(loops)
                .channelFactory(sockets.connections())
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        sockets.protect(channel);
                    }
                })
                .connect("127.0.0.1", to.port())
                .syncUninterruptibly()
                .channel();
    }

    private static void send(Channel channel, int value) {
        var _ = channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {(byte) value}));
    }

    private static boolean readsNothing(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    /** Returns the number of segments with a KeyID that the connection does not have. */
    private static long unknownKeys() throws IOException {
        List<String[]> lines = Files.readAllLines(Path.of("/proc/net/netstat")).stream()
                .filter(line -> line.startsWith("TcpExt:"))
                .map(line -> line.split(" "))
                .toList();
        return Long.parseLong(lines.getLast()[Arrays.asList(lines.getFirst()).indexOf("TCPAOKeyNotFound")]);
    }

    private void assertConnection(Line line, String key) throws Exception {
        assertConnection(line, TcpAoKey.parse(key));
    }

    private void assertConnection(Line line, TcpAoKey key) throws Exception {
        assertThat(reaches(line, key)).as("a new connection with %s", key).isTrue();
    }

    private void assertNoConnection(Line line, String key) throws Exception {
        assertThat(reaches(line, TcpAoKey.parse(key)))
                .as("a new connection with %s", key)
                .isFalse();
    }

    /** Returns true if a new connection with a key is accepted within two seconds. */
    private static boolean reaches(Line line, TcpAoKey key) throws Exception {
        try (StreamDialer dialer = new StreamDialer(new TcpProtection(HERE, "", List.of(key), 0), "test")) {
            dialer.tcp(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), line.listening.port()),
                            Duration.ofSeconds(2))
                    .close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
