// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Withdrawal;
import org.pathproof.harness.RedisServer;
import org.pathproof.harness.kafka.EmbeddedKafka;

/**
 * Tests that the validator reports route events that were deleted before they were validated, in Kafka and in its
 * health. The health shows the report until the sessions are complete.
 */
class DeletedRoutesTest {
    private static final int PARTITIONS = 2;
    private static final Duration MAX_WAIT = Duration.ofSeconds(90);
    private static final String SENTENCE = "before they were validated";

    @TempDir
    Path home;

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private final CollectorRecords collector = new CollectorRecords(kafka, PARTITIONS);
    private RedisServer redis;

    @BeforeEach
    void start() throws Exception {
        redis = RedisServer.inMemory();
    }

    @AfterEach
    void stop() throws Exception {
        collector.close();
        redis.close();
    }

    @Test
    void reportsDeletedRouteEventsUntilTheSessionsAreComplete() throws Exception {
        try (ValidatorUnderTest app = validator()) {
            app.awaitHealth("streams=RUNNING");
            write(10);
            awaitValidated(app, 10);
            assertThat(collector.gaps()).isEmpty();
            assertThat(app.healthDetails()).doesNotContain(SENTENCE);
        }
        write(5);
        deleteAll(); // the log is empty now
        collector.sendSession(1, 0);
        try (ValidatorUnderTest app = validator()) {
            await().atMost(MAX_WAIT).until(() -> collector.gaps().size() == PARTITIONS);
            Gap gap = collector.gaps().getFirst();
            assertThat(gap.getTopic()).isEqualTo(Topics.ROUTES);
            assertThat(gap.getFrom()).isEqualTo(10);
            assertThat(gap.getTo()).isEqualTo(15);
            assertThat(gap.getNumber()).isEqualTo(2); // the end of the sessions topic (1), plus 1
            await().atMost(MAX_WAIT).until(() -> app.healthDetails().contains(SENTENCE));
            assertThat(app.healthDetails()).contains("pathproof.routes-0", "edge1");
            assertThat(app.bean(MeterRegistry.class)
                            .get(ValidatorMetricNames.ROUTE_GAPS)
                            .counter()
                            .count())
                    .isEqualTo(PARTITIONS);
            assertThat(app.bean(MeterRegistry.class)
                            .get(ValidatorMetricNames.GAP_SESSIONS)
                            .gauge()
                            .value())
                    .isEqualTo(1);

            collector.sendSession(
                    1, collector.gaps().stream().mapToLong(Gap::getNumber).max().orElseThrow());
            await().atMost(MAX_WAIT).until(() -> !app.healthDetails().contains(SENTENCE));
        }
    }

    @Test
    void reportsDeletedRouteEventsWithoutACommittedOffset() throws Exception {
        try (ValidatorUnderTest app = validator()) {
            app.awaitHealth("streams=RUNNING"); // creates the topics
        }
        write(5);
        deleteAll();
        try (ValidatorUnderTest app = validator("pathproof.validator.application-id=another")) {
            await().atMost(MAX_WAIT).until(() -> collector.gaps().size() == PARTITIONS);
            assertThat(collector.gaps()).allSatisfy(gap -> {
                assertThat(gap.hasFrom()).isFalse();
                assertThat(gap.getTo()).isEqualTo(5);
            });
            app.awaitHealth("streams=RUNNING");
        }
    }

    private ValidatorUnderTest validator(String... settings) {
        return ValidatorUnderTest.start(kafka, redis, PARTITIONS, home, settings);
    }

    private void awaitValidated(ValidatorUnderTest app, int records) {
        await().atMost(MAX_WAIT)
                .until(() -> kafka
                                .admin()
                                .listConsumerGroupOffsets("pathproof-validator")
                                .partitionsToOffsetAndMetadata()
                                .get()
                                .values()
                                .stream()
                                .filter(offset -> offset.offset() == records)
                                .count()
                        == PARTITIONS);
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
                collector.send(new ProducerRecord<>(Topics.ROUTES, partition, key, event));
            }
        }
    }

    private void deleteAll() throws Exception {
        Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            all.put(new TopicPartition(Topics.ROUTES, partition), RecordsToDelete.beforeOffset(-1));
        }
        kafka.admin().deleteRecords(all).all().get();
    }
}
