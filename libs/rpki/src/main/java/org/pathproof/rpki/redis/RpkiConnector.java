// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timer;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Connects to the Redis server that stores the RPKI set: a single server, the master that Sentinel names, or the master
 * of the set's hash slot in a Redis Cluster. Used by one thread; another thread may call {@link #close}.
 */
final class RpkiConnector implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

    /** Tick of the timer of command timeouts, which are seconds. The default of 100 ms wakes an idle process. */
    private static final Duration TIMER_TICK = Duration.ofSeconds(1);

    private final Timer timer = new HashedWheelTimer(
            new DefaultThreadFactory("lettuce-timer", true), TIMER_TICK.toMillis(), TimeUnit.MILLISECONDS);
    private final ClientResources resources =
            ClientResources.builder().timer(timer).build();
    private final RedisClient client = RedisClient.create(resources);
    private final RpkiKeys keys;
    private final Duration timeout;
    private final RedisURI server;
    private final ClusterMaster cluster;
    private final boolean isCluster;

    RpkiConnector(RedisAddress address, RpkiKeys keys) {
        this.keys = keys;
        List<RedisURI> servers = address.servers();
        timeout = address.timeout();
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
            return RpkiStore.connect(client, master, keys, timeout);
        } catch (RedisConnectionException e) {
            throw TlsFailure.explained(master, e);
        }
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, STOP_TIMEOUT);
        var _ = resources
                .shutdown(0, STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(STOP_TIMEOUT.toMillis());
        timer.stop();
    }
}
