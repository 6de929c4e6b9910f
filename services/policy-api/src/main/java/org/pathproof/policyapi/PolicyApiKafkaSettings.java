// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where Kafka is.
 *
 * @param bootstrapServers Kafka brokers for the first connection, as host:port, separated by commas.
 * @param properties Further properties of all Kafka clients, for example security.protocol.
 */
@ConfigurationProperties("pathproof.kafka")
public record PolicyApiKafkaSettings(
        @DefaultValue("localhost:9092") String bootstrapServers,
        @DefaultValue Map<String, String> properties) {}
