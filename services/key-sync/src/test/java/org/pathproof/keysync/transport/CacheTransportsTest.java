// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.Ports;
import org.pathproof.harness.Programs;
import org.pathproof.harness.StayRtr;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.keysync.source.Source;
import org.pathproof.rpki.rtr.PemTlsContexts;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.quic.QuicProtocol;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsFiles;

/** Tests the transports of RTR (RFC 8210 section 9) with StayRTR as cache. */
final class CacheTransportsTest extends CacheTests {
    private void run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes NAME.pem and NAME.key: an authority, or a certificate of the authority {@code by}. */
    private void createCertificate(String name, String by, String... more) {
        List<String> command = new ArrayList<>(List.of(
                Programs.require("openssl"),
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-days",
                "2",
                "-keyout",
                name + ".key",
                "-out",
                name + ".pem"));
        if (!by.isEmpty()) {
            command.addAll(List.of("-CA", by + ".pem", "-CAkey", by + ".key"));
        }
        command.addAll(List.of(more));
        run(command.toArray(String[]::new));
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private int stayRtrWithTls(String certificate) {
        int port = Ports.free();
        open(new StayRtr(
                folder,
                json,
                "-tls.bind",
                "127.0.0.1:" + port,
                "-tls.cert",
                path(certificate + ".pem"),
                "-tls.key",
                path(certificate + ".key")));
        return port;
    }

    @Test
    void tlsTrustsOnlyTheConfiguredAuthorityAndName() {
        createCertificate("authority", "", "-subj", "/CN=authority");
        createCertificate("other", "", "-subj", "/CN=other");
        createCertificate("cache", "authority", "-subj", "/CN=cache", "-addext", "subjectAltName=DNS:cache.example");
        int port = stayRtrWithTls("cache");
        awaitData(source(
                port,
                Map.of("transport", "tls", "tls.trust", path("authority.pem"), "tls.server-name", "cache.example")));
        awaitProblem(
                source(
                        port,
                        Map.of("transport", "tls", "tls.trust", path("other.pem"), "tls.server-name", "cache.example")),
                "cannot connect",
                "certification path");
        awaitProblem(
                source(
                        port,
                        Map.of(
                                "transport",
                                "tls",
                                "tls.trust",
                                path("authority.pem"),
                                "tls.server-name",
                                "other.example")),
                "cannot connect",
                "other.example");
        awaitProblem(
                source(port, Map.of("transport", "tls", "tls.trust", path("missing.pem"))),
                path("missing.pem"),
                "cannot be read");
    }

    @Test
    void tlsDoesNotAcceptACommonName() {
        createCertificate("authority", "", "-subj", "/CN=authority");
        createCertificate("named", "authority", "-subj", "/CN=cache.example");
        int port = stayRtrWithTls("named");
        awaitProblem(
                source(
                        port,
                        Map.of(
                                "transport",
                                "tls",
                                "tls.trust",
                                path("authority.pem"),
                                "tls.server-name",
                                "cache.example")),
                "no subjectAltName",
                "RFC 8210 section 9.2");
    }

    @Test
    void tlsPresentsTheClientCertificate() throws Exception {
        createCertificate("authority", "", "-subj", "/CN=authority");
        createCertificate("cache", "authority", "-subj", "/CN=cache", "-addext", "subjectAltName=DNS:cache.example");
        createCertificate("router", "authority", "-subj", "/CN=key-sync", "-addext", "subjectAltName=IP:127.0.0.1");
        StayRtr cache = open(new StayRtr(folder, json));
        MutualTlsProxy proxy = open(new MutualTlsProxy(
                new PemTlsContexts(
                                folder.resolve("authority.pem"),
                                folder.resolve("cache.pem"),
                                folder.resolve("cache.key"))
                        .get(),
                cache.port()));
        awaitData(source(
                proxy.port(),
                Map.of(
                        "transport", "tls",
                        "tls.trust", path("authority.pem"),
                        "tls.certificate", path("router.pem"),
                        "tls.key", path("router.key"),
                        "tls.server-name", "cache.example")));
        assertThat(proxy.clients()).containsOnly("CN=key-sync");
        assertThat(proxy.protocols()).containsOnly("TLSv1.3");
        Source without = source(
                proxy.port(),
                Map.of("transport", "tls", "tls.trust", path("authority.pem"), "tls.server-name", "cache.example"));
        awaitProblem(without, "certificate_required");
    }

    @Test
    void sshPinsTheHostKeyOfTheCache() throws IOException {
        run(Programs.require("ssh-keygen"), "-q", "-t", "ecdsa", "-N", "", "-m", "PEM", "-f", "host");
        run("ssh-keygen", "-q", "-t", "ecdsa", "-N", "", "-f", "other");
        run("ssh-keygen", "-q", "-t", "ecdsa", "-N", "", "-f", "client");
        int port = Ports.free();
        open(new StayRtr(
                folder,
                json,
                "-ssh.bind",
                "127.0.0.1:" + port,
                "-ssh.key",
                path("host"),
                "-ssh.method.key=true",
                "-ssh.auth.user",
                "router",
                "-ssh.auth.key.file",
                path("client.pub"),
                "-ssh.method.password=true",
                "-ssh.auth.password",
                "for this test only"));
        String host = Files.readString(folder.resolve("host.pub")).strip();
        String other = Files.readString(folder.resolve("other.pub")).strip();
        awaitData(source(
                port,
                Map.of("transport", "ssh", "ssh.user", "router", "ssh.key", path("client"), "ssh.host-key", host)));
        awaitData(source(
                port,
                Map.of(
                        "transport", "ssh",
                        "ssh.user", "router",
                        "ssh.password", "for this test only",
                        "ssh.host-key", host)));
        awaitProblem(
                source(
                        port,
                        Map.of(
                                "transport",
                                "ssh",
                                "ssh.user",
                                "router",
                                "ssh.key",
                                path("client"),
                                "ssh.host-key",
                                other)),
                "cannot connect",
                "the host key of the cache is SHA256:",
                "not the pinned one");
        awaitProblem(
                source(
                        port,
                        Map.of(
                                "transport",
                                "ssh",
                                "ssh.user",
                                "router",
                                "ssh.key",
                                path("other"),
                                "ssh.host-key",
                                host)),
                "cannot connect",
                "SSH:");
    }

    @Test
    void quicHasCertificatesOfBothSides() throws Exception {
        TlsAuthority authority = new TlsAuthority("authority");
        Path trust = authority.writeTo(folder.resolve("trust.pem"));
        TlsAuthority.Issued cache = authority.issue(folder, "cache", "localhost");
        int port = relay(
                Endpoint.Transport.QUIC,
                TcpProtection.NONE,
                Optional.of(new TlsFiles(
                        "cache",
                        new TlsFiles.PemFiles(cache.certificate(), cache.key(), trust),
                        TlsFiles.ClientCertificates.REQUIRED,
                        QuicProtocol.RTR.label())));
        awaitData(source(port, quic("localhost:" + port, authority.issue(folder, "key-sync"), trust)));
        TlsAuthority impostor = new TlsAuthority("authority");
        awaitProblem(
                source(port, quic("localhost:" + port, impostor.issue(folder, "impostor"), trust)),
                "cannot connect",
                "refused the certificate");
        awaitProblem(
                source(port, quic("127.0.0.1:" + port, authority.issue(folder, "key-sync"), trust)), "cannot connect");
    }

    private static Map<String, Object> quic(String cache, TlsAuthority.Issued own, Path trust) {
        return Map.of(
                "cache", cache,
                "transport", "quic",
                "tls.trust", trust.toString(),
                "tls.certificate", own.certificate().toString(),
                "tls.key", own.key().toString());
    }

    @Test
    void incompleteSettingsAreRefusedAtTheStart() {
        assertThatThrownBy(() -> source(323, Map.of("transport", "quic", "tls.trust", "t.pem")))
                .rootCause()
                .hasMessageContaining("needs trust, certificate and key");
        assertThatThrownBy(() -> source(
                        323,
                        Map.of(
                                "transport", "quic",
                                "tls.trust", "t.pem",
                                "tls.certificate", "c.pem",
                                "tls.key", "k.pem",
                                "tcp.max-hops", "1")))
                .rootCause()
                .hasMessageContaining("TCP-MD5, TCP-AO and GTSM need tcp or tls");
        assertThatThrownBy(() -> source(323, Map.of("transport", "ssh", "ssh.key", "k")))
                .rootCause()
                .hasMessageContaining("ssh.host-key");
        assertThatThrownBy(() -> source(323, Map.of("transport", "ssh", "ssh.key", "k", "ssh.host-key", "banana")))
                .rootCause()
                .isInstanceOf(Exception.class);
        assertThatThrownBy(() -> source(323, Map.of("transport", "tls", "tls.certificate", "c.pem")))
                .rootCause()
                .hasMessageContaining("tls.key");
    }
}
