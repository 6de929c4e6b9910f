// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfrastructureTest {
    @TempDir
    Path folder;

    @Test
    void keepsEverythingAcknowledgedWhenItsProcessIsKilled() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        InfrastructureProcess.class.getName(),
                        folder.toString())
                .redirectError(folder.resolve("child.log").toFile())
                .start();
        String[] ready = readyLine(process);
        long orphan = Long.parseLong(ready[3]);
        produce(ready[1], List.of("a", "b", "c"), true);
        set(ready[2], "serial", "42");
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ProcessHandle.of(orphan)).isPresent();

        try (DataFolder data = DataFolder.open(folder);
                RedisProcess redis = RedisProcess.start(data.folder("redis"), folder.resolve("redis.log"));
                EmbeddedBroker broker = EmbeddedBroker.start(data.folder("kafka"))) {
            assertThat(ProcessHandle.of(orphan)).isEmpty();
            assertThat(get(redis.uri(), "serial")).isEqualTo("42");
            produce(broker.bootstrapServers(), List.of("d"), false);
            assertThat(consume(broker.bootstrapServers(), 4)).containsExactly("a", "b", "c", "d");
        }
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
    void keepsTheDataFolderWhenNobodyRefersToIt() {
        Path root = DataFolder.open(folder).root();
        System.gc(); // a lock that is collected is released
        assertThatThrownBy(() -> DataFolder.open(root)).isInstanceOf(StartFailure.class);
    }

    @Test
    void saysSoWhenTheDataFolderCannotBeMade() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> DataFolder.open(file.resolve("data")))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void unpacksTheRedisThatItCarries() throws Exception {
        Path program = RedisProcess.carried(folder);
        assertThat(program).isExecutable();
    }

    private static String[] readyLine(Process process) throws IOException {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            return out.lines()
                    .filter(line -> line.startsWith("READY"))
                    .findFirst()
                    .orElseThrow()
                    .split(" ");
        }
    }

    private static void produce(String servers, List<String> values, boolean create) throws Exception {
        if (create) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
                admin.createTopics(List.of(new NewTopic("kept", 1, (short) 1)))
                        .all()
                        .get();
            }
        }
        try (var producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "acks", "all"), new StringSerializer(), new StringSerializer())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>("kept", value)).get();
            }
        }
    }

    private static List<String> consume(String servers, int count) {
        List<String> values = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "group.id", "test", "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(Set.of("kept"));
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
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
            connection.sync().waitForReplication(0, 1); // returns when earlier commands are done
        }
    }

    private static String get(String uri, String key) {
        try (RedisClient client = RedisClient.create(uri);
                var connection = client.connect()) {
            return connection.sync().get(key);
        }
    }
}
