// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.pathproof.e2e.RunningPathproof.root;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.harness.StandaloneProcess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Pathproof with Kafka and Redis of its own in a network namespace. Routers reach the site at two addresses: that of
 * its own data centre, and that of the line from the other data centre. A cut of the line drops packets in both
 * directions, and neither side gets an error.
 */
final class DistantSite implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int BMP_PORT = 11019;
    private static final int HTTP_PORT = 8080;
    /** Unassigned MAC address: packets to it are lost. */
    private static final String UNASSIGNED_MAC = "02:00:00:00:00:99";

    private final String name;
    private final String namespace;
    private final String inside;
    private final String outside;
    private final String network;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final ChildProcess program;

    /**
     * Starts the program without waiting for it. Aborts the test where namespaces are not permitted.
     *
     * @param number 0 to 1, for the addresses
     * @param cachePort port of the RPKI cache of this data centre
     */
    DistantSite(String name, int number, int cachePort, Path folder) throws IOException {
        long pid = ProcessHandle.current().pid();
        this.name = name;
        namespace = "multi-site-" + pid + "-" + name;
        outside = "ms" + pid + "o" + number;
        inside = "ms" + pid + "i" + number;
        network = "10." + (200 + pid / 100 % 50) + "." + (2 * (pid % 100) + number) + ".";
        try {
            connect();
            Path data = folder.resolve(name);
            program = ChildProcess.start(Files.createDirectories(data).resolve("up.log"), command(data, cachePort));
        } catch (IOException | RuntimeException | Error e) {
            ChildProcess.run("ip", "netns", "del", namespace);
            throw e;
        }
    }

    private void connect() {
        ChildProcess.Outcome made = ChildProcess.run("sh", "-c", "ip netns add " + namespace);
        Assumptions.assumeTrue(made.exitCode() == 0, "NOT TESTED: no network namespace: " + made.output());
        runIp("link add " + outside + " type veth peer name " + inside + " netns " + namespace);
        runIp("addr add " + network + "1/30 dev " + outside);
        runIp("addr add " + network + "5/30 dev " + outside);
        runIp("link set " + outside + " up");
        runIp("-n " + namespace + " addr add " + network + "2/30 dev " + inside);
        runIp("-n " + namespace + " addr add " + network + "6/30 dev " + inside);
        runIp("-n " + namespace + " link set " + inside + " up");
        runIp("-n " + namespace + " link set lo up");
    }

    private List<String> command(Path data, int cachePort) throws IOException {
        Path settings = Files.writeString(data.resolve("site.yaml"), """
                pathproof.key-sync.caches: ["%s1:%d"]
                pathproof.api.anonymous-read: true
                pathproof.collector.id: %s
                pathproof.collector.keepalive: {idle: 1s, interval: 1s, count: 3}
                pathproof.kafka.route-partitions: 4
                """.formatted(network, cachePort, name));
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        command.add(root().resolve("pathproof").toString());
        command.addAll(List.of("up", "--heap", "640m", "--http-host", "0.0.0.0"));
        command.addAll(List.of("--bmp-port", Integer.toString(BMP_PORT), "--http-port", Integer.toString(HTTP_PORT)));
        command.addAll(List.of("--data", data.resolve("data").toString(), "--config", settings.toString()));
        return command;
    }

    private static void runIp(String arguments) {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments.split(" ", -1)));
        ChildProcess.Outcome outcome = ChildProcess.run(Duration.ofMinutes(1), command);
        if (outcome.exitCode() != 0) {
            throw new IllegalStateException("ip " + arguments + ": " + outcome.output());
        }
    }

    /** Waits until the site serves requests for routes. */
    DistantSite awaitServing() {
        Conditions.await("an answer of site " + name, StandaloneProcess.START_TIMEOUT, () -> {
            program.requireAlive();
            return Ports.accepts(near().getHostString(), HTTP_PORT)
                    && Ports.accepts(near().getHostString(), BMP_PORT)
                    && get("/api/v1/routes?limit=1").statusCode() == 200;
        });
        return this;
    }

    /** Returns the BMP station for routers of the same data centre. */
    InetSocketAddress near() {
        return new InetSocketAddress(network + "2", BMP_PORT);
    }

    /** Returns the BMP station for routers of the other data centre. */
    InetSocketAddress overTheLine() {
        return new InetSocketAddress(network + "6", BMP_PORT);
    }

    /** Drops all packets between this site and the routers of the other data centre until {@link #heal}. */
    void cut() {
        runIp("neigh replace " + network + "6 lladdr " + UNASSIGNED_MAC + " nud permanent dev " + outside);
        runIp("-n " + namespace + " neigh replace " + network + "5 lladdr " + UNASSIGNED_MAC + " nud permanent dev "
                + inside);
    }

    /** Delivers packets again. */
    void heal() {
        runIp("neigh del " + network + "6 dev " + outside);
        runIp("-n " + namespace + " neigh del " + network + "5 dev " + inside);
    }

    /** Returns all routes. */
    List<JsonNode> routes() {
        return get("/api/v1/routes")
                .body()
                .lines()
                .filter(line -> !line.isBlank())
                .map(JSON::readTree)
                .toList();
    }

    /** Returns the response of health, whatever its status. */
    JsonNode health() {
        return JSON.readTree(get("/api/v1/health").body());
    }

    private HttpResponse<String> get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + network + "2:" + HTTP_PORT + path))
                .timeout(Duration.ofMinutes(1))
                .header("Accept", path.contains("routes") ? "application/x-ndjson" : "application/json")
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException("GET " + path + " of site " + name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    @Override
    public void close() {
        http.close();
        program.close();
        runIp("netns del " + namespace); // also deletes the interfaces
    }
}
