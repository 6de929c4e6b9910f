// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where Kafka is; the same settings for all services.
 *
 * @param bootstrapServers host:port, separated by commas
 * @param replicationFactor of topics that are created; -1 for the brokers' default
 * @param routePartitions of the topics of routes and of verdicts when they are created: whoever is the first creates them
 * @param properties further properties of all Kafka clients, such as those of TLS and SASL
 */
@ConfigurationProperties("pathproof.kafka")
public record KafkaSettings(
        @DefaultValue("127.0.0.1:9092") String bootstrapServers,
        @DefaultValue("-1") short replicationFactor,
        @DefaultValue("12") int routePartitions,
        @DefaultValue Map<String, String> properties) {}
