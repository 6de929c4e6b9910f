// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLSession;
import org.pathproof.bgp.session.Direction;
import org.pathproof.transport.tls.CertificateWatch;
import org.pathproof.transport.tls.TlsPeer;

/**
 * Opens a connection to the handlers behind it when TLS has authenticated the neighbor. Afterwards, the gate ends the
 * connection with its TLS stream, and with the certificate of the neighbor.
 */
final class TlsGate extends ChannelInboundHandlerAdapter {
    private static final Duration HANDSHAKE_TIME = Duration.ofSeconds(10);

    /** The handshake, which a connection passes in this order. Refused connections are closed. */
    private enum Phase {
        CONNECTING,
        HANDSHAKE,
        OPEN,
        REFUSED
    }

    private final TlsPeer peer;
    private final Consumer<String> refused;
    private Phase phase = Phase.CONNECTING;

    private TlsGate(TlsPeer peer, Consumer<String> refused) {
        this.peer = peer;
        this.refused = refused;
    }

    /**
     * Adds TLS to a new connection, if the neighbor has TLS.
     *
     * @param refused receives the reason of a failed handshake, on the event loop
     */
    static void install(Neighbor neighbor, Channel channel, Direction direction, Consumer<String> refused) {
        neighbor.tls().ifPresent(peer -> {
            boolean connects = direction == Direction.OUTBOUND;
            SslHandler tls = peer.handler(channel, connects, neighbor.port(), HANDSHAKE_TIME);
            channel.pipeline().addLast(tls, new TlsGate(peer, refused));
        });
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        phase = Phase.HANDSHAKE; // the handlers behind learn of the connection after the handshake
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        switch (event) {
            case SslHandshakeCompletionEvent done when phase == Phase.HANDSHAKE -> onHandshakeCompletion(ctx, done);
            // The neighbor sends nothing more (RFC 8446 section 6.1), so the session has ended.
            case SslCloseCompletionEvent _ -> {
                var _ = ctx.close();
            }
            default -> ctx.fireUserEventTriggered(event);
        }
    }

    private void onHandshakeCompletion(ChannelHandlerContext ctx, SslHandshakeCompletionEvent done) {
        if (!done.isSuccess()) {
            refuse(TlsPeer.reason(done.cause()));
            return;
        }
        SSLSession session = Objects.requireNonNull(ctx.pipeline().get(SslHandler.class))
                .engine()
                .getSession();
        Optional<String> refusal = peer.refusal(session);
        if (refusal.isPresent()) {
            refuse(refusal.get());
            var _ = ctx.close();
            return;
        }
        phase = Phase.OPEN;
        CertificateWatch.start(ctx.channel(), peer.files(), session);
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (phase == Phase.OPEN) {
            ctx.fireChannelRead(message);
        } else {
            ReferenceCountUtil.release(message); // follows a refused handshake
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (phase == Phase.HANDSHAKE) {
            refuse("the neighbor closed the connection");
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (phase == Phase.OPEN) {
            ctx.fireExceptionCaught(cause);
            return;
        }
        if (phase == Phase.HANDSHAKE) {
            refuse(TlsPeer.reason(cause));
        }
        var _ = ctx.close();
    }

    private void refuse(String why) {
        phase = Phase.REFUSED;
        refused.accept("TLS handshake failed: " + why);
    }
}
