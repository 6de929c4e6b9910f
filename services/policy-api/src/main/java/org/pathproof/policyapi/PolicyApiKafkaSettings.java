// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where Kafka is.
 *
 * @param bootstrapServers host:port, comma-separated
 * @param properties further settings of every Kafka client, by Kafka's own names
 */
@ConfigurationProperties("pathproof.kafka")
public record PolicyApiKafkaSettings(
        @DefaultValue("localhost:9092") String bootstrapServers,
        @DefaultValue Map<String, String> properties) {}
