// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.pathproof.benchmark.pipeline.load.PlayerProcess;
import org.pathproof.collector.CollectorApplication;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.LiveFolder;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.harness.Programs;
import org.pathproof.harness.kafka.KafkaBrokers;
import org.pathproof.keysync.KeySyncApplication;
import org.pathproof.policyapi.PolicyApiApplication;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.validator.ValidatorApplication;

/**
 * A complete Pathproof on 127.0.0.1, each part a process: broker, Redis, key-sync, collector, policy API, validators,
 * and the player for the routers. The RTR cache runs in this JVM. Services have default settings, except for addresses,
 * folders, partitions, replicas and {@link SiteOptions}.
 */
public final class Site {
    private static final int RTR_SESSION = 815;
    /** Longest time to stop. A JVM in training writes its start cache then, which takes minutes on a busy machine. */
    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(15);
    /** Number of partitions of routes and of verdicts. */
    public static final int PARTITIONS = 4;

    private static final Duration NOTIFY = Duration.ofMillis(20);
    /** JVM arguments of the images (see the root pom), without the size of the heap. */
    public static final String JVM = "-XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError"
            + " -XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000"
            + " -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000"
            + " --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow";

    private final ProcessGroup processes;
    private final SiteOptions options;
    private final MemoryRpkiSource rpki = new MemoryRpkiSource(RTR_SESSION);
    private final Map<ChildProcess, Integer> httpPorts = new LinkedHashMap<>();
    private final KafkaBrokers brokers;
    private final int redisPort = Ports.free();
    private final int bmpPort = Ports.free();
    private final RtrServer rtr;
    private final PlayerProcess player;
    private int validators;
    private Instant begun = Instant.EPOCH;

    private Site(ProcessGroup processes, SiteOptions options) throws IOException {
        this.processes = processes;
        this.options = options;
        InetSocketAddress bind = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        rtr = new RtrServer(RtrServerSettings.on(bind).withNotifyInterval(NOTIFY), rpki).start();
        brokers = KafkaBrokers.prepare(processes, 1, "-Xms512m -Xmx1g" + options.jvm("broker"), Optional.empty());
        player = PlayerProcess.start(processes);
    }

    /** Starts all parts, and waits only for Redis and Kafka. */
    public static Site start(ProcessGroup processes, SiteOptions options) throws IOException, InterruptedException {
        Site site = new Site(processes, options);
        ChildProcess broker = site.brokers.start(1);
        ChildProcess redis = processes.start(
                "redis",
                List.of(
                        Programs.find("redis-server")
                                .orElseThrow(() -> new IOException("redis-server is not installed")),
                        "--port",
                        Integer.toString(site.redisPort),
                        "--bind",
                        "127.0.0.1",
                        "--appendonly",
                        "yes",
                        "--save",
                        ""));
        Conditions.await("Redis", () -> listens(site.redisPort, redis));
        Conditions.await("Kafka", () -> listens(site.brokers.port(1), broker));
        site.begun = Instant.now();
        site.service(
                "key-sync",
                KeySyncApplication.class,
                "-Xmx1g",
                Map.of("pathproof.key-sync.caches", "127.0.0.1:" + site.rtr.port()));
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

    /** Starts a collector of the stage {@code second-collector}, with these settings and without those of the first. */
    public ChildProcess addCollector(Map<String, ?> settings) {
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("pathproof.collector.bmp-address", "127.0.0.1");
        own.put("pathproof.collector.bmp-port", 0);
        own.putAll(settings);
        return service("second-collector", CollectorApplication.class, "-Xmx512m", own);
    }

    /** Starts another validator. */
    public ChildProcess addValidator() {
        return startValidator(++validators, List.of());
    }

    /**
     * Starts a validator in the state directory of its number. A second call with the same number restarts the
     * instance.
     *
     * @param wrapper command that runs the validator; may be empty
     */
    public ChildProcess startValidator(int number, List<String> wrapper) {
        Path state = processes.folder("validator-state-" + number);
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("pathproof.validator.state-directory", options.images() == null ? state : Images.STATE);
        settings.put("pathproof.validator.standby-replicas", options.standbyReplicas());
        return service("validator", ValidatorApplication.class, "-Xms3g -Xmx6g", settings, wrapper);
    }

    private ChildProcess service(String stage, Class<?> main, String heap, Map<String, ?> own) {
        return service(stage, main, heap, own, List.of());
    }

    private ChildProcess service(String stage, Class<?> main, String heap, Map<String, ?> own, List<String> wrapper) {
        int port = Ports.free();
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("server.port", port);
        settings.put("server.address", "127.0.0.1");
        settings.put("pathproof.kafka.bootstrap-servers", bootstrapServers());
        settings.put("pathproof.kafka.replication-factor", 1);
        settings.put("pathproof.kafka.route-partitions", PARTITIONS);
        settings.put("pathproof.redis.uri", "redis://127.0.0.1:" + redisPort + "/0");
        settings.putAll(EngineChoice.settings());
        settings.putAll(own);
        settings.putAll(options.settings(stage));
        Images images = options.images();
        ChildProcess child = images == null
                ? processes.java(wrapper, stage, heap + " " + JVM + options.jvm(stage), main.getName(), settings)
                : processes.start(stage, images.command(stage, scratch(images, stage), heap, settings));
        httpPorts.put(child, port);
        return child;
    }

    private Path scratch(Images images, String stage) {
        return images.scratch(stage).orElseGet(() -> processes.folder(stage + "-scratch"));
    }

    /**
     * Waits until every service is ready and healthy: the RPKI data have arrived, and every partition has a validator.
     *
     * @throws IllegalStateException if a service has ended; the message has the end of its log
     */
    public void awaitReady() throws InterruptedException {
        for (ChildProcess child : List.copyOf(httpPorts.keySet())) {
            awaitReady(child);
        }
    }

    /** Waits until one service is ready and healthy, as {@link #awaitReady()} does for all. */
    public void awaitReady(ChildProcess child) throws InterruptedException {
        // Health of the policy API has problems until the first routes arrive.
        String health = of("policy-api").contains(child) ? "/actuator/health/readiness" : "/actuator/health";
        Conditions.await(child.name() + " to be ready", () -> {
            child.requireAlive();
            return Http.ok(httpPort(child), health);
        });
    }

    private static boolean listens(int port, ChildProcess process) {
        process.requireAlive();
        return Ports.accepts(port);
    }

    /** Returns the time at which the start of the services began. */
    public Instant begun() {
        return begun;
    }

    public ProcessGroup processes() {
        return processes;
    }

    public PlayerProcess player() {
        return player;
    }

    /** Returns the data of the RTR cache. */
    public MemoryRpkiSource rpki() {
        return rpki;
    }

    public int bmpPort() {
        return bmpPort;
    }

    public String bootstrapServers() {
        return brokers.bootstrapServers();
    }

    public int httpPort(ChildProcess service) {
        return Objects.requireNonNull(httpPorts.get(service), service.name());
    }

    /** Returns the live processes of a stage, in the order of their start. */
    public List<ChildProcess> of(String stage) {
        return new ArrayList<>(processes.of(stage));
    }

    /**
     * Returns the bytes of records in the partitions whose name, such as pathproof.routes-0, contains {@code text}.
     */
    public double kafkaBytes(String text) throws IOException {
        double bytes = 0;
        for (Map.Entry<Path, Long> file :
                LiveFolder.sizes(processes.folder("kafka-data-1")).entrySet()) {
            Path path = file.getKey();
            if (path.toString().endsWith(".log")
                    && path.getName(path.getNameCount() - 2).toString().contains(text)) {
                bytes += file.getValue();
            }
        }
        return bytes;
    }

    /** Stops all services and the broker with SIGTERM, the broker last. */
    public void stop() {
        for (String stage : List.of("validator", "policy-api", "collector", "key-sync", "broker")) {
            of(stage).forEach(child -> child.stop(STOP_TIMEOUT));
        }
    }

    /** Closes the RTR cache. The processes end with their {@link ProcessGroup}. */
    public void close() {
        rtr.close();
        rpki.close();
    }
}
