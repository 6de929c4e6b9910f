// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import java.nio.file.Path;
import java.util.List;
import org.pathproof.transport.tcp.TcpAoKeys;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Prefix;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One RTR listener.
 *
 * @param name Name in metrics, health and logs: letters, digits and hyphens.
 * @param transport Transport: tcp, tls or ssh (RFC 8210 section 9), or quic.
 * @param bind Local address.
 * @param port TCP port; with quic, UDP port. 0: any free port.
 * @param maxVersion Highest RTR version offered to routers, 0 to 2.
 * @param routerKeys Sends router keys.
 * @param aspas Sends ASPAs.
 * @param maxSessions Maximum number of concurrent connections.
 * @param maxSessionsPerAddress Maximum number of concurrent connections from one IPv4 address or IPv6 /64.
 * @param allowed Addresses and prefixes of the routers. Empty: all.
 * @param tls Files of the transports tls and quic.
 * @param ssh Host key and users of the transport ssh.
 * @param tcp Protection of TCP segments, for the transports tcp and tls.
 */
public record RtrListenerSettings(
        @DefaultValue("") String name,
        @DefaultValue("tcp") Transport transport,
        @DefaultValue("0.0.0.0") String bind,
        @DefaultValue("-1") int port,
        @DefaultValue("2") int maxVersion,
        @DefaultValue("true") boolean routerKeys,
        @DefaultValue("true") boolean aspas,
        @DefaultValue("1000") int maxSessions,
        @DefaultValue("50") int maxSessionsPerAddress,
        @DefaultValue List<String> allowed,
        @DefaultValue Tls tls,
        @DefaultValue Ssh ssh,
        @DefaultValue Tcp tcp) {
    /** Prefix of all messages about a listener. */
    static final String PREFIX = "pathproof.policy-api.rtr.listeners";

    /** Name of the listener of {@code rtr-port}. */
    static final String DEFAULT_NAME = "default";

    /** Transports of a listener. */
    public enum Transport {
        TCP,
        TLS,
        SSH,
        /** QUIC (RFC 9000), which RFC 8210 does not have. */
        QUIC
    }

    /**
     * TLS 1.3, also inside of QUIC.
     *
     * @param certificate PEM file with the certificate of this cache and its chain.
     * @param key PEM file with the private key of the certificate (PKCS #8).
     * @param trust PEM file with the authorities of the routers' certificates.
     * @param clientCertificates Certificates of routers: required, optional or none.
     * @param matchAddress Refuses a router's certificate that lacks the router's address as subjectAltName (RFC 8210
     *     section 9.2).
     * @param crl PEM file with the CRLs of the authorities. Empty: no certificate is revoked.
     * @param crlRequired Refuses certificates of an authority without a CRL, or with a stale one. Without it, a stale
     *     CRL remains in use.
     */
    public record Tls(
            @DefaultValue("") String certificate,
            @DefaultValue("") String key,
            @DefaultValue("") String trust,
            @DefaultValue("required") TlsFiles.ClientCertificates clientCertificates,
            @DefaultValue("true") boolean matchAddress,
            @DefaultValue("") String crl,
            @DefaultValue("false") boolean crlRequired) {
        /** @param quicProtocol name of the protocol in the handshake of QUIC; empty without QUIC */
        TlsFiles load(String what, String quicProtocol) {
            boolean clients = clientCertificates != TlsFiles.ClientCertificates.NONE;
            if (certificate.isEmpty() || key.isEmpty() || clients && trust.isEmpty()) {
                throw new IllegalArgumentException(
                        what + ": the transports tls and quic need tls.certificate and tls.key,"
                                + " and tls.trust unless tls.client-certificates is none");
            }
            if (crl.isEmpty() ? crlRequired : !clients) {
                throw new IllegalArgumentException(
                        what
                                + ": tls.crl-required needs tls.crl, and tls.crl needs tls.client-certificates: required or optional");
            }
            return new TlsFiles(
                    what,
                    new TlsFiles.PemFiles(Path.of(certificate), Path.of(key), Path.of(clients ? trust : certificate))
                            .withCrl(crl, crlRequired),
                    clientCertificates,
                    quicProtocol);
        }
    }

    /**
     * SSH.
     *
     * @param hostKey File with the private key of this cache.
     * @param users Users that may log in.
     */
    public record Ssh(
            @DefaultValue("") String hostKey, @DefaultValue List<SshUser> users) {}

    /**
     * A user of SSH.
     *
     * @param name User name.
     * @param password Password. Empty: no login by password.
     * @param authorizedKeys File with public keys, one a line. Empty: no login by key.
     */
    public record SshUser(
            @DefaultValue("") String name,
            @DefaultValue("") String password,
            @DefaultValue("") String authorizedKeys) {
        /** Omits the password. */
        @Override
        public String toString() {
            return "SshUser[name=" + name + ", authorizedKeys=" + authorizedKeys + "]";
        }
    }

    /**
     * Protection of TCP segments.
     *
     * @param peers Addresses and prefixes of the routers with TCP-MD5 or TCP-AO. Only these may connect then.
     * @param md5Password TCP-MD5 password (RFC 2385), 1 to 80 bytes. Empty: none.
     * @param aoKeys TCP-AO keys (RFC 5925), each as "SEND-ID RECEIVE-ID ALGORITHM SECRET". With the transport tls also
     *     "tls", for keys of the handshake.
     * @param aoKeyFile File with these keys instead, one a line. A changed file applies to all connections without a
     *     restart. Empty: none.
     * @param maxHops Maximum number of hops to a router (GTSM, RFC 5082). 0: no check.
     */
    public record Tcp(
            @DefaultValue List<String> peers,
            @DefaultValue("") String md5Password,
            @DefaultValue List<String> aoKeys,
            @DefaultValue("") String aoKeyFile,
            @DefaultValue("0") int maxHops) {
        TcpProtection protection(String what) {
            try {
                return new TcpProtection(
                        peers.stream().map(Prefix::parse).toList(),
                        md5Password,
                        TcpAoKeys.of(what, aoKeys, aoKeyFile),
                        maxHops);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(what + ": tcp: " + e.getMessage(), e);
            }
        }

        /** Omits the password and the keys. */
        @Override
        public String toString() {
            return "Tcp[peers=" + peers + ", maxHops=" + maxHops + "]";
        }
    }

    public RtrListenerSettings {
        if (!name.matches("[a-zA-Z0-9-]{1,32}")) {
            throw new IllegalArgumentException(PREFIX
                    + ": each listener needs a name of 1 to 32 letters, digits and hyphens, but one has \"" + name
                    + "\"");
        }
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(where(name) + ": port must be 0 to 65535: " + port);
        }
    }

    /** Returns the beginning of messages about this listener. */
    String where() {
        return where(name);
    }

    private static String where(String name) {
        return PREFIX + ": listener \"" + name + "\"";
    }
}
