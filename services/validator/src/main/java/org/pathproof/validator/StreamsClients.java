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
 * The Kafka clients of Kafka Streams, which are the usual ones, but for three things. Producers tell how long each commit takes: on the stream
 * thread, from the flush of what was written until the brokers have it in their log that it is valid. And the consumer of route events does
 * not wait for them while its thread has other work: a thread that judges routes again would else stand still for half of its time. That consumer also tells of route events that retention deleted before they were judged: Kafka
 * Streams itself passes over them without a word.
 */
final class StreamsClients implements KafkaClientSupplier {
    private final BooleanSupplier otherWork;
    private final LongConsumer committed;
    private final Missing missing;

    /** Told where records that were to be read next are not there any more. */
    @FunctionalInterface
    interface Missing {
        /** Returns when others know of it; throws KafkaException when that cannot be, and nothing may be read then. */
        void missing(InvalidOffsetException e);
    }

    /**
     * @param otherWork whether the calling thread has other work than records; asked before each poll
     * @param committed is given nanoseconds, on the thread that committed
     * @param missing is told before Kafka Streams goes on with the first record that is there
     */
    StreamsClients(BooleanSupplier otherWork, LongConsumer committed, Missing missing) {
        this.missing = missing;
        this.otherWork = otherWork;
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
                    return super.poll(otherWork.getAsBoolean() ? Duration.ZERO : timeout);
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
