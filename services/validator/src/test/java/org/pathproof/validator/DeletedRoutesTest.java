// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Withdrawal;
import org.pathproof.harness.RedisServer;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * Tests that the validator reports route events that were deleted before they were judged, in Kafka and in its health.
 * The health shows the report until the sessions are complete.
 */
class DeletedRoutesTest {
    private static final int PARTITIONS = 2;
    private static final Duration MAX_WAIT = Duration.ofSeconds(90);
    private static final String SENTENCE = "before they were judged";

    @TempDir
    Path home;

    private final EmbeddedKafkaKraftBroker kafka = new EmbeddedKafkaKraftBroker(1, 1);
    private RedisServer redis;
    private KafkaProducer<byte[], byte[]> producer;

    @BeforeEach
    void start() throws Exception {
        kafka.brokerProperties(
                Map.of("transaction.state.log.replication.factor", "1", "transaction.state.log.min.isr", "1"));
        kafka.afterPropertiesSet();
        redis = RedisServer.inMemory();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.getBrokersAsString()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    @AfterEach
    void stop() throws Exception {
        producer.close();
        redis.close();
        kafka.destroy();
    }

    @Test
    void reportsDeletedRouteEventsUntilTheSessionsAreComplete() throws Exception {
        try (ConfigurableApplicationContext app = validator()) {
            awaitRunning(app);
            write(10);
            awaitJudged(app, 10);
            assertThat(gaps()).isEmpty();
            assertThat(health(app)).doesNotContain(SENTENCE);
        }
        write(5);
        deleteAll(); // the log is empty now
        Session session = session(0);
        send(new ProducerRecord<>(Topics.SESSIONS, session.getSessionId().toByteArray(), session.toByteArray()));
        try (ConfigurableApplicationContext app = validator()) {
            await().atMost(MAX_WAIT).until(() -> gaps().size() == PARTITIONS);
            Gap gap = gaps().getFirst();
            assertThat(gap.getTopic()).isEqualTo(Topics.ROUTES);
            assertThat(gap.getFrom()).isEqualTo(10);
            assertThat(gap.getTo()).isEqualTo(15);
            assertThat(gap.getNumber()).isEqualTo(2); // the end of the sessions topic (1), plus 1
            await().atMost(MAX_WAIT).until(() -> health(app).contains(SENTENCE));
            assertThat(health(app)).contains("pathproof.routes-0", "edge1");
            assertThat(app.getBean(MeterRegistry.class)
                            .get(ValidatorMetricNames.ROUTE_GAPS)
                            .counter()
                            .count())
                    .isEqualTo(PARTITIONS);
            assertThat(app.getBean(MeterRegistry.class)
                            .get(ValidatorMetricNames.GAP_SESSIONS)
                            .gauge()
                            .value())
                    .isEqualTo(1);

            Session healed =
                    session(gaps().stream().mapToLong(Gap::getNumber).max().orElseThrow());
            send(new ProducerRecord<>(Topics.SESSIONS, healed.getSessionId().toByteArray(), healed.toByteArray()));
            await().atMost(MAX_WAIT).until(() -> !health(app).contains(SENTENCE));
        }
    }

    @Test
    void reportsDeletedRouteEventsWithoutACommittedOffset() throws Exception {
        try (ConfigurableApplicationContext app = validator()) {
            awaitRunning(app); // creates the topics
        }
        write(5);
        deleteAll();
        try (ConfigurableApplicationContext app = validator("--pathproof.validator.application-id=another")) {
            await().atMost(MAX_WAIT).until(() -> gaps().size() == PARTITIONS);
            assertThat(gaps()).allSatisfy(gap -> {
                assertThat(gap.hasFrom()).isFalse();
                assertThat(gap.getTo()).isEqualTo(5);
            });
            awaitRunning(app);
        }
    }

    private ConfigurableApplicationContext validator(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.config.name=validator",
                "--server.port=0",
                "--pathproof.kafka.bootstrap-servers=" + kafka.getBrokersAsString(),
                "--pathproof.kafka.replication-factor=1",
                "--pathproof.kafka.route-partitions=" + PARTITIONS,
                "--pathproof.redis.uri=" + redis.uri(),
                "--pathproof.validator.state-directory=" + home));
        arguments.addAll(List.of(more));
        return new SpringApplicationBuilder(ValidatorApplication.class).run(arguments.toArray(String[]::new));
    }

    private static String health(ConfigurableApplicationContext app) {
        return Objects.requireNonNull(
                        app.getBean("validator", HealthIndicator.class).health())
                .getDetails()
                .toString();
    }

    private static void awaitRunning(ConfigurableApplicationContext app) {
        await().atMost(MAX_WAIT).until(() -> health(app).contains("streams=RUNNING"));
    }

    private void awaitJudged(ConfigurableApplicationContext app, int records) {
        try (Admin admin = admin()) {
            await().atMost(MAX_WAIT)
                    .until(() -> admin
                                    .listConsumerGroupOffsets("pathproof-validator")
                                    .partitionsToOffsetAndMetadata()
                                    .get()
                                    .values()
                                    .stream()
                                    .filter(offset -> offset.offset() == records)
                                    .count()
                            == PARTITIONS);
        }
        assertThat(app.isActive()).isTrue();
    }

    /** Writes withdrawals of unknown routes, {@code records} into each partition. */
    private void write(int records) throws Exception {
        byte[] event = RouteEvent.newBuilder()
                .setWithdrawal(Withdrawal.getDefaultInstance())
                .setEpoch(1)
                .build()
                .toByteArray();
        for (int i = 0; i < records; i++) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                byte[] key = org.pathproof.validator.stream.Events.route("10." + i + ".0.0/16", 1)
                        .toBytes();
                send(new ProducerRecord<>(Topics.ROUTES, partition, key, event));
            }
        }
    }

    private void deleteAll() throws Exception {
        Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            all.put(new TopicPartition(Topics.ROUTES, partition), RecordsToDelete.beforeOffset(-1));
        }
        try (Admin admin = admin()) {
            admin.deleteRecords(all).all().get();
        }
    }

    private void send(ProducerRecord<byte[], byte[]> record) throws Exception {
        producer.send(record).get();
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", kafka.getBrokersAsString()));
    }

    private static Session session(long healed) {
        return Session.newBuilder()
                .setSessionId(ByteString.copyFrom(
                        org.pathproof.validator.stream.Events.session(1).bytes().toArray()))
                .setRouterName("edge1")
                .setState(State.UP)
                .setEpoch(1)
                .setMonitored(true)
                .setGapsHealed(healed)
                .build();
    }

    /** Returns all gaps in the sessions topic. */
    private List<Gap> gaps() throws Exception {
        List<Gap> gaps = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", kafka.getBrokersAsString()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> only = List.of(new TopicPartition(Topics.SESSIONS, 0));
            consumer.assign(only);
            consumer.seekToBeginning(only);
            long end = Objects.requireNonNull(consumer.endOffsets(only).get(only.getFirst()));
            while (consumer.position(only.getFirst()) < end) {
                for (var record : consumer.poll(Duration.ofMillis(200))) {
                    if (Gaps.isGap(record.key())) {
                        gaps.add(Gap.parseFrom(record.value()));
                    }
                }
            }
        }
        return gaps;
    }
}
