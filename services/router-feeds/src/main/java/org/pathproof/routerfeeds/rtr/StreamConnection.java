// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.rtr.RtrAcceptor;
import org.pathproof.transport.stream.ChannelStream;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.IpAddress;

/**
 * A router's connection over TCP, TLS or QUIC.
 *
 * @param handshake waits for the handshake
 * @param matchAddress true to refuse a router's certificate without the router's address
 */
record StreamConnection(ChannelStream stream, Handshake handshake, InetSocketAddress router, boolean matchAddress)
        implements RtrAcceptor.Connection {
    private static final int IP_ADDRESS = 7; // GeneralName (RFC 5280 section 4.2.1.6)

    /** Waits for a handshake. */
    @FunctionalInterface
    interface Handshake {
        /** Returns the session of TLS or QUIC; null without encryption. */
        @Nullable
        SSLSession await() throws IOException;
    }

    @Override
    public void secure() throws IOException {
        SSLSession session = handshake.await();
        if (session == null || !matchAddress) {
            return;
        }
        X509Certificate certificate;
        try {
            certificate = (X509Certificate) session.getPeerCertificates()[0];
        } catch (SSLPeerUnverifiedException e) {
            return; // the router sent no certificate, and needs none
        }
        requireAddress(certificate);
    }

    private void requireAddress(X509Certificate certificate) throws SSLException {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            if (names == null
                    || names.stream()
                            .noneMatch(name ->
                                    name.getFirst().equals(IP_ADDRESS) && isRouter(String.valueOf(name.get(1))))) {
                throw new SSLException("the certificate of "
                        + certificate.getSubjectX500Principal().getName()
                        + " lacks the address of the router as subjectAltName (RFC 8210 section 9.2;"
                        + " tls.match-address)");
            }
        } catch (CertificateParsingException e) {
            throw new SSLException("the certificate of the router has an invalid subjectAltName", e);
        }
    }

    private boolean isRouter(String address) {
        return IpAddress.isAddress(address)
                && IpAddress.parse(address)
                        .equals(Bytes.wrap(router.getAddress().getAddress()));
    }

    @Override
    public InputStream input() {
        return stream.input();
    }

    @Override
    public OutputStream output() {
        return stream.output();
    }

    @Override
    public void setReadTimeout(int millis) {
        stream.setReadTimeout(millis);
    }

    @Override
    public void shutdownOutput() {
        stream.shutdownOutput();
    }

    @Override
    public void close() {
        stream.close();
    }

    @Override
    public void abort() {
        stream.abort();
    }
}
