// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.pathproof.benchmark.feeds.table.Lan;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.policyapi.PolicyApiApplication;
import tools.jackson.databind.json.JsonMapper;

/** A second replica of the policy API as a process. Its lower BGP Identifier makes the router select its routes. */
final class Replica implements AutoCloseable {
    private static final String JVM = "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+UseCompactObjectHeaders"
            + " --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow";

    private final int httpPort = Ports.free();
    private final ChildProcess program;

    /** Starts the program without waiting for it. */
    Replica(ProcessGroup processes, String kafka, String redis, Path policy, int borderPort) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "server.port",
                httpPort,
                "server.address",
                "127.0.0.1",
                "pathproof.kafka.bootstrap-servers",
                kafka,
                "pathproof.kafka.replication-factor",
                1,
                "pathproof.redis.uri",
                redis,
                "pathproof.policy-api.rtr-port",
                -1));
        settings.put("pathproof.feeds.policy", policy);
        settings.put("pathproof.feeds.identifier", Lan.REPLICA_IDENTIFIER);
        settings.put("pathproof.feeds.identifiers", Lan.REPLICA_IDENTIFIER + "," + Lan.BGP_IDENTIFIER);
        settings.put("pathproof.feeds.routers[0].router", Lan.BMP_ROUTER);
        settings.put("pathproof.feeds.routers[0].neighbor", Lan.BORDER);
        settings.put("pathproof.feeds.routers[0].port", borderPort);
        settings.put("pathproof.feeds.routers[0].local-address", Lan.REPLICA);
        program = processes.java("policy-api", JVM, PolicyApiApplication.class.getName(), settings);
    }

    /** Waits until the replica announces an override. */
    void awaitOverride() {
        URI overrides = URI.create("http://127.0.0.1:" + httpPort + "/api/v1/overrides");
        HttpRequest request =
                HttpRequest.newBuilder(overrides).timeout(Duration.ofMinutes(1)).build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            Conditions.await("an override of the second replica", () -> {
                program.requireAlive();
                return announces(http, request);
            });
        }
    }

    private static boolean announces(HttpClient http, HttpRequest request) {
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200
                    && JsonMapper.shared()
                                    .readTree(response.body())
                                    .at("/routers/0/active")
                                    .asInt(0)
                            > 0;
        } catch (IOException e) {
            return false; // the program is starting
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Sends SIGKILL. */
    void kill() {
        program.kill();
    }

    @Override
    public void close() {
        program.close();
    }
}
