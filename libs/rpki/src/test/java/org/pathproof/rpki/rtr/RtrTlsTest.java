// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.TestKeys;

/** RTR over TLS (RFC 8210 section 9.2), with a certificate made by the JDK's keytool for the test. */
class RtrTlsTest {
    private static final String PASSWORD = "for this test only";

    @TempDir
    Path folder;

    private SSLContext context(String subjectAltName)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "cache",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=cache",
                        "-ext",
                        "san=" + subjectAltName,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("cache", store.getCertificate("cache"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void dataComesOverTlsAndChangesFollow() throws Exception {
        SSLContext tls = context("ip:127.0.0.1");
        try (MemoryRpkiSource source = new MemoryRpkiSource(1);
                RtrServer server = new RtrServer(settings().withTls(tls), source).start();
                RtrClient client = new RtrClient(
                                RtrClientSettings.of("127.0.0.1", server.port()).withTls(tls), c -> {})
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
        SSLContext tls = context("dns:other.example");
        try (MemoryRpkiSource source = new MemoryRpkiSource(1);
                RtrServer server = new RtrServer(settings().withTls(tls), source).start();
                RtrClient client = new RtrClient(
                                RtrClientSettings.of("127.0.0.1", server.port()).withTls(tls), c -> {})
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
