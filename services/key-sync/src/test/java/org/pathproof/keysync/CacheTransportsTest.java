// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.Ports;
import org.pathproof.harness.Programs;
import org.pathproof.harness.StayRtr;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.RpkiJsonWriter;
import org.pathproof.rpki.rtr.PemTlsContexts;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.QuicLimits;
import org.pathproof.transport.QuicProtocol;
import org.pathproof.transport.Relay;
import org.pathproof.transport.RelaySettings;
import org.pathproof.transport.TcpAoKey;
import org.pathproof.transport.TcpProtection;
import org.pathproof.transport.TcpSockets;
import org.pathproof.transport.TlsFiles;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** Tests the transports of RTR (RFC 8210 section 9) with StayRTR as cache. */
class CacheTransportsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final int MANY = 20_000; // more bytes than the buffers of a transport hold

    @TempDir
    Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private RpkiSnapshot data;
    private Path json;

    @BeforeEach
    void write() throws IOException {
        List<RpkiObject> objects = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            objects.add(new Vrp(Prefix.parse("10.%d.%d.0/24".formatted(i >> 8, i & 0xff)), 24, 64496));
        }
        data = RpkiSnapshot.of(1, new Serial(1), objects);
        json = folder.resolve("rpki.json");
        try (OutputStream out = Files.newOutputStream(json)) {
            RpkiJsonWriter.write(data, Instant.now(), RpkiJsonWriter.Form.RPKI_CLIENT, out);
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T open(T closeable) {
        opened.add(closeable);
        return closeable;
    }

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
    private void certificate(String name, String by, String... more) {
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

    private Source source(int port, Map<String, Object> values) {
        Map<String, Object> named = new HashMap<>();
        named.put("sources[0].cache", "127.0.0.1:" + port);
        values.forEach((name, value) -> named.put("sources[0]." + name, value));
        return open(new SourceOpener(BoundSettings.of(named), Clock.systemUTC(), () -> {})
                        .open()
                        .getFirst())
                .source();
    }

    private void awaitData(Source source) {
        await().atMost(TIMEOUT).untilAsserted(() -> {
            Source.Reading reading = source.read();
            RpkiSnapshot read = reading.data();
            assertThat(read != null && data.sameData(read))
                    .as(String.valueOf(reading.problem()))
                    .isTrue();
        });
    }

    private void awaitProblem(Source source, String... words) {
        await().atMost(TIMEOUT)
                .untilAsserted(() ->
                        assertThat(String.valueOf(source.read().problem())).contains(words));
        assertThat(source.read().data()).isNull();
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
        certificate("authority", "", "-subj", "/CN=authority");
        certificate("other", "", "-subj", "/CN=other");
        certificate("cache", "authority", "-subj", "/CN=cache", "-addext", "subjectAltName=DNS:cache.example");
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
        certificate("authority", "", "-subj", "/CN=authority");
        certificate("named", "authority", "-subj", "/CN=cache.example");
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
        certificate("authority", "", "-subj", "/CN=authority");
        certificate("cache", "authority", "-subj", "/CN=cache", "-addext", "subjectAltName=DNS:cache.example");
        certificate("router", "authority", "-subj", "/CN=key-sync", "-addext", "subjectAltName=IP:127.0.0.1");
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

    /** Starts a relay from a transport to StayRTR, in the role of a cache that has the transport. */
    private int relay(Endpoint.Transport transport, TcpProtection protection, Optional<TlsFiles> tls)
            throws InterruptedException {
        StayRtr cache = open(new StayRtr(folder, json));
        return open(new Relay(new RelaySettings(
                                new Endpoint(transport, "127.0.0.1", 0),
                                protection,
                                new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", cache.port()),
                                TcpProtection.NONE,
                                tls,
                                QuicLimits.DEFAULT,
                                Duration.ZERO,
                                1))
                        .start())
                .port();
    }

    @Test
    void tcpHasMd5AndGtsm() throws Exception {
        List<Prefix> peers = List.of(Prefix.parse("127.0.0.0/8"));
        String password = "for this test only";
        int port = relay(Endpoint.Transport.TCP, new TcpProtection(peers, password, List.of(), 1), Optional.empty());
        awaitData(source(port, Map.of("tcp.md5-password", password, "tcp.max-hops", "1")));
        awaitProblem(source(port, Map.of("tcp.md5-password", "another", "tcp.max-hops", "1")), "cannot connect");
        awaitProblem(source(port, Map.of("tcp.max-hops", "1")), "cannot connect");
    }

    @Test
    void tcpHasAoOrNamesWhatTheKernelLacks() throws Exception {
        String key = "1 1 hmac-sha-1-96 for-this-test-only";
        TcpProtection ao = new TcpProtection(List.of(Prefix.parse("127.0.0.0/8")), "", List.of(TcpAoKey.parse(key)), 0);
        try {
            new TcpSockets(ao);
        } catch (IllegalArgumentException lacking) {
            assertThatThrownBy(() -> source(323, Map.of("tcp.ao-keys[0]", key)))
                    .hasMessageContaining("CONFIG_TCP_AO")
                    .hasMessageNotContaining("for-this-test-only");
            Assumptions.abort("NOT TESTED: RTR with TCP-AO, because " + lacking.getMessage());
        }
        int port = relay(Endpoint.Transport.TCP, ao, Optional.empty());
        awaitData(source(port, Map.of("tcp.ao-keys[0]", key)));
        awaitProblem(source(port, Map.of("tcp.ao-keys[0]", "1 1 hmac-sha-1-96 another")), "cannot connect");
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
        assertThatThrownBy(() -> source(323, Map.of("transport", "tls", "tcp.max-hops", "1")))
                .rootCause()
                .hasMessageContaining("TCP-MD5, TCP-AO and GTSM need tcp");
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
