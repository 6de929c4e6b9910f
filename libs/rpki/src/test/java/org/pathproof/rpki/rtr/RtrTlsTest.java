// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.TestKeys;

/** Tests RTR over TLS (RFC 8210 section 9.2), with a certificate from the JDK's keytool. */
class RtrTlsTest {
    @TempDir
    Path folder;

    @Test
    void transfersDataAndChangesOverTls() throws Exception {
        SSLContext tls = TestTls.context(folder, "ip:127.0.0.1");
        try (MemoryRpkiSource source = new MemoryRpkiSource(1);
                RtrServer server = new RtrServer(settings().withTls(tls), source).start();
                RtrClient client = new RtrClient(
                                RtrClientSettings.of("127.0.0.1", server.port())
                                        .withTransport(new TlsTransport(() -> tls, null, List.of())),
                                c -> {})
                        .start()) {
            source.replace(List.of(TestKeys.AS64496));
            await().atMost(Duration.ofSeconds(90)).until(() -> client.data().isPresent());
            source.apply(List.of(TestKeys.numbered(1, 1)), List.of());
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> client.data().orElseThrow().allRouterKeys().size() == 2);
        }
    }

    @Test
    void aCacheOfAnotherNameIsNotTrusted() throws Exception {
        SSLContext tls = TestTls.context(folder, "dns:other.example");
        try (MemoryRpkiSource source = new MemoryRpkiSource(1);
                RtrServer server = new RtrServer(settings().withTls(tls), source).start();
                RtrClient client = new RtrClient(
                                RtrClientSettings.of("127.0.0.1", server.port())
                                        .withTransport(new TlsTransport(() -> tls, null, List.of())),
                                c -> {})
                        .start()) {
            source.replace(List.of(TestKeys.AS64496));
            await().until(() -> {
                String problem = client.status().problem();
                return problem != null && problem.contains("cannot connect") && problem.contains("127.0.0.1");
            });
            assertThat(client.data()).isEmpty();
        }
    }

    private static RtrServerSettings settings() {
        return RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withNotifyInterval(Duration.ofMillis(50));
    }
}
