// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The Kafka clients of Kafka Streams, which are the usual ones, but that producers tell how long each commit takes: on the stream
 * thread, from the flush of what was written until the brokers have it in their log that it is valid.
 */
final class StreamsClients implements KafkaClientSupplier {
    private final LongConsumer committed;

    /** @param committed is given nanoseconds, on the thread that committed */
    StreamsClients(LongConsumer committed) {
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
        return consumer(config);
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
