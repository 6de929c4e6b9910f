// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import java.time.Duration;

/**
 * How the topics are laid out when they are created.
 *
 * @param routePartitions of routes and of verdicts, which must have the same number: the verdict of a route stands in the partition of
 *     the route. Not to be changed once there are routes
 * @param sessionPartitions of sessions and of rejects
 * @param replicationFactor of all of them; -1 for the brokers' default
 * @param routeRetention how long route events are kept: longer than a validator may be away
 * @param rejectRetention how long rejects are kept
 */
public record TopicSettings(
        int routePartitions,
        int sessionPartitions,
        short replicationFactor,
        Duration routeRetention,
        Duration rejectRetention) {
    public static final int DEFAULT_ROUTE_PARTITIONS = 12;

    /** What a small cluster uses: 12 partitions of routes, the brokers' replication, 7 days of routes and rejects. */
    public static TopicSettings defaults() {
        return new TopicSettings(DEFAULT_ROUTE_PARTITIONS, 1, (short) -1, Duration.ofDays(7), Duration.ofDays(7));
    }

    public TopicSettings withRoutePartitions(int partitions) {
        return new TopicSettings(partitions, sessionPartitions, replicationFactor, routeRetention, rejectRetention);
    }

    public TopicSettings withReplicationFactor(short factor) {
        return new TopicSettings(routePartitions, sessionPartitions, factor, routeRetention, rejectRetention);
    }
}
