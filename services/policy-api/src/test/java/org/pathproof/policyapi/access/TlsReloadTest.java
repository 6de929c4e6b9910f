// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.policyapi.RunningApi;

/** Tests that the web server uses a replaced TLS certificate without a restart. */
final class TlsReloadTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    Path folder;

    @Test
    void usesAReplacedCertificateWithoutARestart() throws Exception {
        create("first");
        try (RunningApi api = new RunningApi(
                "server.ssl.bundle=http",
                "spring.ssl.bundle.watch.file.quiet-period=200ms",
                "spring.ssl.bundle.pem.http.reload-on-update=true",
                "spring.ssl.bundle.pem.http.keystore.certificate=" + folder.resolve("tls.crt"),
                "spring.ssl.bundle.pem.http.keystore.private-key=" + folder.resolve("tls.key"))) {
            assertThat(subject(api)).isEqualTo("CN=first");
            create("second");
            await().atMost(Duration.ofSeconds(60)).until(() -> subject(api).equals("CN=second"));
        }
    }

    /** Creates a key and a certificate with keytool, and replaces the files. */
    private void create(String name) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "key",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        replace("tls.key", "PRIVATE KEY", keys.getKey("key", PASSWORD).getEncoded());
        replace("tls.crt", "CERTIFICATE", keys.getCertificate("key").getEncoded());
    }

    private void replace(String name, String type, byte[] der) throws IOException {
        String base64 = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(der);
        Path written = Files.writeString(
                folder.resolve(name + ".new"),
                "-----BEGIN " + type + "-----\n" + base64 + "\n-----END " + type + "-----\n");
        Files.move(written, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String subject(RunningApi api) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustAll()}, null);
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), api.port())) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }

    /** Accepts every certificate, because the test reads the certificate itself. */
    private static final class TrustAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate @Nullable [] chain, @Nullable String type) {
            throw new IllegalStateException("the server sends no client certificate");
        }

        @Override
        public void checkServerTrusted(X509Certificate @Nullable [] chain, @Nullable String type) {
            assertThat(chain).isNotEmpty();
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
