// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.State;
import org.pathproof.networkrecords.NetworkRecords;
import org.pathproof.networkrecords.RouteVersion;

/**
 * Writes records as collectors and validators do. The writer keeps the last verdict of each partition: a reader that
 * has these verdicts has all earlier ones. Not thread-safe.
 */
final class RecordWriter implements AutoCloseable {
    private static final int BATCH = 256 << 10;
    private static final int LINGER_MS = 20;
    private static final long BUFFER = 64 << 20;

    private final NetworkRecords records;
    private final Expectation expectation;
    private final Producer<byte[], byte[]> producer;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private Map<Integer, Mark> marks = new HashMap<>();
    private int number;

    /** A written verdict. */
    record Mark(int prefix, int session, int number) {}

    RecordWriter(NetworkRecords records, Expectation expectation, String bootstrapServers) {
        this.records = records;
        this.expectation = expectation;
        producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                        ProducerConfig.ACKS_CONFIG, "all",
                        ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4",
                        ProducerConfig.BATCH_SIZE_CONFIG, BATCH,
                        ProducerConfig.LINGER_MS_CONFIG, LINGER_MS,
                        ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Begins versions of routes with later times. */
    void nextVersion() {
        number++;
    }

    /** Writes a route as it is expected. */
    void route(int prefix, int session) throws IOException {
        route(prefix, session, expectation.version(prefix, session, number));
    }

    /** Writes a version of a route. */
    void route(int prefix, int session, RouteVersion version) throws IOException {
        byte[] key = records.key(prefix, session);
        int partition = PrefixPartitioner.partition(key, TopicSettings.DEFAULT_ROUTE_PARTITIONS);
        send(Topics.VERDICTS, partition, key, records.verdict(prefix, session, version));
        marks.put(partition, new Mark(prefix, session, version.number()));
        expectation.note(prefix, session, version.number());
    }

    /** Deletes the verdict of a route. */
    void delete(int prefix, int session) {
        byte[] key = records.key(prefix, session);
        send(Topics.VERDICTS, PrefixPartitioner.partition(key, TopicSettings.DEFAULT_ROUTE_PARTITIONS), key, null);
    }

    /** Writes the record of a session that is up. */
    void up(int session) {
        session(session, State.UP, 1, 0);
    }

    /** Writes the record of a session that has ended with all its routes. */
    void down(int session) {
        session(session, State.DOWN, 2, 2);
    }

    private void session(int session, State state, long epoch, long deadBefore) {
        send(
                Topics.SESSIONS,
                0,
                records.sessionId(session).bytes().toArray(),
                records.session(session, state, epoch, deadBefore));
    }

    private void send(String topic, int partition, byte[] key, byte @Nullable [] value) {
        var _ = producer.send(new ProducerRecord<>(topic, partition, key, value), (_, e) -> {
            if (e != null) {
                failure.compareAndSet(null, e);
            }
        });
    }

    /**
     * Waits until Kafka has all records.
     *
     * @throws IllegalStateException if Kafka refused a record
     */
    void flush() {
        producer.flush();
        Exception e = failure.get();
        if (e != null) {
            throw new IllegalStateException("Kafka refused a record: " + e.getMessage(), e);
        }
    }

    /** Returns the last verdict of each partition with verdicts since the last call. */
    Map<Integer, Mark> takeMarks() {
        Map<Integer, Mark> taken = marks;
        marks = new HashMap<>();
        return taken;
    }

    /** Returns true if each partition has a verdict since the last call of {@link #takeMarks}. */
    boolean hasMarkOfEachPartition() {
        return marks.size() == TopicSettings.DEFAULT_ROUTE_PARTITIONS;
    }

    int number() {
        return number;
    }

    @Override
    public void close() {
        producer.close();
    }
}
