// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.standalone.broker.EmbeddedBroker;
import org.pathproof.standalone.broker.KafkaRecords;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.data.DataFolder;
import org.pathproof.standalone.redis.RedisProgram;
import org.pathproof.standalone.redis.RedisSupervisor;

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
        Map<String, String> login =
                Map.of("security.protocol", "SASL_PLAINTEXT", "sasl.mechanism", "PLAIN", "sasl.jaas.config", ready[4]);
        KafkaRecords.produce(ready[1], login, List.of("a", "b", "c"), true);
        set(ready[2], "serial", "42");
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ProcessHandle.of(orphan)).isPresent();

        try (DataFolder data = DataFolder.open(folder.resolve("data"));
                RedisSupervisor redis = RedisSupervisor.start(
                        RedisProgram.find(),
                        data.folder("redis"),
                        data.root().resolve("redis.log"),
                        new Console(new PrintWriter(printed)),
                        Clock.systemUTC());
                EmbeddedBroker broker = EmbeddedBroker.start(data.folder("kafka"))) {
            assertThat(ProcessHandle.of(orphan)).isEmpty();
            assertThat(get(redis.uri(), "serial")).isEqualTo("42");
            KafkaRecords.produce(broker.bootstrapServers(), broker.clientProperties(), List.of("d"), false);
            assertThat(KafkaRecords.consume(broker, 4)).containsExactly("a", "b", "c", "d");
        }
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
