// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.LiveFolder;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.harness.Programs;
import org.pathproof.harness.kafka.KafkaBrokers;

/** A broker with Pathproof's topics, and Redis without an RPKI set: the surroundings of a policy API. */
final class ReadSide {
    private static final String BROKER_HEAP = "-Xms512m -Xmx1g";

    private final ProcessGroup processes;
    private final KafkaBrokers brokers;
    private final int redisPort = Ports.free();

    private ReadSide(ProcessGroup processes) throws IOException {
        this.processes = processes;
        brokers = KafkaBrokers.prepare(processes, 1, BROKER_HEAP, Optional.empty());
    }

    /** Starts both, and creates the topics with their settings of a small cluster. */
    static ReadSide start(ProcessGroup processes) throws IOException, InterruptedException {
        ReadSide side = new ReadSide(processes);
        ChildProcess broker = side.brokers.start(1);
        ChildProcess redis = processes.start("redis", side.redisCommand());
        Conditions.await("Kafka", () -> listens(broker, side.brokers.port(1)));
        Conditions.await("Redis", () -> listens(redis, side.redisPort));
        try (Admin admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, side.brokers.bootstrapServers()))) {
            new TopicProvisioner(admin, TopicSettings.defaults().withReplicationFactor((short) 1)).provision();
        }
        return side;
    }

    private List<String> redisCommand() throws IOException {
        String program =
                Programs.find("redis-server").orElseThrow(() -> new IOException("redis-server is not installed"));
        return List.of(program, "--port", Integer.toString(redisPort), "--bind", "127.0.0.1", "--save", "");
    }

    private static boolean listens(ChildProcess process, int port) {
        process.requireAlive();
        return Ports.accepts(port);
    }

    ProcessGroup processes() {
        return processes;
    }

    String bootstrapServers() {
        return brokers.bootstrapServers();
    }

    String redisUri() {
        return "redis://127.0.0.1:" + redisPort + "/0";
    }

    /** Returns the bytes of the segments of a topic. */
    long kafkaBytes(String topic) throws IOException {
        return LiveFolder.sizes(processes.folder(KafkaBrokers.dataFolder(1))).entrySet().stream()
                .filter(file -> isSegmentOf(topic, file.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static boolean isSegmentOf(String topic, Path file) {
        return file.toString().endsWith(".log")
                && file.getName(file.getNameCount() - 2).toString().startsWith(topic + "-");
    }

    /** Longest time of one step of a run. */
    static final Duration STEP = Duration.ofMinutes(30);
}
