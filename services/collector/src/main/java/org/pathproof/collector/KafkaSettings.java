// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How to reach Kafka; the same for all services.
 *
 * @param bootstrapServers brokers to begin with, as host:port, separated by commas
 * @param replicationFactor of topics that are created; -1 for the brokers' default
 * @param routePartitions of the topics of routes and of verdicts when they are created: whoever is the first creates them
 * @param properties further properties of Kafka's clients, such as security.protocol
 */
@ConfigurationProperties("pathproof.kafka")
public record KafkaSettings(
        @DefaultValue("127.0.0.1:9092") String bootstrapServers,
        @DefaultValue("-1") short replicationFactor,
        @DefaultValue("12") int routePartitions,
        @DefaultValue Map<String, String> properties) {
    /** What every client of Kafka is made with. */
    Map<String, Object> client() {
        Map<String, Object> client = new HashMap<>(properties);
        client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return client;
    }
}
