// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.quic.QuicStreamChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.TlsFiles;

/**
 * Sends damaged packets of a real connection to a {@link QuicListener}, from other ports and from the port of the
 * connection itself, as an attacker on the path would. The connection must go on, and others must be able to follow.
 */
class HostileQuicPacketsTest {
    private static final int PACKETS = 4_000;
    private static final int BATCH = 40; // fits into the receive buffer of the socket
    private static final long SEED = 9000;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** RFC 9000 section 8.1: bytes to a client with an unvalidated address, for each of its bytes. */
    private static final int AMPLIFICATION = 3;

    private static final QuicLimits LIMITS = new QuicLimits(20, 10, 64 << 10, Duration.ofSeconds(5));

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private final TlsAuthority authority = new TlsAuthority("Test authority");
    private final TcpSockets sockets = new TcpSockets(TcpProtection.NONE);
    private final EventLoopGroup loops = sockets.eventLoops(1, "quic-server");
    private final EventLoopGroup clientLoops = sockets.eventLoops(1, "quic-client");
    private final AtomicInteger streams = new AtomicInteger();
    private @Nullable QuicListener made;

    @BeforeEach
    void listen() throws Exception {
        made = new QuicListener(
                loops,
                sockets,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                files("collector", "localhost"),
                LIMITS,
                stream -> {
                    streams.incrementAndGet();
                    stream.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                        @Override
                        public void channelRead(ChannelHandlerContext ctx, Object message) {
                            var _ = ctx.writeAndFlush(message);
                        }
                    });
                });
    }

    @AfterEach
    void close() {
        if (made != null) {
            made.close();
        }
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        clientLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private QuicListener listener() {
        return Objects.requireNonNull(made);
    }

    @Test
    void damagedPacketsCostNeitherStreamsNorBytes() throws Exception {
        try (Tap tap = new Tap(listener().port());
                Client router = new Client(tap.port())) {
            for (int i = 0; i < 10; i++) {
                router.echo();
            }
            List<byte[]> packets = List.copyOf(tap.fromClient);
            assertThat(packets).hasSizeGreaterThan(10);
            for (int sent = 0; sent < PACKETS; sent += BATCH) {
                if (sent / BATCH % 2 == 0) {
                    sendFromElsewhere(packets, router);
                } else {
                    for (int i = 0; i < BATCH; i++) {
                        tap.inject(damaged(packets));
                    }
                }
                router.echo();
                assertThat(listener().connectionCount()).isLessThanOrEqualTo(LIMITS.maxConnections());
            }
            assertThat(streams).as("streams of the router").hasValue(1);
            await().atMost(LIMIT).until(() -> listener().connectionCount() == 1);
            try (Client next = new Client(listener().port())) {
                next.echo();
                router.echo();
            }
        }
    }

    /** The listener has one event loop, so an echo follows the responses to all packets that were sent before. */
    private void sendFromElsewhere(List<byte[]> packets, Client router) throws Exception {
        try (DatagramChannel stranger = DatagramChannel.open()) {
            stranger.connect(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), listener().port()));
            long sent = 0;
            for (int i = 0; i < BATCH; i++) {
                sent += stranger.write(ByteBuffer.wrap(damaged(packets)));
            }
            router.echo();
            stranger.configureBlocking(false);
            long answered = 0;
            ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
            for (int read = stranger.read(buffer); read > 0; read = stranger.read(buffer.clear())) {
                answered += read;
            }
            assertThat(answered).as("bytes to an unknown address").isLessThanOrEqualTo(AMPLIFICATION * sent);
        }
    }

    private byte[] damaged(List<byte[]> packets) {
        byte[] original = packets.get(random.nextInt(packets.size()));
        byte[] bytes = original.clone();
        switch (random.nextInt(6)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[random.nextInt(Math.min(64, bytes.length))] = (byte) random.nextInt(256);
            case 2 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length) + 1);
            case 3 -> bytes = Arrays.copyOf(bytes, Math.min(1472, bytes.length + random.nextInt(1200)));
            case 4 -> {
                for (int i = 1; i < Math.min(5, bytes.length); i++) { // the version of a long header
                    bytes[i] = (byte) random.nextInt(256);
                }
            }
            default -> {
                bytes = new byte[1 + random.nextInt(1400)];
                random.nextBytes(bytes);
            }
        }
        return bytes;
    }

    private TlsFiles files(String name, String... dnsNames) {
        TlsAuthority.Issued own = authority.issue(folder, Instant.now().plus(Duration.ofDays(30)), name, dnsNames);
        return new TlsFiles(
                name,
                new TlsFiles.PemFiles(own.certificate(), own.key(), authority.writeTo(folder.resolve("ca.pem"))),
                TlsFiles.ClientCertificates.REQUIRED,
                "pathproof-test");
    }

    /** A connection with one stream. */
    private final class Client implements AutoCloseable {
        private final BlockingQueue<Byte> received = new LinkedBlockingQueue<>();
        private final QuicDialer dialer;
        private final QuicStreamChannel stream;
        private byte next;

        Client(int port) throws Exception {
            dialer = new QuicDialer(
                    new Endpoint(Endpoint.Transport.QUIC, "localhost", port),
                    files("router"),
                    LIMITS,
                    sockets,
                    clientLoops.next());
            stream = dialer.open(new SimpleChannelInboundHandler<ByteBuf>() {
                        @Override
                        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf message) {
                            while (message.isReadable()) {
                                received.add(message.readByte());
                            }
                        }
                    })
                    .sync()
                    .getNow();
        }

        void echo() throws InterruptedException {
            next++;
            stream.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {next})).sync();
            assertThat(received.poll(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("echo of the listener")
                    .isEqualTo(next);
        }

        @Override
        public void close() {
            dialer.close();
        }
    }

    /** Passes packets between one client and the listener, and records those of the client. */
    private static final class Tap implements AutoCloseable {
        private final List<byte[]> fromClient = new CopyOnWriteArrayList<>();
        private final DatagramChannel outer = DatagramChannel.open();
        private final DatagramChannel inner = DatagramChannel.open();
        private volatile @Nullable InetSocketAddress client;

        Tap(int listener) throws IOException {
            InetAddress here = InetAddress.getLoopbackAddress();
            outer.bind(new InetSocketAddress(here, 0));
            inner.connect(new InetSocketAddress(here, listener));
            Thread.ofPlatform().daemon().name("tap-to-listener").start(() -> pass(this::sendToListener));
            Thread.ofPlatform().daemon().name("tap-to-client").start(() -> pass(this::sendToClient));
        }

        int port() throws IOException {
            return ((InetSocketAddress) outer.getLocalAddress()).getPort();
        }

        /** Sends a packet with the source address of the client. */
        void inject(byte[] packet) throws IOException {
            inner.write(ByteBuffer.wrap(packet));
        }

        private interface Step {
            void pass(ByteBuffer buffer) throws IOException;
        }

        private static void pass(Step step) {
            ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
            List<IOException> failures = new ArrayList<>();
            while (failures.isEmpty()) {
                try {
                    step.pass(buffer.clear());
                } catch (ClosedChannelException e) {
                    return; // the test has ended
                } catch (IOException e) {
                    failures.add(e);
                }
            }
            throw new IllegalStateException("the tap failed", failures.getFirst());
        }

        private void sendToListener(ByteBuffer buffer) throws IOException {
            client = (InetSocketAddress) outer.receive(buffer);
            buffer.flip();
            byte[] packet = new byte[buffer.remaining()];
            buffer.get(packet);
            fromClient.add(packet);
            inject(packet);
        }

        private void sendToClient(ByteBuffer buffer) throws IOException {
            inner.read(buffer);
            InetSocketAddress to = client;
            if (to != null) {
                outer.send(buffer.flip(), to);
            }
        }

        @Override
        public void close() throws IOException {
            outer.close();
            inner.close();
        }
    }
}
