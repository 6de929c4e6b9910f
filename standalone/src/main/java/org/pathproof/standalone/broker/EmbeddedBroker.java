// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.broker;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.network.Ports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka broker and its KRaft controller in this JVM, on 127.0.0.1 only, behind the password of a {@link KafkaLogin}.
 *
 * <p>The first start formats the folder. After a crash, Kafka recovers its logs. The settings limit the time and the
 * memory of this recovery.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedBroker.class);
    private static final int NODE_ID = 1;
    private static final String BROKER = "BROKER";
    private static final String CONTROLLER = "CONTROLLER";

    private final KafkaNode node;
    private final KafkaLogin login;
    private final int port;
    private final int controllerPort;

    private EmbeddedBroker(KafkaNode node, KafkaLogin login, int port, int controllerPort) {
        this.node = node;
        this.login = login;
        this.port = port;
        this.controllerPort = controllerPort;
    }

    /**
     * Starts a broker with the data in {@code folder}. On return, it accepts clients.
     *
     * @throws StartFailure if the broker does not start
     */
    public static EmbeddedBroker start(Path folder) {
        int port = Ports.free();
        int controllerPort = Ports.free();
        KafkaLogin login = KafkaLogin.random();
        KafkaNode node = null;
        try {
            BrokerFailure.install(folder);
            format(folder);
            Properties settings = settings(folder, port, controllerPort);
            login.require(settings, BROKER, CONTROLLER);
            node = new KafkaNode(new KafkaConfig(settings, false));
            node.start();
            log.info("Kafka broker started: address=127.0.0.1:{} folder={}", port, folder);
            return new EmbeddedBroker(node, login, port, controllerPort);
        } catch (Exception e) {
            if (node != null) {
                node.stop();
            }
            throw new StartFailure("the embedded Kafka broker did not start in " + folder + ": " + e, e);
        }
    }

    /** Returns the address of the broker, as host:port. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /** Returns the settings of clients, besides the address. */
    public Map<String, String> clientProperties() {
        return login.client();
    }

    int controllerPort() {
        return controllerPort;
    }

    @Override
    public void close() {
        node.stop();
    }

    /** Returns true if the folder has logs of a broker that was killed. The start then recovers them. */
    public static boolean needsRecovery(Path folder) {
        return isFormatted(folder) && !Files.exists(folder.resolve(".kafka_cleanshutdown"));
    }

    private static boolean isFormatted(Path folder) {
        return Files.exists(folder.resolve("meta.properties"));
    }

    private static void format(Path folder) throws Exception {
        if (isFormatted(folder)) {
            return;
        }
        new Formatter()
                .setPrintStream(new PrintStream(PrintStream.nullOutputStream()))
                .setNodeId(NODE_ID)
                .setClusterId(Uuid.randomUuid().toString())
                .addDirectory(folder.toString())
                .setMetadataLogDirectory(folder.toString())
                .setControllerListenerName(CONTROLLER)
                .setIgnoreFormatted(true)
                .run();
    }

    private static Properties settings(Path folder, int port, int controllerPort) {
        Properties p = new Properties();
        p.put("node.id", Integer.toString(NODE_ID));
        p.put("process.roles", "broker,controller");
        p.put("listeners", BROKER + "://127.0.0.1:" + port + "," + CONTROLLER + "://127.0.0.1:" + controllerPort);
        p.put("advertised.listeners", BROKER + "://127.0.0.1:" + port);
        p.put("inter.broker.listener.name", BROKER);
        p.put("controller.listener.names", CONTROLLER);
        p.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
        p.put("log.dirs", folder.toString());
        // After a crash, the controller accepts the broker when the previous broker's session has expired.
        p.put("broker.session.timeout.ms", "3000");
        // The controller logs an error when a heartbeat takes longer than half of this interval; the heartbeat still
        // counts.
        p.put("broker.heartbeat.interval.ms", "1000");
        // By default, the controller writes a record every 500 ms, for other controllers and brokers.
        p.put("metadata.max.idle.interval.ms", "5000");
        p.put("controlled.shutdown.enable", "false"); // no other broker can take the partitions
        p.put("initial.broker.registration.timeout.ms", "60000");
        p.put("auto.create.topics.enable", "false");
        p.put("add.partitions.to.txn.retry.backoff.ms", "1"); // docs/operators/scale.md: latency
        p.put("group.initial.rebalance.delay.ms", "0");
        p.put("group.min.session.timeout.ms", "1000");
        // One broker: one copy of each record, and few partitions for Kafka's own topics.
        p.put("default.replication.factor", "1");
        p.put("min.insync.replicas", "1");
        for (String topic : new String[] {"offsets.topic", "transaction.state.log", "share.coordinator.state.topic"}) {
            p.put(topic + ".replication.factor", "1");
            p.put(topic + ".num.partitions", "4");
        }
        p.put("transaction.state.log.min.isr", "1");
        // Transactions of a killed process are aborted soon (docs/adr/0002-exactly-once.md).
        p.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        p.put("share.coordinator.state.topic.min.isr", "1");
        // A small buffer of the cleaner, small index files, and small segments of Kafka's own topics.
        p.put("log.cleaner.dedupe.buffer.size", "16777216");
        p.put("log.index.size.max.bytes", "2097152");
        p.put("metadata.log.segment.bytes", "8388608");
        p.put("metadata.max.retention.bytes", "33554432");
        p.put("offsets.topic.segment.bytes", "16777216");
        p.put("transaction.state.log.segment.bytes", "16777216");
        // Between two checks, topics can grow beyond their bounds (docs/operators/run.md).
        p.put("log.retention.check.interval.ms", "10000");
        p.put("log.initial.task.delay.ms", "5000");
        p.put("num.network.threads", "2");
        p.put("num.io.threads", "4");
        p.put("background.threads", "2");
        p.put("num.recovery.threads.per.data.dir", "2");
        p.put("metrics.num.samples", "2");
        return p;
    }
}
