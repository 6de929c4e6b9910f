// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.validator.stream.Events.TARGET;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RecordFormat;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.RedisServer;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.validator.row.StoreMark;
import org.pathproof.validator.stream.Events;
import org.pathproof.validator.stream.Signer;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * Tests with a real Kafka and a real Redis that deleted topics are noticed, and that the verdicts are right again
 * afterwards. The test sends the tables that collectors would request from the routers.
 */
class LostStateTest {
    private static final int PARTITIONS = 2;
    private static final int ROUTES = 20;
    private static final Duration MAX_WAIT = Duration.ofMinutes(2);
    private static final String CHANGELOG = "pathproof-validator-routes-changelog";

    @TempDir
    Path home;

    private final EmbeddedKafkaKraftBroker kafka = new EmbeddedKafkaKraftBroker(1, 1);
    private final Signer signer = new Signer();
    private final Map<RouteKey, Announcement> table = new HashMap<>();
    private RedisServer redis;
    private RedisRpkiRepository rpki;
    private KafkaProducer<byte[], byte[]> producer;

    @BeforeEach
    void start() throws Exception {
        kafka.brokerProperties(Map.of(
                "transaction.state.log.replication.factor",
                "1",
                "transaction.state.log.min.isr",
                "1",
                "auto.create.topics.enable",
                "false",
                "group.initial.rebalance.delay.ms",
                "0"));
        kafka.afterPropertiesSet();
        redis = RedisServer.inMemory();
        rpki = new RedisRpkiRepository(redis.uri());
        Lease lease = rpki.acquire("test", Duration.ofMinutes(30)).orElseThrow();
        rpki.publish(lease, RpkiSnapshot.of(1, new Serial(1), signer.keys(64501)), null);
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.getBrokersAsString()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        for (int i = 0; i < ROUTES; i++) {
            RouteKey route = Events.route("10." + i + ".0.0/16", 1);
            table.put(
                    route,
                    Events.announcement(signer.path(route.prefix(), TARGET, 64501), 64501)
                            .build());
        }
    }

    @AfterEach
    void stop() throws Exception {
        producer.close();
        rpki.close();
        redis.close();
        kafka.destroy();
    }

    @Test
    void healsALostChangelogAndWithdrawsWhatTheNewTableDoesNotContain() throws Exception {
        judgeFirstTable();
        delete(CHANGELOG);
        withdraw(9);
        try (ConfigurableApplicationContext app = validator();
                VerdictReader verdicts = reader()) {
            awaitProblem(app, CHANGELOG + " was deleted or lost records: routes of 1 sessions");
            verdicts.until(t ->
                    t.size() == ROUTES - 1 && t.values().stream().allMatch(v -> v.getState() == PathState.UNVERIFIED));
            heal(app, verdicts, 8);
        }
        assertThatNothingIsLostAfterARestart(8);
    }

    @Test
    void noticesRecordsThatWereDeletedFromTheChangelog() throws Exception {
        judgeFirstTable();
        try (Admin admin = admin()) {
            ConfigResource changelog = new ConfigResource(ConfigResource.Type.TOPIC, CHANGELOG);
            AlterConfigOp wrong =
                    new AlterConfigOp(new ConfigEntry("cleanup.policy", "delete"), AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(Map.of(changelog, List.of(wrong)))
                    .all()
                    .get();
            Map<TopicPartition, RecordsToDelete> lost = Map.of(
                    new TopicPartition(CHANGELOG, 0), RecordsToDelete.beforeOffset(2),
                    new TopicPartition(CHANGELOG, 1), RecordsToDelete.beforeOffset(-1));
            // The broker applies the new policy some time after its controller has accepted it.
            await().atMost(MAX_WAIT)
                    .ignoreExceptionsMatching(e -> e.getCause() instanceof PolicyViolationException)
                    .until(() -> admin.deleteRecords(lost).all().get() == null);
        }
        try (ConfigurableApplicationContext app = validator();
                VerdictReader verdicts = reader()) {
            awaitProblem(app, CHANGELOG + " was deleted or lost records: routes of 1 sessions");
            heal(app, verdicts, 8);
        }
        assertThatNothingIsLostAfterARestart(8);
    }

    @Test
    void healsTopicsThatAreDeletedWhileTheValidatorRuns() throws Exception {
        try (ConfigurableApplicationContext app = validator()) {
            announceFirstTable(app);
            delete(Topics.VERDICTS);
            try (VerdictReader verdicts = awaitTopic(Topics.VERDICTS)) {
                verdicts.until(t -> valid(t, ROUTES));
                awaitHealth(app, Status.UP);
            }
            delete(CHANGELOG);
            awaitProblem(app, CHANGELOG + " was deleted or lost records: routes of 1 sessions");
            try (VerdictReader verdicts = reader()) {
                heal(app, verdicts, 15);
                delete(Topics.ROUTES);
                awaitProblem(app, "pathproof.routes was deleted or lost records");
                heal(app, verdicts, 7);
            }
        }
        assertThatNothingIsLostAfterARestart(7);
    }

    @Test
    void publishesAllVerdictsAgainAfterTheirTopicWasDeleted() throws Exception {
        judgeFirstTable();
        delete(Topics.VERDICTS);
        assertThatNothingIsLostAfterARestart(ROUTES);
    }

    @Test
    void refusesAStoreOfANewerRelease() throws Exception {
        judgeFirstTable();
        byte[] newer = StoreMark.newBuilder().setFormat(2).build().toByteArray();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            producer.send(new ProducerRecord<>(CHANGELOG, partition, new byte[] {0, 0}, newer))
                    .get();
        }
        try (ConfigurableApplicationContext app = validator()) {
            awaitProblem(
                    app, CHANGELOG + " has format 2 of a newer release; this release reads 1: upgrade the validators");
        }
        try (VerdictReader verdicts = reader()) {
            verdicts.until(t -> valid(t, ROUTES));
        }
    }

    @Test
    void refusesARouteEventOfANewerRelease() throws Exception {
        judgeFirstTable();
        RouteKey route = Events.route("10.0.0.0/16", 1);
        byte[] key = route.toBytes();
        int partition = PrefixPartitioner.partition(key, PARTITIONS);
        ProducerRecord<byte[], byte[]> newer = new ProducerRecord<>(
                Topics.ROUTES, partition, key, Events.withdrawn(1).toByteArray());
        newer.headers().add(RecordFormat.HEADER, new byte[] {'2'});
        long offset = producer.send(newer).get().offset();
        try (ConfigurableApplicationContext app = validator();
                VerdictReader verdicts = reader()) {
            awaitProblem(
                    app,
                    "pathproof.routes has a record of format \"2\"; this release reads format 1: upgrade this service");
            verdicts.until(t -> valid(t, ROUTES));
        }
        try (Admin admin = admin()) {
            assertThat(admin.listConsumerGroupOffsets("pathproof-validator")
                            .partitionsToOffsetAndMetadata()
                            .get())
                    .hasEntrySatisfying(
                            new TopicPartition(Topics.ROUTES, partition),
                            committed -> assertThat(committed.offset()).isLessThanOrEqualTo(offset));
        }
    }

    private void judgeFirstTable() throws Exception {
        try (ConfigurableApplicationContext app = validator()) {
            announceFirstTable(app);
        }
    }

    private void announceFirstTable(ConfigurableApplicationContext app) throws Exception {
        awaitHealth(app, Status.UP);
        session(1, 0);
        announce(1, ROUTES);
        try (VerdictReader verdicts = reader()) {
            verdicts.until(t -> valid(t, ROUTES));
        }
    }

    /** Sends a new table with {@code routes} routes, as collectors do after a request. */
    private void heal(ConfigurableApplicationContext app, VerdictReader verdicts, int routes) throws Exception {
        await().atMost(MAX_WAIT)
                .until(() -> !AwaitedHealth.now(app).getDetails().toString().contains("are read back"));
        long epoch = System.nanoTime();
        announce(epoch, routes);
        byte[] mark = RouteKey.sessionMarker(Events.session(1));
        for (int partition = 0; partition < PARTITIONS; partition++) {
            producer.send(new ProducerRecord<>(
                            Topics.ROUTES,
                            partition,
                            mark,
                            Events.mark(epoch, 0).toByteArray()))
                    .get();
        }
        session(epoch, endOfSessions());
        verdicts.until(t -> valid(t, routes));
        awaitHealth(app, Status.UP);
    }

    /** Returns the end of the sessions topic, which is at least the number of the newest gap. */
    private long endOfSessions() throws Exception {
        TopicPartition only = new TopicPartition(Topics.SESSIONS, 0);
        try (Admin admin = admin()) {
            return admin.listOffsets(Map.of(only, OffsetSpec.latest()))
                    .partitionResult(only)
                    .get()
                    .offset();
        }
    }

    private void assertThatNothingIsLostAfterARestart(int routes) throws Exception {
        try (ConfigurableApplicationContext app = validator();
                VerdictReader verdicts = reader()) {
            verdicts.until(t -> valid(t, routes));
            awaitHealth(app, Status.UP);
            assertThat(verdicts.table).hasSize(routes);
        }
    }

    private static boolean valid(Map<RouteKey, Verdict> verdicts, int routes) {
        return verdicts.size() == routes && verdicts.values().stream().allMatch(v -> v.getState() == PathState.VALID);
    }

    private VerdictReader reader() {
        return new VerdictReader(kafka.getBrokersAsString(), PARTITIONS);
    }

    private VerdictReader awaitTopic(String topic) {
        try (Admin admin = admin()) {
            await().atMost(MAX_WAIT)
                    .until(() -> admin.listTopics().names().get().contains(topic));
        }
        return reader();
    }

    private void delete(String topic) throws Exception {
        try (Admin admin = admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", kafka.getBrokersAsString()));
    }

    private ConfigurableApplicationContext validator() {
        return new SpringApplicationBuilder(ValidatorApplication.class)
                .run(
                        "--spring.config.name=validator",
                        "--server.port=0",
                        "--pathproof.kafka.bootstrap-servers=" + kafka.getBrokersAsString(),
                        "--pathproof.kafka.replication-factor=1",
                        "--pathproof.kafka.route-partitions=" + PARTITIONS,
                        "--pathproof.redis.uri=" + redis.uri(),
                        "--pathproof.validator.state-directory=" + home);
    }

    private static void awaitHealth(ConfigurableApplicationContext app, Status status) {
        AwaitedHealth.await(app, MAX_WAIT, status);
    }

    private static void awaitProblem(ConfigurableApplicationContext app, String problem) {
        AwaitedHealth.await(app, MAX_WAIT, problem);
    }

    private void announce(long epoch, int routes) throws Exception {
        for (int i = 0; i < routes; i++) {
            RouteKey route = Events.route("10." + i + ".0.0/16", 1);
            send(
                    route,
                    Events.announced(Objects.requireNonNull(table.get(route)), epoch)
                            .toByteArray());
        }
    }

    private void withdraw(int number) throws Exception {
        send(Events.route("10." + number + ".0.0/16", 1), Events.withdrawn(1).toByteArray());
    }

    private void send(RouteKey route, byte[] value) throws Exception {
        byte[] key = route.toBytes();
        producer.send(new ProducerRecord<>(Topics.ROUTES, PrefixPartitioner.partition(key, PARTITIONS), key, value))
                .get();
    }

    private void session(long epoch, long healed) throws Exception {
        byte[] id = Events.session(1).bytes().toArray();
        Session session = Session.newBuilder()
                .setSessionId(ByteString.copyFrom(id))
                .setRouterName("edge1")
                .setState(State.UP)
                .setEpoch(epoch)
                .setMonitored(true)
                .setGapsHealed(healed)
                .build();
        producer.send(new ProducerRecord<>(Topics.SESSIONS, id, session.toByteArray()))
                .get();
    }
}
