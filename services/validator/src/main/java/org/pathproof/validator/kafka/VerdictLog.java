// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RecordFormat;
import org.pathproof.validator.stream.TaskTopics.PublishedVerdicts;

/** Reads the committed verdicts of one partition, from the first one up to an end. */
final class VerdictLog implements PublishedVerdicts {
    /** Longest wait of a read: it runs on a stream thread, between two polls for route events. */
    private static final Duration POLL = Duration.ofMillis(5);

    private static final int MAX_RECORDS = 1_000;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final long end;

    /**
     * @param client properties of a Kafka client, with the addresses of the brokers
     * @param end end of the partition at a time before the task writes verdicts
     */
    VerdictLog(Map<String, Object> client, TopicPartition partition, long end) {
        Map<String, Object> config = new HashMap<>(client);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_RECORDS);
        this.consumer = new KafkaConsumer<>(config, RecordFormat.keyDeserializer(), new ByteArrayDeserializer());
        this.partition = partition;
        this.end = end;
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
    }

    @Override
    public boolean read(BiConsumer<byte[], byte @Nullable []> verdicts) {
        consumer.poll(POLL).forEach(record -> {
            if (record.key() != null && record.offset() < end) {
                verdicts.accept(record.key(), record.value());
            }
        });
        return consumer.position(partition) < end;
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
}
