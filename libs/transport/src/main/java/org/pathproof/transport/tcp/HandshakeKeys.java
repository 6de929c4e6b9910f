// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tcp;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.pathproof.transport.tcp.TcpAoKey.Algorithm;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TCP-AO with keys of the TLS handshake on the same connection (Wirtgen et al., "The Multiple Benefits of a Secure
 * Transport for BGP", 2024, section 3.1). Both sides begin with {@link TcpAoKey#HANDSHAKE}, which is no secret. After
 * the handshake, each side adds two keys: one signs the segments of the client, the other one those of the server. This
 * side requests that the peer sign with the peer's key (RNextKeyID, RFC 5925 section 2.2), and the kernel changes the
 * own key at the request of the peer. The initial key is deleted when both sides sign with the new keys.
 *
 * <p>All methods run on the event loop of the connection.
 */
final class HandshakeKeys {
    // RFC 5705 section 4: labels for private use begin with EXPERIMENTAL.
    private static final String CLIENT_LABEL = "EXPERIMENTAL pathproof tcp-ao client";
    private static final String SERVER_LABEL = "EXPERIMENTAL pathproof tcp-ao server";
    private static final int CLIENT_ID = 1;
    private static final int SERVER_ID = 2;
    private static final int SECRET_BYTES = 32;

    private static final Logger log = LoggerFactory.getLogger(HandshakeKeys.class);
    /** First pause before the state of the keys is read again, because the kernel reports no change of keys. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);

    private static final Duration MAX_PAUSE = Duration.ofSeconds(1);
    private static final Duration WARNING_AFTER = Duration.ofSeconds(30);

    private final EpollSocketChannel channel;
    private final Prefix peer;
    private final TcpAoKey own;
    private final TcpAoKey others;
    private final long began = System.nanoTime();
    private Duration pause = FIRST_PAUSE;
    private boolean warned;

    private HandshakeKeys(EpollSocketChannel channel, SSLEngine engine) throws IOException {
        this.channel = channel;
        // A socket of the family IPv6 has mapped addresses of IPv4 peers.
        InetAddress address =
                InetAddress.getByAddress(channel.remoteAddress().getAddress().getAddress());
        peer = Prefix.host(Bytes.wrap(address.getAddress()));
        TcpAoKey client = key(engine, CLIENT_LABEL, CLIENT_ID);
        TcpAoKey server = key(engine, SERVER_LABEL, SERVER_ID);
        own = engine.getUseClientMode() ? client : server;
        others = engine.getUseClientMode() ? server : client;
    }

    private static TcpAoKey key(SSLEngine engine, String label, int id) throws SSLException {
        if (!(engine.getSession() instanceof ExtendedSSLSession session)) {
            throw new SSLException("the TLS library exports no keys (RFC 8446 section 7.5)");
        }
        byte[] secret = session.exportKeyingMaterialData(label, new byte[0], SECRET_BYTES);
        return new TcpAoKey(id, id, Algorithm.HMAC_SHA_1_96, Bytes.wrap(secret));
    }

    /** Changes the keys of a connection after its handshake. */
    static void follow(SocketChannel channel, SslHandler tls) {
        tls.handshakeFuture().addListener(done -> {
            if (!done.isSuccess()) {
                return;
            }
            try {
                new HandshakeKeys((EpollSocketChannel) channel, tls.engine()).install();
            } catch (IOException | ChannelException e) {
                closeAfterFailure(channel, e);
            }
        });
    }

    private static void closeAfterFailure(SocketChannel channel, Exception e) {
        log.warn(
                getMarker("tcp-ao-keys-refused"),
                "connection closed, because its TCP-AO keys cannot be changed: peer={} error={}",
                channel.remoteAddress(),
                e.toString());
        var _ = channel.close();
    }

    private void install() throws IOException {
        TcpOptions.addKeys(channel, new TcpProtection(List.of(peer), "", List.of(own, others), 0));
        TcpAoOptions.request(channel, others);
        awaitChange();
    }

    private void awaitChange() throws IOException {
        AoKeyStatus signing = AoKeyStatus.read(channel.fd().intValue(), own);
        AoKeyStatus verifying = AoKeyStatus.read(channel.fd().intValue(), others);
        if (signing.current() && verifying.verifiedSegments() > 0) {
            TcpAoOptions.remove(channel, AoKeyStatus.read(channel.fd().intValue(), TcpAoKey.HANDSHAKE), false);
            log.debug("TCP-AO keys of the TLS handshake in use: peer={}", peer);
            return;
        }
        if (!warned && System.nanoTime() - began > WARNING_AFTER.toNanos()) {
            warned = true;
            log.warn(
                    getMarker("tcp-ao-keys-unchanged"),
                    "TCP-AO keys of the TLS handshake are not in use: peer={} own={} other={}",
                    peer,
                    signing.current(),
                    verifying.verifiedSegments() > 0);
        }
        var _ = channel.eventLoop().schedule(this::retry, pause.toMillis(), TimeUnit.MILLISECONDS);
        pause = pause.compareTo(MAX_PAUSE) < 0 ? pause.multipliedBy(2) : MAX_PAUSE;
    }

    private void retry() {
        if (channel.isOpen()) {
            try {
                awaitChange();
            } catch (IOException | ChannelException e) {
                closeAfterFailure(channel, e);
            }
        }
    }
}
