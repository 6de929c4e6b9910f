// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.stream;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicDialer;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.TlsFiles;

/** Opens one blocking stream over TCP or TLS with a {@link TcpProtection}, or over QUIC. Has a thread of its own. */
public final class StreamDialer implements AutoCloseable {
    private final TcpSockets sockets;
    private final EventLoopGroup loops;

    /**
     * Creates a dialer.
     *
     * @throws IllegalArgumentException if this machine cannot protect sockets like this
     */
    public StreamDialer(TcpProtection protection, String name) {
        sockets = new TcpSockets(protection);
        loops = sockets.eventLoops(1, name);
    }

    /**
     * Connects over TCP.
     *
     * @throws IOException if the address cannot be reached in time; with a wrong key there is no response
     */
    public ChannelStream tcp(InetSocketAddress address, Duration timeout) throws IOException {
        return connect(address, null, timeout);
    }

    /**
     * Connects over TLS, and completes the handshake.
     *
     * @param engine client of the new connection
     * @throws IOException if the address cannot be reached, or the handshake fails
     */
    public ChannelStream tls(InetSocketAddress address, SSLEngine engine, Duration timeout) throws IOException {
        SslHandler tls = new SslHandler(engine);
        tls.setHandshakeTimeoutMillis(timeout.toMillis());
        ChannelStream stream = connect(address, tls, timeout);
        var _ = stream.handshake();
        return stream;
    }

    private ChannelStream connect(InetSocketAddress address, @Nullable SslHandler tls, Duration timeout)
            throws IOException {
        ChannelFuture connected = new Bootstrap()
                .group(loops)
                .channelFactory(sockets.connections())
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeout.toMillis()))
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        sockets.protect(channel);
                        if (tls != null) {
                            channel.pipeline().addLast(tls);
                        }
                        channel.pipeline().addLast(new ChannelStream(channel, tls));
                    }
                })
                .connect(address);
        await(connected, timeout, "");
        return stream(connected.channel());
    }

    /**
     * Connects over QUIC, and opens a stream. The other side sees the stream with its first byte.
     *
     * @throws IOException if the other side cannot be reached or authenticated in time
     */
    public ChannelStream quic(Endpoint target, TlsFiles tls, QuicLimits limits, Duration timeout) throws IOException {
        Future<QuicStreamChannel> opened = new QuicDialer(target, tls, limits, sockets, loops.next())
                .open(new ChannelInitializer<QuicStreamChannel>() {
                    @Override
                    protected void initChannel(QuicStreamChannel channel) {
                        channel.config().setAutoRead(false);
                        channel.pipeline().addLast(new ChannelStream(channel, null));
                    }
                });
        await(opened, timeout, ": nothing listens there, or the other side refused the certificate");
        return stream(opened.getNow());
    }

    private static ChannelStream stream(Channel channel) {
        return Objects.requireNonNull(channel.pipeline().get(ChannelStream.class));
    }

    private static void await(Future<?> done, Duration timeout, String causes) throws IOException {
        try {
            if (!done.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                done.cancel(false);
                throw new IOException("no answer within " + timeout.toSeconds() + " s" + causes);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while connecting");
        }
        if (!done.isSuccess()) {
            throw new IOException(String.valueOf(done.cause().getMessage()), done.cause());
        }
    }

    /** Closes all connections. */
    @Override
    public void close() {
        var _ = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
