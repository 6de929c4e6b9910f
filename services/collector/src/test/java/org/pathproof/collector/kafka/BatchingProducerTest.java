// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.BatchWindow;
import org.pathproof.harness.kafka.EmbeddedKafka;

final class BatchingProducerTest {
    private static final String TOPIC = "batches";
    private static final EmbeddedKafka KAFKA = EmbeddedKafka.shared();
    private static final BatchWindow WINDOW = BatchWindow.ofEvents(Duration.ofMillis(50));
    private static final int PACED = 2_000;

    @BeforeAll
    static void createTopic() {
        KAFKA.createTopics(1, TOPIC);
    }

    private static BatchingProducer producer(Map<String, Object> settings) {
        Map<String, Object> config = new HashMap<>(settings);
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, KAFKA.bootstrapServers());
        return new BatchingProducer(config, WINDOW);
    }

    private static Future<RecordMetadata> send(BatchingProducer producer) {
        return producer.send(new ProducerRecord<>(TOPIC, 0, new byte[1], new byte[100]), null);
    }

    @Test
    void sendsALoneRecordBeforeTheLinger() {
        try (BatchingProducer producer = producer(Map.of(ProducerConfig.LINGER_MS_CONFIG, 100_000))) {
            Future<RecordMetadata> first = send(producer);
            await().atMost(Duration.ofSeconds(40)).until(first::isDone);
            Future<RecordMetadata> second = send(producer);
            await().atMost(Duration.ofSeconds(40)).until(second::isDone);
        }
    }

    @Test
    void collectsRecordsAtAHighRate() {
        try (BatchingProducer producer = producer(Map.of())) {
            await().atMost(Duration.ofSeconds(40)).until(send(producer)::isDone);
            double before = metric(producer, "request-total");
            for (int i = 0; i < PACED; i++) {
                var _ = send(producer);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            producer.flush();
            double requests = metric(producer, "request-total") - before;
            assertThat(PACED / requests).as("records in a request").isGreaterThan(4);
        }
    }

    private static double metric(BatchingProducer producer, String name) {
        return producer.metrics().values().stream()
                .filter(m -> m.metricName().name().equals(name)
                        && m.metricName().group().equals("producer-metrics"))
                .mapToDouble(m -> (double) m.metricValue())
                .sum();
    }
}
