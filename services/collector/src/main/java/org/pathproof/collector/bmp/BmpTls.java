// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

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
 * TLS 1.3 (RFC 8446), and no older version, for BMP. The files are looked at again when a connection is made, at most once a second:
 * certificates are renewed by replacing them, without a restart. New files that cannot be used leave the old ones in force, loudly.
 */
public final class BmpTls {
    private static final Logger log = LoggerFactory.getLogger(BmpTls.class);
    private static final String TLS_1_3 = "TLSv1.3";
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** So long before the certificate expires it is said at every reload. */
    private static final Duration SOON = Duration.ofDays(14);

    /** Whether routers must show a certificate. */
    public enum ClientCertificates {
        /** A router without one is refused in the handshake. */
        REQUIRED,
        /** One that is shown must be good; a router without one may match rules by address alone. */
        OPTIONAL
    }

    /**
     * PEM files.
     *
     * @param certificate of this collector, and those that lead from it to the authority
     * @param key its private key, PKCS #8, not encrypted
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
    private long lookedAt;

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
        this.lookedAt = System.nanoTime();
    }

    /** For routers that connect here. */
    synchronized SslContext server() {
        look();
        return loaded.server();
    }

    /** For routers that are connected to: the collector shows its certificate, and theirs must be for the host that was dialled. */
    synchronized SslContext client() {
        look();
        return loaded.client();
    }

    /** When the collector's certificate expires. */
    public synchronized Instant expires() {
        return loaded.expires();
    }

    private void look() {
        if (System.nanoTime() - lookedAt < LOOK_NANOS) {
            return;
        }
        lookedAt = System.nanoTime();
        try {
            List<FileTime> now = files.times();
            if (!now.equals(times)) {
                times = now;
                loaded = load();
                log.info("BMP over TLS: {} was read again, valid until {}", files.certificate(), loaded.expires());
            }
        } catch (IOException | IllegalArgumentException e) {
            log.error("BMP over TLS: the new files cannot be used, the old ones stay in force", e);
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
            if (expires.isBefore(Instant.now().plus(SOON))) {
                log.warn("BMP over TLS: the certificate in {} expires at {}", files.certificate(), expires);
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
