// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

/**
 * Layout of the topics.
 *
 * @param routePartitions number of partitions of routes, and of verdicts: the verdict of a route is in the partition of
 *     the route. The number must not change once there are routes
 * @param sessionPartitions number of partitions of sessions, and of rejects
 * @param replicationFactor replication factor of all topics; -1 for the brokers' default
 * @param retention bounds of each topic in time and size
 * @param alterTopics true to alter the retention and compaction settings of existing topics to these values
 */
public record TopicSettings(
        int routePartitions,
        int sessionPartitions,
        short replicationFactor,
        TopicRetention retention,
        boolean alterTopics) {
    public static final int DEFAULT_ROUTE_PARTITIONS = 12;

    /**
     * Returns the settings for a small cluster: 12 partitions of routes, the brokers' replication factor, and the
     * retention of {@link TopicRetention#defaults}.
     */
    public static TopicSettings defaults() {
        return new TopicSettings(DEFAULT_ROUTE_PARTITIONS, 1, (short) -1, TopicRetention.defaults(), true);
    }

    public TopicSettings withRoutePartitions(int partitions) {
        return new TopicSettings(partitions, sessionPartitions, replicationFactor, retention, alterTopics);
    }

    public TopicSettings withReplicationFactor(short factor) {
        return new TopicSettings(routePartitions, sessionPartitions, factor, retention, alterTopics);
    }

    public TopicSettings withRetention(TopicRetention bounds) {
        return new TopicSettings(routePartitions, sessionPartitions, replicationFactor, bounds, alterTopics);
    }

    public TopicSettings withAlterTopics(boolean alter) {
        return new TopicSettings(routePartitions, sessionPartitions, replicationFactor, retention, alter);
    }
}
