// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.pathproof.benchmark.pipeline.site.Brokers;
import org.pathproof.benchmark.pipeline.site.Child;
import org.pathproof.benchmark.pipeline.site.Children;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.collector.CollectorApplication;
import org.pathproof.contracts.Topics;
import org.pathproof.keysync.KeySyncApplication;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.validator.ValidatorApplication;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pathproof on 127.0.0.1 with ordinary settings, each part a process that has a name: broker-1, redis, key-sync, collector-1, validator-1,
 * and so on. A part that is started again has the ports and the folder that it had. The second validator lives behind a {@link Cut},
 * where there is one.
 */
public final class ChaosSite implements AutoCloseable {
    private static final String JVM = "-Xms256m -Xmx768m -XX:+UseSerialGC -XX:+UseCompactObjectHeaders"
            + " -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow";
    /** Two for each core, as docs/scaling.md has it: each has its share in every transaction. */
    private static final int PARTITIONS = 4;

    private static final int BEHIND_THE_CUT = 2;
    private static final String VALIDATORS = "pathproof-validator";
    private static final Duration RTR_NOTIFY = Duration.ofMillis(100);

    private static final Logger log = LoggerFactory.getLogger(ChaosSite.class);

    private final Children children;
    private final Brokers brokers;
    private final Optional<Cut> cut;
    private final RtrServer rtr;
    private final int redisPort = Site.freePort();
    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, Child> parts = new LinkedHashMap<>();

    /** A site of which nothing runs but the RTR cache. */
    public ChaosSite(Children children, int brokerCount, Optional<Cut> cut, MemoryRpkiSource rpki) throws IOException {
        this.children = children;
        this.cut = cut;
        brokers = Brokers.prepare(children, brokerCount, "-Xms256m -Xmx768m", cut.map(Cut::nearAddress));
        InetSocketAddress bind = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        rtr = new RtrServer(RtrServerSettings.on(bind).withNotifyInterval(RTR_NOTIFY), rpki).start();
    }

    /** Starts brokers, Redis, key-sync, one collector and one validator, and waits until they are ready, but for keys. */
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

    /** Waits until a part does its work. */
    public void awaitReady(String name) throws InterruptedException {
        Child child = part(name);
        Site.await(name, () -> {
            child.check();
            return isReady(name, child);
        });
    }

    /**
     * Waits until every validator that runs has partitions to judge: one that was added is ready long before, because it copies rows
     * first, and whatever befell it then would befall nobody.
     */
    public void awaitShared() throws InterruptedException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()))) {
            Site.await(
                    "every validator to have partitions",
                    () -> judging(admin)
                            == running().stream()
                                    .filter(name -> kind(name).equals("validator"))
                                    .count());
        }
    }

    /** How many members of the validators' group have partitions of routes. */
    private static long judging(Admin admin) {
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
            log.info("Asking for the validators' group: {}", e.toString());
            return 0;
        }
    }

    private boolean isReady(String name, Child child) {
        int number = number(name);
        return switch (kind(name)) {
            case "broker" -> Site.answers(brokers.port(number), child);
            case "redis" -> Site.answers(redisPort, child);
            case "collector" -> Site.answers(bmpPort(number), child);
            // Its port may be behind the cut, its log is not.
            case "validator" -> logOf(child).contains("Kafka Streams is RUNNING");
            default -> logOf(child).contains("Started ");
        };
    }

    private static String logOf(Child child) {
        try {
            return Files.readString(child.log(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String kind(String name) {
        return name.replaceFirst("-\\d+$", "");
    }

    private static int number(String name) {
        String digits = name.substring(kind(name).length());
        return digits.isEmpty() ? 1 : Integer.parseInt(digits.substring(1));
    }

    /** Whether a part runs. */
    public synchronized boolean isRunning(String name) {
        Child child = parts.get(name);
        return child != null && child.process().isAlive();
    }

    /** Those that run, by name. */
    public synchronized List<String> running() {
        return parts.keySet().stream().filter(this::isRunning).toList();
    }

    /** Starts a part. Throws IllegalArgumentException when there is none of this name. */
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
                                        children.folder(name + "-state"),
                                        "pathproof.validator.standby-replicas",
                                        1),
                                number == BEHIND_THE_CUT);
                    default -> throw new IllegalArgumentException("there is no part " + name);
                });
    }

    private Child redis() {
        List<String> command = new ArrayList<>(List.of(
                Children.onPath("redis-server").orElseThrow(() -> new IllegalStateException("redis-server is missing")),
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
        return children.start("redis", command);
    }

    private Child service(String name, Class<?> main, Map<String, ?> own, boolean mayBeCutOff) {
        Optional<Cut> behind = mayBeCutOff ? cut : Optional.empty();
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("server.port", Site.freePort());
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
        return children.java(behind.map(Cut::wrapper).orElse(List.of()), name, JVM, main.getName(), settings);
    }

    /** kill -9. */
    public void kill(String name) {
        part(name).kill();
    }

    /** SIGTERM, and waits for the end. */
    public void end(String name) {
        part(name).stop(60);
    }

    /** SIGSTOP: it stands still, and its connections stay. */
    public void freeze(String name) throws InterruptedException {
        signal("-STOP", name);
    }

    /** SIGCONT. */
    public void thaw(String name) throws InterruptedException {
        signal("-CONT", name);
    }

    private void signal(String signal, String name) throws InterruptedException {
        try {
            Process kill = new ProcessBuilder(
                            "kill", signal, Long.toString(part(name).pid()))
                    .inheritIO()
                    .start();
            if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("kill " + signal + " of " + name + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes all route events that there are. */
    public void deleteRouteEvents() throws InterruptedException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()))) {
            Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                all.put(new TopicPartition(Topics.ROUTES, partition), RecordsToDelete.beforeOffset(-1));
            }
            admin.deleteRecords(all).all().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("route events could not be deleted", e);
        }
    }

    /** Cuts the second validator off from everything. */
    public void cut() throws IOException, InterruptedException {
        cut.orElseThrow().cut();
    }

    /** And back. */
    public void heal() throws IOException, InterruptedException {
        cut.orElseThrow().heal();
    }

    private synchronized Child part(String name) {
        Child child = parts.get(name);
        if (child == null) {
            throw new IllegalArgumentException("there is no part " + name);
        }
        return child;
    }

    /** The BMP port of a collector, whether it runs or not. */
    public synchronized int bmpPort(int collector) {
        return ports.computeIfAbsent("collector-" + collector, c -> Site.freePort());
    }

    public String bootstrapServers() {
        return brokers.bootstrapServers();
    }

    @Override
    public void close() {
        rtr.close();
    }
}
