// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.BusyLoops;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.paths.RandomPaths;
import org.pathproof.rpki.rtr.RtrServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Kills Pathproof with SIGKILL under load and restarts it on a busy machine. Health must not be ok before the table is
 * correct, and the log must have no error. Long run: {@code -Dpathproof.restart.routes=100000
 * -Dpathproof.restart.kills=10}.
 */
final class RestartTest {
    private static final Logger log = LoggerFactory.getLogger(RestartTest.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final int ROUTES = Integer.getInteger("pathproof.restart.routes", 5_000);
    private static final int KILLS = Integer.getInteger("pathproof.restart.kills", 2);
    private static final int BUSY_LOOPS = Integer.getInteger("pathproof.restart.busy-loops", 2);
    private static final int KEYS = 200;
    private static final int HOPS = 3;
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(5);
    /** Interval between two ticks of the churn. Each tick sends a withdrawal and an announcement. */
    private static final Duration UPDATE_INTERVAL = Duration.ofMillis(5);

    private static final int WITHDRAWN_ROUTES = 300;
    /** Default of pathproof.policy-api.max-delay: the maximum delay with which health is ok. */
    private static final Duration MAX_DELAY = Duration.ofSeconds(2);
    /** Upper bound for the time of an update from a simulated router to the collector on a busy machine. */
    private static final Duration MAX_TRANSIT = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    /** A health report and the table that was read after it; times in nanoseconds. */
    private record Seen(boolean ok, long asked, Optional<Map<String, String>> table, long read, String health) {}

    @Test
    void healthIsNotOkBeforeTheTableIsCorrect() throws Exception {
        RandomPaths paths = new RandomPaths("restart", KEYS, HOPS, ROUTES);
        LabSettings settings = LabSettings.demo()
                .withoutAttacks()
                .withRoutes(IntStream.range(0, ROUTES).mapToObj(paths::route).toList());
        try (Lab lab = Lab.build(settings);
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(folder, "--rtr", "127.0.0.1:" + cache.port())) {
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), pathproof.bmpPort));
            Map<String, String> expected = firstTable(pathproof, lab);
            List<String> results = new ArrayList<>();
            try (BusyLoops _ = new BusyLoops(BUSY_LOOPS)) {
                for (int kill = 1; kill <= KILLS; kill++) {
                    RecordedChurn churn = new RecordedChurn(lab, kill, WITHDRAWN_ROUTES);
                    try (churn) {
                        assertThat(churn.size()).isEqualTo(expected.size());
                        churn.start(UPDATE_INTERVAL);
                        await("load").pollDelay(Duration.ofSeconds(3)).until(() -> true);
                        pathproof.kill9();
                        long killed = System.nanoTime();
                        pathproof.relaunch();
                        results.add("restart " + kill + ": " + awaitCorrectTable(pathproof, churn, expected, killed));
                        log.info("{}", results.getLast());
                    }
                    awaitCompleteTable(pathproof, churn, expected);
                }
            }
            assertThat(errors()).isEmpty();
            log.info("{} routes, {} busy loops, {} restarts: {}", expected.size(), BUSY_LOOPS, KILLS, results);
        }
    }

    /** Waits for the table before any kill, and returns it: the correct row of each announced route. */
    private static Map<String, String> firstTable(RunningPathproof pathproof, Lab lab) {
        await("the first table")
                .atMost(SETTLE_TIMEOUT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    JsonNode summary = pathproof.json("/api/v1/summary");
                    return summary.get("routes").asLong() == lab.signedRoutes()
                            && summary.get("states").path("VALID").asLong() == lab.signedRoutes()
                            && isOk(pathproof);
                });
        Map<String, String> table = table(pathproof).orElseThrow();
        assertThat(table).hasSize(lab.signedRoutes());
        assertThat(table.values()).allMatch(row -> row.startsWith("VALID"));
        return table;
    }

    private static boolean isOk(RunningPathproof pathproof) {
        return pathproof.get("/api/v1/health", "application/json").statusCode() == 200;
    }

    /** Reads health and table until both are correct. Whenever health is ok, the table must be correct. */
    private static String awaitCorrectTable(
            RunningPathproof pathproof, RecordedChurn churn, Map<String, String> expected, long killed) {
        List<String> times = new ArrayList<>();
        String[] last = {""};
        await("health and table after the restart")
                .atMost(SETTLE_TIMEOUT)
                .pollInterval(Duration.ofMillis(250))
                .until(() -> {
                    Optional<Seen> looked = look(pathproof);
                    if (looked.isEmpty()) {
                        return false;
                    }
                    Seen seen = looked.get();
                    note(times, "answers", killed);
                    if (!seen.health.equals(last[0])) {
                        last[0] = seen.health;
                        log.info("{} s: {}", seconds(killed), seen.health);
                    }
                    Optional<String> fault = seen.table
                            .map(table -> churn.fault(
                                    table,
                                    expected,
                                    seen.asked - MAX_DELAY.plus(MAX_TRANSIT).toNanos(),
                                    seen.read))
                            .orElse(Optional.of("no table"));
                    if (seen.ok) {
                        assertThat(fault)
                                .as("health is ok %s s after the kill", seconds(killed))
                                .isEmpty();
                    }
                    if (fault.isEmpty()) {
                        note(times, "correct", killed);
                    }
                    return seen.ok;
                });
        note(times, "ok", killed);
        return String.join(", ", times);
    }

    private static void note(List<String> times, String what, long since) {
        if (times.stream().noneMatch(time -> time.startsWith(what + " "))) {
            times.add(what + " after " + seconds(since) + " s");
        }
    }

    private static String seconds(long since) {
        return Long.toString(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - since));
    }

    /** Reads health and then the table; empty without a response. */
    private static Optional<Seen> look(RunningPathproof pathproof) {
        long asked = System.nanoTime();
        try {
            HttpResponse<String> health = pathproof.get("/api/v1/health", "application/json");
            Optional<Map<String, String>> table = table(pathproof);
            List<String> failing = new ArrayList<>();
            JSON.readTree(health.body()).path("components").forEachEntry((name, component) -> {
                if (!component.path("status").asString().equals("ok")) {
                    failing.add(name + ": " + component.path("message").asString());
                }
            });
            return Optional.of(new Seen(
                    health.statusCode() == 200,
                    asked,
                    table,
                    System.nanoTime(),
                    failing.isEmpty() ? "ok" : failing.toString()));
        } catch (UncheckedIOException e) {
            log.debug("no answer yet", e);
            return Optional.empty();
        }
    }

    /** Checks that every route is back unchanged after the load. */
    private static void awaitCompleteTable(
            RunningPathproof pathproof, RecordedChurn churn, Map<String, String> expected) {
        long over = System.nanoTime();
        await("the whole table")
                .atMost(SETTLE_TIMEOUT)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    Map<String, String> table = table(pathproof).orElseThrow();
                    assertThat(churn.fault(table, expected, over, System.nanoTime()))
                            .isEmpty();
                    assertThat(table).hasSameSizeAs(expected);
                });
    }

    /** Returns the rows by router, peer and prefix; empty while the table is not served. */
    private static Optional<Map<String, String>> table(RunningPathproof pathproof) {
        HttpResponse<String> response = pathproof.get("/api/v1/routes", "application/x-ndjson");
        if (response.statusCode() != 200) {
            return Optional.empty();
        }
        Map<String, String> table = new HashMap<>();
        response.body().lines().filter(line -> !line.isBlank()).forEach(line -> {
            JsonNode route = JSON.readTree(line);
            table.put(
                    route.get("router_name").asString() + " "
                            + route.get("peer_ip").asString() + " " + RunningPathproof.prefix(route),
                    RunningPathproof.state(route) + " " + RunningPathproof.rules(route) + " "
                            + route.get("validity").get("origin").get("state").asString());
        });
        return Optional.of(table);
    }

    /** Returns the lines at ERROR in the logs of all starts. */
    private List<String> errors() throws IOException {
        try (Stream<Path> logs = Files.walk(folder.resolve("data/logs"))) {
            List<String> errors = new ArrayList<>();
            for (Path file : logs.filter(Files::isRegularFile).toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.filter(line -> line.contains(" ERROR ")).forEach(errors::add);
                }
            }
            return errors;
        }
    }
}
