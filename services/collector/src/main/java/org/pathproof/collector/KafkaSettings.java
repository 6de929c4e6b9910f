// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.pathproof.contracts.TopicRetention;
import org.pathproof.contracts.TopicSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How to reach Kafka; the same for all services.
 *
 * @param bootstrapServers brokers to begin with, as host:port, separated by commas
 * @param replicationFactor of topics that are created; -1 for the brokers' default
 * @param routePartitions of the topics of routes and of verdicts when they are created: whoever is the first creates them
 * @param retention bounds of the topics in time and size
 * @param alterTopics sets the retention and compaction settings of topics that exist already, too; off where an operator sets them
 * @param properties further properties of Kafka's clients, such as security.protocol
 */
@ConfigurationProperties("pathproof.kafka")
public record KafkaSettings(
        @DefaultValue("127.0.0.1:9092") String bootstrapServers,
        @DefaultValue("-1") short replicationFactor,
        @DefaultValue("12") int routePartitions,
        @DefaultValue Retention retention,
        @DefaultValue("true") boolean alterTopics,
        @DefaultValue Map<String, String> properties) {
    /**
     * Bounds of the topics. Sizes are those of a topic in one replica; each service that creates topics must have the same.
     *
     * @param routesTime age at which route events are deleted: longer than a validator may be away
     * @param routesSize size of pathproof.routes; the oldest route events are deleted first
     * @param rejectsTime age at which rejects are deleted
     * @param rejectsSize size of pathproof.rejects
     * @param rawTime age at which messages of openbmp.bmp_raw and pathproof.bmp_raw are deleted
     * @param rawSize size of openbmp.bmp_raw, and of pathproof.bmp_raw
     */
    public record Retention(
            @DefaultValue("7d") Duration routesTime,
            @DefaultValue("4GB") DataSize routesSize,
            @DefaultValue("7d") Duration rejectsTime,
            @DefaultValue("256MB") DataSize rejectsSize,
            @DefaultValue("1d") Duration rawTime,
            @DefaultValue("2GB") DataSize rawSize) {
        /** Throws IllegalArgumentException for a bound that cannot be kept. */
        public Retention {
            var _ = new TopicRetention(
                    routesTime, routesSize.toBytes(), rejectsTime, rejectsSize.toBytes(), rawTime, rawSize.toBytes());
        }

        private TopicRetention bounds() {
            return new TopicRetention(
                    routesTime, routesSize.toBytes(), rejectsTime, rejectsSize.toBytes(), rawTime, rawSize.toBytes());
        }
    }

    /** The layout of the topics. */
    TopicSettings topics() {
        return TopicSettings.defaults()
                .withRoutePartitions(routePartitions)
                .withReplicationFactor(replicationFactor)
                .withRetention(retention.bounds())
                .withAlterTopics(alterTopics);
    }

    /** What every client of Kafka is made with. */
    Map<String, Object> client() {
        Map<String, Object> client = new HashMap<>(properties);
        client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return client;
    }
}
