// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.rtr.RtrAcceptor;
import org.pathproof.transport.stream.ChannelStream;
import org.pathproof.transport.tcp.Keepalive;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.TlsFiles;

/** Accepts routers over TCP with TCP-MD5, TCP-AO and GTSM, and over TLS 1.3. */
final class StreamAcceptor implements RtrAcceptor {
    private static final int BACKLOG = 1024;
    /** Bytes of one read. A query has 12 bytes at most. */
    private static final int READ_BYTES = 2048;

    private static final Keepalive KEEPALIVE = new Keepalive(Duration.ofMinutes(2), Duration.ofSeconds(20), 6);

    private final InetSocketAddress bind;
    private final TcpSockets sockets;
    private final Optional<TlsFiles> tls;
    private final boolean matchAddress;
    private volatile @Nullable EventLoopGroup loops;
    private volatile @Nullable Channel listener;

    /**
     * Creates an acceptor.
     *
     * @param matchAddress true to refuse a router's certificate without the router's address
     */
    StreamAcceptor(InetSocketAddress bind, TcpSockets sockets, Optional<TlsFiles> tls, boolean matchAddress) {
        this.bind = bind;
        this.sockets = sockets;
        this.tls = tls;
        this.matchAddress = matchAddress;
    }

    @Override
    public void start(Gate gate) throws IOException {
        EventLoopGroup group = sockets.eventLoops(Runtime.getRuntime().availableProcessors(), "rtr");
        loops = group;
        var bound = new ServerBootstrap()
                .group(group)
                .channelFactory(sockets.listeners())
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        sockets.protect(channel);
                    }
                })
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(READ_BYTES).maxMessagesPerRead(1))
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) throws IOException {
                        accept(channel, gate);
                    }
                })
                .bind(bind)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            shutdown();
            throw new IOException(
                    "RTR server cannot bind " + bind + ": " + bound.cause().getMessage(), bound.cause());
        }
        listener = bound.channel();
    }

    private void accept(SocketChannel channel, Gate gate) throws IOException {
        InetSocketAddress remote = channel.remoteAddress();
        if (remote == null) { // the router is gone
            var _ = channel.close();
            return;
        }
        KEEPALIVE.apply(channel);
        SslHandler handler =
                tls.map(files -> files.server().newHandler(channel.alloc())).orElse(null);
        if (handler != null) {
            sockets.follow(channel, handler);
            handler.setHandshakeTimeoutMillis(0); // the server limits the time to the first query
            channel.pipeline().addLast(handler);
        }
        ChannelStream stream = new ChannelStream(channel, handler);
        channel.pipeline().addLast(stream);
        // A socket of the family IPv6 has mapped addresses of IPv4 routers.
        InetAddress address = InetAddress.getByAddress(remote.getAddress().getAddress());
        gate.accept(new StreamConnection(
                stream, () -> handshake(stream), new InetSocketAddress(address, remote.getPort()), matchAddress));
    }

    private @Nullable SSLSession handshake(ChannelStream stream) throws IOException {
        SSLSession session = stream.handshake();
        if (session != null && tls.isPresent()) {
            stream.watch(tls.get(), session);
        }
        return session;
    }

    @Override
    public int port() {
        Channel bound = listener;
        if (bound == null) {
            throw new IllegalStateException("the RTR server was not started");
        }
        return ((InetSocketAddress) bound.localAddress()).getPort();
    }

    @Override
    public void close() {
        Channel bound = listener;
        if (bound != null) {
            bound.close().awaitUninterruptibly();
        }
    }

    @Override
    public void shutdown() {
        EventLoopGroup group = loops;
        if (group != null) {
            var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }
}
