// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tls;

import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
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
     * @param tlsProtocol application protocol in handshakes of TLS
     * @param quicProtocol application protocol in handshakes of QUIC; empty without QUIC
     * @param peers validation of the certificates of peers
     * @throws SSLException if the files do not fit together
     */
    static TlsContexts of(
            TlsFiles.PemFiles files,
            TlsFiles.ClientCertificates clients,
            ApplicationProtocolConfig tlsProtocol,
            String quicProtocol,
            PeerTrust peers)
            throws SSLException {
        boolean quic = !quicProtocol.isEmpty();
        ClientAuth clientAuth = clientAuth(clients);
        return new TlsContexts(
                server(files, clientAuth, tlsProtocol, peers),
                client(files, tlsProtocol, peers),
                quic ? quicServer(files, clientAuth, quicProtocol, peers) : null,
                quic ? quicClient(files, quicProtocol, peers) : null);
    }

    private static SslContext server(
            TlsFiles.PemFiles files, ClientAuth clientAuth, ApplicationProtocolConfig tlsProtocol, PeerTrust peers)
            throws SSLException {
        return SslContextBuilder.forServer(
                        files.certificate().toFile(), files.key().toFile())
                .sslProvider(SslProvider.JDK)
                .protocols(TLS_1_3)
                .applicationProtocolConfig(tlsProtocol)
                .trustManager(peers)
                .clientAuth(clientAuth)
                .build();
    }

    private static SslContext client(TlsFiles.PemFiles files, ApplicationProtocolConfig tlsProtocol, PeerTrust peers)
            throws SSLException {
        return SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .protocols(TLS_1_3)
                .applicationProtocolConfig(tlsProtocol)
                .keyManager(files.certificate().toFile(), files.key().toFile())
                .trustManager(peers)
                .build();
    }

    private static QuicSslContext quicServer(
            TlsFiles.PemFiles files, ClientAuth clientAuth, String quicProtocol, PeerTrust peers) {
        return QuicSslContextBuilder.forServer(
                        files.key().toFile(), null, files.certificate().toFile())
                .trustManager(peers)
                .clientAuth(clientAuth)
                .earlyData(false)
                .applicationProtocols(quicProtocol)
                .build();
    }

    private static QuicSslContext quicClient(TlsFiles.PemFiles files, String quicProtocol, PeerTrust peers) {
        return QuicSslContextBuilder.forClient()
                .keyManager(files.key().toFile(), null, files.certificate().toFile())
                .trustManager(peers)
                .endpointIdentificationAlgorithm("HTTPS")
                .applicationProtocols(quicProtocol)
                .build();
    }

    private static ClientAuth clientAuth(TlsFiles.ClientCertificates clients) {
        return switch (clients) {
            case REQUIRED -> ClientAuth.REQUIRE;
            case OPTIONAL -> ClientAuth.OPTIONAL;
            case NONE -> ClientAuth.NONE;
        };
    }
}
