// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.StandaloneProcess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs {@code ./pathproof up} as a process, and sends requests to its REST interface. */
final class RunningPathproof implements AutoCloseable {
    /** Length in bytes of the part of bmp/bgpsec-frrbgpsec-mirror-k1.bmp before the end of its sessions. */
    static final int MIRRORED_BYTES = 4490;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(3);

    final int bmpPort;
    final int httpPort;
    final int rtrPort;
    private final Path folder;
    private final StandaloneProcess program;

    private RunningPathproof(Path folder, List<String> options) {
        this.folder = folder;
        program = new StandaloneProcess(
                root().resolve("pathproof"), folder.resolve("data"), folder.resolve("up.log"), options);
        bmpPort = program.bmpPort();
        httpPort = program.httpPort();
        rtrPort = program.rtrPort();
    }

    /**
     * Starts the program and waits for a response of REST.
     *
     * @param folder folder for data and logs
     * @param options further options of {@code up}
     */
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

    /** Starts the program without waiting for it, so that routers start at the same time. */
    static RunningPathproof launch(Path folder, String... options) {
        return new RunningPathproof(folder, List.of(options));
    }

    /** Returns the folder of the checkout. */
    static Path root() {
        return Path.of(System.getProperty("pathproof.root")).toAbsolutePath().normalize();
    }

    /** Returns a command line of the launcher. */
    static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(root().resolve("pathproof").toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the id of the Java process. */
    long pid() {
        return program.process().pid();
    }

    /** Kills the Java process and the Redis server that it started. */
    void kill9() {
        program.process().killTree();
    }

    /** Returns the Redis server that the program started. */
    ProcessHandle redis() {
        return program.redisServers().stream()
                .findFirst()
                .orElseThrow(() -> new AssertionError("no Redis runs: " + output()));
    }

    /** Waits until the process has ended by itself and returns its exit status. */
    int awaitEnd(Duration limit) {
        return program.process().awaitEnd(limit);
    }

    /** Starts the program again on the same data, after its end, and waits for a response. */
    void restart() {
        program.relaunch();
        awaitAnswer();
    }

    /** Starts the program again on the same data, after its end. */
    void relaunch() {
        program.relaunch();
    }

    /** Waits for a response of REST. */
    void awaitAnswer() {
        program.awaitServing();
        assertForcedEngine();
    }

    /** Asserts that the process verifies with the engine that PATHPROOF_TEST_ENGINE names. */
    private void assertForcedEngine() {
        String forced = System.getenv("PATHPROOF_TEST_ENGINE");
        if (forced != null && !forced.isEmpty()) {
            assertThat(get("/actuator/prometheus", "text/plain").body())
                    .containsPattern("pathproof_engine\\{[^}]*engine=\"" + forced + "\"[^}]*} 1");
        }
    }

    /** Waits until health is ok: among others, the key set is complete and the caches are reachable. */
    RunningPathproof awaitHealthy() {
        await("health of " + url())
                .atMost(StandaloneProcess.START_TIMEOUT)
                .until(() -> get("/api/v1/health", "application/json").statusCode() == 200);
        return this;
    }

    /**
     * Sends the first {@code bytes} of a BMP capture to the collector. The connection stays open until the process is
     * closed.
     */
    ChildProcess replay(Path capture, int bytes) {
        List<String> command = command(
                "replay",
                "--to",
                "127.0.0.1:" + bmpPort,
                "--bytes",
                Integer.toString(bytes),
                "--hold",
                capture.toString());
        return ChildProcess.start(folder.resolve("replay.log"), command.toArray(String[]::new));
    }

    /** Returns the file with a token of the role admin. */
    Path token() {
        return folder.resolve("data/access/token");
    }

    URI uri(String path) {
        return program.uri(path);
    }

    String url() {
        return "http://127.0.0.1:" + httpPort;
    }

    /** Sends a GET and returns the response, whatever its status. */
    HttpResponse<String> get(String path, String accept) {
        try {
            HttpRequest request = HttpRequest.newBuilder(program.uri(path))
                    .timeout(Duration.ofMinutes(1))
                    .header("Accept", accept)
                    .build();
            return program.send(request);
        } catch (IOException e) {
            throw new UncheckedIOException("GET " + path, e);
        }
    }

    JsonNode json(String path) {
        return JSON.readTree(get(path, "application/json").body());
    }

    /** Returns all routes that a query selects, such as {@code state=VALID}. */
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

    /** Returns the state of every route by its prefix. If a prefix has several routes, the last one counts. */
    Map<String, String> statesByPrefix(String query) {
        Map<String, String> states = new TreeMap<>();
        routes(query).forEach(route -> states.put(prefix(route), state(route)));
        return states;
    }

    /** Returns the sum of the samples whose line in the metrics begins with a text, such as a name. */
    double metric(String begin) {
        return get("/actuator/prometheus", "text/plain")
                .body()
                .lines()
                .filter(line -> line.startsWith(begin))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /**
     * Waits until two readings of the table are equal and the table is complete, and returns the table by router, peer,
     * prefix and path id.
     *
     * @param row text of a route
     */
    Map<String, String> awaitSettledTable(Function<JsonNode, String> row, Predicate<Map<String, String>> isComplete) {
        Map<String, String> last = new TreeMap<>();
        await("a settled table")
                .atMost(SETTLE_TIMEOUT)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> {
                    Map<String, String> now = new TreeMap<>();
                    for (JsonNode route : routes("")) {
                        now.put(
                                route.get("router_name").asString() + " "
                                        + route.get("peer_ip").asString() + " " + prefix(route) + " "
                                        + route.path("path_id").asLong(0),
                                row.apply(route));
                    }
                    boolean settled = now.equals(last) && isComplete.test(now);
                    last.clear();
                    last.putAll(now);
                    return settled;
                });
        return last;
    }

    static String prefix(JsonNode route) {
        return route.get("prefix").asString() + "/" + route.get("prefix_len").asInt();
    }

    static String state(JsonNode route) {
        return route.get("validity").get("state").asString();
    }

    /** Returns the rules that the findings of a route name. */
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
        return program.process().output();
    }

    @Override
    public void close() {
        program.close();
    }
}
