// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import java.time.Duration;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.verdictstore.input.KafkaTopics;

/** Writes refused routes to their topic, without waiting for the brokers. Thread-safe. */
final class RefusalWriter implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final KafkaTopics topics;
    private final String client;
    private final Consumer<Exception> failures;
    private @Nullable Producer<byte[], byte[]> producer;

    /**
     * @param client client id in Kafka
     * @param failures receives the failures of records, in any thread
     */
    RefusalWriter(KafkaTopics topics, String client, Consumer<Exception> failures) {
        this.topics = topics;
        this.client = client;
        this.failures = failures;
    }

    void write(RefusedRoute route) {
        ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(
                Topics.REFUSALS, 0, route.key().toBytes(), route.verdict().toByteArray());
        route.writeTimes(message.headers());
        send(message);
    }

    void remove(RouteKey key) {
        send(new ProducerRecord<>(Topics.REFUSALS, 0, key.toBytes(), null));
    }

    private void send(ProducerRecord<byte[], byte[]> message) {
        try {
            var _ = producer().send(message, (metadata, failure) -> {
                if (failure != null) {
                    failures.accept(failure);
                }
            });
        } catch (KafkaException e) {
            failures.accept(e);
        }
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
