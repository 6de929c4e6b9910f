// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.handler.codec.quic.Quic;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificate, key and authorities for TLS 1.3 (RFC 8446) and QUIC (RFC 9001); older versions are refused. A new
 * connection reloads changed files, at most once a second, so that a certificate can be renewed without a restart. If
 * the new files are unusable, an error is logged and the old files remain in use.
 */
public final class TlsFiles {
    private static final Logger log = LoggerFactory.getLogger(TlsFiles.class);
    private static final String TLS_1_3 = "TLSv1.3";
    private static final long RELOAD_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Period before the expiry of the certificate in which each load of the files logs a warning. */
    private static final Duration EXPIRY_WARNING = Duration.ofDays(14);

    /** Requirement for certificates of clients. */
    public enum ClientCertificates {
        /** A client without a certificate is refused in the handshake. */
        REQUIRED,
        /** A certificate must be valid if it is sent. A client without one is identified by its address. */
        OPTIONAL,
        /** No certificate is requested. */
        NONE
    }

    /**
     * PEM files.
     *
     * @param certificate own certificate and its chain
     * @param key private key of the certificate, PKCS #8, not encrypted
     * @param trust authorities of the certificates of others
     */
    public record PemFiles(Path certificate, Path key, Path trust) {
        List<FileTime> times() throws IOException {
            return List.of(
                    Files.getLastModifiedTime(certificate),
                    Files.getLastModifiedTime(key),
                    Files.getLastModifiedTime(trust));
        }
    }

    private record Loaded(
            SslContext server,
            SslContext client,
            @Nullable QuicSslContext quicServer,
            @Nullable QuicSslContext quicClient,
            Instant expires) {}

    private final String purpose;
    private final PemFiles files;
    private final ClientCertificates clients;
    private final String quicProtocol;
    private List<FileTime> times;
    private Loaded loaded;
    private long checkedAt;

    /**
     * Reads the files.
     *
     * @param purpose use of the files, such as {@code BMP over TLS}; begins all messages
     * @param quicProtocol name of the application protocol in the handshake of QUIC (RFC 7301); empty without QUIC
     * @throws IllegalArgumentException when the files cannot be used; the message names the file
     */
    public TlsFiles(String purpose, PemFiles files, ClientCertificates clients, String quicProtocol) {
        this.purpose = purpose;
        this.files = files;
        this.clients = clients;
        this.quicProtocol = quicProtocol;
        if (!quicProtocol.isEmpty() && !Quic.isAvailable()) {
            throw new IllegalArgumentException(
                    purpose + ": QUIC needs Netty's native library (Linux on x86_64 or aarch64): "
                            + Quic.unavailabilityCause().getMessage(),
                    Quic.unavailabilityCause());
        }
        try {
            this.times = files.times();
            this.loaded = load();
        } catch (IOException e) {
            throw new IllegalArgumentException(purpose + ": cannot read " + e.getMessage(), e);
        }
        this.checkedAt = System.nanoTime();
    }

    /** Returns the context for connections from others. */
    public synchronized SslContext server() {
        reloadIfChanged();
        return loaded.server();
    }

    /** Returns the context for connections to others. Their certificates must be valid for the host. */
    public synchronized SslContext client() {
        reloadIfChanged();
        return loaded.client();
    }

    /**
     * Returns the context for QUIC connections from others.
     *
     * @throws IllegalStateException if these files were read without QUIC
     */
    public synchronized QuicSslContext quicServer() {
        reloadIfChanged();
        return quic(loaded.quicServer());
    }

    /** Returns the context for QUIC connections to others; throws as {@link #quicServer} does. */
    public synchronized QuicSslContext quicClient() {
        reloadIfChanged();
        return quic(loaded.quicClient());
    }

    private QuicSslContext quic(@Nullable QuicSslContext context) {
        if (context == null) {
            throw new IllegalStateException(purpose + ": the files were read without QUIC");
        }
        return context;
    }

    /** Returns the file of the own certificate chain. */
    public Path certificate() {
        return files.certificate();
    }

    /** Returns the expiry of the own certificate chain. */
    public synchronized Instant expires() {
        return loaded.expires();
    }

    private void reloadIfChanged() {
        if (System.nanoTime() - checkedAt < RELOAD_INTERVAL_NANOS) {
            return;
        }
        checkedAt = System.nanoTime();
        try {
            List<FileTime> now = files.times();
            if (!now.equals(times)) {
                times = now;
                loaded = load();
                log.info(
                        "{}: certificate reloaded: file={} expires={}", purpose, files.certificate(), loaded.expires());
            }
        } catch (IOException | IllegalArgumentException e) {
            log.error(
                    getMarker("tls-files-unusable"), "{}: new files are unusable, old files remain in use", purpose, e);
        }
    }

    private Loaded load() throws IOException {
        try {
            boolean quic = !quicProtocol.isEmpty();
            Loaded read = new Loaded(
                    serverContext(),
                    clientContext(),
                    quic ? quicServerContext() : null,
                    quic ? quicClientContext() : null,
                    expiry());
            if (read.expires().isBefore(Instant.now().plus(EXPIRY_WARNING))) {
                log.warn(
                        getMarker("certificate-expiring"),
                        "{}: certificate expires soon: file={} expires={}",
                        purpose,
                        files.certificate(),
                        read.expires());
            }
            return read;
        } catch (SSLException | CertificateException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    purpose + ": " + files.certificate() + ", " + files.key() + " and " + files.trust()
                            + " cannot be used together as certificate, PKCS #8 key and authorities: " + reasons(e),
                    e);
        }
    }

    private SslContext serverContext() throws SSLException {
        return SslContextBuilder.forServer(
                        files.certificate().toFile(), files.key().toFile())
                .sslProvider(SslProvider.JDK)
                .protocols(TLS_1_3)
                .trustManager(files.trust().toFile())
                .clientAuth(clientAuth())
                .build();
    }

    private SslContext clientContext() throws SSLException {
        return SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .protocols(TLS_1_3)
                .keyManager(files.certificate().toFile(), files.key().toFile())
                .trustManager(files.trust().toFile())
                .build();
    }

    private QuicSslContext quicServerContext() {
        return QuicSslContextBuilder.forServer(
                        files.key().toFile(), null, files.certificate().toFile())
                .trustManager(files.trust().toFile())
                .clientAuth(clientAuth())
                .earlyData(false)
                .applicationProtocols(quicProtocol)
                .build();
    }

    private QuicSslContext quicClientContext() {
        return QuicSslContextBuilder.forClient()
                .keyManager(files.key().toFile(), null, files.certificate().toFile())
                .trustManager(files.trust().toFile())
                .endpointIdentificationAlgorithm("HTTPS")
                .applicationProtocols(quicProtocol)
                .build();
    }

    private ClientAuth clientAuth() {
        return switch (clients) {
            case REQUIRED -> ClientAuth.REQUIRE;
            case OPTIONAL -> ClientAuth.OPTIONAL;
            case NONE -> ClientAuth.NONE;
        };
    }

    private Instant expiry() throws IOException, CertificateException {
        try (var in = Files.newInputStream(files.certificate())) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(c -> ((X509Certificate) c).getNotAfter().toInstant())
                    .min(Instant::compareTo)
                    .orElseThrow(() -> new CertificateException("no certificate in it"));
        }
    }

    private static String reasons(Throwable error) {
        List<String> reasons = new ArrayList<>();
        for (Throwable e = error; e != null && reasons.size() < 4; e = e.getCause()) {
            reasons.add(String.valueOf(e.getMessage()));
        }
        return String.join(": ", reasons);
    }
}
