// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.quic.QuicStreamChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.rtr.RtrAcceptor;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.quic.QuicListener;
import org.pathproof.transport.stream.ChannelStream;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.TlsFiles;

/** Accepts routers over QUIC. Each stream is an RTR session, so that routers behind a relay share a connection. */
final class QuicAcceptor implements RtrAcceptor {
    private final InetSocketAddress bind;
    private final TlsFiles tls;
    private final QuicLimits limits;
    private final boolean matchAddress;
    private final TcpSockets sockets = new TcpSockets(TcpProtection.NONE);
    private volatile @Nullable EventLoopGroup loops;
    private volatile @Nullable QuicListener listener;

    /**
     * Creates an acceptor.
     *
     * @param matchAddress true to refuse a router's certificate without the router's address
     */
    QuicAcceptor(InetSocketAddress bind, TlsFiles tls, QuicLimits limits, boolean matchAddress) {
        this.bind = bind;
        this.tls = tls;
        this.limits = limits;
        this.matchAddress = matchAddress;
    }

    @Override
    public void start(Gate gate) throws IOException {
        EventLoopGroup group = sockets.eventLoops(1, "rtr-quic");
        loops = group;
        try {
            listener = new QuicListener(group, sockets, bind, tls, limits, new Streams(gate));
        } catch (IllegalStateException e) {
            shutdown();
            throw new IOException("RTR server " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            shutdown();
            throw new IOException("RTR server cannot bind " + bind + ": interrupted", e);
        }
    }

    private void accept(QuicStreamChannel channel, Gate gate) {
        channel.config().setAutoRead(false);
        ChannelStream stream = new ChannelStream(channel, null);
        channel.pipeline().addLast(stream);
        InetSocketAddress remote = QuicListener.remote(channel);
        SSLSession session =
                Objects.requireNonNull(channel.parent().sslEngine()).getSession();
        gate.accept(new StreamConnection(
                stream,
                () -> {
                    stream.watch(tls, session);
                    return session;
                },
                new InetSocketAddress(InetAddress.ofLiteral(remote.getAddress().getHostAddress()), remote.getPort()),
                matchAddress));
    }

    /** Receives the streams of QUIC. */
    private final class Streams implements QuicListener.StreamReceiver {
        private final Gate gate;

        Streams(Gate gate) {
            this.gate = gate;
        }

        @Override
        public void onStream(QuicStreamChannel stream) {
            accept(stream, gate);
        }

        @Override
        public void onRefusal(InetSocketAddress client, String why) {
            gate.onAuthenticationFailure(client, "QUIC handshake failed: " + why);
        }
    }

    @Override
    public int port() {
        QuicListener bound = listener;
        if (bound == null) {
            throw new IllegalStateException("the RTR server was not started");
        }
        return bound.port();
    }

    /** The socket also carries the open sessions, so {@link #shutdown} closes it. */
    @Override
    public void close() {}

    @Override
    public void shutdown() {
        QuicListener bound = listener;
        if (bound != null) {
            bound.close();
        }
        EventLoopGroup group = loops;
        if (group != null) {
            var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }
}
