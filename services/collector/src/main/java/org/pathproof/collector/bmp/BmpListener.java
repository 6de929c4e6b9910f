// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

    /** Takes a new channel; {@code tls} is null for plain TCP. */
    @FunctionalInterface
    interface Gate {
        void enter(ConnectionRegistry.Slot slot, SocketChannel channel, @Nullable SslHandler tls);
    }

    private final ConnectionRegistry connections;
    private final BmpAccess access;
    private final Gate gate;
    private final EventLoopGroup acceptor = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoopGroup workers = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
    private final List<Channel> listeners = new ArrayList<>();
    private final List<BmpDialer> dialers = new ArrayList<>();

    BmpListener(ConnectionRegistry connections, BmpAccess access, Gate gate) {
        this.connections = connections;
        this.access = access;
        this.gate = gate;
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
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, 256)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        accepted(channel, secure);
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

    void dial(DialTarget target, Duration pause) {
        BmpDialer dialer = new BmpDialer(target, workers, pause, this::dialled);
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

    private void accepted(SocketChannel channel, boolean secure) {
        ConnectionRegistry.Slot slot = connections.takeSlot(channel, true);
        if (slot != null) {
            configure(channel);
            gate.enter(slot, channel, secure ? tls().server().newHandler(channel.alloc()) : null);
        }
    }

    private void dialled(SocketChannel channel, DialTarget target) {
        ConnectionRegistry.Slot slot = connections.takeSlot(channel, false);
        if (slot != null) {
            configure(channel);
            gate.enter(
                    slot,
                    channel,
                    target.tls() ? tls().client().newHandler(channel.alloc(), target.host(), target.port()) : null);
        }
    }

    private void configure(SocketChannel channel) {
        access.keepalive().apply(channel);
        channel.config().setRecvByteBufAllocator(new AdaptiveRecvByteBufAllocator().maxMessagesPerRead(READS));
    }

    private BmpTls tls() {
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

    /** Ends the threads of all channels. */
    void shutdown() {
        var _ = acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        var _ = workers.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
