// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Verdict;

/**
 * Reads committed records of {@code pathproof.verdicts} (ADR 2) without delay, and passes them to the current
 * listener. To save CPU time, the reader decodes only five fields of a verdict.
 */
public final class VerdictReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread;
    private volatile @Nullable RecordListener listener;
    private volatile @Nullable Throwable failure;

    /** Receives verdicts on the thread of the reader. */
    public interface Listener {
        /**
         * Receives a verdict or a tombstone.
         *
         * @param verdict null for a tombstone
         * @param micros time of reading, in microseconds since 1970
         */
        void read(@Nullable Seen verdict, long micros);
    }

    /** Receives records on the thread of the reader. */
    @FunctionalInterface
    public interface RecordListener {
        /**
         * Receives a record.
         *
         * @param micros time of reading, in microseconds since 1970
         */
        void read(ConsumerRecord<byte[], byte[]> record, long micros) throws IOException;
    }

    /**
     * The relevant part of a verdict. The states are numbers as in verdict.proto. The times of receipt and validation
     * are in microseconds since 1970.
     */
    public record Seen(int partition, int state, int origin, long digest, long receivedMicros, long validatedMicros) {}

    private VerdictReader(String bootstrapServers) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5000);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "benchmark-verdicts");
        consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        thread = Thread.ofPlatform().name("verdict-reader").daemon().unstarted(this::run);
    }

    /** Starts a reader of the verdicts that are written from now on. */
    public static VerdictReader start(String bootstrapServers) {
        VerdictReader reader = new VerdictReader(bootstrapServers);
        List<TopicPartition> partitions = reader.consumer.partitionsFor(Topics.VERDICTS).stream()
                .map(p -> new TopicPartition(p.topic(), p.partition()))
                .toList();
        reader.consumer.assign(partitions);
        reader.consumer.seekToEnd(partitions);
        partitions.forEach(reader.consumer::position);
        reader.thread.start();
        return reader;
    }

    /** Sets the listener; null for none. */
    public void sendTo(@Nullable Listener next) {
        listener = next == null
                ? null
                : (record, micros) ->
                        next.read(record.value() == null ? null : seen(record.partition(), record.value()), micros);
    }

    /** Sets a listener to whole records. */
    public void sendRecordsTo(RecordListener next) {
        listener = next;
    }

    /** Throws IllegalStateException if the reader has failed. */
    public void check() {
        Throwable cause = failure;
        if (cause != null) {
            throw new IllegalStateException("verdicts cannot be read: " + cause.getMessage(), cause);
        }
    }

    private void run() {
        try (consumer) {
            while (true) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                RecordListener to = listener;
                if (to != null && !records.isEmpty()) {
                    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
                    for (ConsumerRecord<byte[], byte[]> record : records) {
                        to.read(record, now);
                    }
                }
            }
        } catch (WakeupException e) {
            failure = null; // the reader is closed
        } catch (IOException | RuntimeException e) {
            failure = e;
        }
    }

    private static Seen seen(int partition, byte[] value) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(value);
        int state = 0;
        int origin = 0;
        long received = 0;
        long validated = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case Verdict.STATE_FIELD_NUMBER -> state = in.readEnum();
                case Verdict.ORIGIN_FIELD_NUMBER -> origin = in.readEnum();
                case Verdict.RECEIVED_US_FIELD_NUMBER -> received = in.readUInt64();
                case Verdict.VALIDATED_US_FIELD_NUMBER -> validated = in.readUInt64();
                case Verdict.ATTRIBUTE_DIGEST_FIELD_NUMBER -> {
                    return new Seen(
                            partition,
                            state,
                            origin,
                            in.readFixed64(),
                            received,
                            validated); // the last field that is needed
                }
                default -> in.skipField(tag);
            }
        }
        return new Seen(partition, state, origin, 0, received, validated);
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
