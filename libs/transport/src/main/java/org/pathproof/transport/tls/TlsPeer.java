// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tls;

import io.netty.channel.Channel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.pathproof.wire.InvalidTextException;
import org.pathproof.wire.IpAddress;

/**
 * A peer over TLS with a known name in its certificate. The name counts in both directions: for the server to which
 * this side connects, and for a client that connects to this side.
 *
 * @param files certificate of this side, and authorities of the peer
 * @param name dNSName or iPAddress that the certificate of the peer must have as subjectAltName
 */
public record TlsPeer(TlsFiles files, String name) {
    // GeneralName (RFC 5280 section 4.2.1.6)
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    /** Throws IllegalArgumentException without a name, since any certificate of an authority would be accepted. */
    public TlsPeer {
        if (name.isBlank()) {
            throw new IllegalArgumentException(files.purpose() + ": TLS needs the name in the peer's certificate");
        }
    }

    /**
     * Returns the handler of a new connection. {@link #refusal} must follow its handshake.
     *
     * @param connects true if this side connects, and is the client of the handshake
     * @param port port of the peer, for the resumption of sessions
     * @param limit time for the handshake
     */
    public SslHandler handler(Channel channel, boolean connects, int port, Duration limit) {
        SslHandler handler = connects
                ? files.client().newHandler(channel.alloc(), name, port)
                : files.server().newHandler(channel.alloc());
        handler.setHandshakeTimeoutMillis(limit.toMillis());
        return handler;
    }

    /**
     * Returns the reason to refuse the peer after the handshake; empty if there is none. The handshake of a server
     * checks no name. A resumed handshake validates no certificate (RFC 8446 section 2.2): its session may be that of
     * another peer, or of a certificate that ended.
     */
    public Optional<String> refusal(SSLSession session) {
        List<X509Certificate> chain = CertificateWatch.chain(session);
        if (chain.isEmpty()) {
            return Optional.of("the peer has no certificate");
        }
        X509Certificate certificate = chain.getFirst();
        try {
            if (!hasName(certificate)) {
                return Optional.of("the certificate of " + certificate.getSubjectX500Principal()
                        + " lacks the subjectAltName " + name);
            }
        } catch (CertificateParsingException e) {
            return Optional.of("the certificate of " + certificate.getSubjectX500Principal()
                    + " has an invalid subjectAltName: " + e.getMessage());
        }
        return CertificateWatch.refusal(files, session);
    }

    private boolean hasName(X509Certificate certificate) throws CertificateParsingException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names != null
                && names.stream()
                        .anyMatch(each -> each.getFirst() instanceof Integer kind
                                && each.get(1) instanceof String text
                                && (kind == DNS_NAME && text.equalsIgnoreCase(name)
                                        || kind == IP_ADDRESS && isAddress(text)));
    }

    private boolean isAddress(String literal) {
        try {
            return IpAddress.parse(literal).equals(IpAddress.parse(name));
        } catch (InvalidTextException _) {
            return false; // the name is a DNS name
        }
    }

    /** Returns the reason of a failed handshake, in words for an operator. */
    public static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
        return switch (cause) {
            case NotSslRecordException _ -> "the peer does not speak TLS";
            case SslHandshakeTimeoutException _ -> "the peer did not complete the handshake in time";
            case ClosedChannelException _ -> "the peer closed the connection: it has no TLS, or refused the handshake";
            default -> PeerTrust.reasons(cause);
        };
    }
}
