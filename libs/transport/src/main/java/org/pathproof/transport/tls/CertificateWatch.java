// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tls;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.channel.Channel;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a connection when the certificate of its peer expires or is revoked. The event loop of the channel checks the
 * certificate at its expiry, and periodically against the revocation lists in force.
 */
public final class CertificateWatch {
    private static final Logger log = LoggerFactory.getLogger(CertificateWatch.class);

    private final Channel channel;
    private final TlsFiles tls;
    private final List<X509Certificate> chain;
    private @Nullable ScheduledFuture<?> next; // confined to the event loop

    private CertificateWatch(Channel channel, TlsFiles tls, List<X509Certificate> chain) {
        this.channel = channel;
        this.tls = tls;
        this.chain = chain;
    }

    /**
     * Watches a channel until it closes. A resumed handshake validates no certificate, so the first check is immediate.
     *
     * @param session handshake with the peer; without a certificate of the peer, nothing is watched
     */
    public static void start(Channel channel, TlsFiles tls, SSLSession session) {
        List<X509Certificate> chain = chain(session);
        if (!chain.isEmpty()) {
            CertificateWatch watch = new CertificateWatch(channel, tls, chain);
            channel.closeFuture().addListener(closed -> watch.stop());
            channel.eventLoop().execute(watch::check);
        }
    }

    /**
     * Returns the reason to refuse a peer after the handshake; empty if there is none. A resumed handshake validates no
     * certificate, so that one may have expired since.
     */
    public static Optional<String> refusal(TlsFiles tls, SSLSession session) {
        List<X509Certificate> chain = chain(session);
        return chain.isEmpty()
                ? Optional.empty()
                : tls.ended(chain, Instant.now()).map(CertificateEnded::why);
    }

    /** Returns the certificates of a peer; empty if it sent none. */
    public static List<X509Certificate> chain(SSLSession session) {
        try {
            return Arrays.stream(session.getPeerCertificates())
                    .filter(X509Certificate.class::isInstance)
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (SSLPeerUnverifiedException _) {
            return List.of();
        }
    }

    private void check() {
        if (!channel.isOpen()) {
            return;
        }
        Instant now = Instant.now();
        Optional<CertificateEnded> end = tls.ended(chain, now);
        if (end.isPresent()) {
            log.warn(
                    getMarker("certificate-ended"),
                    "{}: closing connection: ip={} certificate=\"{}\" reason={} error=\"{}\"",
                    tls.purpose(),
                    ip(channel),
                    chain.getFirst().getSubjectX500Principal(),
                    end.get().kind().label(),
                    end.get().why());
            channel.pipeline().fireUserEventTriggered(end.get());
            var _ = channel.close();
            return;
        }
        Duration left = Duration.between(now, chain.getFirst().getNotAfter().toInstant());
        long millis =
                Math.max(1, Math.min(left.toMillis() + 1, tls.checkPeriod().toMillis()));
        next = channel.eventLoop().schedule(this::check, millis, TimeUnit.MILLISECONDS);
    }

    private void stop() {
        if (next != null) {
            next.cancel(false);
        }
    }

    private static String ip(Channel channel) {
        Channel connection = channel instanceof QuicStreamChannel stream ? stream.parent() : channel;
        SocketAddress remote =
                connection instanceof QuicChannel quic ? quic.remoteSocketAddress() : connection.remoteAddress();
        return remote instanceof InetSocketAddress known && known.getAddress() != null
                ? known.getAddress().getHostAddress()
                : "unknown";
    }

    /** Watches the certificate of the other side from the end of the handshake. */
    public static void startAfterHandshake(TlsFiles files, Channel channel, SslHandler tls) {
        tls.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                start(channel, files, tls.engine().getSession());
            }
        });
    }
}
