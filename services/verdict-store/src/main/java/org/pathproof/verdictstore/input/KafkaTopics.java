// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.pathproof.contracts.RecordFormat;
import org.pathproof.contracts.Topics;

/**
 * Creates clients for the topics. Consumers have no group and read the committed records of every partition. A verdict
 * of an aborted transaction must not be read, because the validator may never write the verdict again.
 *
 * @param properties further settings of the clients
 */
public record KafkaTopics(String bootstrapServers, Map<String, String> properties) {
    public static final String SESSIONS = Topics.SESSIONS;
    public static final String VERDICTS = Topics.VERDICTS;

    /** Wait of a fetch while there is no record. A broker handles other requests of the connection after the wait. */
    private static final int FETCH_WAIT_MS = 1_000;

    /** Time limit of a write, so that no write is repeated after its caller has given up. */
    private static final int PRODUCER_TIMEOUT_MS = 8_000;

    /** Creates a consumer without partitions; throws KafkaException if no bootstrap server can be resolved. */
    public Consumer<byte[], byte[]> consumer(String clientId) {
        Map<String, Object> config = new HashMap<>(properties);
        config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5000);
        config.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
        return new KafkaConsumer<>(config, RecordFormat.keyDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Creates a producer that waits until all in-sync replicas have a record. Throws KafkaException if no bootstrap
     * server can be resolved.
     */
    public Producer<byte[], byte[]> producer(String clientId) {
        Map<String, Object> config = new HashMap<>(properties);
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PRODUCER_TIMEOUT_MS);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, PRODUCER_TIMEOUT_MS);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PRODUCER_TIMEOUT_MS);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Creates an admin client; throws KafkaException if no bootstrap server can be resolved. */
    public Admin admin(String clientId) {
        Map<String, Object> config = new HashMap<>(properties);
        config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(AdminClientConfig.CLIENT_ID_CONFIG, clientId);
        return Admin.create(config);
    }

    /** Returns all partitions of sessions and verdicts, sessions first, in order of their numbers. */
    static List<TopicPartition> partitions(int sessions, int verdicts) {
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
            all.add(new TopicPartition(SESSIONS, i));
        }
        for (int i = 0; i < verdicts; i++) {
            all.add(new TopicPartition(VERDICTS, i));
        }
        return all;
    }
}
