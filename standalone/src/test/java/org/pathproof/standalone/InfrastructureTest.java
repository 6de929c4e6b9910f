// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRuntime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfrastructureTest {
    @TempDir
    Path folder;

    private final StringWriter printed = new StringWriter();

    @Test
    void keepsEverythingAcknowledgedWhenItsProcessIsKilled() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        InfrastructureProcess.class.getName(),
                        folder.resolve("data").toString())
                .redirectError(folder.resolve("child.log").toFile())
                .start();
        String[] ready = readyLine(process);
        long orphan = Long.parseLong(ready[3]);
        Map<String, String> login = new HashMap<>(KafkaLogin.random().client());
        login.put("sasl.jaas.config", ready[4]);
        produce(ready[1], login, List.of("a", "b", "c"), true);
        set(ready[2], "serial", "42");
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ProcessHandle.of(orphan)).isPresent();

        try (DataFolder data = DataFolder.open(folder.resolve("data"));
                RedisSupervisor redis =
                        RedisSupervisorTest.start(data.folder("redis"), new Console(new PrintWriter(printed)));
                EmbeddedBroker broker = EmbeddedBroker.start(data.folder("kafka"))) {
            assertThat(ProcessHandle.of(orphan)).isEmpty();
            assertThat(get(redis.uri(), "serial")).isEqualTo("42");
            produce(broker.bootstrapServers(), broker.clientProperties(), List.of("d"), false);
            assertThat(consume(broker, 4)).containsExactly("a", "b", "c", "d");
        }
    }

    /**
     * A second load during the first one would lose offsets.
     * docs/adr/0013-the-embedded-broker-starts-after-fencing.md explains the fault.
     */
    @Test
    void loadsTheOffsetsOfGroupsOnceAtTheStart() throws Exception {
        try (DataFolder data = DataFolder.open(folder)) {
            try (EmbeddedBroker broker = EmbeddedBroker.start(data.folder("kafka"))) {
                produce(broker.bootstrapServers(), broker.clientProperties(), List.of("a", "b"), true);
                assertThat(consume(broker, 2)).containsExactly("a", "b");
            }
            try (RecordedLog coordinator = new RecordedLog(CoordinatorRuntime.class);
                    EmbeddedBroker broker = EmbeddedBroker.start(data.folder("kafka"))) {
                assertThat(committed(broker)).isEqualTo(2);
                assertThat(coordinator.messages())
                        .filteredOn(
                                message -> message.contains("Scheduling loading of metadata from __consumer_offsets"))
                        .hasSize(4);
                assertThat(coordinator.messages()).noneMatch(message -> message.contains("Started unloading"));
            }
        }
    }

    @Test
    void kafkaAndItsControllerRefuseClientsWithoutThePassword() throws Exception {
        try (DataFolder data = DataFolder.open(folder);
                EmbeddedBroker broker = EmbeddedBroker.start(data.folder("kafka"))) {
            Map<String, String> guess = KafkaLogin.random().client();
            for (String at : List.of("bootstrap.servers", "bootstrap.controllers")) {
                String server = at.equals("bootstrap.servers")
                        ? broker.bootstrapServers()
                        : "127.0.0.1:" + broker.controllerPort();
                assertThat(clusterId(at, server, broker.clientProperties())).isNotEmpty();
                assertThatThrownBy(() -> clusterId(at, server, guess))
                        .as(at)
                        .hasRootCauseInstanceOf(SaslAuthenticationException.class);
                assertThatThrownBy(() -> clusterId(at, server, Map.of()))
                        .as(at)
                        .hasRootCauseInstanceOf(TimeoutException.class);
            }
        }
    }

    @Test
    void onlyTheOwnerCanReadTheDataFolder() throws IOException {
        Path root = folder.resolve("data");
        DataFolder.open(root).close();
        assertThat(mode(root)).isEqualTo("rwx------");

        Path kafka = root.resolve("kafka");
        Path partition = Files.createDirectories(kafka.resolve("pathproof.routes-0"));
        Path file = Files.createFile(partition.resolve("0.log"));
        for (Path open : List.of(root, kafka, partition, file)) {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        try (DataFolder data = DataFolder.open(root)) {
            assertThat(List.of(mode(data.root()), mode(kafka), mode(partition))).containsOnly("rwx------");
            assertThat(mode(file)).isEqualTo("rw-------");
            assertThat(mode(root.resolve("lock"))).isEqualTo("rw-------");
        }
    }

    @Test
    void refusesAFolderWithForeignFilesAndKeepsItsModes() throws IOException {
        Path file = Files.createFile(folder.resolve("letter.txt"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> DataFolder.open(folder))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("holds files of other programs (letter.txt)");
        assertThat(mode(file)).isEqualTo("rw-r--r--");
        assertThat(folder.resolve("lock")).doesNotExist();
    }

    @Test
    void twoProcessesCannotShareADataFolder() throws Exception {
        try (DataFolder first = DataFolder.open(folder)) {
            assertThat(first.folder("kafka")).isDirectory();
            assertThatThrownBy(() -> DataFolder.open(folder))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("in use by another Pathproof (process "
                            + ProcessHandle.current().pid() + ")");
        }
        DataFolder.open(folder).close();
    }

    @Test
    void keepsTheLockOfAnUnreferencedDataFolder() {
        Path root = DataFolder.open(folder).root();
        System.gc(); // garbage collection would release an unreferenced lock
        assertThatThrownBy(() -> DataFolder.open(root)).isInstanceOf(StartFailure.class);
    }

    @Test
    void namesADataFolderThatCannotBeCreated() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> DataFolder.open(file.resolve("data")))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining(file.toString());
    }

    private static String[] readyLine(Process process) throws IOException {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            return out.lines()
                    .filter(line -> line.startsWith("READY"))
                    .findFirst()
                    .orElseThrow()
                    .split(" ", 5);
        }
    }

    private static String clusterId(String at, String server, Map<String, String> login) throws Exception {
        Map<String, Object> config = new HashMap<>(login);
        config.put(at, server);
        config.put("default.api.timeout.ms", 5_000);
        config.put("request.timeout.ms", 4_000);
        try (Admin admin = Admin.create(config)) {
            return admin.describeCluster().clusterId().get();
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void produce(String servers, Map<String, String> login, List<String> values, boolean create)
            throws Exception {
        Map<String, Object> config = new HashMap<>(login);
        config.put("bootstrap.servers", servers);
        if (create) {
            try (Admin admin = Admin.create(config)) {
                admin.createTopics(List.of(new NewTopic("kept", 1, (short) 1)))
                        .all()
                        .get();
            }
        }
        config.put("acks", "all");
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>("kept", value)).get();
            }
        }
    }

    private static long committed(EmbeddedBroker broker) throws Exception {
        Map<String, Object> config = new HashMap<>(broker.clientProperties());
        config.put("bootstrap.servers", broker.bootstrapServers());
        try (Admin admin = Admin.create(config)) {
            Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets("test")
                    .partitionsToOffsetAndMetadata()
                    .get();
            return Objects.requireNonNull(offsets.get(new TopicPartition("kept", 0)))
                    .offset();
        }
    }

    private static List<String> consume(EmbeddedBroker broker, int count) {
        List<String> values = new ArrayList<>();
        Map<String, Object> config = new HashMap<>(broker.clientProperties());
        config.put("bootstrap.servers", broker.bootstrapServers());
        config.put("group.id", "test");
        config.put("auto.offset.reset", "earliest");
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(Set.of("kept"));
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (values.size() < count && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(r -> values.add(r.value()));
            }
        }
        return values;
    }

    private static void set(String uri, String key, String value) {
        try (RedisClient client = RedisClient.create(uri);
                var connection = client.connect()) {
            connection.sync().set(key, value);
            connection.sync().waitForReplication(0, 1); // returns after all earlier commands
        }
    }

    private static String get(String uri, String key) {
        try (RedisClient client = RedisClient.create(uri);
                var connection = client.connect()) {
            return connection.sync().get(key);
        }
    }
}
