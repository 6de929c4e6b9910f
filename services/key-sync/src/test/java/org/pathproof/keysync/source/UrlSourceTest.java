// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.harness.Programs;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.rtr.PemTlsContexts;
import org.pathproof.wire.Bytes;

/** Tests JSON over HTTPS in the forms of all validators, with the JDK's server. */
class UrlSourceTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<Map<String, String>> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private HttpsServer server;
    private volatile Answer answer = new Answer(503, Bytes.wrap(new byte[0]), null, false);

    /** The response of the server; {@code stalls} sends no end. */
    private record Answer(int status, Bytes body, @Nullable String etag, boolean stalls) {}

    @BeforeEach
    void start() throws Exception {
        Process openssl = new ProcessBuilder(
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
                        "server.key",
                        "-out",
                        "server.pem",
                        "-subj",
                        "/CN=server",
                        "-addext",
                        "subjectAltName=IP:127.0.0.1")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(openssl.waitFor()).isZero();
        Path certificate = folder.resolve("server.pem");
        server = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 10);
        server.setHttpsConfigurator(new HttpsConfigurator(
                new PemTlsContexts(certificate, certificate, folder.resolve("server.key")).get()));
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        ended.countDown();
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        Answer now = answer;
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
        requests.add(headers);
        if (now.etag() != null && now.etag().equals(headers.get("If-none-match"))) {
            exchange.sendResponseHeaders(304, -1);
            exchange.close();
            return;
        }
        if (now.etag() != null) {
            exchange.getResponseHeaders().set("ETag", now.etag());
        }
        exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        exchange.sendResponseHeaders(now.status(), 0);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(now.body().toArray());
            out.flush();
            if (now.stalls()) {
                ended.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Bytes gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        return Bytes.wrap(bytes.toByteArray());
    }

    private static Bytes form(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(UrlSourceTest.class.getResourceAsStream("forms/" + name))) {
            return gzip(in.readAllBytes());
        }
    }

    private Source source(Map<String, Object> more) {
        Map<String, Object> values = new HashMap<>(Map.of(
                "sources[0].url",
                "https://127.0.0.1:" + server.getAddress().getPort() + "/rpki.json",
                "sources[0].tls.trust",
                folder.resolve("server.pem").toString(),
                "url-interval",
                "100ms"));
        values.putAll(more);
        return open(OpenedSource.of(values));
    }

    private <T extends AutoCloseable> T open(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    private static RpkiSnapshot data(Source source) {
        return Objects.requireNonNull(source.read().data());
    }

    private static void awaitProblem(Source source, String... words) {
        await().atMost(TIMEOUT)
                .untilAsserted(() ->
                        assertThat(String.valueOf(source.read().problem())).contains(words));
    }

    private static void awaitWorks(Source source) {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(source.read().works())
                        .as(String.valueOf(source.read().problem()))
                        .isTrue());
    }

    @ParameterizedTest
    @CsvSource({
        "rpki-client.json, 1",
        "stayrtr.json, 1",
        "routinator-json.json, 1",
        "routinator-jsonext.json, 1",
        "fort.json, 0"
    })
    void readsTheFormsOfAllValidators(String name, int aspas) throws IOException {
        answer = new Answer(200, form(name), null, false);
        Source source = source(Map.of());
        awaitWorks(source);
        RpkiSnapshot read = data(source);
        assertThat(source.refused()).isZero();
        assertThat(source.read().expires()).isNotNull();
        RpkiSnapshot wanted = reference();
        assertThat(read.allVrps()).hasSize(2).isEqualTo(wanted.allVrps());
        assertThat(read.allRouterKeys()).hasSize(1).isEqualTo(wanted.allRouterKeys());
        assertThat(read.allAspas()).hasSize(aspas);
    }

    /** Returns the data of the form of rpki-client. Sources of the test read it, too, from now on. */
    private RpkiSnapshot reference() throws IOException {
        answer = new Answer(200, form("rpki-client.json"), null, false);
        Source source = source(Map.of());
        awaitWorks(source);
        return data(source);
    }

    @Test
    void sendsTheETagAndConfirmsUnchangedData() throws IOException {
        answer = new Answer(200, form("rpki-client.json"), "\"one\"", false);
        Source source = source(Map.of());
        awaitWorks(source);
        RpkiSnapshot first = data(source);
        var confirmed = Objects.requireNonNull(source.read().confirmed());
        await().atMost(TIMEOUT)
                .until(() -> Objects.requireNonNull(source.read().confirmed()).isAfter(confirmed));
        assertThat(data(source)).isSameAs(first);
        assertThat(requests.getFirst()).doesNotContainKey("If-none-match").containsEntry("Accept-encoding", "gzip");
        assertThat(requests.getLast()).containsEntry("If-none-match", "\"one\"");
        answer = new Answer(200, form("fort.json"), "\"two\"", false);
        await().atMost(TIMEOUT).until(() -> data(source).allAspas().isEmpty());
    }

    @Test
    void aFailingServerKeepsTheData() throws IOException {
        answer = new Answer(200, form("rpki-client.json"), null, false);
        Source source = source(Map.of());
        awaitWorks(source);
        RpkiSnapshot first = data(source);
        answer = new Answer(500, Bytes.wrap(new byte[0]), null, false);
        awaitProblem(source, "status 500");
        answer = new Answer(200, gzip("{\"roas\": [".getBytes(StandardCharsets.UTF_8)), null, false);
        awaitProblem(source, "rpki.json:1:");
        answer = new Answer(200, Bytes.wrap("no gzip".getBytes(StandardCharsets.UTF_8)), null, false);
        awaitProblem(source, "GZIP");
        assertThat(data(source)).isSameAs(first);
        answer = new Answer(200, form("rpki-client.json"), null, false);
        awaitWorks(source);
    }

    @Test
    void refusesADocumentThatIsTooLargeAfterDecompression() throws IOException {
        answer = new Answer(200, gzip(" ".repeat(20_000_000).getBytes(StandardCharsets.UTF_8)), null, false);
        assertThat(answer.body().length()).isLessThan(50_000);
        awaitProblem(source(Map.of("url-max-size", "1MB")), "more than 1,048,576 bytes");
    }

    @Test
    void endsARequestThatStalls() throws IOException {
        answer = new Answer(
                200, Bytes.wrap(Arrays.copyOf(form("rpki-client.json").toArray(), 40)), null, true);
        Source source = source(Map.of("url-timeout", "500ms"));
        awaitProblem(source, "not complete within 500 ms");
        answer = new Answer(200, form("rpki-client.json"), null, false);
        awaitWorks(source);
    }

    @Test
    void trustsOnlyTheConfiguredAuthority() throws IOException {
        answer = new Answer(200, form("rpki-client.json"), null, false);
        awaitProblem(source(Map.of("sources[0].tls.trust", "")), "certification path");
    }

    @Test
    void plainHttpIsRefusedExceptOnLoopback() {
        assertThatThrownBy(() -> source(Map.of("sources[0].url", "http://192.0.2.1/rpki.json")))
                .rootCause()
                .hasMessageContaining("https");
        assertThatThrownBy(() -> source(Map.of("sources[0].url", "ftp://127.0.0.1/rpki.json")))
                .rootCause()
                .hasMessageContaining("https");
    }
}
