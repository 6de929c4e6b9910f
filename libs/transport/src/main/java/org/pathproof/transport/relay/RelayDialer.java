// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.relay;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.FutureListener;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicDialer;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.CertificateWatch;

/** Opens the far side of relayed connections: a TCP connection for each, or a stream of one QUIC connection. */
final class RelayDialer implements AutoCloseable {
    private static final int CONNECT_MILLIS = 10_000;

    private final RelaySettings settings;
    private final TcpSockets sockets;
    private final EventLoopGroup loops;
    private final Optional<QuicDialer> quic;

    RelayDialer(RelaySettings settings, TcpSockets sockets, EventLoopGroup loops) {
        this.settings = settings;
        this.sockets = sockets;
        this.loops = loops;
        this.quic = settings.connect().transport() == Endpoint.Transport.QUIC
                ? Optional.of(new QuicDialer(
                        settings.connect(), settings.credentials(), settings.quic(), sockets, loops.next()))
                : Optional.empty();
    }

    /** Connects. The future succeeds after the handshake of TLS or QUIC. */
    Future<Channel> connect(ChannelHandler handler) {
        EventLoop loop = loops.next();
        Promise<Channel> connected = loop.newPromise();
        if (quic.isPresent()) {
            complete(quic.get().open(handler), connected);
            return connected;
        }
        // A DNS query would block the event loop.
        Thread.ofVirtual().name("relay-dial").start(() -> {
            InetSocketAddress address = settings.connect().resolve();
            if (address.isUnresolved()) {
                connected.setFailure(new IOException("the host has no address"));
            } else {
                connect(loop, address, handler, connected);
            }
        });
        return connected;
    }

    private void connect(EventLoop loop, InetSocketAddress address, ChannelHandler handler, Promise<Channel> promise) {
        new Bootstrap()
                .group(loop)
                .channelFactory(sockets.connections())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        sockets.protect(channel);
                        if (settings.connect().transport() == Endpoint.Transport.TLS) {
                            SslHandler tls = settings.credentials()
                                    .client()
                                    .newHandler(
                                            channel.alloc(),
                                            settings.connect().host(),
                                            settings.connect().port());
                            sockets.follow(channel, tls);
                            channel.pipeline().addLast(tls);
                            CertificateWatch.startAfterHandshake(settings.credentials(), channel, tls);
                            complete(tls.handshakeFuture(), promise);
                        }
                        channel.pipeline().addLast(handler);
                    }
                })
                .connect(address)
                .addListener((ChannelFutureListener) done -> {
                    if (!done.isSuccess()) {
                        promise.tryFailure(done.cause());
                    } else if (settings.connect().transport() == Endpoint.Transport.TCP) {
                        promise.trySuccess(done.channel());
                    }
                });
    }

    private static <C extends Channel> void complete(Future<C> from, Promise<Channel> to) {
        from.addListener((FutureListener<C>) done -> {
            if (done.isSuccess()) {
                to.trySuccess(done.getNow());
            } else {
                to.tryFailure(done.cause());
            }
        });
    }

    @Override
    public void close() {
        quic.ifPresent(QuicDialer::close);
        var _ = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
