// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.input;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.pathproof.contracts.RecordFormat;

/**
 * Creates clients for the topics. Consumers have no group and read committed records.
 *
 * @param properties settings of all clients, with the bootstrap servers
 */
public record HistoryTopics(Map<String, Object> properties) {
    private static final int FETCH_WAIT_MS = 100;
    private static final int FETCH_BYTES = 16 << 20;
    private static final int POLL_RECORDS = 10_000;

    public HistoryTopics {
        properties = Map.copyOf(properties);
    }

    /** Creates a consumer without partitions. */
    Consumer<byte[], byte[]> consumer(String clientId) {
        Map<String, Object> config = new HashMap<>(properties);
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
        config.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
        config.putIfAbsent(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        return new KafkaConsumer<>(config, RecordFormat.keyDeserializer(), new ByteArrayDeserializer());
    }

    /** Creates an administrative client. */
    Admin admin() {
        Map<String, Object> config = new HashMap<>(properties);
        config.put(CommonClientConfigs.CLIENT_ID_CONFIG, "pathproof-history-topics");
        return Admin.create(config);
    }
}
