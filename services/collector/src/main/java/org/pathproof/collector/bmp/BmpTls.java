// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.slf4j.MarkerFactory.getMarker;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS 1.3 (RFC 8446) for BMP; older versions are refused. A new connection reloads changed files, at most once a
 * second, so that a certificate can be renewed without a restart. If the new files are unusable, an error is logged and
 * the old files remain in use.
 */
public final class BmpTls {
    private static final Logger log = LoggerFactory.getLogger(BmpTls.class);
    private static final String TLS_1_3 = "TLSv1.3";
    private static final long RELOAD_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Period before the expiry of the certificate in which each load of the files logs a warning. */
    private static final Duration EXPIRY_WARNING = Duration.ofDays(14);

    /** Requirement for certificates of routers. */
    public enum ClientCertificates {
        /** A router without a certificate is refused in the handshake. */
        REQUIRED,
        /** A certificate must be valid if it is sent. A router without one may match rules by its address. */
        OPTIONAL
    }

    /**
     * PEM files.
     *
     * @param certificate certificate of this collector and its chain
     * @param key private key of the certificate, PKCS #8, not encrypted
     * @param trust authorities of the routers' certificates
     */
    public record PemFiles(Path certificate, Path key, Path trust) {
        List<FileTime> times() throws IOException {
            return List.of(
                    Files.getLastModifiedTime(certificate),
                    Files.getLastModifiedTime(key),
                    Files.getLastModifiedTime(trust));
        }
    }

    private record Loaded(SslContext server, SslContext client, Instant expires) {}

    private final PemFiles files;
    private final ClientCertificates clients;
    private List<FileTime> times;
    private Loaded loaded;
    private long checkedAt;

    /** Reads the files; throws IllegalArgumentException, which names the file, when they cannot be used. */
    public BmpTls(PemFiles files, ClientCertificates clients) {
        this.files = files;
        this.clients = clients;
        try {
            this.times = files.times();
            this.loaded = load();
        } catch (IOException e) {
            throw new IllegalArgumentException("BMP over TLS: cannot read " + e.getMessage(), e);
        }
        this.checkedAt = System.nanoTime();
    }

    /** Returns the context for routers that connect to the collector. */
    synchronized SslContext server() {
        reloadIfChanged();
        return loaded.server();
    }

    /** Returns the context for routers that are dialled. Their certificates must be valid for the dialled host. */
    synchronized SslContext client() {
        reloadIfChanged();
        return loaded.client();
    }

    /** Returns the expiry of the collector's certificate chain. */
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
                        "BMP over TLS: certificate reloaded: file={} expires={}",
                        files.certificate(),
                        loaded.expires());
            }
        } catch (IOException | IllegalArgumentException e) {
            log.error(
                    getMarker("tls-files-unusable"),
                    "BMP over TLS: new files are unusable, old files remain in use",
                    e);
        }
    }

    private Loaded load() throws IOException {
        try {
            SslContext server = SslContextBuilder.forServer(
                            files.certificate().toFile(), files.key().toFile())
                    .sslProvider(SslProvider.JDK)
                    .protocols(TLS_1_3)
                    .trustManager(files.trust().toFile())
                    .clientAuth(
                            switch (clients) {
                                case REQUIRED -> ClientAuth.REQUIRE;
                                case OPTIONAL -> ClientAuth.OPTIONAL;
                            })
                    .build();
            SslContext client = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .protocols(TLS_1_3)
                    .keyManager(files.certificate().toFile(), files.key().toFile())
                    .trustManager(files.trust().toFile())
                    .build();
            Instant expires = expiry();
            if (expires.isBefore(Instant.now().plus(EXPIRY_WARNING))) {
                log.warn(
                        getMarker("certificate-expiring"),
                        "BMP over TLS: certificate expires soon: file={} expires={}",
                        files.certificate(),
                        expires);
            }
            return new Loaded(server, client, expires);
        } catch (SSLException | CertificateException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "BMP over TLS: " + files.certificate() + ", " + files.key() + " and " + files.trust()
                            + " cannot be used together as certificate, PKCS #8 key and authorities: " + reasons(e),
                    e);
        }
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
