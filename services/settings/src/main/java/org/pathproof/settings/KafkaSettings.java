// SPDX-License-Identifier: Apache-2.0
package org.pathproof.settings;

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
 * Settings of Kafka's clients and topics, the same for all services.
 *
 * @param bootstrapServers Kafka brokers for the first connection, as host:port, separated by commas.
 * @param replicationFactor Replication factor of created topics. -1: the brokers' default.
 * @param routePartitions Number of partitions of pathproof.routes and pathproof.verdicts. Applies when a service
 *     creates the topics.
 * @param retention Bounds of the topics in time and size.
 * @param alterTopics Applies retention and compaction settings to existing topics. Disable it where an operator sets
 *     them.
 * @param properties Further properties of all Kafka clients, for example security.protocol.
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
     * Bounds of the topics, the same in all services. A size is that of one replica of the whole topic.
     *
     * @param routesTime Age at which route events are deleted. Must exceed the longest downtime of a validator.
     * @param routesSize Maximum size of pathproof.routes. The oldest route events are deleted first.
     * @param rejectsTime Age at which rejects are deleted.
     * @param rejectsSize Maximum size of pathproof.rejects.
     * @param rawTime Age at which messages of openbmp.bmp_raw and pathproof.bmp_raw are deleted.
     * @param rawSize Maximum size of openbmp.bmp_raw, and of pathproof.bmp_raw.
     */
    public record Retention(
            @DefaultValue("7d") Duration routesTime,
            @DefaultValue("4GB") DataSize routesSize,
            @DefaultValue("7d") Duration rejectsTime,
            @DefaultValue("256MB") DataSize rejectsSize,
            @DefaultValue("1d") Duration rawTime,
            @DefaultValue("2GB") DataSize rawSize) {
        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if Kafka cannot keep a bound
         */
        public Retention {
            var _ = bounds(routesTime, routesSize, rejectsTime, rejectsSize, rawTime, rawSize);
        }

        private TopicRetention bounds() {
            return bounds(routesTime, routesSize, rejectsTime, rejectsSize, rawTime, rawSize);
        }

        private static TopicRetention bounds(
                Duration routesTime,
                DataSize routesSize,
                Duration rejectsTime,
                DataSize rejectsSize,
                Duration rawTime,
                DataSize rawSize) {
            return new TopicRetention(
                    routesTime, routesSize.toBytes(), rejectsTime, rejectsSize.toBytes(), rawTime, rawSize.toBytes());
        }
    }

    /** Returns the layout of the topics. */
    public TopicSettings topics() {
        return TopicSettings.defaults()
                .withRoutePartitions(routePartitions)
                .withReplicationFactor(replicationFactor)
                .withRetention(retention.bounds())
                .withAlterTopics(alterTopics);
    }

    /** Returns the properties common to all Kafka clients. The caller may change the map. */
    public Map<String, Object> client() {
        Map<String, Object> client = new HashMap<>(properties);
        client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return client;
    }
}
