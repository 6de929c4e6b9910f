// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.pathproof.collector.CollectorApplication;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.harness.Programs;
import org.pathproof.harness.kafka.KafkaBrokers;
import org.pathproof.keysync.KeySyncApplication;
import org.pathproof.policyapi.PolicyApiApplication;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerListener;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.validator.ValidatorApplication;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pathproof on 127.0.0.1, mostly with default settings. Each part is a process with a name, such as broker-1, redis,
 * key-sync, collector-1, validator-1 or policy-api-1. A restarted part keeps its folder, and the ports that other parts
 * use. The second validator runs behind the {@link Cut}, if there is one.
 */
public final class ChaosSite implements AutoCloseable {
    private static final String JVM = "-Xms256m -Xmx768m -XX:+UseSerialGC -XX:+UseCompactObjectHeaders"
            + " -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow";
    /** Stands for all changelogs of the validators in {@link #deleteTopic}. */
    public static final String CHANGELOGS = "changelogs";

    /** Number of partitions of pathproof.routes. More partitions make each transaction slower. */
    private static final int PARTITIONS = 4;

    private static final int BEHIND_THE_CUT = 2;
    private static final String VALIDATORS = "pathproof-validator";
    private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration RTR_NOTIFY = Duration.ofMillis(100);

    private static final Logger log = LoggerFactory.getLogger(ChaosSite.class);

    private final ProcessGroup processes;
    private final KafkaBrokers brokers;
    private final Optional<Cut> cut;
    private final RtrServer rtr;
    private final int redisPort = Ports.free();
    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, ChildProcess> parts = new LinkedHashMap<>();
    private final Map<String, Map<String, Object>> configured = new HashMap<>();

    /**
     * Creates a site and starts its RTR cache only.
     *
     * @param listener receives the events of the cache
     */
    public ChaosSite(
            ProcessGroup processes,
            int brokerCount,
            Optional<Cut> cut,
            MemoryRpkiSource rpki,
            RtrServerListener listener)
            throws IOException {
        this.processes = processes;
        this.cut = cut;
        brokers = KafkaBrokers.prepare(processes, brokerCount, "-Xms256m -Xmx768m", cut.map(Cut::nearAddress));
        InetSocketAddress bind = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        rtr = new RtrServer(RtrServerSettings.on(bind).withNotifyInterval(RTR_NOTIFY), rpki, listener).start();
    }

    /**
     * Starts brokers, Redis, key-sync, one collector and one validator, and waits until brokers and collector are
     * ready.
     */
    public void start() throws InterruptedException {
        for (int i = 1; i <= brokers.count(); i++) {
            start("broker-" + i);
        }
        start("redis");
        start("key-sync");
        for (int i = 1; i <= brokers.count(); i++) {
            awaitReady("broker-" + i);
        }
        start("collector-1");
        start("validator-1");
        awaitReady("collector-1");
    }

    /** Adds settings of a part, before its start. */
    public synchronized void configure(String name, Map<String, Object> settings) {
        configured.put(name, settings);
    }

    /** Waits until a part is ready. */
    public void awaitReady(String name) throws InterruptedException {
        ChildProcess child = part(name);
        Conditions.await(name, () -> {
            child.requireAlive();
            return isReady(name, child);
        });
    }

    /**
     * Waits until every running validator has partitions. A new validator is ready before it has partitions, because it
     * copies rows first. A fault in that time would have no effect.
     */
    public void awaitShared() throws InterruptedException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()))) {
            Conditions.await(
                    "every validator to have partitions",
                    () -> validatingMembers(admin)
                            == running().stream()
                                    .filter(name -> kind(name).equals("validator"))
                                    .count());
        }
    }

    /** Returns the number of members of the consumer group that have partitions of routes. */
    private static long validatingMembers(Admin admin) {
        try {
            Map<String, ConsumerGroupDescription> groups =
                    admin.describeConsumerGroups(List.of(VALIDATORS)).all().get(10, TimeUnit.SECONDS);
            return groups.values().stream()
                    .flatMap(group -> group.members().stream())
                    .filter(member -> member.assignment().topicPartitions().stream()
                            .anyMatch(p -> p.topic().equals(Topics.ROUTES)))
                    .count();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            log.info("cannot describe the validators' group: error={}", e.toString());
            return 0;
        }
    }

    private boolean isReady(String name, ChildProcess child) {
        int number = number(name);
        return switch (kind(name)) {
            case "broker" -> Ports.accepts(brokers.port(number));
            case "redis" -> Ports.accepts(redisPort);
            case "collector" -> Ports.accepts(bmpPort(number));
            // The port of a validator may be behind the cut, so its log is searched.
            case "validator" -> child.output().contains("Kafka Streams changed state: state=RUNNING");
            default -> child.output().contains("Started ");
        };
    }

    private static String kind(String name) {
        return name.replaceFirst("-\\d+$", "");
    }

    static int number(String name) {
        String digits = name.substring(kind(name).length());
        return digits.isEmpty() ? 1 : Integer.parseInt(digits.substring(1));
    }

    /** Returns true if a part runs. */
    public synchronized boolean isRunning(String name) {
        ChildProcess child = parts.get(name);
        return child != null && child.isAlive();
    }

    /** Returns the names of the running parts. */
    public synchronized List<String> running() {
        return parts.keySet().stream().filter(this::isRunning).toList();
    }

    /**
     * Starts a part.
     *
     * @throws IllegalArgumentException when no part has this name
     */
    public synchronized void start(String name) {
        if (isRunning(name)) {
            throw new IllegalStateException(name + " runs already");
        }
        int number = number(name);
        parts.put(
                name,
                switch (kind(name)) {
                    case "broker" -> brokers.start(number);
                    case "redis" -> redis();
                    case "key-sync" ->
                        service(
                                name,
                                KeySyncApplication.class,
                                Map.of("pathproof.key-sync.caches", "127.0.0.1:" + rtr.port()),
                                false);
                    case "collector" ->
                        service(
                                name,
                                CollectorApplication.class,
                                Map.of(
                                        "pathproof.collector.id",
                                        name,
                                        "pathproof.collector.bmp-address",
                                        "127.0.0.1",
                                        "pathproof.collector.bmp-port",
                                        bmpPort(number),
                                        "pathproof.collector.gap-spread",
                                        "2s",
                                        "pathproof.collector.gap-pause",
                                        "5s"),
                                false);
                    case "validator" ->
                        service(
                                name,
                                ValidatorApplication.class,
                                Map.of(
                                        "pathproof.validator.state-directory",
                                        processes.folder(name + "-state"),
                                        "pathproof.validator.standby-replicas",
                                        1),
                                number == BEHIND_THE_CUT);
                    case "policy-api" ->
                        service(name, PolicyApiApplication.class, Map.of("pathproof.policy-api.rtr-port", -1), false);
                    default -> throw new IllegalArgumentException("unknown part " + name);
                });
    }

    private ChildProcess redis() {
        List<String> command = new ArrayList<>(List.of(
                Programs.find("redis-server").orElseThrow(() -> new IllegalStateException("redis-server is missing")),
                "--port",
                Integer.toString(redisPort),
                "--protected-mode",
                "no",
                "--appendonly",
                "yes",
                "--save",
                "",
                "--bind",
                "127.0.0.1"));
        cut.ifPresent(c -> command.add(c.nearAddress()));
        return processes.start("redis", command);
    }

    private ChildProcess service(String name, Class<?> main, Map<String, ?> own, boolean mayBeCutOff) {
        Optional<Cut> behind = mayBeCutOff ? cut : Optional.empty();
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("server.port", Ports.free());
        settings.put("server.address", "127.0.0.1");
        settings.put(
                "pathproof.kafka.bootstrap-servers",
                behind.isPresent() ? brokers.farBootstrapServers() : brokers.bootstrapServers());
        settings.put("pathproof.kafka.replication-factor", brokers.count());
        settings.put("pathproof.kafka.route-partitions", PARTITIONS);
        settings.put(
                "pathproof.redis.uri",
                "redis://" + behind.map(Cut::nearAddress).orElse("127.0.0.1") + ":" + redisPort + "/0");
        settings.putAll(own);
        settings.putAll(configured.getOrDefault(name, Map.of()));
        return processes.java(behind.map(Cut::wrapper).orElse(List.of()), name, JVM, main.getName(), settings);
    }

    /** Kills a part with SIGKILL. */
    public void kill(String name) {
        part(name).kill();
    }

    /** Ends a part with SIGTERM and waits for its end. */
    public void end(String name) {
        part(name).stop(Duration.ofMinutes(1));
    }

    /** Stops a part with SIGSTOP. Its connections stay open. */
    public void freeze(String name) throws InterruptedException {
        part(name).signal("STOP");
    }

    /** Continues a stopped part with SIGCONT. */
    public void thaw(String name) throws InterruptedException {
        part(name).signal("CONT");
    }

    /** Deletes all route events. */
    public void deleteRouteEvents() throws InterruptedException {
        Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            all.put(new TopicPartition(Topics.ROUTES, partition), RecordsToDelete.beforeOffset(-1));
        }
        administer("delete route events", admin -> admin.deleteRecords(all).all());
    }

    /**
     * Deletes a topic.
     *
     * @param topic name of the topic, or {@link #CHANGELOGS}
     */
    public void deleteTopic(String topic) throws InterruptedException {
        Set<String> topics = topic.equals(CHANGELOGS) ? changelogs() : Set.of(topic);
        administer("delete " + topics, admin -> admin.deleteTopics(topics).all());
    }

    private Set<String> changelogs() throws InterruptedException {
        Set<String> changelogs = administer(
                        "list topics", admin -> admin.listTopics().names())
                .stream()
                .filter(name -> name.startsWith(VALIDATORS + "-") && name.endsWith("-changelog"))
                .collect(Collectors.toSet());
        if (changelogs.isEmpty()) {
            throw new IllegalStateException("the validators have no changelog");
        }
        return changelogs;
    }

    private <T> T administer(String purpose, Function<Admin, KafkaFuture<T>> request) throws InterruptedException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()))) {
            return request.apply(admin).get(ADMIN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Kafka did not " + purpose, e);
        }
    }

    /** Cuts the second validator off from all other parts. */
    public void cut() throws IOException, InterruptedException {
        cut.orElseThrow().cut();
    }

    /** Connects the second validator again. */
    public void heal() throws IOException, InterruptedException {
        cut.orElseThrow().heal();
    }

    private synchronized ChildProcess part(String name) {
        ChildProcess child = parts.get(name);
        if (child == null) {
            throw new IllegalArgumentException("unknown part " + name);
        }
        return child;
    }

    /** Returns the BMP port of a collector. The collector need not run. */
    public synchronized int bmpPort(int collector) {
        return ports.computeIfAbsent("collector-" + collector, c -> Ports.free());
    }

    public String bootstrapServers() {
        return brokers.bootstrapServers();
    }

    @Override
    public void close() {
        rtr.close();
    }
}
