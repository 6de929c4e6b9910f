// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.pathproof.contracts.RecordFormat;
import org.pathproof.contracts.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends offset commits that a broker still holds as pending although their transaction has ended. While offsets are
 * pending, brokers do not tell the committed ones, so that no task can begin.
 *
 * <p>Brokers of Kafka 4.2 keep such offsets until they are restarted. A broker that was killed and starts again may
 * load {@code __consumer_offsets} twice at once. Its group coordinator then serves requests on a part of the offsets,
 * and may apply the end of a transaction before the offsets that it ends (docs/adr/0084).
 *
 * <p>The end of any transaction of a producer ends all pending offsets of this producer. So an aborted transaction
 * with one offset is the remedy. It changes no committed offset.
 */
final class PendingOffsets {
    /** Longest wait for committed offsets before pending ones are ended. Usual commits take milliseconds. */
    static final Duration WAIT = Duration.ofSeconds(2);

    private static final Logger log = LoggerFactory.getLogger(PendingOffsets.class);

    /** The producers that are between two transactions, by the name of their stream thread. */
    private final ConcurrentMap<String, Producer<byte[], byte[]>> resting = new ConcurrentHashMap<>();

    /** Returns the name of the stream thread of a client, from the configuration of the client. */
    static String thread(Map<String, Object> config) {
        String client = String.valueOf(config.get(CommonClientConfigs.CLIENT_ID_CONFIG));
        return client.substring(0, Math.max(client.lastIndexOf('-'), 0));
    }

    /** Notes that the producer of a thread has no open transaction. */
    void setResting(String thread, Producer<byte[], byte[]> producer) {
        resting.put(thread, producer);
    }

    /** Notes that the producer of a thread has begun a transaction, or is closed. */
    void setBusy(String thread, Producer<byte[], byte[]> producer) {
        resting.remove(thread, producer);
    }

    /**
     * Ends the pending offsets of a thread's producer. Does nothing during a transaction, because its end does the
     * same. Call it on the stream thread.
     */
    void end(String thread, Set<TopicPartition> partitions, ConsumerGroupMetadata group) {
        Producer<byte[], byte[]> producer = resting.get(thread);
        if (producer != null && !partitions.isEmpty()) {
            end(producer, partitions.iterator().next(), group);
            log.info("Ended offset commits of earlier transactions: thread={} partitions={}", thread, partitions);
        }
    }

    /**
     * Ends the pending offsets of a dead instance, and fences its producer.
     *
     * @param client properties of Kafka clients, besides those of their kind
     */
    static void end(Map<String, Object> client, String transactionalId, String group) {
        Map<String, Object> config = new HashMap<>(client);
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        Map<String, Object> member = new HashMap<>(client);
        member.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        // This consumer never joins the group: brokers accept a transaction without a member.
        try (Producer<byte[], byte[]> producer =
                        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
                Consumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(member, RecordFormat.keyDeserializer(), new ByteArrayDeserializer())) {
            producer.initTransactions();
            end(producer, new TopicPartition(Topics.ROUTES, 0), consumer.groupMetadata());
        }
    }

    /**
     * Ends the pending offsets of a producer that is between two transactions.
     *
     * @param partition any partition that exists
     * @throws KafkaException if the producer cannot be used further; a retry of the same producer is of no use
     */
    private static void end(Producer<byte[], byte[]> producer, TopicPartition partition, ConsumerGroupMetadata group) {
        try {
            producer.beginTransaction();
            producer.sendOffsetsToTransaction(Map.of(partition, new OffsetAndMetadata(0)), group);
            producer.abortTransaction();
        } catch (TimeoutException e) {
            // Kafka Streams would repeat its request with a producer inside a transaction.
            throw new KafkaException("pending offset commits cannot be ended: " + e.getMessage(), e);
        }
    }
}
