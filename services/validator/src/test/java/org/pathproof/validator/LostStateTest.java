// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.validator.stream.Events.TARGET;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.PolicyViolationException;
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
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.validator.row.StoreMark;
import org.pathproof.validator.stream.Events;
import org.pathproof.validator.stream.Signer;
import org.springframework.boot.health.contributor.Status;

/**
 * Tests with a real Kafka and a real Redis that deleted topics are detected, and that the verdicts are right again
 * afterwards. The test sends the tables that collectors would request from the routers.
 */
class LostStateTest {
    private static final int PARTITIONS = 2;
    private static final int ROUTES = 20;
    private static final Duration MAX_WAIT = Duration.ofMinutes(2);
    private static final String CHANGELOG = "pathproof-validator-routes-changelog";

    @TempDir
    Path home;

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private final CollectorRecords collector = new CollectorRecords(kafka, PARTITIONS);
    private final Signer signer = new Signer();
    private final Map<RouteKey, Announcement> table = new HashMap<>();
    private RedisServer redis;
    private RedisRpkiRepository rpki;

    @BeforeEach
    void start() throws Exception {
        redis = RedisServer.inMemory();
        rpki = new RedisRpkiRepository(redis.uri());
        Lease lease = rpki.acquire("test", Duration.ofMinutes(30)).orElseThrow();
        rpki.publish(lease, RpkiSnapshot.of(1, new Serial(1), signer.keys(64501)), null);
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
        collector.close();
        rpki.close();
        redis.close();
    }

    @Test
    void healsALostChangelogAndWithdrawsWhatTheNewTableDoesNotContain() throws Exception {
        validateFirstTable();
        kafka.deleteTopic(CHANGELOG);
        withdraw(9);
        try (ValidatorUnderTest app = validator();
                VerdictReader verdicts = reader()) {
            app.awaitHealth(CHANGELOG + " was deleted or lost records: routes of 1 sessions");
            verdicts.until(t ->
                    t.size() == ROUTES - 1 && t.values().stream().allMatch(v -> v.getState() == PathState.UNVERIFIED));
            heal(app, verdicts, 8);
        }
        assertThatNothingIsLostAfterARestart(8);
    }

    @Test
    void noticesRecordsThatWereDeletedFromTheChangelog() throws Exception {
        validateFirstTable();
        ConfigResource changelog = new ConfigResource(ConfigResource.Type.TOPIC, CHANGELOG);
        AlterConfigOp wrong = new AlterConfigOp(new ConfigEntry("cleanup.policy", "delete"), AlterConfigOp.OpType.SET);
        kafka.admin()
                .incrementalAlterConfigs(Map.of(changelog, List.of(wrong)))
                .all()
                .get();
        Map<TopicPartition, RecordsToDelete> lost = Map.of(
                new TopicPartition(CHANGELOG, 0), RecordsToDelete.beforeOffset(2),
                new TopicPartition(CHANGELOG, 1), RecordsToDelete.beforeOffset(-1));
        // The broker applies the new policy some time after its controller has accepted it.
        await().atMost(MAX_WAIT)
                .ignoreExceptionsMatching(e -> e.getCause() instanceof PolicyViolationException)
                .until(() -> kafka.admin().deleteRecords(lost).all().get() == null);
        try (ValidatorUnderTest app = validator();
                VerdictReader verdicts = reader()) {
            app.awaitHealth(CHANGELOG + " was deleted or lost records: routes of 1 sessions");
            heal(app, verdicts, 8);
        }
        assertThatNothingIsLostAfterARestart(8);
    }

    @Test
    void healsTopicsThatAreDeletedWhileTheValidatorRuns() throws Exception {
        try (ValidatorUnderTest app = validator()) {
            announceFirstTable(app);
            kafka.deleteTopic(Topics.VERDICTS);
            try (VerdictReader verdicts = awaitTopic(Topics.VERDICTS)) {
                verdicts.until(t -> valid(t, ROUTES));
                app.awaitHealth(Status.UP);
            }
            kafka.deleteTopic(CHANGELOG);
            app.awaitHealth(CHANGELOG + " was deleted or lost records: routes of 1 sessions");
            try (VerdictReader verdicts = reader()) {
                heal(app, verdicts, 15);
                kafka.deleteTopic(Topics.ROUTES);
                app.awaitHealth("pathproof.routes was deleted or lost records");
                heal(app, verdicts, 7);
            }
        }
        assertThatNothingIsLostAfterARestart(7);
    }

    @Test
    void publishesAllVerdictsAgainAfterTheirTopicWasDeleted() throws Exception {
        validateFirstTable();
        kafka.deleteTopic(Topics.VERDICTS);
        assertThatNothingIsLostAfterARestart(ROUTES);
    }

    @Test
    void refusesAStoreOfANewerRelease() throws Exception {
        validateFirstTable();
        byte[] newer = StoreMark.newBuilder().setFormat(2).build().toByteArray();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            collector.send(new ProducerRecord<>(CHANGELOG, partition, new byte[] {0, 0}, newer));
        }
        try (ValidatorUnderTest app = validator()) {
            app.awaitHealth(
                    CHANGELOG + " has format 2 of a newer release; this release reads 1: upgrade the validators");
        }
        try (VerdictReader verdicts = reader()) {
            verdicts.until(t -> valid(t, ROUTES));
        }
    }

    @Test
    void refusesARouteEventOfANewerRelease() throws Exception {
        validateFirstTable();
        RouteKey route = Events.route("10.0.0.0/16", 1);
        byte[] key = route.toBytes();
        int partition = PrefixPartitioner.partition(key, PARTITIONS);
        ProducerRecord<byte[], byte[]> newer = new ProducerRecord<>(
                Topics.ROUTES, partition, key, Events.withdrawn(1).toByteArray());
        newer.headers().add(RecordFormat.HEADER, new byte[] {'2'});
        long offset = collector.send(newer).offset();
        try (ValidatorUnderTest app = validator();
                VerdictReader verdicts = reader()) {
            app.awaitHealth(
                    "pathproof.routes has a record of format \"2\"; this release reads format 1: upgrade this service");
            verdicts.until(t -> valid(t, ROUTES));
        }
        assertThat(kafka.admin()
                        .listConsumerGroupOffsets("pathproof-validator")
                        .partitionsToOffsetAndMetadata()
                        .get())
                .hasEntrySatisfying(
                        new TopicPartition(Topics.ROUTES, partition),
                        committed -> assertThat(committed.offset()).isLessThanOrEqualTo(offset));
    }

    private void validateFirstTable() throws Exception {
        try (ValidatorUnderTest app = validator()) {
            announceFirstTable(app);
        }
    }

    private void announceFirstTable(ValidatorUnderTest app) throws Exception {
        app.awaitHealth(Status.UP);
        collector.sendSession(1, 0);
        announce(1, ROUTES);
        try (VerdictReader verdicts = reader()) {
            verdicts.until(t -> valid(t, ROUTES));
        }
    }

    /** Sends a new table with {@code routes} routes, as collectors do after a request. */
    private void heal(ValidatorUnderTest app, VerdictReader verdicts, int routes) throws Exception {
        await().atMost(MAX_WAIT).until(() -> !app.healthDetails().contains("are read back"));
        long epoch = System.nanoTime();
        announce(epoch, routes);
        byte[] mark = RouteKey.sessionMarker(Events.session(1));
        for (int partition = 0; partition < PARTITIONS; partition++) {
            collector.send(new ProducerRecord<>(
                    Topics.ROUTES, partition, mark, Events.mark(epoch, 0).toByteArray()));
        }
        collector.sendSession(epoch, endOfSessions());
        verdicts.until(t -> valid(t, routes));
        app.awaitHealth(Status.UP);
    }

    /** Returns the end of the sessions topic, which is at least the number of the newest gap. */
    private long endOfSessions() throws Exception {
        TopicPartition only = new TopicPartition(Topics.SESSIONS, 0);
        return kafka.admin()
                .listOffsets(Map.of(only, OffsetSpec.latest()))
                .partitionResult(only)
                .get()
                .offset();
    }

    private void assertThatNothingIsLostAfterARestart(int routes) throws Exception {
        try (ValidatorUnderTest app = validator();
                VerdictReader verdicts = reader()) {
            verdicts.until(t -> valid(t, routes));
            app.awaitHealth(Status.UP);
            assertThat(verdicts.table).hasSize(routes);
        }
    }

    private static boolean valid(Map<RouteKey, Verdict> verdicts, int routes) {
        return verdicts.size() == routes && verdicts.values().stream().allMatch(v -> v.getState() == PathState.VALID);
    }

    private VerdictReader reader() {
        return new VerdictReader(kafka, PARTITIONS);
    }

    private VerdictReader awaitTopic(String topic) {
        await().atMost(MAX_WAIT)
                .until(() -> kafka.admin().listTopics().names().get().contains(topic));
        return reader();
    }

    private ValidatorUnderTest validator() {
        return ValidatorUnderTest.start(kafka, redis, PARTITIONS, home);
    }

    private void announce(long epoch, int routes) throws Exception {
        for (int i = 0; i < routes; i++) {
            RouteKey route = Events.route("10." + i + ".0.0/16", 1);
            collector.route(route, Events.announced(Objects.requireNonNull(table.get(route)), epoch));
        }
    }

    private void withdraw(int number) throws Exception {
        collector.route(Events.route("10." + number + ".0.0/16", 1), Events.withdrawn(1));
    }
}
