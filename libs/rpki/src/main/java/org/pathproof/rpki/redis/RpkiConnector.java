// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import java.time.Duration;
import java.util.List;

/**
 * Connects to the Redis server that stores the RPKI set: a single server, the master that Sentinel names, or the master
 * of the set's hash slot in a Redis Cluster. Used by one thread; another thread may call {@link #close}.
 */
final class RpkiConnector implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final RedisClient client = RedisClient.create();
    private final RpkiKeys keys;
    private final RedisURI server;
    private final ClusterMaster cluster;
    private final boolean isCluster;

    RpkiConnector(RedisAddress address, RpkiKeys keys) {
        this.keys = keys;
        List<RedisURI> servers = address.servers();
        Duration timeout = address.timeout();
        servers.forEach(each -> each.setTimeout(timeout));
        server = servers.getFirst();
        isCluster = address.isCluster();
        cluster = new ClusterMaster(client, servers, keys);
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .socketOptions(
                        SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build())
                .sslOptions(address.tls())
                .timeoutOptions(TimeoutOptions.enabled(timeout))
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .build());
    }

    /**
     * Connects.
     *
     * @throws io.lettuce.core.RedisException if Redis is unreachable
     */
    RpkiStore connect() {
        RedisURI master = server;
        try {
            if (isCluster) {
                master = cluster.find();
            }
            return RpkiStore.connect(client, master, keys);
        } catch (RedisConnectionException e) {
            throw TlsFailure.explained(master, e);
        }
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
