// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.relay;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicListener;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.CertificateWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins two transports: accepts connections on one, opens a connection on the other for each, and copies bytes in both
 * directions. A side that does not read slows the other side down; the relay itself holds at most a few hundred
 * kilobytes for a connection. If one side ends or fails, the relay ends the other side.
 */
public final class Relay implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Relay.class);
    private static final int BACKLOG = 256;

    private final RelaySettings settings;
    private final EventLoopGroup loops;
    private final TcpSockets listenSockets;
    private final RelayDialer dialer;
    private final LongAdder open = new LongAdder();
    private @Nullable Channel socket;
    private @Nullable QuicListener quic;

    /**
     * Prepares a relay.
     *
     * @throws IllegalArgumentException if this machine cannot protect the connections as the settings demand
     */
    public Relay(RelaySettings settings) {
        this.settings = settings;
        listenSockets = new TcpSockets(settings.listenProtection());
        TcpSockets connectSockets = new TcpSockets(settings.connectProtection());
        loops = listenSockets.eventLoops(settings.threads(), "relay");
        dialer = new RelayDialer(settings, connectSockets, connectSockets.eventLoops(settings.threads(), "relay-dial"));
    }

    /**
     * Binds the port and starts to relay.
     *
     * @return this
     * @throws IllegalStateException if the port cannot be bound
     */
    public Relay start() throws InterruptedException {
        Endpoint listen = settings.listen();
        InetSocketAddress local = listen.resolve();
        if (listen.transport() == Endpoint.Transport.QUIC) {
            quic = new QuicListener(loops, listenSockets, local, settings.credentials(), settings.quic(), stream -> {
                CertificateWatch.start(
                        stream,
                        settings.credentials(),
                        Objects.requireNonNull(stream.parent().sslEngine()).getSession());
                accept(stream, QuicListener.remote(stream));
            });
        } else {
            socket = bind(local);
        }
        log.info("relay started: listen={} port={} connect={}", listen, port(), settings.connect());
        return this;
    }

    private Channel bind(InetSocketAddress local) throws InterruptedException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channelFactory(listenSockets.listeners())
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel listener) {
                        listenSockets.protect(listener);
                    }
                })
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (settings.listen().transport() == Endpoint.Transport.TLS) {
                            SslHandler tls = settings.credentials().server().newHandler(channel.alloc());
                            listenSockets.follow(channel, tls);
                            channel.pipeline().addLast(tls);
                            CertificateWatch.startAfterHandshake(settings.credentials(), channel, tls);
                        }
                        accept(channel, channel.remoteAddress());
                    }
                });
        var bound = bootstrap.bind(local).await();
        if (!bound.isSuccess()) {
            throw new IllegalStateException(
                    "relay cannot listen on " + settings.listen() + ": " + bound.cause(), bound.cause());
        }
        return bound.channel();
    }

    /** Returns the bound port; throws IllegalStateException before {@link #start}. */
    public int port() {
        QuicListener datagrams = quic;
        if (datagrams != null) {
            return datagrams.port();
        }
        Channel bound = socket;
        if (bound == null) {
            throw new IllegalStateException("the relay was not started");
        }
        return ((InetSocketAddress) bound.localAddress()).getPort();
    }

    /** Returns the number of relayed connections. */
    public long connectionCount() {
        return open.sum();
    }

    /** Adds the handlers of an accepted connection, and opens the other side. */
    private void accept(Channel near, InetSocketAddress from) {
        String router = from.getAddress().getHostAddress();
        open.increment();
        near.closeFuture().addListener(closed -> open.decrement());
        Splice nearSide = new Splice(settings.hold());
        Splice farSide = new Splice(settings.hold());
        near.pipeline().addLast(nearSide);
        dialer.connect(farSide).addListener(connected -> {
            if (connected.isSuccess()) {
                Channel far = (Channel) Objects.requireNonNull(connected.getNow());
                log.info("relaying: from={} to={}", router, settings.connect());
                nearSide.join(far);
                farSide.join(near);
            } else {
                log.warn(
                        getMarker("relay-unconnected"),
                        "relay cannot connect: from={} to={} error={}",
                        router,
                        settings.connect(),
                        String.valueOf(connected.cause().getMessage()));
                var _ = near.close();
            }
        });
    }

    /** Stops listening, and closes all connections. */
    @Override
    public void close() {
        Channel bound = socket;
        if (bound != null) {
            bound.close().awaitUninterruptibly();
        }
        QuicListener datagrams = quic;
        if (datagrams != null) {
            datagrams.close();
        }
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        dialer.close();
    }
}
