// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./pathproof up} as a process, and its REST interface. */
final class RunningPathproof implements AutoCloseable {
    /** How long a start may take, Kafka and Redis included, on a busy machine of two cores. */
    private static final Duration START = Duration.ofMinutes(4);

    /** Length of the part of bmp/bgpsec-frrbgpsec-mirror-k1.bmp that comes before its sessions end. */
    static final int MIRRORED_BYTES = 4490;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    final int bmpPort = Ports.free();
    final int httpPort = Ports.free();
    final int rtrPort = Ports.free();
    private final Path folder;
    private final List<String> options;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private Program program;

    private RunningPathproof(Path folder, List<String> options) {
        this.folder = folder;
        this.options = options;
        this.program = launch();
    }

    /** Starts with data and logs under {@code folder} and waits until it answers; {@code options} are those of {@code up}. */
    static RunningPathproof start(Path folder, String... options) {
        RunningPathproof started = new RunningPathproof(folder, List.of(options));
        try {
            started.awaitAnswer();
            return started;
        } catch (RuntimeException | Error e) {
            started.close();
            throw e;
        }
    }

    /** The folder of the checkout. */
    static Path root() {
        return Path.of(System.getProperty("pathproof.root")).toAbsolutePath().normalize();
    }

    /** A command line of the launcher. */
    static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(root().resolve("pathproof").toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /** kill -9 of the whole of it, at once: the Java process and the Redis server that it started. */
    void kill9() {
        List<ProcessHandle> children =
                ProcessHandle.of(program.pid()).orElseThrow().descendants().toList();
        program.kill();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(child -> child.onExit().join());
    }

    /** The Redis server that it started. */
    ProcessHandle redis() {
        return ProcessHandle.of(program.pid())
                .orElseThrow()
                .descendants()
                .filter(child -> child.info().command().orElse("").contains("redis"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no Redis runs: " + program.output()));
    }

    /** Waits until the process has ended by itself; its exit status. */
    int awaitEnd(Duration limit) {
        return program.awaitEnd(limit);
    }

    /** Starts again on the same data after it ended. */
    void restart() {
        program = launch();
        awaitAnswer();
    }

    /** The same without waiting for an answer. */
    void relaunch() {
        program = launch();
    }

    private Program launch() {
        List<String> command = command(
                "up",
                "--bmp-port",
                Integer.toString(bmpPort),
                "--http-port",
                Integer.toString(httpPort),
                "--rtr-port",
                Integer.toString(rtrPort),
                "--data",
                folder.resolve("data").toString());
        command.addAll(options);
        return Program.start(folder.resolve("up.log"), command.toArray(String[]::new));
    }

    private void awaitAnswer() {
        await("an answer of ./pathproof up")
                .atMost(START)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    if (!program.isAlive()) {
                        throw new AssertionError("./pathproof up ended: " + program.output());
                    }
                    return Ports.answers("127.0.0.1", httpPort)
                            && Ports.answers("127.0.0.1", bmpPort)
                            && Ports.answers("127.0.0.1", rtrPort)
                            && get("/api/v1/routes?limit=1", "application/json").statusCode() == 200;
                });
        assertForcedEngine();
    }

    /** {@code PATHPROOF_TEST_ENGINE=java ./pathproof test} is no proof if the process verifies with another engine. */
    private void assertForcedEngine() {
        String forced = System.getenv("PATHPROOF_TEST_ENGINE");
        if (forced != null && !forced.isEmpty()) {
            assertThat(get("/actuator/prometheus", "text/plain").body())
                    .containsPattern("pathproof_engine\\{[^}]*engine=\"" + forced + "\"[^}]*} 1");
        }
    }

    /** Waits until everything is as it should be: the key set complete, caches reachable. */
    RunningPathproof awaitHealthy() {
        await("health of " + url())
                .atMost(START)
                .until(() -> get("/api/v1/health", "application/json").statusCode() == 200);
        return this;
    }

    /**
     * Plays the first {@code octets} of a BMP capture to the collector, as a router whose connection then stays open; it disconnects when closed.
     */
    Program replay(Path capture, int octets) {
        List<String> command = command(
                "replay",
                "--to",
                "127.0.0.1:" + bmpPort,
                "--bytes",
                Integer.toString(octets),
                "--hold",
                capture.toString());
        return Program.start(folder.resolve("replay.log"), command.toArray(String[]::new));
    }

    String url() {
        return "http://127.0.0.1:" + httpPort;
    }

    /** The body of a GET, whatever its status. */
    HttpResponse<String> get(String path, String accept) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                    .timeout(Duration.ofMinutes(1))
                    .header("Accept", accept)
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException("GET " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    JsonNode json(String path) {
        return JSON.readTree(get(path, "application/json").body());
    }

    /** All routes that a query selects (such as {@code state=VALID}), streamed. */
    List<JsonNode> routes(String query) {
        HttpResponse<String> response = get("/api/v1/routes?" + query, "application/x-ndjson");
        if (response.statusCode() != 200) {
            throw new AssertionError("routes?" + query + ": " + response.statusCode() + " " + response.body());
        }
        return response.body()
                .lines()
                .filter(line -> !line.isBlank())
                .map(JSON::readTree)
                .toList();
    }

    /** The state of every route by its prefix, the last one where several peers have the prefix. */
    Map<String, String> statesByPrefix(String query) {
        Map<String, String> states = new TreeMap<>();
        routes(query).forEach(route -> states.put(prefix(route), state(route)));
        return states;
    }

    static String prefix(JsonNode route) {
        return route.get("prefix").asString() + "/" + route.get("prefix_len").asInt();
    }

    static String state(JsonNode route) {
        return route.get("validity").get("state").asString();
    }

    /** The rules named in the findings of a route. */
    static List<String> rules(JsonNode route) {
        List<String> rules = new ArrayList<>();
        route.get("validity")
                .get("findings")
                .forEach(finding -> rules.add(finding.get("rule").asString()));
        return rules;
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    String output() {
        return program.output();
    }

    @Override
    public void close() {
        program.close();
        http.close();
    }
}
