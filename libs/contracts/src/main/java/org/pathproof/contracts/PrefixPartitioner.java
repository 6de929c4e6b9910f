// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.NullUnmarked;

/**
 * Puts all routes of one prefix, from every router, into one partition, so that one validator verifies each distinct
 * signature once for the whole network. For a record without a route key, the producer must set the partition.
 */
@NullUnmarked
public final class PrefixPartitioner implements Partitioner {
    @Override
    public int partition(String topic, Object key, byte[] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
        return partition(keyBytes, cluster.partitionsForTopic(topic).size());
    }

    /**
     * Returns the partition of a route key: murmur2 of the key's prefix part, as Kafka hashes whole keys.
     *
     * @param key route key
     * @param partitions number of partitions of the topic
     */
    public static int partition(byte[] key, int partitions) {
        int length = Math.min(RouteKey.prefixPartLength(key), key.length);
        byte[] prefix = java.util.Arrays.copyOf(key, length);
        return Utils.toPositive(Utils.murmur2(prefix)) % partitions;
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
