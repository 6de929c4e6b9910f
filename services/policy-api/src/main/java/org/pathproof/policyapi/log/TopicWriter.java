// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.log;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.input.KafkaTopics;

/** Writes records of partition 0 of a topic. Thread-safe. */
final class TopicWriter implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final KafkaTopics topics;
    private final String topic;
    private final String client;
    private final Consumer<Exception> failures;
    private @Nullable Producer<byte[], byte[]> producer;

    /**
     * @param topic name of the topic
     * @param client client id in Kafka
     * @param failures receives the failures of records, in any thread
     */
    TopicWriter(KafkaTopics topics, String topic, String client, Consumer<Exception> failures) {
        this.topics = topics;
        this.topic = topic;
        this.client = client;
        this.failures = failures;
    }

    /** Writes a record; null is a tombstone. The future completes when Kafka has the record, or fails. */
    CompletableFuture<Boolean> write(byte[] key, byte @Nullable [] value) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        try {
            var _ = producer().send(new ProducerRecord<>(topic, 0, key, value), (meta, failure) -> {
                if (failure == null) {
                    done.complete(true);
                } else {
                    failures.accept(failure);
                    done.completeExceptionally(failure);
                }
            });
        } catch (KafkaException e) {
            failures.accept(e);
            done.completeExceptionally(e);
        }
        return done;
    }

    private synchronized Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> open = producer;
        if (open == null) {
            open = topics.producer(client);
            producer = open;
        }
        return open;
    }

    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(CLOSE_TIMEOUT);
            producer = null;
        }
    }
}
