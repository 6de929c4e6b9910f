// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness.kafka;

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
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;

/**
 * Kafka brokers as processes, each with its KRaft controller. Topics have as many replicas as there are brokers. A
 * cluster of three brokers survives the loss of one broker.
 */
public final class KafkaBrokers {
    private static final String JVM = "-XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:+UseCompactObjectHeaders ";
    private static final String LOGGING = "org/pathproof/harness/logback.xml";
    private static final String PLAIN_LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";

    private final ProcessGroup processes;
    private final String heap;
    private final Optional<String> farAddress;
    /** Passwords of the users whose requests need ACLs. */
    private final Map<String, String> users;

    private final String clusterId = Uuid.randomUuid().toString();
    private final List<Node> nodes = new ArrayList<>();

    /** Ports of a broker. Clients in another network namespace, or users that need ACLs, use {@code far}. */
    private record Node(int number, int port, int controllerPort, int far) {}

    private KafkaBrokers(ProcessGroup processes, String heap, Optional<String> farAddress, Map<String, String> users) {
        this.processes = processes;
        this.heap = heap;
        this.farAddress = farAddress;
        this.users = Map.copyOf(users);
    }

    /**
     * Formats the folders of the brokers. {@link #start} then starts each broker.
     *
     * @param heap arguments of the JVM, such as {@code -Xmx1g}
     * @param farAddress second address of this machine, beside 127.0.0.1, at which the brokers listen
     */
    public static KafkaBrokers prepare(ProcessGroup processes, int count, String heap, Optional<String> farAddress)
            throws IOException {
        return prepare(new KafkaBrokers(processes, heap, farAddress, Map.of()), count);
    }

    /**
     * Formats the folders of brokers that also have a listener for users. ACLs alone permit requests of these users.
     * Clients of the other listener may do everything.
     *
     * @param users passwords by the names of users
     */
    public static KafkaBrokers withUsers(ProcessGroup processes, int count, String heap, Map<String, String> users)
            throws IOException {
        return prepare(new KafkaBrokers(processes, heap, Optional.of("127.0.0.1"), users), count);
    }

    private static KafkaBrokers prepare(KafkaBrokers brokers, int count) throws IOException {
        for (int number = 1; number <= count; number++) {
            brokers.nodes.add(new Node(number, Ports.free(), Ports.free(), Ports.free()));
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

    /** Starts a broker on its folder. The number of the first broker is 1. */
    public ChildProcess start(int number) {
        return processes.java(
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

    /** Returns the properties of a client that is one of the users, besides {@link #farBootstrapServers}. */
    public Map<String, String> login(String user) {
        return Map.of(
                "security.protocol", "SASL_PLAINTEXT",
                "sasl.mechanism", "PLAIN",
                "sasl.jaas.config", PLAIN_LOGIN + " username=\"" + user + "\" password=\"" + users.get(user) + "\";");
    }

    /** Returns the bootstrap servers for clients of another network namespace, or for users. */
    public String farBootstrapServers() {
        return nodes.stream().map(n -> farAddress.orElseThrow() + ":" + n.far()).collect(Collectors.joining(","));
    }

    /** Returns the name of the folder with the data of a broker, below the folder of the processes. */
    public static String dataFolder(int number) {
        return "kafka-data-" + number;
    }

    private Path data(Node node) {
        return processes.folder(dataFolder(node.number()));
    }

    private Path settings(Node node) {
        return processes.folder("broker").resolve("server-" + node.number() + ".properties");
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
        p.put(
                "listener.security.protocol.map",
                "BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT,FAR:" + (users.isEmpty() ? "PLAINTEXT" : "SASL_PLAINTEXT"));
        if (!users.isEmpty()) {
            p.put("listener.name.far.sasl.enabled.mechanisms", "PLAIN");
            p.put("listener.name.far.plain.sasl.jaas.config", PLAIN_LOGIN + passwords() + ";");
            p.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
            p.put("super.users", "User:ANONYMOUS");
        }
        p.put("inter.broker.listener.name", "BROKER");
        p.put("controller.listener.names", "CONTROLLER");
        p.put("controller.quorum.voters", voters());
        p.put("log.dirs", folder.toString());
        p.put("auto.create.topics.enable", "false");
        // The first four settings are in docs/operators/scale.md. The controller detects a dead broker within 3 s.
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
        // Brokers abort the transaction of a killed validator at most 1 s after its timeout (ADR 2).
        p.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        return p;
    }

    private String passwords() {
        return users.entrySet().stream()
                .map(user -> " user_" + user.getKey() + "=\"" + user.getValue() + "\"")
                .collect(Collectors.joining());
    }

    private String voters() {
        return IntStream.range(0, nodes.size())
                .mapToObj(i ->
                        nodes.get(i).number() + "@127.0.0.1:" + nodes.get(i).controllerPort())
                .collect(Collectors.joining(","));
    }
}
