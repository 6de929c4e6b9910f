// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.io.IOException;
import java.net.Socket;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * TLS (RFC 8210 section 9.2). The certificate of the cache must have the name of the cache as subjectAltName; its
 * common name is not used.
 */
public final class TlsTransport implements RtrTransport {
    private static final int DNS_NAME = 2; // GeneralName (RFC 5280 section 4.2.1.6)
    private static final int IP_ADDRESS = 7;

    private final Contexts contexts;
    private final @Nullable String serverName;
    private final List<String> protocols;

    /** Supplies the TLS context of a connection. */
    @FunctionalInterface
    public interface Contexts {
        /** Returns the context; throws IOException, which names the file, if files cannot be used. */
        SSLContext get() throws IOException;
    }

    /**
     * Creates a transport.
     *
     * @param contexts trust anchors and the certificate of this client
     * @param serverName name that the certificate of the cache must have; null for the host that is connected to
     * @param protocols versions of TLS; empty for those of the JVM
     */
    public TlsTransport(Contexts contexts, @Nullable String serverName, List<String> protocols) {
        this.contexts = contexts;
        this.serverName = serverName;
        this.protocols = List.copyOf(protocols);
    }

    @Override
    public Link connect(String host, int port, Duration timeout) throws IOException {
        SSLContext context = contexts.get();
        Socket plain = RtrTransport.socket(host, port, timeout);
        try {
            String name = serverName == null ? host : serverName;
            SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(plain, name, port, true);
            secured.setSSLParameters(checked(secured.getSSLParameters()));
            secured.setSoTimeout(Math.toIntExact(timeout.toMillis()));
            secured.startHandshake();
            requireAlternativeName(secured.getSession());
            return new SocketLink(secured);
        } catch (IOException | RuntimeException e) {
            plain.close();
            throw e instanceof IOException io ? io : new IOException(e.getMessage(), e);
        }
    }

    /**
     * Returns the client of a handshake over another connection. {@link #requireAlternativeName} must follow the
     * handshake.
     *
     * @throws IOException if files cannot be used
     */
    public SSLEngine engine(String host, int port) throws IOException {
        SSLEngine engine = contexts.get().createSSLEngine(serverName == null ? host : serverName, port);
        engine.setUseClientMode(true);
        engine.setSSLParameters(checked(engine.getSSLParameters()));
        return engine;
    }

    private SSLParameters checked(SSLParameters parameters) {
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        if (!protocols.isEmpty()) {
            parameters.setProtocols(protocols.toArray(String[]::new));
        }
        return parameters;
    }

    /**
     * Refuses a certificate without a subjectAltName, in which the JVM would accept the common name.
     *
     * @throws IOException if the cache has such a certificate
     */
    public static void requireAlternativeName(SSLSession session) throws IOException {
        X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            if (names == null
                    || names.stream()
                            .noneMatch(name -> name.getFirst().equals(DNS_NAME)
                                    || name.getFirst().equals(IP_ADDRESS))) {
                throw new IOException("the certificate of the cache has no subjectAltName (RFC 8210 section 9.2)");
            }
        } catch (CertificateParsingException e) {
            throw new IOException("the certificate of the cache has an invalid subjectAltName", e);
        }
    }
}
