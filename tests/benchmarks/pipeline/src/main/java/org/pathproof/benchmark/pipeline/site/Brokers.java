// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/** A Kafka broker with its KRaft controller as a process, from the jars of Maven Central: one copy of everything. */
final class Broker {
    private static final int NODE_ID = 1;
    private static final String JVM =
            "-Xms512m -Xmx1g -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:+UseCompactObjectHeaders";

    private static final String LOGGING = "org/pathproof/benchmark/pipeline/logback.xml";

    private Broker() {}

    /**
     * Starts one on an empty folder.
     *
     * @param jvm further arguments of its JVM
     */
    static Child start(Children children, String jvm, int port, int controllerPort) throws IOException {
        Path folder = children.folder("kafka-data");
        Path settings = children.folder("broker").resolve("server.properties");
        format(folder);
        try (OutputStream out = Files.newOutputStream(settings)) {
            properties(folder, port, controllerPort).store(out, null);
        }
        return children.java(
                "broker", JVM + jvm, "kafka.Kafka", Map.of("logback.configurationFile", LOGGING), settings.toString());
    }

    private static void format(Path folder) throws IOException {
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setNodeId(NODE_ID)
                    .setClusterId(Uuid.randomUuid().toString())
                    .addDirectory(folder.toString())
                    .setMetadataLogDirectory(folder.toString())
                    .setControllerListenerName("CONTROLLER")
                    .setIgnoreFormatted(true)
                    .run();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("Kafka cannot format " + folder, e);
        }
    }

    private static Properties properties(Path folder, int port, int controllerPort) {
        Properties p = new Properties();
        p.put("node.id", Integer.toString(NODE_ID));
        p.put("process.roles", "broker,controller");
        p.put("listeners", "BROKER://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        p.put("advertised.listeners", "BROKER://127.0.0.1:" + port);
        p.put("listener.security.protocol.map", "BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT");
        p.put("inter.broker.listener.name", "BROKER");
        p.put("controller.listener.names", "CONTROLLER");
        p.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
        p.put("log.dirs", folder.toString());
        p.put("auto.create.topics.enable", "false");
        p.put("group.initial.rebalance.delay.ms", "0");
        p.put("default.replication.factor", "1");
        p.put("min.insync.replicas", "1");
        for (String topic : new String[] {"offsets.topic", "transaction.state.log", "share.coordinator.state.topic"}) {
            p.put(topic + ".replication.factor", "1");
            p.put(topic + ".num.partitions", "4");
        }
        p.put("transaction.state.log.min.isr", "1");
        p.put("share.coordinator.state.topic.min.isr", "1");
        // docs/adr/0002: a validator that was killed and does not come back holds readers up for no longer than needed.
        p.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        return p;
    }
}
