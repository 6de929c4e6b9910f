// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.quic;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.handler.codec.quic.QuicSslEngine;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngine;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.CertificateEnded;
import org.pathproof.transport.tls.CertificateWatch;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.NetworkText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts byte streams over QUIC. A client opens bidirectional streams, and each of them counts as a connection of its
 * own. Unidirectional streams are keepalives of {@link QuicDialer} and carry nothing. The source address of
 * a client is validated with a Retry packet (RFC 9000 section 8.1.2) before it costs memory or a handshake.
 */
public final class QuicListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(QuicListener.class);
    /** Keepalive streams that may be open at a time. */
    private static final int KEEPALIVE_STREAMS = 4;

    private static final int KEEPALIVE_BYTES = 16;
    /** Application error code of a refused connection (RFC 9000 section 20.2). */
    private static final int REFUSED = 1;

    private final TlsFiles tls;
    private final QuicLimits limits;
    private final StreamReceiver receiver;
    private final AtomicInteger connections = new AtomicInteger();
    private final Channel socket;

    /** Receives new streams, on the event loop of the listener. */
    @FunctionalInterface
    public interface StreamReceiver {
        /** Adds the handlers of a stream. Its {@code parent()} is the connection. */
        void onStream(QuicStreamChannel stream);

        /**
         * Reports a client whose certificate was refused in the handshake.
         *
         * @param why words for an operator
         */
        default void onRefusal(InetSocketAddress client, String why) {
            log.warn(
                    getMarker("quic-unauthenticated"),
                    "QUIC client failed to authenticate: ip={} reason=\"{}\"",
                    client.getAddress().getHostAddress(),
                    NetworkText.description(why));
        }
    }

    /**
     * Binds a UDP port. All connections share one event loop, because they share the socket.
     *
     * @throws IllegalStateException if the port cannot be bound
     */
    public QuicListener(
            EventLoopGroup loops,
            TcpSockets sockets,
            InetSocketAddress local,
            TlsFiles tls,
            QuicLimits limits,
            StreamReceiver receiver)
            throws InterruptedException {
        this.tls = tls;
        this.limits = limits;
        this.receiver = receiver;
        tls.quicServer(); // reports unusable files now
        var bound = new Bootstrap()
                .group(loops)
                .channelFactory(sockets.datagrams())
                .handler(codec())
                .bind(local)
                .await();
        if (!bound.isSuccess()) {
            throw new IllegalStateException("cannot listen for QUIC on " + local + ": " + bound.cause(), bound.cause());
        }
        socket = bound.channel();
    }

    private ChannelHandler codec() {
        return new QuicServerCodecBuilder()
                .sslEngineProvider(this::engine)
                .maxIdleTimeout(limits.idle().toMillis(), TimeUnit.MILLISECONDS)
                .initialMaxData(limits.connectionWindow())
                .initialMaxStreamDataBidirectionalRemote(limits.streamWindow())
                .initialMaxStreamDataUnidirectional(KEEPALIVE_BYTES)
                .initialMaxStreamsBidirectional(limits.maxStreams())
                .initialMaxStreamsUnidirectional(KEEPALIVE_STREAMS)
                .activeMigration(false)
                .tokenHandler(new RetryTokens())
                .handler(new Connections())
                .streamHandler(new ChannelInitializer<QuicStreamChannel>() {
                    @Override
                    protected void initChannel(QuicStreamChannel stream) {
                        if (stream.type() == QuicStreamType.UNIDIRECTIONAL) {
                            stream.pipeline().addLast(DiscardBytes.INSTANCE);
                        } else {
                            stream.config().setAllowHalfClosure(false); // the end of a direction ends the stream
                            stream.pipeline().addLast(StopSending.INSTANCE);
                            open(stream);
                            stream.pipeline().addLast(StreamFailures.INSTANCE);
                        }
                    }
                })
                .build();
    }

    private QuicSslEngine engine(QuicChannel connection) {
        QuicSslEngine engine = tls.quicServer().newEngine(connection.alloc());
        SocketAddress remote = connection.remoteSocketAddress();
        connection
                .closeFuture()
                .addListener(closed ->
                        tls.takeRefusal(engine).ifPresent(why -> receiver.onRefusal((InetSocketAddress) remote, why)));
        return engine;
    }

    /** Passes a stream on, unless the certificate of its connection has expired or is revoked. */
    private void open(QuicStreamChannel stream) {
        QuicChannel connection = stream.parent();
        SSLEngine engine = connection.sslEngine();
        List<X509Certificate> chain = engine == null ? List.of() : CertificateWatch.chain(engine.getSession());
        Optional<CertificateEnded> end = chain.isEmpty() ? Optional.empty() : tls.ended(chain, Instant.now());
        if (end.isEmpty()) {
            receiver.onStream(stream);
            return;
        }
        receiver.onRefusal(remote(stream), end.get().why());
        var _ = connection.close(
                true, REFUSED, Unpooled.copiedBuffer(end.get().kind().label(), StandardCharsets.US_ASCII));
    }

    /** Returns the bound UDP port. */
    public int port() {
        return ((InetSocketAddress) socket.localAddress()).getPort();
    }

    /** Returns the number of connections, including those in the handshake. */
    public int connectionCount() {
        return connections.get();
    }

    /** Returns the address of the client of a stream. */
    public static InetSocketAddress remote(QuicStreamChannel stream) {
        return (InetSocketAddress) stream.parent().remoteSocketAddress();
    }

    /** Closes the socket and all connections. */
    @Override
    public void close() {
        socket.close().awaitUninterruptibly();
    }

    /** Counts connections, and logs their failures. */
    @ChannelHandler.Sharable
    private final class Connections extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            QuicChannel connection = (QuicChannel) ctx.channel();
            connection.closeFuture().addListener(closed -> connections.decrementAndGet());
            if (connections.incrementAndGet() > limits.maxConnections()) {
                log.warn(
                        getMarker("quic-refused"),
                        "QUIC connection refused: ip={} reason=\"{} connections are open\"",
                        ip(connection),
                        limits.maxConnections());
                var _ = connection.close(
                        true, REFUSED, Unpooled.copiedBuffer("too many connections", StandardCharsets.US_ASCII));
                return;
            }
            log.debug("QUIC connection: ip={}", ip(connection));
            ctx.fireChannelActive();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            log.warn(
                    getMarker("quic-failed"),
                    "QUIC connection failed: ip={} error={}",
                    ip((QuicChannel) ctx.channel()),
                    NetworkText.description(String.valueOf(cause.getMessage())));
            var _ = ctx.close();
        }

        private String ip(QuicChannel connection) {
            return connection.remoteSocketAddress() instanceof InetSocketAddress remote
                    ? remote.getAddress().getHostAddress()
                    : "unknown";
        }
    }
}
