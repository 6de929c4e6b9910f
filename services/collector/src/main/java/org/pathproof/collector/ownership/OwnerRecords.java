// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.ownership;

import static org.slf4j.MarkerFactory.getMarker;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RecordFormat;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Collector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topic {@link Topics#COLLECTORS}: writes heartbeats of a collector, and reads those of all collectors in order.
 * One thread reads; any thread may write.
 */
final class OwnerRecords implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OwnerRecords.class);
    /**
     * Wait of a fetch without records. The wait is longer than the time between two heartbeats with the default lease.
     */
    private static final Duration FETCH_WAIT = Duration.ofSeconds(5);

    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);
    private static final int DELIVERY_TIMEOUT_MS = 10_000;

    private final TopicPartition partition = new TopicPartition(Topics.COLLECTORS, 0);
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Producer<byte[], byte[]> producer;
    private final Consumer<Collector> onHeartbeat;
    private final Consumer<String> onDeletion;
    private final Runnable onUnreadable;

    /**
     * @param client settings of Kafka's clients
     * @param onHeartbeat called for each record
     * @param onDeletion called with the id of a collector whose record was deleted
     * @param onUnreadable called when a record cannot be read by this release; reading then ends
     */
    OwnerRecords(
            Map<String, Object> client,
            Producer<byte[], byte[]> producer,
            Consumer<Collector> onHeartbeat,
            Consumer<String> onDeletion,
            Runnable onUnreadable) {
        this.producer = producer;
        this.onHeartbeat = onHeartbeat;
        this.onDeletion = onDeletion;
        this.onUnreadable = onUnreadable;
        Map<String, Object> reading = new HashMap<>(client);
        reading.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        reading.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        reading.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        reading.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, (int) FETCH_WAIT.toMillis());
        consumer = new KafkaConsumer<>(reading, RecordFormat.keyDeserializer(), new ByteArrayDeserializer());
    }

    /** Returns a producer that gives up on a record that is older than a heartbeat may be. */
    static Producer<byte[], byte[]> producer(Map<String, Object> client) {
        Map<String, Object> writing = new HashMap<>(client);
        writing.put(ProducerConfig.ACKS_CONFIG, "all");
        writing.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // A heartbeat that is late is useless.
        writing.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS / 2);
        writing.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
        writing.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, DELIVERY_TIMEOUT_MS);
        return new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Passes on all records that the topic has now. Throws KafkaException if the topic cannot be read. */
    void readAll() {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        long end =
                Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
        while (consumer.position(partition) < end) {
            poll();
        }
    }

    /** Passes on new records until {@link #endReading}, or until a record has a format that is unknown. */
    void follow() {
        while (true) {
            try {
                poll();
            } catch (WakeupException | InterruptException e) {
                return;
            } catch (RecordDeserializationException e) {
                log.error(getMarker("owners-unreadable"), "reading ends, restarting: topic={}", Topics.COLLECTORS, e);
                onUnreadable.run();
                return;
            } catch (KafkaException e) {
                // Kafka's client retries; the exception is about one response.
                log.warn(
                        getMarker("owners-read-failed"),
                        "reading failed, trying again: topic={}",
                        Topics.COLLECTORS,
                        e);
            }
        }
    }

    private void poll() {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(FETCH_WAIT)) {
            if (record.value() == null) {
                onDeletion.accept(new String(record.key(), StandardCharsets.UTF_8));
                continue;
            }
            try {
                onHeartbeat.accept(Collector.parseFrom(record.value()));
            } catch (InvalidProtocolBufferException e) {
                log.warn(
                        getMarker("collector-record-invalid"),
                        "record skipped, its value is not a collector: topic={} offset={}",
                        record.topic(),
                        record.offset(),
                        e);
            }
        }
    }

    /** Writes the record of a collector, null to delete it. Logs a record that Kafka does not accept. */
    void send(String key, @Nullable Collector record) {
        try {
            var _ = producer.send(
                    new ProducerRecord<>(
                            partition.topic(),
                            partition.partition(),
                            key.getBytes(StandardCharsets.UTF_8),
                            record == null ? null : record.toByteArray()),
                    (metadata, error) -> {
                        if (error != null) {
                            log.warn(
                                    getMarker("owner-record-failed"),
                                    "record of the owners not written: key={} error={}",
                                    key,
                                    error.toString());
                        }
                    });
        } catch (KafkaException e) {
            log.warn(
                    getMarker("owner-record-failed"),
                    "record of the owners not written: key={} error={}",
                    key,
                    e.toString());
        }
    }

    /** Waits until written records are in the topic, for at most 5 s, and ends writing. */
    void endWriting() {
        producer.close(Duration.ofSeconds(5));
    }

    /** Makes {@link #follow} return. */
    void endReading() {
        consumer.wakeup();
    }

    /** Closes the consumer, after the reading thread has ended. */
    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
    }
}
