// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the master of the hash slot of the RPKI set in a Redis Cluster. Each search queries the servers of the address
 * and the servers of the last response ({@code CLUSTER SLOTS}), and begins with another one, because a server that is
 * cut off from the cluster gives outdated responses. Not thread-safe.
 */
final class ClusterMaster {
    /** Maximum time for the response of one server, so that a stopped server delays a search only briefly. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

    private final RedisClient client;
    private final List<RedisURI> named;
    private final int slot;
    private List<RedisURI> learned = List.of();
    private int searches;

    ClusterMaster(RedisClient client, List<RedisURI> named, RpkiKeys keys) {
        this.client = client;
        this.named = named;
        this.slot = SlotHash.getSlot(keys.head());
    }

    /**
     * Returns the address of the master.
     *
     * @throws RedisException if no server responds, or if the slot has no master
     */
    RedisURI find() {
        Map<String, RedisURI> servers = new LinkedHashMap<>();
        learned.forEach(server -> servers.put(RedisAddress.name(server), server));
        named.forEach(server -> servers.putIfAbsent(RedisAddress.name(server), server));
        List<RedisURI> all = List.copyOf(servers.values());
        int first = searches++;
        RedisException last = null;
        for (int i = 0; i < all.size(); i++) {
            RedisURI queried = all.get(Math.floorMod(first + i, all.size()));
            try {
                RedisURI master = query(queried);
                if (master != null) {
                    return master;
                }
            } catch (RedisConnectionException e) {
                last = TlsFailure.explained(queried, e);
            } catch (RedisException e) {
                last = e;
            }
        }
        throw last == null
                ? new RedisConnectionException("no server of the Redis Cluster names a master of slot " + slot
                        + ", which stores the RPKI set: check CLUSTER SLOTS")
                : last;
    }

    /** Queries a server for the master. Returns null if the server has no master for the slot. */
    private @Nullable RedisURI query(RedisURI server) {
        RedisURI quick = RedisURI.builder(server).withTimeout(ANSWER_TIMEOUT).build();
        List<Object> ranges;
        try (StatefulRedisConnection<String, String> connection = client.connect(StringCodec.UTF8, quick)) {
            ranges = connection.sync().clusterSlots();
        }
        Map<String, RedisURI> found = new LinkedHashMap<>();
        RedisURI master = null;
        for (Object each : ranges) {
            // The response has a list for each range: start and end, the master, and its replicas.
            if (each instanceof List<?> range
                    && range.size() > 2
                    && range.get(0) instanceof Long start
                    && range.get(1) instanceof Long end) {
                List<RedisURI> nodes = range.stream()
                        .skip(2)
                        .flatMap(node -> address(node, server).stream())
                        .toList();
                nodes.forEach(node -> found.put(RedisAddress.name(node), node));
                if (start <= slot && slot <= end && !nodes.isEmpty()) {
                    master = nodes.getFirst();
                }
            }
        }
        learned = List.copyOf(found.values());
        return master;
    }

    /** Returns the address of a node, with user, password and TLS of the queried server. */
    private static Optional<RedisURI> address(Object node, RedisURI queried) {
        if (!(node instanceof List<?> parts) || parts.size() < 2 || !(parts.get(1) instanceof Long port)) {
            return Optional.empty();
        }
        String host = parts.getFirst() instanceof String name ? name : "";
        // Without a name of its own, a node has the host of the query (cluster-preferred-endpoint-type).
        return Optional.of(RedisURI.builder(queried)
                .withHost(host.isEmpty() || host.equals("?") ? queried.getHost() : host)
                .withPort(port.intValue())
                .build());
    }
}
