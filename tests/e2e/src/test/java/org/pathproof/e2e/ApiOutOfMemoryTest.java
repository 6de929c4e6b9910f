// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.contracts.v1.Ownership;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.GoBgp;
import org.pathproof.harness.HealthProbe;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.harness.Programs;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.kafka.KafkaBrokers;
import org.pathproof.policyapi.PolicyApiApplication;
import org.pathproof.routerfeeds.bgp.FeedBench;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.srx.SrxResults;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tests the roles of the policy API as two processes. Clients fill the heap of the process with the role {@code api}
 * until it ends. The process with the role {@code feeds} keeps its sessions with a GoBGP router (BGP), rtrclient (RTR)
 * and an SRx router, and their routes.
 */
final class ApiOutOfMemoryTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String ROUTER = "127.0.0.1";
    private static final String FEED = "127.0.0.2";
    private static final int LOCAL_AS = 64999;
    /** Exit status of a JVM with ExitOnOutOfMemoryError. */
    private static final int OUT_OF_MEMORY = 3;

    private static final String FEEDS_HEAP = "-Xmx256m";
    private static final String API_HEAP = "-Xmx60m";

    private static final int OVERRIDES = 50;
    private static final Vrp FIRST_VRP = new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64500);
    private static final Vrp SECOND_VRP = new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64511);

    @TempDir
    Path folder;

    private final int feedsPort = Ports.free();
    private final int apiPort = Ports.free();
    private final int rtrPort = Ports.free();
    private final int srxPort = Ports.free();

    @Test
    void feedsKeepEverySessionAndRouteWhenTheApiRunsOutOfMemory() throws Exception {
        Programs.require("rtrclient");
        Programs.require("ss");
        try (ProcessGroup processes = ProcessGroup.in(folder);
                RedisServer redis = RedisServer.inMemory();
                RedisRpkiRepository rpki = new RedisRpkiRepository(redis.uri());
                GoBgp router = new GoBgp(folder, ROUTER, LOCAL_AS, GoBgp.passiveNeighbor(FEED, LOCAL_AS))) {
            Lease lease = rpki.acquire("test", LIMIT).orElseThrow();
            publish(rpki, lease, FIRST_VRP);
            KafkaBrokers brokers = startKafka(processes);
            ChildProcess feeds = startFeeds(processes, brokers, redis, router);
            ChildProcess api = startApi(processes, brokers, redis);
            try (Verdicts verdicts = new Verdicts(brokers.bootstrapServers())) {
                verdicts.startRouter();
                Set<String> overrides = prefixes();
                overrides.forEach(verdicts::announceWithOverride);
                awaitRoutes(feeds, router, overrides);
                awaitAlive(api, this::isApiReady);
                try (SrxRouter srx = new SrxRouter(srxPort, LOCAL_AS, 65001);
                        ChildProcess rtrclient = startRtrClient(processes)) {
                    assertThat(srx.validateOrigin(SECOND_VRP.prefix(), SECOND_VRP.asn()))
                            .isEqualTo(SrxResults.NOT_FOUND);
                    awaitAlive(rtrclient, () -> has(rtrclient, FIRST_VRP));
                    Sessions before = sessions(router);
                    assertThat(before.connections()).hasSize(3);

                    exhaustMemory(api, () -> assertThat(sessions(router)).isEqualTo(before));
                    assertThat(sessions(router)).isEqualTo(before);

                    String added = "192.0.2.0/24";
                    verdicts.announceWithOverride(added);
                    overrides.add(added);
                    publish(rpki, lease, FIRST_VRP, SECOND_VRP);
                    awaitRoutes(feeds, router, overrides);
                    awaitAlive(rtrclient, () -> has(rtrclient, SECOND_VRP));
                    assertThat(srx.awaitResult()).isEqualTo(SrxResults.VALID);
                    Sessions after = sessions(router);
                    assertThat(after.connections()).isEqualTo(before.connections());
                    assertThat(after.bgpUptime()).isEqualTo(before.bgpUptime());
                    assertThat(after.routes()).containsAllEntriesOf(before.routes());
                }
            }
        }
    }

    /** Opens connections until the process has ended because its heap is full. */
    private void exhaustMemory(ChildProcess api, Runnable during) throws IOException {
        try (HeavyClients clients = new HeavyClients(apiPort)) {
            clients.open();
            await("the end of the API").atMost(LIMIT).until(() -> {
                during.run();
                return !api.isAlive();
            });
        }
        assertThat(api.output()).contains("Terminating due to java.lang.OutOfMemoryError");
        assertThat(api.process().exitValue()).isEqualTo(OUT_OF_MEMORY);
    }

    /**
     * Sessions and routes at one time. Values are equal while no session was opened again and no route was sent again.
     *
     * @param connections addresses of both ends of each TCP connection
     * @param bgpUptime time at which GoBGP established the session
     * @param routes routes of GoBGP with the times of their arrival
     */
    private record Sessions(Set<String> connections, String bgpUptime, Map<String, JsonNode> routes) {}

    private Sessions sessions(GoBgp router) {
        JsonNode neighbor = JsonMapper.shared().readTree(router.gobgp("neighbor", FEED, "-j"));
        JsonNode routes = JsonMapper.shared().readTree(router.gobgp("neighbor", FEED, "adj-in", "-j"));
        Set<String> connections = new TreeSet<>();
        for (int port : new int[] {router.bgpPort(), rtrPort, srxPort}) {
            ChildProcess.Outcome listed =
                    ChildProcess.run("ss", "-Htn", "state", "established", "sport", "=", ":" + port);
            listed.output().lines().map(ApiOutOfMemoryTest::ends).forEach(connections::add);
        }
        return new Sessions(
                connections,
                neighbor.at("/timers/state/uptime").toString(),
                routes.propertyStream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    /** Returns the last two columns of a line of ss: the local and the remote end. */
    private static String ends(String line) {
        String[] columns = line.strip().split("\\s+", -1);
        return String.join(" ", Arrays.asList(columns).subList(2, 4));
    }

    private static void awaitRoutes(ChildProcess feeds, GoBgp router, Set<String> routes) {
        await("overrides in the router").atMost(LIMIT).untilAsserted(() -> {
            feeds.requireAlive();
            assertThat(router.received(FEED, "ipv4")).isEqualTo(routes);
        });
    }

    /** Waits until a condition holds. Fails when the process ends. */
    private static void awaitAlive(ChildProcess process, BooleanSupplier condition) {
        Conditions.await("a condition of " + process.name(), LIMIT, () -> {
            process.requireAlive();
            return condition.getAsBoolean();
        });
    }

    private boolean isApiReady() {
        return Ports.accepts(apiPort) && new HealthProbe(Integer.toString(apiPort)).readiness() == HealthProbe.UP;
    }

    private static boolean has(ChildProcess rtrclient, Vrp vrp) {
        return rtrclient.output().contains(vrp.prefix().address());
    }

    private static Set<String> prefixes() {
        return IntStream.range(0, OVERRIDES)
                .mapToObj(i -> "10.0." + i + ".0/24")
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void publish(RedisRpkiRepository rpki, Lease lease, Vrp... vrps) {
        try (MemoryRpkiSource source = new MemoryRpkiSource(1)) {
            assertThat(rpki.publish(lease, source.replace(List.of(vrps)), null))
                    .isEqualTo(RedisRpkiRepository.Outcome.PUBLISHED);
        }
    }

    private static KafkaBrokers startKafka(ProcessGroup processes) throws Exception {
        KafkaBrokers brokers =
                KafkaBrokers.prepare(processes, 1, "-Xms64m -Xmx256m -XX:TieredStopAtLevel=1", Optional.empty());
        ChildProcess broker = brokers.start(1);
        awaitAlive(broker, () -> Ports.accepts(brokers.port(1)));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()))) {
            admin.createTopics(List.of(
                            new NewTopic(Topics.VERDICTS, 1, (short) 1),
                            new NewTopic(Topics.ROUTES, 1, (short) 1),
                            new NewTopic(Topics.SESSIONS, 1, (short) 1),
                            new NewTopic(Topics.COLLECTORS, 1, (short) 1)))
                    .all()
                    .get();
        }
        return brokers;
    }

    private ChildProcess startFeeds(ProcessGroup processes, KafkaBrokers brokers, RedisServer redis, GoBgp router)
            throws IOException {
        Map<String, Object> settings = settings("feeds", feedsPort, brokers, redis);
        settings.put("pathproof.policy-api.rtr-port", rtrPort);
        settings.put("pathproof.policy-api.rtr-bind", "127.0.0.1");
        settings.put("pathproof.policy-api.srx.port", srxPort);
        settings.put("pathproof.feeds.policy", Files.writeString(folder.resolve("policy.yaml"), FeedBench.POLICY));
        settings.put("pathproof.feeds.identifier", "10.0.0.254");
        settings.put("pathproof.feeds.routers[0].router", "r1");
        settings.put("pathproof.feeds.routers[0].neighbor", ROUTER);
        settings.put("pathproof.feeds.routers[0].port", router.bgpPort());
        settings.put("pathproof.feeds.routers[0].local-address", FEED);
        return start(processes, "feeds", FEEDS_HEAP, settings);
    }

    private ChildProcess startApi(ProcessGroup processes, KafkaBrokers brokers, RedisServer redis) throws IOException {
        return start(processes, "api", API_HEAP, settings("api", apiPort, brokers, redis));
    }

    private static Map<String, Object> settings(String role, int port, KafkaBrokers brokers, RedisServer redis) {
        return new LinkedHashMap<>(Map.of(
                "pathproof.policy-api.roles",
                role,
                "server.address",
                "127.0.0.1",
                "server.port",
                port,
                "pathproof.kafka.bootstrap-servers",
                brokers.bootstrapServers(),
                "pathproof.kafka.replication-factor",
                1,
                "pathproof.redis.uri",
                redis.uri()));
    }

    /** Starts the policy API with the JVM options of the images, except those for the size of the heap. */
    private static ChildProcess start(ProcessGroup processes, String name, String heap, Map<String, Object> settings)
            throws IOException {
        List<String> options = new ArrayList<>(List.of(heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        Files.readAllLines(RunningPathproof.root().resolve("packaging/images/jvm.args")).stream()
                .filter(line -> line.startsWith("-") && !line.contains("RAMPercentage"))
                .forEach(options::add);
        assertThat(options).contains("-XX:+ExitOnOutOfMemoryError");
        return processes.java(name, String.join(" ", options), PolicyApiApplication.class.getName(), settings);
    }

    private ChildProcess startRtrClient(ProcessGroup processes) {
        return processes.start(
                "rtrclient",
                List.of("stdbuf", "-oL", "rtrclient", "-p", "tcp", "127.0.0.1", Integer.toString(rtrPort)));
    }

    /** Writes records of a collector and a validator for router r1. */
    private static final class Verdicts implements AutoCloseable {
        private static final ByteString SHORT_HOP = ByteString.copyFrom(new byte[] {(byte) 192, 0, 2, 1});
        private static final ByteString LONG_HOP = ByteString.copyFrom(new byte[] {(byte) 192, 0, 2, 2});

        private final KafkaProducer<byte[], byte[]> producer;

        Verdicts(String bootstrapServers) {
            producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", bootstrapServers),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
        }

        /** Writes the sessions of the router with two neighbors, and a heartbeat of its collector. */
        void startRouter() {
            for (int peer = 1; peer <= 2; peer++) {
                send(
                        Topics.SESSIONS,
                        sessionId(peer).bytes().toArray(),
                        session(peer, 1, peer)
                                .setView(RibView.ADJ_RIB_IN_POST)
                                .build()
                                .toByteArray());
            }
            Collector collector = Collector.newBuilder()
                    .setId("c1")
                    .setLeaseMs((int) Duration.ofMinutes(10).toMillis())
                    .addRouters(Ownership.newBuilder()
                            .setRouterHash(session(1, 1, 1).getRouterHash()))
                    .build();
            send(Topics.COLLECTORS, collector.getId().getBytes(StandardCharsets.UTF_8), collector.toByteArray());
        }

        /** Writes an invalid short path and a valid longer path, which becomes an override. */
        void announceWithOverride(String prefix) {
            announce(key(prefix, 2), valid(65002, 64502, 64500), LONG_HOP);
            announce(key(prefix, 1), notValid(1, 65001, 64500), SHORT_HOP);
        }

        private void announce(RouteKey key, Verdict.Builder verdict, ByteString nextHop) {
            send(
                    Topics.VERDICTS,
                    key.toBytes(),
                    FeedBench.withAttributes(verdict)
                            .setNextHop(nextHop)
                            .build()
                            .toByteArray());
        }

        private void send(String topic, byte[] key, byte[] value) {
            var _ = producer.send(new ProducerRecord<>(topic, 0, key, value));
            producer.flush();
        }

        @Override
        public void close() {
            producer.close();
        }
    }
}
