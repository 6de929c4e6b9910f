// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A headless Chromium with one page, driven over the DevTools protocol. */
final class Browser implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private final WebSocket socket;
    private int commands;

    /** Starts the browser; aborts the test with a message if Chromium is not installed. */
    Browser(Path profile) throws IOException, InterruptedException {
        process = new ProcessBuilder(
                        program(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path port = profile.resolve("DevToolsActivePort");
        await().atMost(TIMEOUT)
                .until(() -> Files.exists(port) && Files.readAllLines(port).size() > 1);
        HttpResponse<String> page = http.send(
                HttpRequest.newBuilder(URI.create(
                                "http://127.0.0.1:" + Files.readAllLines(port).getFirst() + "/json/new"))
                        .PUT(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        URI address = URI.create(
                JSON.readTree(page.body()).get("webSocketDebuggerUrl").asString());
        socket = http.newWebSocketBuilder().buildAsync(address, new Listener()).join();
    }

    private static String program() {
        Optional<Path> found = Stream.of(
                        Objects.requireNonNullElse(System.getenv("PATH"), "").split(":"))
                .flatMap(directory -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
        return found.map(Path::toString)
                .orElseThrow(
                        () -> new IllegalStateException("no Chromium is installed (./pathproof test installs it)"));
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                JsonNode message = JSON.readTree(text.toString());
                text.setLength(0);
                if (message.has("id")) {
                    answers.add(message);
                }
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }

    private JsonNode command(String method, ObjectNode parameters) throws InterruptedException {
        ObjectNode message = JSON.createObjectNode().put("id", ++commands).put("method", method);
        message.set("params", parameters);
        socket.sendText(message.toString(), true).join();
        JsonNode answer =
                Objects.requireNonNull(answers.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS), "no response to " + method);
        if (answer.has("error")) {
            throw new AssertionError(method + ": " + answer.get("error"));
        }
        return answer.get("result");
    }

    /** Opens a page in a window of the given size, in the light or dark scheme. */
    void open(URI page, int width, int height, boolean dark) throws InterruptedException {
        ObjectNode media = JSON.createObjectNode();
        media.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", dark ? "dark" : "light");
        command("Emulation.setEmulatedMedia", media);
        command(
                "Emulation.setDeviceMetricsOverride",
                JSON.createObjectNode()
                        .put("width", width)
                        .put("height", height)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", false));
        command("Page.navigate", JSON.createObjectNode().put("url", "about:blank"));
        command("Page.navigate", JSON.createObjectNode().put("url", page.toString()));
    }

    /** Returns the value of a JavaScript expression as text; for a promise, its resolved value. */
    String evaluate(String expression) throws InterruptedException {
        JsonNode result = command(
                "Runtime.evaluate",
                JSON.createObjectNode()
                        .put("expression", expression)
                        .put("returnByValue", true)
                        .put("awaitPromise", true));
        if (result.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + result.get("exceptionDetails"));
        }
        return result.get("result").path("value").asString("");
    }

    /** Returns the current page once it contains all of {@code texts}. */
    String awaitPage(String... texts) {
        String[] page = {""};
        await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(100)).untilAsserted(() -> {
            page[0] = evaluate("document.documentElement ? document.documentElement.outerHTML : ''");
            assertThat(page[0]).contains(List.of(texts));
        });
        return page[0];
    }

    /** Returns the serious and critical findings of axe-core for the current page, each with its elements. */
    List<String> axe() throws IOException, InterruptedException {
        try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
            evaluate("window.axe ? '' : (() => {"
                    + new String(Objects.requireNonNull(script).readAllBytes(), UTF_8) + "})() ?? ''");
        }
        String found = evaluate("""
                axe.run(document, {resultTypes: ['violations']}).then(r => JSON.stringify(r.violations
                  .filter(v => v.impact === 'serious' || v.impact === 'critical')
                  .map(v => v.id + ' at ' + v.nodes.map(n => n.html.slice(0, 120) + ' ' + (n.any[0]?.message ?? '')).join(' | '))))
                """);
        return JSON.readTree(found).valueStream().map(JsonNode::asString).toList();
    }

    /**
     * Saves a screenshot of the whole page to the folder in the system property {@code pathproof.screenshots}, if set.
     */
    void picture(String name) throws IOException, InterruptedException {
        String folder = System.getProperty("pathproof.screenshots");
        if (folder != null) {
            ObjectNode whole = JSON.createObjectNode().put("format", "png").put("captureBeyondViewport", true);
            whole.putObject("clip")
                    .put("x", 0)
                    .put("y", 0)
                    .put("width", Integer.parseInt(evaluate("String(innerWidth)")))
                    .put("height", Integer.parseInt(evaluate("String(document.documentElement.scrollHeight)")))
                    .put("scale", 1);
            JsonNode png = command("Page.captureScreenshot", whole);
            Files.write(
                    Files.createDirectories(Path.of(folder)).resolve(name + ".png"),
                    Base64.getDecoder().decode(png.get("data").asString()));
        }
    }

    @Override
    public void close() {
        socket.abort();
        http.close();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
