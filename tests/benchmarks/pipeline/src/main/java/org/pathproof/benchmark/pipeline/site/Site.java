// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.pathproof.benchmark.pipeline.load.PlayerProcess;
import org.pathproof.collector.CollectorApplication;
import org.pathproof.keysync.KeySyncApplication;
import org.pathproof.policyapi.PolicyApiApplication;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.validator.ValidatorApplication;

/**
 * A whole Pathproof on 127.0.0.1, each part a process: broker, Redis, key-sync, collector, policy API, validators, and the player that is
 * its routers. Their RTR cache is in this JVM. The services run from their jars with the settings that they have by themselves; only
 * addresses and folders are given to them.
 */
public final class Site {
    private static final int RTR_SESSION = 815;
    private static final Duration START = Duration.ofMinutes(3);
    private static final int STOP_SECONDS = 120;
    /** Of routes and of verdicts: two for each core, as docs/scaling.md has it. */
    public static final int PARTITIONS = 4;

    private static final Duration NOTIFY = Duration.ofMillis(20);
    /** As images have them (the root pom), with a heap that is bounded as a container's memory is. */
    public static final String JVM = "-XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError"
            + " --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow";

    private final Children children;
    private final SiteOptions options;
    private final MemoryRpkiSource rpki = new MemoryRpkiSource(RTR_SESSION);
    private final Map<Child, Integer> httpPorts = new LinkedHashMap<>();
    private final Brokers brokers;
    private final int redisPort = freePort();
    private final int bmpPort = freePort();
    private final RtrServer rtr;
    private final PlayerProcess player;
    private int validators;

    private Site(Children children, SiteOptions options) throws IOException {
        this.children = children;
        this.options = options;
        InetSocketAddress bind = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        rtr = new RtrServer(RtrServerSettings.on(bind).withNotifyInterval(NOTIFY), rpki).start();
        brokers = Brokers.prepare(children, 1, "-Xms512m -Xmx1g" + options.jvm("broker"), Optional.empty());
        player = PlayerProcess.start(children);
    }

    /** Starts all parts, without waiting for more than that they can start. */
    public static Site start(Children children, SiteOptions options) throws IOException, InterruptedException {
        Site site = new Site(children, options);
        Child broker = site.brokers.start(1);
        Child redis = children.start(
                "redis",
                List.of(
                        Children.onPath("redis-server")
                                .orElseThrow(() -> new IOException("redis-server is not installed")),
                        "--port",
                        Integer.toString(site.redisPort),
                        "--bind",
                        "127.0.0.1",
                        "--appendonly",
                        "yes",
                        "--save",
                        ""));
        await("Redis", () -> answers(site.redisPort, redis));
        site.service(
                "key-sync",
                KeySyncApplication.class,
                "-Xmx1g",
                Map.of("pathproof.key-sync.caches", "127.0.0.1:" + site.rtr.port()));
        await("Kafka", () -> answers(site.brokers.port(1), broker));
        site.service(
                "collector",
                CollectorApplication.class,
                "-Xms512m -Xmx1g",
                Map.of("pathproof.collector.bmp-address", "127.0.0.1", "pathproof.collector.bmp-port", site.bmpPort));
        if (options.policyApi()) {
            site.service(
                    "policy-api",
                    PolicyApiApplication.class,
                    "-Xms2g -Xmx4g",
                    Map.of("pathproof.policy-api.rtr-bind", "127.0.0.1", "pathproof.policy-api.rtr-port", 0));
        }
        for (int i = 0; i < options.validators(); i++) {
            site.startValidator(++site.validators, List.of());
        }
        return site;
    }

    /** One more validator. */
    public Child addValidator() {
        return startValidator(++validators, List.of());
    }

    /**
     * Starts a validator on the state directory of its number: the same number again is the same instance come back.
     *
     * @param wrapper a command that runs it
     */
    public Child startValidator(int number, List<String> wrapper) {
        Path state = children.folder("validator-state-" + number);
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("pathproof.validator.state-directory", state);
        settings.put("pathproof.validator.standby-replicas", options.standbyReplicas());
        return service("validator", ValidatorApplication.class, "-Xms3g -Xmx6g", settings, wrapper);
    }

    private Child service(String stage, Class<?> main, String heap, Map<String, ?> own) {
        return service(stage, main, heap, own, List.of());
    }

    private Child service(String stage, Class<?> main, String heap, Map<String, ?> own, List<String> wrapper) {
        int port = freePort();
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("server.port", port);
        settings.put("server.address", "127.0.0.1");
        settings.put("pathproof.kafka.bootstrap-servers", bootstrapServers());
        settings.put("pathproof.kafka.replication-factor", 1);
        settings.put("pathproof.kafka.route-partitions", PARTITIONS);
        settings.put("pathproof.redis.uri", "redis://127.0.0.1:" + redisPort + "/0");
        settings.putAll(own);
        settings.putAll(options.settings(stage));
        String jvm = heap + " " + JVM + options.jvm(stage);
        Child child = children.java(wrapper, stage, jvm, main.getName(), settings);
        httpPorts.put(child, port);
        return child;
    }

    /** Waits until everything is ready: what RPKI data there are have arrived, and every partition has a validator. */
    public void awaitReady() throws InterruptedException {
        for (Child child : List.copyOf(httpPorts.keySet())) {
            if (child.process().isAlive()) {
                await(child.stage() + " to be ready", () -> {
                    child.check();
                    return Http.ok(httpPort(child), "/actuator/health/readiness");
                });
            }
        }
    }

    /** Waits until something holds. Throws IllegalStateException when it does not for minutes. */
    public static void await(String what, BooleanSupplier condition) throws InterruptedException {
        await(what, START, condition);
    }

    /** Waits until something holds. Throws IllegalStateException when it does not for so long. */
    public static void await(String what, Duration patience, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("waited " + patience.toSeconds() + " s for " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Whether somebody listens on a port of 127.0.0.1. Throws IllegalStateException when the process that ought to is gone. */
    public static boolean answers(int port, Child child) {
        child.check();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** A port of 127.0.0.1 that nobody uses just now. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public Children children() {
        return children;
    }

    public PlayerProcess player() {
        return player;
    }

    /** What the RTR cache serves. */
    public MemoryRpkiSource rpki() {
        return rpki;
    }

    public int bmpPort() {
        return bmpPort;
    }

    public String bootstrapServers() {
        return brokers.bootstrapServers();
    }

    public int httpPort(Child service) {
        return Objects.requireNonNull(httpPorts.get(service), service.stage());
    }

    /** The processes of a stage that live, in the order of their start. */
    public List<Child> of(String stage) {
        return new ArrayList<>(children.of(stage));
    }

    /** How many octets of records Kafka has in the topics whose name, with the number of the partition, contains a text. */
    public double kafkaOctets(String text) throws IOException {
        try (Stream<Path> files = Files.walk(children.folder("kafka-data-1"))) {
            double octets = 0;
            for (Path file : files.filter(f -> f.toString().endsWith(".log")).toList()) {
                if (file.getName(file.getNameCount() - 2).toString().contains(text)) {
                    octets += Files.size(file);
                }
            }
            return octets;
        }
    }

    /** Ends all parts in an orderly way, the broker last. */
    public void stop() {
        for (String stage : List.of("validator", "policy-api", "collector", "key-sync", "broker")) {
            of(stage).forEach(child -> child.stop(STOP_SECONDS));
        }
    }

    /** Ends what is in this JVM; the processes end with their {@link Children}. */
    public void close() {
        rtr.close();
        rpki.close();
    }
}
