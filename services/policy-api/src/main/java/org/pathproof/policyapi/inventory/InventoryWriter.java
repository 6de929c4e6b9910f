// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Topics;
import org.pathproof.verdictstore.input.KafkaTopics;

/** Writes records of the inventory. Thread-safe. */
final class InventoryWriter implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final KafkaTopics topics;
    private final String client;
    private final Consumer<Exception> failures;
    private @Nullable Producer<byte[], byte[]> producer;

    /**
     * @param client client id in Kafka
     * @param failures receives the failures of records, in any thread
     */
    InventoryWriter(KafkaTopics topics, String client, Consumer<Exception> failures) {
        this.topics = topics;
        this.client = client;
        this.failures = failures;
    }

    /** Writes an entry. The future completes when Kafka has the record, or fails. */
    CompletableFuture<Boolean> write(InventoryEntry entry) {
        return send(entry.key(), entry.toBytes());
    }

    void remove(InventoryKey key) {
        var _ = send(key, null);
    }

    private CompletableFuture<Boolean> send(InventoryKey key, byte @Nullable [] value) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        try {
            var _ = producer()
                    .send(new ProducerRecord<>(Topics.INVENTORY, 0, key.toBytes(), value), (meta, failure) -> {
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
