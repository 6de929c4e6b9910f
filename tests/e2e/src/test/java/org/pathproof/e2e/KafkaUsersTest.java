// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.collector.CollectorApplication;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.kafka.KafkaBrokers;
import org.pathproof.history.HistoryApplication;
import org.pathproof.keysync.KeySyncApplication;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.policyapi.PolicyApiApplication;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.validator.ValidatorApplication;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests that the services work with the rights of the KafkaUser objects that the chart makes for Strimzi. The broker
 * refuses all other requests.
 */
final class KafkaUsersTest {
    private static final String JVM = "-Xms128m -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
            + " --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow";
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String COLLECTOR = "pathproof-collector";
    private static final String VALIDATOR = "pathproof-validator";
    private static final String POLICY_API = "pathproof-policy-api";
    private static final String HISTORY = "pathproof-history";

    @TempDir
    Path folder;

    private final Map<String, List<AclBinding>> users = KafkaUserObjects.rules();
    private final int bmpPort = Ports.free();
    private final int httpPort = Ports.free();
    private final int historyPort = Ports.free();

    @Test
    void servicesNeedNoOtherRights() throws Exception {
        assertThat(users).containsOnlyKeys(COLLECTOR, VALIDATOR, POLICY_API, HISTORY);
        try (ProcessGroup processes = ProcessGroup.in(folder);
                HttpClient http = HttpClient.newHttpClient();
                Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki();
                RedisServer redis = RedisServer.inMemory()) {
            KafkaBrokers brokers = KafkaBrokers.withUsers(
                    processes,
                    1,
                    "-Xms128m -Xmx512m -XX:TieredStopAtLevel=1",
                    users.keySet().stream().collect(Collectors.toMap(Function.identity(), user -> "of-" + user)));
            ChildProcess broker = brokers.start(1);
            await("the broker").atMost(TIMEOUT).until(() -> {
                broker.requireAlive();
                return Ports.accepts(brokers.port(1));
            });
            allow(brokers);

            List<ChildProcess> services = List.of(
                    service(
                            processes,
                            "pathproof-key-sync",
                            KeySyncApplication.class,
                            Map.of(
                                    "pathproof.redis.uri",
                                    redis.uri(),
                                    "pathproof.key-sync.caches",
                                    "127.0.0.1:" + cache.port())),
                    service(processes, COLLECTOR, CollectorApplication.class, kafka(brokers, COLLECTOR, redis)),
                    service(processes, VALIDATOR, ValidatorApplication.class, kafka(brokers, VALIDATOR, redis)),
                    service(processes, POLICY_API, PolicyApiApplication.class, kafka(brokers, POLICY_API, redis)),
                    service(processes, HISTORY, HistoryApplication.class, kafka(brokers, HISTORY, redis)));
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), bmpPort));
            await("verdicts of the lab's routes in the policy API")
                    .atMost(TIMEOUT)
                    .pollInterval(Duration.ofMillis(250))
                    .until(() -> {
                        services.forEach(ChildProcess::requireAlive);
                        return verdicts(http) >= lab.signedRoutes();
                    });
            await("the same routes in the history")
                    .atMost(TIMEOUT)
                    .pollInterval(Duration.ofMillis(250))
                    .until(() -> {
                        services.forEach(ChildProcess::requireAlive);
                        return liveRoutes(http) >= lab.signedRoutes();
                    });

            for (ChildProcess service : services) {
                assertThat(service.output().lines())
                        .as("lines of %s about missing rights", service.name())
                        .noneMatch(line -> line.contains("AuthorizationException")
                                || line.contains("Not authorized")
                                || line.contains("an ACL is missing"));
            }
            assertRefused(brokers);
        }
    }

    private static ChildProcess service(
            ProcessGroup processes, String name, Class<?> main, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putIfAbsent("server.port", Ports.free());
        all.put("server.address", "127.0.0.1");
        return processes.java(name, JVM, main.getName(), all);
    }

    private Map<String, Object> kafka(KafkaBrokers brokers, String user, RedisServer redis) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("pathproof.kafka.bootstrap-servers", brokers.farBootstrapServers());
        settings.put("pathproof.kafka.route-partitions", 2);
        settings.put("pathproof.redis.uri", redis.uri());
        brokers.login(user).forEach((name, value) -> settings.put("pathproof.kafka.properties." + name, value));
        switch (user) {
            case COLLECTOR -> settings.put("pathproof.collector.bmp-port", bmpPort);
            case VALIDATOR -> settings.put("pathproof.validator.state-directory", folder.resolve("validator-state"));
            case HISTORY -> {
                settings.put("server.port", historyPort);
                settings.put("pathproof.history.directory", folder.resolve("history"));
                settings.put("pathproof.history.memory", "128MB");
            }
            default -> {
                settings.put("server.port", httpPort);
                settings.put("pathproof.policy-api.rtr-port", -1);
            }
        }
        return settings;
    }

    private void allow(KafkaBrokers brokers) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()))) {
            admin.createAcls(users.values().stream().flatMap(List::stream).toList())
                    .all()
                    .get();
        }
    }

    /** Returns the number of routes with a verdict; 0 while the policy API is not ready. */
    private int verdicts(HttpClient http) throws InterruptedException {
        return number(http, httpPort, "/api/v1/summary", "ready", "routes");
    }

    /** Returns the number of live routes of the history; 0 while it is not complete. */
    private int liveRoutes(HttpClient http) throws InterruptedException {
        return number(http, historyPort, "/api/v1/history/status", "complete", "live_routes");
    }

    /** Returns a number of a JSON object; 0 until a service serves it and the condition is true. */
    private static int number(HttpClient http, int port, String path, String condition, String member)
            throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            JsonNode object = JSON.readTree(answer.body());
            return answer.statusCode() == 200 && object.get(condition).asBoolean()
                    ? object.get(member).asInt()
                    : 0;
        } catch (IOException e) {
            return 0; // the service starts
        }
    }

    /** Fails unless the broker refuses a record of the policy API in a topic that the policy API only reads. */
    private static void assertRefused(KafkaBrokers brokers) {
        Map<String, Object> config = new HashMap<>(brokers.login(POLICY_API));
        config.put("bootstrap.servers", brokers.farBootstrapServers());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>(Topics.VERDICTS, new byte[1], new byte[1]))
                            .get())
                    .hasRootCauseInstanceOf(TopicAuthorizationException.class);
        }
    }
}
