// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.quic.QuicListener;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.TlsFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the channels of routers: listens on ports, and connects to routers that only listen. Passes each channel to
 * the gate.
 */
final class BmpListener {
    private static final Logger log = LoggerFactory.getLogger(BmpListener.class);

    /**
     * Maximum number of reads, of at most 64 KB each, before an event loop turns to the next router. The event loop
     * handles the messages of a read at once, so this limit bounds the delay of the other routers.
     */
    private static final int READS = 4;

    /** Takes a new channel. */
    @FunctionalInterface
    interface Gate {
        void enter(ConnectionRegistry.Slot slot, BmpGate.Arrival arrival);
    }

    private final ConnectionRegistry connections;
    private final BmpAccess access;
    private final Gate gate;
    private final TcpSockets sockets;
    private final EventLoopGroup acceptor;
    private final EventLoopGroup workers;
    private final LoopProbe probe = new LoopProbe(System::nanoTime);
    private final List<Channel> listeners = new ArrayList<>();
    private final List<BmpDialer> dialers = new ArrayList<>();
    private @Nullable QuicListener quic;

    BmpListener(ConnectionRegistry connections, BmpAccess access, Gate gate) {
        this.connections = connections;
        this.access = access;
        this.gate = gate;
        this.sockets = new TcpSockets(access.tcp());
        this.acceptor = sockets.eventLoops(1, "bmp-accept");
        this.workers = sockets.eventLoops(0, "bmp");
        probe.start(workers);
    }

    /** Returns the longest time, in nanoseconds, for which messages wait for an event loop. */
    long loopDelayNanos() {
        return probe.lateNanos();
    }

    /**
     * Listens on one more port.
     *
     * @param address local address; all when empty
     * @throws IllegalStateException if the port cannot be bound
     */
    void listen(String address, int port, boolean secure) throws InterruptedException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(acceptor, workers)
                .channelFactory(sockets.listeners())
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel listener) {
                        sockets.protect(listener);
                    }
                })
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, 256)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        enterAsServer(channel, secure);
                    }
                });
        String what = secure ? "BMP over TLS" : "BMP";
        InetSocketAddress local =
                address.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(address, port);
        var bound = bootstrap.bind(local).await();
        if (!bound.isSuccess()) {
            throw new IllegalStateException(
                    "cannot listen for " + what + " on " + local + ": " + bound.cause(), bound.cause());
        }
        listeners.add(bound.channel());
        log.info("listening: protocol={} address={}", what, bound.channel().localAddress());
    }

    /**
     * Listens for BMP over QUIC. Each stream of a connection carries the BMP of one router.
     *
     * @param address local address; all when empty
     * @throws IllegalStateException if the port cannot be bound
     */
    void listenQuic(String address, int port, QuicLimits limits) throws InterruptedException {
        InetSocketAddress local =
                address.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(address, port);
        QuicListener bound = new QuicListener(workers, sockets, local, tls(), limits, new Streams());
        quic = bound;
        log.info("listening: protocol=BMP over QUIC port={}", bound.port());
    }

    void dial(DialTarget target, Duration pause) {
        BmpDialer dialer = new BmpDialer(target, sockets, workers, pause, this::enterAsClient);
        dialers.add(dialer);
        dialer.start();
    }

    /** Returns the port of the first {@link #listen}; throws IllegalStateException before it. */
    int port() {
        if (listeners.isEmpty()) {
            throw new IllegalStateException("not listening");
        }
        return ((InetSocketAddress) listeners.getFirst().localAddress()).getPort();
    }

    /** Returns the port of BMP over QUIC; empty if there is none. */
    Optional<Integer> quicPort() {
        return Optional.ofNullable(quic).map(QuicListener::port);
    }

    private void enterAsServer(SocketChannel channel, boolean secure) {
        InetAddress remote = channel.remoteAddress().getAddress();
        ConnectionRegistry.Slot slot = connections.takeSlot(channel, remote, true);
        if (slot != null) {
            configure(channel);
            SslHandler tls = secure ? tls().server().newHandler(channel.alloc()) : null;
            follow(channel, tls);
            gate.enter(slot, new BmpGate.Arrival(channel, remote, tls, null));
        }
    }

    private void enterAsClient(SocketChannel channel, DialTarget target) {
        InetAddress remote = channel.remoteAddress().getAddress();
        ConnectionRegistry.Slot slot = connections.takeSlot(channel, remote, false);
        if (slot != null) {
            configure(channel);
            SslHandler tls =
                    target.tls() ? tls().client().newHandler(channel.alloc(), target.host(), target.port()) : null;
            follow(channel, tls);
            gate.enter(slot, new BmpGate.Arrival(channel, remote, tls, null));
        }
    }

    private void enterOverQuic(QuicStreamChannel stream) {
        InetAddress remote = QuicListener.remote(stream).getAddress();
        ConnectionRegistry.Slot slot = connections.takeSlot(stream, remote, true);
        if (slot != null) {
            gate.enter(
                    slot,
                    new BmpGate.Arrival(stream, remote, null, stream.parent().sslEngine()));
        }
    }

    /** Receives the streams of QUIC. */
    private final class Streams implements QuicListener.StreamReceiver {
        @Override
        public void onStream(QuicStreamChannel stream) {
            enterOverQuic(stream);
        }

        @Override
        public void onRefusal(InetSocketAddress client, String why) {
            connections.recordRefusal(client.getAddress().getHostAddress(), "tls", "QUIC handshake failed: " + why);
        }
    }

    private void follow(SocketChannel channel, @Nullable SslHandler tls) {
        if (tls != null) {
            sockets.follow(channel, tls);
        }
    }

    private void configure(SocketChannel channel) {
        access.keepalive().apply(channel);
        channel.config().setRecvByteBufAllocator(new AdaptiveRecvByteBufAllocator().maxMessagesPerRead(READS));
    }

    private TlsFiles tls() {
        return access.tls()
                .orElseThrow(() ->
                        new IllegalStateException("no certificate for TLS: set pathproof.collector.tls.certificate"));
    }

    /** Stops listening and connecting. Open channels remain open. */
    void stopListening() {
        dialers.forEach(BmpDialer::stop);
        for (Channel bound : listeners) {
            bound.close().awaitUninterruptibly();
        }
    }

    /** Closes the socket of BMP over QUIC, after the connections of all routers. */
    private void closeQuic() {
        QuicListener bound = quic;
        if (bound != null) {
            bound.close();
        }
    }

    /** Ends the threads of all channels. */
    void shutdown() {
        closeQuic();
        var _ = acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        var _ = workers.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
