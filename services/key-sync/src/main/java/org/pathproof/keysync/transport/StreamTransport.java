// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.pathproof.keysync.settings.SourceSettings;
import org.pathproof.rpki.rtr.RtrTransport;
import org.pathproof.rpki.rtr.TlsTransport;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicLimits;
import org.pathproof.transport.quic.QuicProtocol;
import org.pathproof.transport.stream.ChannelStream;
import org.pathproof.transport.stream.StreamDialer;
import org.pathproof.transport.tcp.TcpAoKeys;
import org.pathproof.transport.tcp.TcpOptions;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Transports of RTR that the JDK lacks: TCP and TLS with TCP-MD5, TCP-AO or GTSM, and QUIC. Each connection has a
 * dialer.
 */
public final class StreamTransport implements RtrTransport {
    private static final String DIALER = "rtr-client";

    /** Opens a stream with a dialer that is new. */
    @FunctionalInterface
    private interface Opening {
        ChannelStream open(StreamDialer dialer, Duration timeout) throws IOException;
    }

    /** Opens a stream to a host with the address of its name. */
    @FunctionalInterface
    private interface Dialling {
        ChannelStream open(StreamDialer dialer, String host, InetSocketAddress address, Duration timeout)
                throws IOException;
    }

    /** Chooses the protection and the stream for an address. */
    @FunctionalInterface
    private interface Plan {
        Link connect(String host, int port, Duration timeout) throws IOException;
    }

    private final Plan plan;

    private StreamTransport(Plan plan) {
        this.plan = plan;
    }

    /**
     * Returns TCP with a protection for the address of the cache.
     *
     * @throws IllegalArgumentException if this machine cannot protect sockets like this
     */
    public static RtrTransport tcp(String source, SourceSettings.Tcp settings) {
        return overTcp(source, settings, (dialer, _, address, limit) -> dialer.tcp(address, limit));
    }

    /** Returns TLS over {@link #tcp}; throws as it does. */
    public static RtrTransport tls(String source, TlsTransport tls, SourceSettings.Tcp settings) {
        return overTcp(source, settings, (dialer, host, address, limit) -> {
            ChannelStream stream = dialer.tls(address, tls.engine(host, address.getPort()), limit);
            TlsTransport.requireAlternativeName(Objects.requireNonNull(stream.handshake()));
            return stream;
        });
    }

    private static RtrTransport overTcp(String source, SourceSettings.Tcp settings, Dialling dialling) {
        TcpAoKeys keys = settings.keys(source);
        new TcpSockets(settings.protection(TcpOptions.allAddresses(), keys)); // reports a missing option at the start
        return new StreamTransport((host, port, timeout) -> {
            InetAddress address = address(host);
            Prefix cache = Prefix.host(Bytes.wrap(address.getAddress()));
            TcpProtection protection = settings.protection(List.of(cache), keys);
            InetSocketAddress target = new InetSocketAddress(address, port);
            return link(protection, (dialer, limit) -> dialling.open(dialer, host, target, limit), timeout);
        });
    }

    /**
     * Returns QUIC with certificates of both sides.
     *
     * @throws IllegalArgumentException if the files cannot be used
     */
    public static RtrTransport quic(String source, TlsFiles.PemFiles files) {
        TlsFiles tls = new TlsFiles(
                "RTR over QUIC with " + source, files, TlsFiles.ClientCertificates.REQUIRED, QuicProtocol.RTR.label());
        return new StreamTransport((host, port, timeout) -> link(
                TcpProtection.NONE,
                (dialer, limit) ->
                        dialer.quic(new Endpoint(Endpoint.Transport.QUIC, host, port), tls, QuicLimits.DEFAULT, limit),
                timeout));
    }

    @Override
    public Link connect(String host, int port, Duration timeout) throws IOException {
        return plan.connect(host, port, timeout);
    }

    private static InetAddress address(String host) throws IOException {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("the host " + host + " has no address", e);
        }
    }

    private static Link link(TcpProtection protection, Opening opening, Duration timeout) throws IOException {
        StreamDialer dialer = new StreamDialer(protection, DIALER);
        try {
            ChannelStream stream = opening.open(dialer, timeout);
            return new StreamLink(stream, stream.handshake(), dialer);
        } catch (IOException | RuntimeException e) {
            dialer.close();
            throw e;
        }
    }

    private record StreamLink(
            ChannelStream stream, @Nullable SSLSession session, StreamDialer dialer) implements Link {
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
        public void close() {
            stream.close();
            dialer.close();
        }
    }
}
