// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The Kafka clients of Kafka Streams, with three additions to the default clients.
 *
 * <ul>
 *   <li>Producers report the duration of each commit, on the stream thread.
 *   <li>The consumer of route events polls without waiting while its thread has background work. Otherwise such a
 *       thread would idle for half of its time.
 *   <li>The consumer of route events also reports events that retention deleted before they were judged. Kafka Streams
 *       itself skips them silently.
 * </ul>
 */
final class StreamsClients implements KafkaClientSupplier {
    private final BooleanSupplier hasBacklog;
    private final LongConsumer committed;
    private final Missing missing;

    /** Receives the partitions whose next records were deleted. */
    @FunctionalInterface
    interface Missing {
        /**
         * Publishes the gap, before any further record is read.
         *
         * @throws org.apache.kafka.common.KafkaException if it cannot be published; no record may be read then
         */
        void missing(InvalidOffsetException e);
    }

    /**
     * @param hasBacklog returns true while the calling thread has background work; called before each poll
     * @param committed receives the duration of each commit in nanoseconds, on the thread that committed
     * @param missing is called before Kafka Streams continues with the first record that exists
     */
    StreamsClients(BooleanSupplier hasBacklog, LongConsumer committed, Missing missing) {
        this.missing = missing;
        this.hasBacklog = hasBacklog;
        this.committed = committed;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()) {
            @Override
            public void commitTransaction() {
                long start = System.nanoTime();
                super.commitTransaction();
                committed.accept(System.nanoTime() - start);
            }
        };
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()) {
            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                try {
                    return super.poll(hasBacklog.getAsBoolean() ? Duration.ZERO : timeout);
                } catch (InvalidOffsetException e) {
                    missing.missing(e);
                    throw e;
                }
            }
        };
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return consumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return consumer(config);
    }

    private static Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
