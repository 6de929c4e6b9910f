// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tls;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.handler.codec.quic.Quic;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.pathproof.transport.FileWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificate, key, authorities and revocation lists for TLS 1.3 (RFC 8446) and QUIC (RFC 9001); older versions are
 * refused. A new connection, and the {@link CertificateWatch} of an open one, reloads changed files, at most once a
 * second, so that a certificate can be renewed without a restart. If the new files are unusable, an error is logged and
 * the old files remain in use.
 */
public final class TlsFiles {
    private static final Logger log = LoggerFactory.getLogger(TlsFiles.class);
    /** Period before the expiry of the certificate in which each load of the files logs a warning. */
    private static final Duration EXPIRY_WARNING = Duration.ofDays(14);
    /** Time between two checks of the peer's certificate in an open connection. */
    private static final Duration CHECK_PERIOD = Duration.ofSeconds(5);

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
     * @param crl revocation lists of the authorities; null for none
     * @param crlRequired true to refuse certificates of an authority without a list, or with a stale list
     */
    public record PemFiles(
            Path certificate,
            Path key,
            Path trust,
            @Nullable Path crl,
            boolean crlRequired) {
        /** Throws IllegalArgumentException if lists are required without a file. */
        public PemFiles {
            if (crl == null && crlRequired) {
                throw new IllegalArgumentException("crl-required needs a file with CRLs: set crl");
            }
        }

        /** Creates files without revocation lists. */
        public PemFiles(Path certificate, Path key, Path trust) {
            this(certificate, key, trust, null, false);
        }

        /**
         * Returns these files with revocation lists.
         *
         * @param file name of the file; empty for none
         * @throws IllegalArgumentException if lists are required without a file
         */
        public PemFiles withCrl(String file, boolean required) {
            return new PemFiles(certificate, key, trust, file.isEmpty() ? null : Path.of(file), required);
        }

        private List<Path> all() {
            return crl == null ? List.of(certificate, key, trust) : List.of(certificate, key, trust, crl);
        }

        RevocationLists lists() throws IOException {
            return crl == null ? RevocationLists.NONE : RevocationLists.read(crl, crlRequired);
        }
    }

    private record Loaded(
            TlsContexts contexts, Instant expires, List<X509Certificate> authorities, RevocationLists lists) {}

    private final String purpose;
    private final PemFiles files;
    private final ClientCertificates clients;
    private final String quicProtocol;
    private final Duration checkPeriod;
    private final ApplicationProtocolConfig tlsProtocol;
    /** Reasons of refused handshakes of QUIC, which reports them as a number to the peer alone. */
    private final Map<SSLEngine, String> refusals = PeerTrust.noRefusals();

    private final FileWatch watch;
    private Loaded loaded;
    /** Problem of the newest files, which are not in use; empty if there is none. */
    private String unusable = "";

    private List<String> staleLists = List.of();

    /**
     * Reads the files.
     *
     * @param purpose use of the files, such as {@code BMP over TLS}; begins all messages
     * @param quicProtocol name of the application protocol in the handshake of QUIC (RFC 7301); empty without QUIC
     * @throws IllegalArgumentException when the files cannot be used; the message names the file
     */
    public TlsFiles(String purpose, PemFiles files, ClientCertificates clients, String quicProtocol) {
        this(purpose, files, clients, quicProtocol, CHECK_PERIOD);
    }

    /**
     * Reads the files, for connections with another period of checks.
     *
     * @param checkPeriod time between two checks of the peer's certificate in an open connection
     * @throws IllegalArgumentException when the files cannot be used; the message names the file
     */
    public TlsFiles(
            String purpose, PemFiles files, ClientCertificates clients, String quicProtocol, Duration checkPeriod) {
        this(purpose, files, clients, quicProtocol, checkPeriod, ApplicationProtocolConfig.DISABLED);
    }

    private TlsFiles(
            String purpose,
            PemFiles files,
            ClientCertificates clients,
            String quicProtocol,
            Duration checkPeriod,
            ApplicationProtocolConfig tlsProtocol) {
        this.checkPeriod = checkPeriod;
        this.tlsProtocol = tlsProtocol;
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
            this.watch = new FileWatch(files.all(), false);
            this.loaded = load();
        } catch (IOException e) {
            throw new IllegalArgumentException(purpose + ": cannot read " + e.getMessage(), e);
        }
        logStaleLists();
    }

    /**
     * Reads the files of a protocol with certificates of both sides over TLS. A client names the protocol in the
     * handshake (RFC 7301). A server refuses a client that names others, and accepts one that names none: a relay in
     * front of a peer names none.
     *
     * @throws IllegalArgumentException when the files cannot be used; the message names the file
     */
    public static TlsFiles mutual(String purpose, PemFiles files, String protocol) {
        return new TlsFiles(
                purpose,
                files,
                ClientCertificates.REQUIRED,
                "",
                CHECK_PERIOD,
                new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.FATAL_ALERT,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        protocol));
    }

    /** Returns the time between two checks of the peer's certificate in an open connection. */
    Duration checkPeriod() {
        return checkPeriod;
    }

    /** Returns the use of the files, which begins all messages. */
    public String purpose() {
        return purpose;
    }

    /** Returns the context for connections from others. */
    public synchronized SslContext server() {
        reloadIfChanged();
        return loaded.contexts().server();
    }

    /** Returns the context for connections to others. Their certificates must be valid for the host. */
    public synchronized SslContext client() {
        reloadIfChanged();
        return loaded.contexts().client();
    }

    /**
     * Returns the context for QUIC connections from others.
     *
     * @throws IllegalStateException if these files were read without QUIC
     */
    public synchronized QuicSslContext quicServer() {
        reloadIfChanged();
        return quic(loaded.contexts().quicServer());
    }

    /** Returns the context for QUIC connections to others; throws as {@link #quicServer} does. */
    public synchronized QuicSslContext quicClient() {
        reloadIfChanged();
        return quic(loaded.contexts().quicClient());
    }

    private QuicSslContext quic(@Nullable QuicSslContext context) {
        if (context == null) {
            throw new IllegalStateException(purpose + ": the files were read without QUIC");
        }
        return context;
    }

    /** Returns the file with the certificate chain of this side. */
    public Path certificate() {
        return files.certificate();
    }

    /** Returns the expiry of the certificate chain of this side. */
    public synchronized Instant expires() {
        return loaded.expires();
    }

    /** Returns the earliest nextUpdate of the revocation lists; empty if there are none. */
    public synchronized Optional<Instant> nextCrlUpdate() {
        reloadIfChanged();
        return loaded.lists().nextUpdate();
    }

    /** Returns the problems of the files for health: new files that are unusable, and stale revocation lists. */
    public synchronized List<String> problems() {
        reloadIfChanged();
        List<String> problems = new ArrayList<>(loaded.lists().problems(Instant.now()));
        if (!unusable.isEmpty()) {
            problems.add(unusable + "; the old files remain in use");
        }
        return problems;
    }

    /** Returns the reason to end a connection whose peer has a verified certificate; empty if there is none. */
    public synchronized Optional<CertificateEnded> ended(List<X509Certificate> chain, Instant now) {
        reloadIfChanged();
        return loaded.lists().ended(chain, loaded.authorities(), now);
    }

    /** Returns and forgets the reason for which a handshake of QUIC failed; empty if no certificate was refused. */
    public Optional<String> takeRefusal(SSLEngine engine) {
        return Optional.ofNullable(refusals.remove(engine));
    }

    private void reloadIfChanged() {
        try {
            if (watch.hasChanged()) {
                loaded = load();
                log.info(
                        "{}: certificate reloaded: file={} expires={}", purpose, files.certificate(), loaded.expires());
                unusable = "";
            }
        } catch (IOException | IllegalArgumentException e) {
            watch.lookAgain();
            String why = e instanceof IOException ? purpose + ": cannot read " + e.getMessage() : e.getMessage();
            if (!unusable.equals(why)) {
                log.error(
                        getMarker("tls-files-unusable"),
                        "{}: new files are unusable, old files remain in use",
                        purpose,
                        e);
            }
            unusable = String.valueOf(why);
        }
        logStaleLists();
    }

    private void logStaleLists() {
        List<String> stale = loaded.lists().problems(Instant.now());
        for (String problem : stale) {
            if (!staleLists.contains(problem)) {
                log.warn(getMarker("tls-crl-stale"), "{}: CRL out of date: problem=\"{}\"", purpose, problem);
            }
        }
        staleLists = stale;
    }

    private Loaded load() throws IOException {
        RevocationLists lists = lists();
        try {
            List<X509Certificate> chain = PemFile.certificates(files.certificate());
            PemFile.requireKeyOf(chain.getFirst(), files.key());
            List<X509Certificate> authorities = PemFile.certificates(files.trust());
            PeerTrust peers = new PeerTrust(authorities, lists, refusals);
            Loaded read = new Loaded(
                    TlsContexts.of(
                            files.certificate().toFile(),
                            files.key().toFile(),
                            clientAuth(),
                            tlsProtocol,
                            quicProtocol,
                            peers),
                    expiry(chain),
                    authorities,
                    lists);
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
                            + " cannot be used together as certificate, PKCS #8 key and authorities: "
                            + PeerTrust.reasons(e),
                    e);
        }
    }

    private RevocationLists lists() throws IOException {
        try {
            return files.lists();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(purpose + ": " + e.getMessage(), e);
        }
    }

    private ClientAuth clientAuth() {
        return switch (clients) {
            case REQUIRED -> ClientAuth.REQUIRE;
            case OPTIONAL -> ClientAuth.OPTIONAL;
            case NONE -> ClientAuth.NONE;
        };
    }

    private static Instant expiry(List<X509Certificate> chain) {
        return chain.stream()
                .map(certificate -> certificate.getNotAfter().toInstant())
                .min(Instant::compareTo)
                .orElseThrow();
    }
}
