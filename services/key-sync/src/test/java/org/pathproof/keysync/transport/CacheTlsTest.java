// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.keysync.source.Source;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.tcp.TcpAoKey;
import org.pathproof.transport.tcp.TcpOptions;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Prefix;

/** Tests RTR over TLS with protected TCP segments, and revoked certificates of caches, through a relay. */
final class CacheTlsTest extends CacheTests {
    private static final List<Prefix> PEERS = List.of(Prefix.parse("127.0.0.0/8"));
    private static final String PASSWORD = "for this test only";

    private final TlsAuthority authority = new TlsAuthority("authority");
    private Path trust;
    private TlsAuthority.Issued cache;
    private TlsAuthority.Issued own;
    private Path crl;

    @BeforeEach
    void issue() {
        trust = authority.writeTo(folder.resolve("trust.pem"));
        cache = authority.issue(folder, "cache", "127.0.0.1");
        own = authority.issue(folder, "key-sync");
        crl = folder.resolve("crl.pem");
        revoke();
    }

    private void revoke(TlsAuthority.Issued... revoked) {
        authority.writeCrl(crl, Instant.now().plus(Duration.ofDays(1)), revoked);
    }

    private int relay(TcpProtection protection) throws InterruptedException {
        return relay(
                Endpoint.Transport.TLS,
                protection,
                Optional.of(new TlsFiles(
                        "cache",
                        new TlsFiles.PemFiles(cache.certificate(), cache.key(), trust),
                        TlsFiles.ClientCertificates.REQUIRED,
                        "")));
    }

    private Map<String, Object> tls(Map<String, Object> more) {
        Map<String, Object> values = new HashMap<>(Map.of(
                "transport", "tls",
                "tls.trust", trust.toString(),
                "tls.certificate", own.certificate().toString(),
                "tls.key", own.key().toString(),
                "tls.crl", crl.toString()));
        values.putAll(more);
        return values;
    }

    @Test
    void tlsHasMd5AndGtsm() throws Exception {
        int port = relay(new TcpProtection(PEERS, PASSWORD, List.of(), 1));
        Map<String, Object> protection = Map.of("tcp.md5-password", PASSWORD, "tcp.max-hops", "1");
        awaitData(source(port, tls(protection)));
        awaitProblem(source(port, tls(Map.of("tcp.md5-password", "another", "tcp.max-hops", "1"))), "cannot connect");

        Map<String, Object> otherName = new HashMap<>(tls(protection));
        otherName.put("tls.server-name", "other.example");
        awaitProblem(source(port, otherName), "cannot connect", "other.example");
        cache = new TlsAuthority("impostor").issue(folder, "cache", "127.0.0.1");
        awaitProblem(
                source(relay(new TcpProtection(PEERS, PASSWORD, List.of(), 1)), tls(protection)), "cannot connect");
    }

    @Test
    void tlsHasAoOrNamesWhatTheKernelLacks() throws Exception {
        String key = "1 1 hmac-sha-1-96 for-this-test-only";
        TcpProtection ao = new TcpProtection(PEERS, "", List.of(TcpAoKey.parse(key)), 0);
        try {
            TcpOptions.check(ao);
        } catch (IllegalArgumentException lacking) {
            assertThatThrownBy(() -> source(324, tls(Map.of("tcp.ao-keys[0]", key))))
                    .hasMessageContaining("CONFIG_TCP_AO")
                    .hasMessageNotContaining("for-this-test-only");
            Assumptions.abort("NOT TESTED: RTR over TLS with TCP-AO, because " + lacking.getMessage());
        }
        int port = relay(ao);
        awaitData(source(port, tls(Map.of("tcp.ao-keys[0]", key))));
        awaitProblem(source(port, tls(Map.of("tcp.ao-keys[0]", "1 1 hmac-sha-1-96 another"))), "cannot connect");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRevokedCertificateEndsTheOpenConnection(boolean md5) throws Exception {
        int port = relay(md5 ? new TcpProtection(PEERS, PASSWORD, List.of(), 0) : TcpProtection.NONE);
        Source source = source(port, tls(md5 ? Map.of("tcp.md5-password", PASSWORD) : Map.of()));
        awaitData(source);
        assertThat(source.read().problem()).isNull();

        revoke(cache);
        await().atMost(TIMEOUT)
                .untilAsserted(() ->
                        assertThat(String.valueOf(source.read().problem())).contains("revoked"));
        assertThat(source.read().data()).as("the data stays until it expires").isNotNull();

        revoke();
        await().atMost(TIMEOUT).until(() -> source.read().problem() == null);
    }
}
