// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.OpenedResources;
import org.pathproof.harness.RedisCluster;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.harness.TlsAuthority.Issued;

/** Tests TLS with a redis-server that requires certificates of its clients. */
class RedisTlsTest {
    private static final Duration LEASE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @RegisterExtension
    final OpenedResources opened = new OpenedResources();

    private Path trust;
    private Path otherTrust;
    private Issued client;
    private List<String> options;
    private RedisServer redis;

    @BeforeEach
    void start() {
        TlsAuthority authority = new TlsAuthority("redis");
        trust = authority.writeTo(folder.resolve("trust.pem"));
        otherTrust = new TlsAuthority("other").writeTo(folder.resolve("other.pem"));
        client = authority.issue(folder, "client");
        Issued server = authority.issue(folder, "server", "localhost");
        options = List.of(
                "--port",
                "0",
                "--tls-port",
                RedisServer.OWN_PORT,
                "--tls-cert-file",
                server.certificate().toString(),
                "--tls-key-file",
                server.key().toString(),
                "--tls-ca-cert-file",
                trust.toString(),
                "--tls-auth-clients",
                "yes");
        redis = opened.open(RedisServer.with(folder, options.toArray(String[]::new)));
    }

    private RedisAddress address(
            String host, @Nullable Path authorities, @Nullable Path certificate, @Nullable Path key) {
        return new RedisAddress("rediss://" + host + ":" + redis.port(), authorities, certificate, key);
    }

    private RedisRpkiRepository repository(RedisAddress address) {
        return opened.open(new RedisRpkiRepository(address));
    }

    @Test
    void theSetIsWrittenAndFollowedOverTls() {
        Deployment deployment = new Deployment(opened, address("localhost", trust, client.certificate(), client.key()));
        assertThat(deployment.publish(64496).allVrps()).hasSize(1);
    }

    @Test
    void aClusterIsUsedOverTlsByTheNamesOfItsServers() {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("--tls-cluster", "yes", "--tls-replication", "yes"));
        all.addAll(List.of("--cluster-announce-hostname", "localhost"));
        all.addAll(List.of("--cluster-preferred-endpoint-type", "hostname"));
        RedisCluster cluster =
                opened.open(new RedisCluster(folder, "{pathproof:rpki}:head", all.toArray(String[]::new)));
        String uri = "rediss-cluster://" + cluster.servers().replace("127.0.0.1", "localhost");
        Deployment deployment =
                new Deployment(opened, new RedisAddress(uri, trust, client.certificate(), client.key()));
        assertThat(deployment.publish(64496).allVrps()).hasSize(1);
    }

    @Test
    void aServerOfAnotherAuthorityIsRefused() {
        RedisRpkiRepository writer = repository(address("localhost", otherTrust, client.certificate(), client.key()));
        assertThatThrownBy(() -> writer.acquire("test", LEASE))
                .hasMessageContainingAll(
                        "TLS with localhost:" + redis.port() + " failed",
                        "certification path",
                        "an authority of pathproof.redis.tls.trust must certify the server");
        RedisRpkiSource follower = opened.open(
                        new RedisRpkiSource(address("localhost", null, client.certificate(), client.key())))
                .start();
        await().atMost(Deployment.TIMEOUT)
                .untilAsserted(() -> assertThat(follower.status().problem()).contains("pathproof.redis.tls.trust"));
        assertThat(follower.current()).isEmpty();
    }

    @Test
    void aServerWithAnotherNameIsRefused() {
        RedisRpkiRepository writer = repository(address("127.0.0.1", trust, client.certificate(), client.key()));
        assertThatThrownBy(() -> writer.acquire("test", LEASE))
                .hasMessageContainingAll("TLS with 127.0.0.1", "its certificate must have the host as subjectAltName");
    }

    @Test
    void aClientWithoutACertificateIsRefused() {
        RedisRpkiRepository writer = repository(address("localhost", trust, null, null));
        assertThatThrownBy(() -> writer.acquire("test", LEASE))
                .hasMessageContainingAll("TLS with localhost", "set pathproof.redis.tls.certificate");
    }

    @Test
    void aRenewedFileIsUsedByTheNextConnection() throws IOException {
        Path used = Files.copy(otherTrust, folder.resolve("used.pem"));
        RedisRpkiRepository writer = repository(address("localhost", used, client.certificate(), client.key()));
        assertThatThrownBy(() -> writer.acquire("test", LEASE)).hasMessageContaining("certification path");
        Files.copy(trust, used, StandardCopyOption.REPLACE_EXISTING);
        assertThat(writer.acquire("test", LEASE)).isPresent();
    }
}
