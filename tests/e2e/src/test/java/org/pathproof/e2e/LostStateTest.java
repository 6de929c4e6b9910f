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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.lab.Lab;
import org.pathproof.lab.Lab.Attachment;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.paths.RandomPaths;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.wire.bgp.Nlri;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Deletes data of a topic while Pathproof is stopped and routers withdraw routes. Health must not be ok before the
 * table equals that of the routers: no route is missing, and no withdrawn route remains.
 */
final class LostStateTest {
    private static final Logger log = LoggerFactory.getLogger(LostStateTest.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int ROUTES = 600;
    private static final int KEYS = 50;
    private static final int HOPS = 3;
    private static final int WITHDRAWN_PER_PEER = 5;
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    @Test
    void healsALostChangelog() throws Exception {
        Set<String> problems = lose("pathproof-validator-routes-changelog-");
        assertThat(problems)
                .anyMatch(problem ->
                        problem.contains("pathproof-validator-routes-changelog was deleted or lost records"));
    }

    @Test
    void healsLostVerdicts() throws Exception {
        lose("pathproof.verdicts-");
        assertThat(lines("publishing all verdicts again")).isNotEmpty();
    }

    /** Loses all partitions of a topic; returns the problems that health reported until the table was right. */
    private Set<String> lose(String partitions) throws Exception {
        RandomPaths paths = new RandomPaths("lost", KEYS, HOPS, ROUTES);
        LabSettings settings = LabSettings.demo()
                .withoutAttacks()
                .withRoutes(IntStream.range(0, ROUTES).mapToObj(paths::route).toList());
        Path config = Files.writeString(folder.resolve("lost.yaml"), """
                pathproof:
                  collector:
                    gap-spread: 1s
                """);
        try (Lab lab = Lab.build(settings);
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(
                        folder, "--rtr", "127.0.0.1:" + cache.port(), "--config", config.toString())) {
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), pathproof.bmpPort));
            Map<String, String> expected = new TreeMap<>();
            await("the first table").atMost(TIMEOUT).until(() -> {
                expected.clear();
                expected.putAll(table(pathproof).orElse(Map.of()));
                return expected.size() == lab.signedRoutes()
                        && expected.values().stream().allMatch("VALID"::equals)
                        && look(pathproof).map(List::isEmpty).orElse(false);
            });
            pathproof.kill9();
            delete(partitions);
            withdraw(lab, expected);
            pathproof.relaunch();

            Set<String> problems = new TreeSet<>();
            await("health").atMost(TIMEOUT).pollInterval(Duration.ofMillis(200)).until(() -> {
                Optional<List<String>> now = look(pathproof);
                now.ifPresent(all -> all.stream().filter(problems::add).forEach(log::info));
                return now.map(List::isEmpty).orElse(false);
            });
            assertThat(table(pathproof).orElseThrow())
                    .as("the table as soon as health is ok, after %s", problems)
                    .isEqualTo(expected);
            return problems;
        }
    }

    /** Withdraws some routes of each neighbor, and removes them from the expected table. */
    private static void withdraw(Lab lab, Map<String, String> expected) {
        for (Attachment at : lab.attachments()) {
            List<Nlri> routes = at.router().announced(at.peer()).keySet().stream()
                    .limit(WITHDRAWN_PER_PEER)
                    .toList();
            for (Nlri route : routes) {
                at.router().withdraw(at.peer(), route);
                assertThat(expected.remove(RecordedChurn.name(
                                at.router().name(),
                                at.peer().address(),
                                route.prefix().toString())))
                        .isNotNull();
            }
        }
        assertThat(expected).isNotEmpty();
    }

    private void delete(String partitions) throws IOException {
        List<Path> folders;
        try (Stream<Path> all = Files.walk(folder.resolve("data"), 3)) {
            folders = all.filter(path -> path.getFileName().toString().startsWith(partitions))
                    .toList();
        }
        assertThat(folders).isNotEmpty();
        for (Path partition : folders) {
            try (Stream<Path> files = Files.list(partition)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(partition);
        }
    }

    /** Returns the problems that health names, none if it is ok; empty without a response. */
    private static Optional<List<String>> look(RunningPathproof pathproof) {
        try {
            HttpResponse<String> health = pathproof.get("/api/v1/health", "application/json");
            List<String> failing = JSON.readTree(health.body())
                    .path("components")
                    .valueStream()
                    .filter(component -> !component.path("status").asString().equals("ok"))
                    .map(component -> component.path("message").asString())
                    .toList();
            assertThat(failing.isEmpty()).isEqualTo(health.statusCode() == 200);
            return Optional.of(failing);
        } catch (UncheckedIOException e) {
            log.debug("no answer yet", e);
            return Optional.empty();
        }
    }

    /** Returns the states by router, peer and prefix; empty while the table is not served. */
    private static Optional<Map<String, String>> table(RunningPathproof pathproof) {
        HttpResponse<String> response = pathproof.get("/api/v1/routes", "application/x-ndjson");
        if (response.statusCode() != 200) {
            return Optional.empty();
        }
        Map<String, String> table = new TreeMap<>();
        response.body().lines().filter(line -> !line.isBlank()).forEach(line -> {
            JsonNode route = JSON.readTree(line);
            table.put(
                    route.get("router_name").asString() + " "
                            + route.get("peer_ip").asString() + " " + RunningPathproof.prefix(route),
                    RunningPathproof.state(route));
        });
        return Optional.of(table);
    }

    private List<String> lines(String text) throws IOException {
        try (Stream<Path> logs = Files.walk(folder.resolve("data/logs"))) {
            return logs.filter(Files::isRegularFile)
                    .flatMap(file -> {
                        try {
                            return Files.readAllLines(file).stream();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .filter(line -> line.contains(text))
                    .toList();
        }
    }
}
