// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.contracts.BatchWindow;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.telemetry.tracing.RouteTracers;

@Timeout(120)
final class LaneTest {
    private static final BatchWindow WINDOW = BatchWindow.ofEvents(Duration.ofMillis(5));

    private static final Duration AT_MOST = Duration.ofSeconds(40);
    private static final String COPIES = "copies";
    private static final int RECORDS = 2000;
    private static final EmbeddedKafka KAFKA = EmbeddedKafka.shared();

    private final CollectorMetrics metrics = new CollectorMetrics(new SimpleMeterRegistry());
    private final AtomicInteger refused = new AtomicInteger();

    @BeforeAll
    static void createTopics() {
        KAFKA.createTopics(1, Topics.ROUTES, Topics.SESSIONS, Topics.REJECTS, COPIES);
    }

    @Test
    void keepsRecordsThatTheProducerCannotTakeAndSendsThemInOrder() {
        // A tenth of the records fills the buffer, and the partitions of the topic are unknown at first.
        Map<String, Object> client =
                Map.of("bootstrap.servers", KAFKA.bootstrapServers(), "buffer.memory", "200000", "batch.size", "16384");
        try (KafkaOutput output =
                KafkaOutput.connect(client, 100_000_000, 50_000_000, WINDOW, metrics, RouteTracers.OFF)) {
            Lane lane = output.lane(refused::incrementAndGet);
            lane.runWithoutBlocking(() -> write(lane, 0, RECORDS / 2));
            assertThat(lane.isFlushed()).isFalse();
            lane.flush();
            assertThat(lane.isFlushed()).isTrue();
            lane.runWithoutBlocking(() -> write(lane, RECORDS / 2, RECORDS));
            assertThat(lane.isFlushed()).isFalse();
            lane.flush();

            assertThat(read())
                    .containsExactlyElementsOf(
                            IntStream.range(0, RECORDS).boxed().toList());
            await().atMost(AT_MOST).until(() -> output.inFlight() == 0);
            assertThat(output.oldestInFlight()).isZero();
            assertThat(refused).hasValue(0);
            assertThat(output.lastError()).isEmpty();
        }
    }

    @Test
    void producerTakesRecordsOfAllTopicsAfterItHasReadTheMetadataAgain() {
        Map<String, Object> client =
                Map.of("bootstrap.servers", KAFKA.bootstrapServers(), "metadata.max.age.ms", "100");
        List<String> topics = List.of(Topics.SESSIONS, Topics.REJECTS, COPIES);
        try (KafkaOutput output =
                KafkaOutput.connect(client, 100_000_000, 50_000_000, WINDOW, metrics, RouteTracers.OFF)) {
            Lane lane = output.lane(refused::incrementAndGet);
            Runnable writing = () -> topics.forEach(topic -> lane.send(topic, new byte[1], new byte[1], () -> {}));
            writing.run(); // waits for the partitions
            await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(2)).until(() -> {
                lane.runWithoutBlocking(writing);
                return lane.isFlushed();
            });
        }
    }

    @Test
    void waitsForABrokerOnlyAsLongAsTheSettingsAllow() {
        Map<String, Object> client = Map.of("bootstrap.servers", "127.0.0.1:1", "max.block.ms", "300");
        assertThatThrownBy(() -> KafkaOutput.connect(client, 1000, 500, WINDOW, metrics, RouteTracers.OFF))
                .isInstanceOf(TimeoutException.class);
    }

    private static void write(Lane lane, int from, int to) {
        for (int i = from; i < to; i++) {
            byte[] value = ByteBuffer.allocate(1000).putInt(i).array();
            lane.send(COPIES, new byte[1], value, () -> {});
        }
    }

    private static List<Integer> read() {
        List<Integer> all = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", KAFKA.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partition = List.of(new TopicPartition(COPIES, 0));
            consumer.assign(partition);
            consumer.seekToBeginning(partition);
            await().atMost(AT_MOST).until(() -> {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    all.add(ByteBuffer.wrap(record.value()).getInt());
                }
                return all.size() >= RECORDS;
            });
        }
        return all;
    }
}
