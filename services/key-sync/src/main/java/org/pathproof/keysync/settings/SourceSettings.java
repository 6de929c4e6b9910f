// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.settings;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.rtr.PemTlsContexts;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.pathproof.transport.tcp.TcpAoKeys;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.PeerTrust;
import org.pathproof.transport.tls.RevocationLists;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One source of RPKI data: a cache, a file or a URL.
 *
 * @param cache RTR cache as host:port. IPv6 addresses need brackets.
 * @param file RPKI JSON file of an RPKI validator.
 * @param url RPKI JSON of an RPKI validator over HTTPS. HTTP is permitted for loopback addresses.
 * @param transport Transport of RTR: tcp, tls or ssh (RFC 8210 section 9), or quic.
 * @param tls Files and name for the transports tls and quic, and for a URL.
 * @param ssh Keys for the transport ssh.
 * @param tcp Protection of TCP segments, for the transports tcp and tls.
 * @param group Preference group, from 1; lower is more preferred. 0: the position in the list, or 1 with combine=union.
 * @param lossHold Delay of a large loss of this source. Empty: pathproof.key-sync.loss-hold.
 * @param lossShare Smallest share of this source that is a large loss, 1 to 100 percent. 0:
 *     pathproof.key-sync.loss-share.
 */
public record SourceSettings(
        @DefaultValue("") String cache,
        @DefaultValue("") String file,
        @DefaultValue("") String url,
        @DefaultValue("tcp") Transport transport,
        @DefaultValue Tls tls,
        @DefaultValue Ssh ssh,
        @DefaultValue Tcp tcp,
        @DefaultValue("0") int group,
        @Nullable Duration lossHold,
        @DefaultValue("0") int lossShare) {
    /** Prefix of the settings of all sources. */
    public static final String PREFIX = "pathproof.key-sync.sources";

    private static final Logger log = LoggerFactory.getLogger(SourceSettings.class);

    public SourceSettings {
        cache = cache.strip();
        file = file.strip();
        url = url.strip();
        List<String> given =
                Stream.of(cache, file, url).filter(text -> !text.isEmpty()).toList();
        if (given.size() != 1) {
            throw new IllegalArgumentException(
                    PREFIX + ": each source has one of cache, file and url, but one has " + given);
        }
        if (group < 0) {
            throw new IllegalArgumentException(PREFIX + ".group: " + group + " is negative");
        }
        if (lossShare < 0 || lossShare > 100) {
            throw new IllegalArgumentException(
                    PREFIX + ".loss-share: " + lossShare + " is not a percentage from 1 to 100, nor 0");
        }
        if (lossHold != null && lossHold.isNegative()) {
            throw new IllegalArgumentException(PREFIX + ".loss-hold: " + lossHold + " is negative");
        }
        if (!cache.isEmpty()) {
            address(PREFIX + ".cache", cache);
        }
        if (!url.isEmpty()) {
            checkUrl(url);
        }
        if (transport == Transport.SSH) {
            ssh.check();
        }
        if (transport == Transport.QUIC) {
            tls.checkForQuic();
        }
        if (transport != Transport.TCP && transport != Transport.TLS && !tcp.equals(Tcp.NONE)) {
            throw new IllegalArgumentException(PREFIX + ".tcp: the transport is "
                    + transport.name().toLowerCase(Locale.ROOT) + ", but TCP-MD5, TCP-AO and GTSM need tcp or tls");
        }
    }

    private static void checkUrl(String text) {
        try {
            URI uri = new URI(text);
            String host = uri.getHost();
            boolean loopback = host != null && host.matches("localhost|127(\\.\\d{1,3}){3}|\\[::1]");
            if (host != null && ("https".equals(uri.getScheme()) || loopback && "http".equals(uri.getScheme()))) {
                return;
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(PREFIX + ".url: \"" + text + "\" is no URL", e);
        }
        throw new IllegalArgumentException(
                PREFIX + ".url: \"" + text + "\" is not https://host/path, nor http:// with a loopback address");
    }

    /** Transports of RTR. */
    public enum Transport {
        TCP,
        TLS,
        SSH,
        /** QUIC (RFC 9000), which RFC 8210 does not have. */
        QUIC
    }

    /**
     * Protection of the TCP segments of a cache, over tcp or tls.
     *
     * @param md5Password TCP-MD5 password (RFC 2385), 1 to 80 bytes. Empty: none.
     * @param aoKeys TCP-AO keys (RFC 5925), each as "SEND-ID RECEIVE-ID ALGORITHM SECRET".
     * @param aoKeyFile File with these keys instead, one a line. A changed file applies to the connection without a
     *     restart. Empty: none.
     * @param maxHops Maximum number of hops to the cache (GTSM, RFC 5082). 0: no check.
     */
    public record Tcp(
            @DefaultValue("") String md5Password,
            @DefaultValue List<String> aoKeys,
            @DefaultValue("") String aoKeyFile,
            @DefaultValue("0") int maxHops) {
        /** No protection. */
        public static final Tcp NONE = new Tcp("", List.of(), "", 0);

        public Tcp {
            aoKeys = List.copyOf(aoKeys);
        }

        /**
         * Reads the keys, for all connections to a source.
         *
         * @throws IllegalArgumentException if they are unusable
         */
        public TcpAoKeys keys(String source) {
            try {
                return TcpAoKeys.of("RTR from " + source, aoKeys, aoKeyFile);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(PREFIX + ".tcp: " + e.getMessage(), e);
            }
        }

        /**
         * Returns the protection for peers.
         *
         * @throws IllegalArgumentException if the settings exclude each other
         */
        public TcpProtection protection(List<Prefix> peers, TcpAoKeys keys) {
            try {
                return new TcpProtection(peers, md5Password, keys, maxHops).withoutTls();
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(PREFIX + ".tcp: " + e.getMessage(), e);
            }
        }

        /** Omits the password and the keys. */
        @Override
        public String toString() {
            return "Tcp[maxHops=" + maxHops + ']';
        }
    }

    /**
     * TLS with a source. The files are PEM files, and are read for each connection.
     *
     * @param trust Authorities that may certify the source. Empty: those of the JVM.
     * @param certificate Certificate of this client with its chain. Empty: none.
     * @param key Private key of the certificate, PKCS #8, not encrypted.
     * @param serverName Name that the certificate of a cache must have. Empty: the host of the cache.
     * @param crl CRLs of the authorities of trust. Empty: no certificate is revoked.
     * @param crlRequired Refuses a certificate of an authority without a CRL, or with a stale one. Without it, a stale
     *     CRL remains in use.
     */
    public record Tls(
            @DefaultValue("") String trust,
            @DefaultValue("") String certificate,
            @DefaultValue("") String key,
            @DefaultValue("") String serverName,
            @DefaultValue("") String crl,
            @DefaultValue("false") boolean crlRequired) {
        /** No files and no name. */
        public static final Tls NONE = new Tls("", "", "", "", "", false);

        public Tls {
            if (!crl.isEmpty() && trust.isEmpty() || crlRequired && crl.isEmpty()) {
                throw new IllegalArgumentException(
                        PREFIX + ".tls: crl-required needs crl, and crl needs trust, but one of them is missing");
            }
            if (certificate.isEmpty() != key.isEmpty()) {
                throw new IllegalArgumentException(PREFIX + ".tls.certificate and " + PREFIX
                        + ".tls.key belong together, but only one of them is set");
            }
        }

        private void checkForQuic() {
            if (trust.isEmpty() || certificate.isEmpty()) {
                throw new IllegalArgumentException(
                        PREFIX + ".tls: the transport quic needs trust, certificate and key");
            }
            if (!serverName.isEmpty()) {
                throw new IllegalArgumentException(PREFIX
                        + ".tls.server-name: with the transport quic, the certificate must name the host of the cache");
            }
        }

        /** Returns the files of QUIC. */
        public TlsFiles.PemFiles files() {
            return new TlsFiles.PemFiles(Path.of(certificate), Path.of(key), Path.of(trust)).withCrl(crl, crlRequired);
        }

        /** Returns the contexts of connections. */
        public PemTlsContexts contexts() {
            return new PemTlsContexts(
                    path(trust), path(certificate), path(key), crl.isEmpty() ? null : this::validation);
        }

        private X509ExtendedTrustManager validation(List<X509Certificate> authorities) throws IOException {
            RevocationLists lists = lists();
            for (String problem : lists.problems(Instant.now())) {
                log.warn(getMarker("source-crl-stale"), "RPKI source: CRL out of date: problem=\"{}\"", problem);
            }
            try {
                return new PeerTrust(authorities, lists);
            } catch (IllegalArgumentException e) {
                throw new IOException(e.getMessage(), e);
            }
        }

        /**
         * Reads the CRLs.
         *
         * @throws IOException if the file cannot be used; the message names it
         */
        public RevocationLists lists() throws IOException {
            if (crl.isEmpty()) {
                return RevocationLists.NONE;
            }
            try {
                return RevocationLists.read(Path.of(crl), crlRequired);
            } catch (NoSuchFileException e) {
                throw new IOException(crl + ": no such file", e);
            } catch (IllegalArgumentException e) {
                throw new IOException(e.getMessage(), e);
            }
        }

        private static @Nullable Path path(String text) {
            return text.isEmpty() ? null : Path.of(text);
        }
    }

    /**
     * SSH with a cache.
     *
     * @param user User name.
     * @param key File with a private key, not encrypted. Empty: none.
     * @param password Password. Empty: none.
     * @param hostKey Host key of the cache: a fingerprint (SHA256:…) or a public key (ssh-ed25519 AAAA…).
     */
    public record Ssh(
            @DefaultValue("rpki") String user,
            @DefaultValue("") String key,
            @DefaultValue("") String password,
            @DefaultValue("") String hostKey) {
        /** Default user, and no keys. */
        public static final Ssh NONE = new Ssh("rpki", "", "", "");

        private void check() {
            if (hostKey.isEmpty()) {
                throw new IllegalArgumentException(PREFIX
                        + ".ssh.host-key is missing: without the host key of the cache, anyone could claim to be it");
            }
            if (key.isEmpty() && password.isEmpty()) {
                throw new IllegalArgumentException(PREFIX + ".ssh: key or password is missing");
            }
            try {
                new HostKey(hostKey);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(PREFIX + ".ssh.host-key: " + e.getMessage(), e);
            }
        }

        /** Omits the password. */
        @Override
        public String toString() {
            return "Ssh[user=" + user + ", key=" + key + ", hostKey=" + hostKey + ']';
        }
    }

    static SourceSettings ofCache(String cache, Transport transport) {
        return new SourceSettings(cache, "", "", transport, Tls.NONE, Ssh.NONE, Tcp.NONE, 0, null, 0);
    }

    static SourceSettings ofFile(String file) {
        return new SourceSettings("", file, "", Transport.TCP, Tls.NONE, Ssh.NONE, Tcp.NONE, 0, null, 0);
    }

    /** Returns the client settings for the address of the cache. */
    public RtrClientSettings address() {
        return address(PREFIX + ".cache", cache);
    }

    /** Returns the address, path or URL. */
    public String name() {
        return cache + file + url; // one of them
    }

    /** Parses the address of a cache, host:port. An error names the {@code setting}. */
    public static RtrClientSettings address(String setting, String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
        String port = text.substring(colon + 1);
        if (host.isEmpty()
                || !port.matches("\\d{1,5}")
                || Integer.parseInt(port) < 1
                || Integer.parseInt(port) > 65535) {
            throw new IllegalArgumentException(setting + ": \"" + text
                    + "\" is not host:port, such as cache.example.net:323 or [2001:db8::1]:323");
        }
        return RtrClientSettings.of(host, Integer.parseInt(port));
    }
}
