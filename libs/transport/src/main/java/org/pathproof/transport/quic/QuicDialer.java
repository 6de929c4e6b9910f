// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.quic;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicSslEngine;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.CertificateWatch;
import org.pathproof.transport.tls.TlsFiles;

/**
 * Opens byte streams over one QUIC connection, and connects when there is none. Packets without content would not keep
 * the connection alive, so that the dialer opens and ends an empty unidirectional stream now and then. All methods may
 * be called from any thread.
 */
public final class QuicDialer implements AutoCloseable {
    private static final int KEEPALIVES_PER_IDLE_TIME = 3;
    /** Time for the handshake. A server that refuses the certificate may end it without a response. */
    private static final int CONNECT_MILLIS = 10_000;

    private final Endpoint target;
    private final TlsFiles tls;
    private final QuicLimits limits;
    private final TcpSockets sockets;
    private final EventLoop loop;
    private @Nullable Future<QuicChannel> connection; // confined to the loop
    private @Nullable QuicSslEngine engine; // of the newest handshake; confined to the loop
    private boolean closed; // confined to the loop

    /** @param loop event loop of the connection, from {@link TcpSockets#eventLoops} of {@code sockets} */
    public QuicDialer(Endpoint target, TlsFiles tls, QuicLimits limits, TcpSockets sockets, EventLoop loop) {
        this.target = target;
        this.tls = tls;
        this.limits = limits;
        this.sockets = sockets;
        this.loop = loop;
    }

    /** Opens a stream. The future fails if the other side cannot be reached, or refuses the connection. */
    public Future<QuicStreamChannel> open(ChannelHandler handler) {
        Promise<QuicStreamChannel> stream = loop.newPromise();
        loop.execute(() -> connection().addListener(connected -> {
            if (connected.isSuccess()) {
                var _ = ((QuicChannel) connected.getNow())
                        .createStream(QuicStreamType.BIDIRECTIONAL, withStopSending(handler), stream);
            } else {
                stream.setFailure(connected.cause());
            }
        }));
        return stream;
    }

    private static ChannelHandler withStopSending(ChannelHandler handler) {
        return new ChannelInitializer<QuicStreamChannel>() {
            @Override
            protected void initChannel(QuicStreamChannel stream) {
                stream.config().setAllowHalfClosure(false); // the end of a direction ends the stream
                stream.pipeline().addLast(StopSending.INSTANCE, handler);
            }
        };
    }

    private Future<QuicChannel> connection() {
        Future<QuicChannel> known = connection;
        if (known != null
                && (!known.isDone() || (known.isSuccess() && known.getNow().isActive()))) {
            return known;
        }
        Promise<QuicChannel> made = loop.newPromise();
        connection = made;
        if (closed) {
            return made.setFailure(new IOException("closed"));
        }
        // A DNS query would block the event loop.
        Thread.ofVirtual().name("quic-dial-" + target).start(() -> {
            InetSocketAddress address = target.resolve();
            if (address.isUnresolved()) {
                made.setFailure(new IOException(target + ": the host has no address"));
            } else {
                loop.execute(() -> connect(address, made));
            }
        });
        return made;
    }

    private void connect(InetSocketAddress address, Promise<QuicChannel> made) {
        new Bootstrap()
                .group(loop)
                .channelFactory(sockets.datagrams())
                .handler(codec())
                .bind(0)
                .addListener((ChannelFutureListener) bound -> {
                    if (bound.isSuccess()) {
                        connect(bound.channel(), address, made);
                    } else {
                        made.setFailure(bound.cause());
                    }
                });
    }

    private void connect(Channel socket, InetSocketAddress address, Promise<QuicChannel> made) {
        QuicChannel.newBootstrap(socket)
                .handler(new ChannelInboundHandlerAdapter())
                .streamHandler(DiscardBytes.INSTANCE) // the other side may open no streams
                .remoteAddress(address)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .connect()
                .addListener(connected -> {
                    if (connected.isSuccess()) {
                        QuicChannel channel = (QuicChannel) connected.getNow();
                        channel.closeFuture().addListener(ended -> {
                            var _ = socket.close();
                        });
                        keepAlive(channel);
                        CertificateWatch.start(
                                channel,
                                tls,
                                Objects.requireNonNull(channel.sslEngine()).getSession());
                        made.setSuccess(channel);
                    } else {
                        var _ = socket.close();
                        made.setFailure(failure(connected.cause()));
                    }
                });
    }

    /** Returns the reason against the certificate of the other side, which QUIC does not report; else the cause. */
    private Throwable failure(Throwable cause) {
        QuicSslEngine tried = engine;
        Optional<String> refusal = tried == null ? Optional.empty() : tls.takeRefusal(tried);
        return refusal.isEmpty() ? cause : new IOException(target + ": " + refusal.get(), cause);
    }

    private QuicSslEngine engine(QuicChannel channel) {
        QuicSslEngine made = tls.quicClient().newEngine(channel.alloc(), target.host(), target.port());
        engine = made;
        return made;
    }

    private ChannelHandler codec() {
        return new QuicClientCodecBuilder()
                .sslEngineProvider(this::engine)
                .maxIdleTimeout(limits.idle().toMillis(), TimeUnit.MILLISECONDS)
                .initialMaxData(limits.connectionWindow())
                .initialMaxStreamDataBidirectionalLocal(limits.streamWindow())
                .activeMigration(false)
                .build();
    }

    private void keepAlive(QuicChannel channel) {
        long period = Math.max(1, limits.idle().toMillis() / KEEPALIVES_PER_IDLE_TIME);
        var keepalives = loop.scheduleWithFixedDelay(
                () -> channel.createStream(QuicStreamType.UNIDIRECTIONAL, DiscardBytes.INSTANCE)
                        .addListener(stream -> {
                            if (stream.isSuccess()) {
                                var _ = ((QuicStreamChannel) stream.getNow()).shutdownOutput();
                            }
                        }),
                period,
                period,
                TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(closed -> keepalives.cancel(false));
    }

    /** Closes the connection and all its streams. */
    @Override
    public void close() {
        loop.execute(() -> {
            closed = true;
            Future<QuicChannel> known = connection;
            if (known != null && known.isSuccess()) {
                var _ = known.getNow().close();
            }
        });
    }
}
