// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * Kafka brokers, each with its KRaft controller, as processes, from the jars of Maven Central. One broker has one copy of everything;
 * of three, every one can be lost.
 */
public final class Brokers {
    private static final String JVM = "-XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:+UseCompactObjectHeaders ";
    private static final String LOGGING = "org/pathproof/benchmark/pipeline/logback.xml";

    private final Children children;
    private final String heap;
    private final Optional<String> farAddress;
    private final String clusterId = Uuid.randomUuid().toString();
    private final List<Node> nodes = new ArrayList<>();

    /** Ports of a broker; {@code far} is where clients of another network namespace reach it. */
    private record Node(int number, int port, int controllerPort, int far) {}

    private Brokers(Children children, String heap, Optional<String> farAddress) {
        this.children = children;
        this.heap = heap;
        this.farAddress = farAddress;
    }

    /**
     * So many brokers on empty folders, not started.
     *
     * @param heap JVM arguments
     * @param farAddress an address of this machine at which clients reach them too, beside 127.0.0.1
     */
    public static Brokers prepare(Children children, int count, String heap, Optional<String> farAddress)
            throws IOException {
        Brokers brokers = new Brokers(children, heap, farAddress);
        for (int number = 1; number <= count; number++) {
            brokers.nodes.add(new Node(number, Site.freePort(), Site.freePort(), Site.freePort()));
        }
        for (Node node : brokers.nodes) {
            Path folder = brokers.data(node);
            brokers.format(node, folder);
            try (OutputStream out = Files.newOutputStream(brokers.settings(node))) {
                brokers.properties(node, folder).store(out, null);
            }
        }
        return brokers;
    }

    /** Starts a broker, the first of which is 1, on what it has on disk. */
    public Child start(int number) {
        return children.java(
                "broker",
                JVM + heap,
                "kafka.Kafka",
                Map.of("logback.configurationFile", LOGGING),
                settings(nodes.get(number - 1)).toString());
    }

    public int count() {
        return nodes.size();
    }

    public int port(int number) {
        return nodes.get(number - 1).port();
    }

    public String bootstrapServers() {
        return nodes.stream().map(n -> "127.0.0.1:" + n.port()).collect(Collectors.joining(","));
    }

    /** For clients of another network namespace. */
    public String farBootstrapServers() {
        return nodes.stream().map(n -> farAddress.orElseThrow() + ":" + n.far()).collect(Collectors.joining(","));
    }

    private Path data(Node node) {
        return children.folder("kafka-data-" + node.number());
    }

    private Path settings(Node node) {
        return children.folder("broker").resolve("server-" + node.number() + ".properties");
    }

    private void format(Node node, Path folder) throws IOException {
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setNodeId(node.number())
                    .setClusterId(clusterId)
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

    private Properties properties(Node node, Path folder) {
        String near = "BROKER://127.0.0.1:" + node.port();
        String clients = farAddress
                .map(address -> near + ",FAR://" + address + ":" + node.far())
                .orElse(near);
        String copies = Integer.toString(nodes.size());
        String enough = Integer.toString(nodes.size() / 2 + 1);
        Properties p = new Properties();
        p.put("node.id", Integer.toString(node.number()));
        p.put("process.roles", "broker,controller");
        p.put("listeners", clients + ",CONTROLLER://127.0.0.1:" + node.controllerPort());
        p.put("advertised.listeners", clients);
        p.put("listener.security.protocol.map", "BROKER:PLAINTEXT,FAR:PLAINTEXT,CONTROLLER:PLAINTEXT");
        p.put("inter.broker.listener.name", "BROKER");
        p.put("controller.listener.names", "CONTROLLER");
        p.put("controller.quorum.voters", voters());
        p.put("log.dirs", folder.toString());
        p.put("auto.create.topics.enable", "false");
        // docs/operators/scale.md: who is dead is known soon.
        p.put("broker.session.timeout.ms", "3000");
        p.put("broker.heartbeat.interval.ms", "500");
        p.put("group.min.session.timeout.ms", "1000");
        p.put("group.initial.rebalance.delay.ms", "0");
        p.put("add.partitions.to.txn.retry.backoff.ms", "1");
        p.put("default.replication.factor", copies);
        p.put("min.insync.replicas", enough);
        for (String topic : new String[] {"offsets.topic", "transaction.state.log", "share.coordinator.state.topic"}) {
            p.put(topic + ".replication.factor", copies);
            p.put(topic + ".num.partitions", "4");
        }
        p.put("transaction.state.log.min.isr", enough);
        p.put("share.coordinator.state.topic.min.isr", enough);
        // docs/adr/0002: a validator that was killed and does not come back holds readers up for no longer than needed.
        p.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        return p;
    }

    private String voters() {
        return IntStream.range(0, nodes.size())
                .mapToObj(i ->
                        nodes.get(i).number() + "@127.0.0.1:" + nodes.get(i).controllerPort())
                .collect(Collectors.joining(","));
    }
}
