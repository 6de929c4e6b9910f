// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tls;

import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Contexts of TLS 1.3 and QUIC with the same certificate and the same trust, for both sides of a handshake.
 *
 * @param server for TLS connections from others
 * @param client for TLS connections to others
 * @param quicServer for QUIC connections from others; null without QUIC
 * @param quicClient for QUIC connections to others; null without QUIC
 */
record TlsContexts(
        SslContext server,
        SslContext client,
        @Nullable QuicSslContext quicServer,
        @Nullable QuicSslContext quicClient) {
    private static final String TLS_1_3 = "TLSv1.3";

    /**
     * Creates the contexts.
     *
     * @param certificate PEM file with the certificate chain of this side
     * @param key PEM file with the private key of the certificate
     * @param clientAuth certificates that a server requests from clients
     * @param tlsProtocol application protocol in handshakes of TLS
     * @param quicProtocol application protocol in handshakes of QUIC; empty without QUIC
     * @param peers validation of the certificates of peers
     * @throws SSLException if the files do not fit together
     */
    static TlsContexts of(
            File certificate,
            File key,
            ClientAuth clientAuth,
            ApplicationProtocolConfig tlsProtocol,
            String quicProtocol,
            PeerTrust peers)
            throws SSLException {
        boolean quic = !quicProtocol.isEmpty();
        return new TlsContexts(
                server(certificate, key, clientAuth, tlsProtocol, peers),
                client(certificate, key, tlsProtocol, peers),
                quic ? quicServer(certificate, key, clientAuth, quicProtocol, peers) : null,
                quic ? quicClient(certificate, key, quicProtocol, peers) : null);
    }

    private static SslContext server(
            File certificate, File key, ClientAuth clientAuth, ApplicationProtocolConfig tlsProtocol, PeerTrust peers)
            throws SSLException {
        return SslContextBuilder.forServer(certificate, key)
                .sslProvider(SslProvider.JDK)
                .protocols(TLS_1_3)
                .applicationProtocolConfig(tlsProtocol)
                .trustManager(peers)
                .clientAuth(clientAuth)
                .build();
    }

    private static SslContext client(File certificate, File key, ApplicationProtocolConfig tlsProtocol, PeerTrust peers)
            throws SSLException {
        return SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .protocols(TLS_1_3)
                .applicationProtocolConfig(tlsProtocol)
                .keyManager(certificate, key)
                .trustManager(peers)
                .build();
    }

    private static QuicSslContext quicServer(
            File certificate, File key, ClientAuth clientAuth, String quicProtocol, PeerTrust peers) {
        return QuicSslContextBuilder.forServer(key, null, certificate)
                .trustManager(peers)
                .clientAuth(clientAuth)
                .earlyData(false)
                .applicationProtocols(quicProtocol)
                .build();
    }

    private static QuicSslContext quicClient(File certificate, File key, String quicProtocol, PeerTrust peers) {
        return QuicSslContextBuilder.forClient()
                .keyManager(key, null, certificate)
                .trustManager(peers)
                .endpointIdentificationAlgorithm("HTTPS")
                .applicationProtocols(quicProtocol)
                .build();
    }
}
