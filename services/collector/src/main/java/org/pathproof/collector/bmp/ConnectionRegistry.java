// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the connections of admitted routers, and finds the connection of a router. Bounds the number of open
 * connections, in total and per address; connections before admission count, too. A router has one connection; a newer
 * one supersedes an older one. Safe for use by several threads.
 */
final class ConnectionRegistry {
    private static final Logger log = LoggerFactory.getLogger(ConnectionRegistry.class);

    private final BmpLimits limits;
    private final CollectorMetrics metrics;
    /** Open channels, handshakes included. */
    private final AtomicInteger open = new AtomicInteger();

    private final Map<String, Integer> perAddress = new ConcurrentHashMap<>();
    private final Set<RouterConnection> connections = ConcurrentHashMap.newKeySet();
    private final Map<Bytes, RouterConnection> byRouter = new ConcurrentHashMap<>();

    ConnectionRegistry(BmpLimits limits, CollectorMetrics metrics) {
        this.limits = limits;
        this.metrics = metrics;
    }

    /**
     * Takes one of the slots for open connections.
     *
     * @param accepted true if the other side opened the connection
     * @return the slot; null if all slots are taken, in which case this method closes the channel
     */
    @Nullable
    Slot takeSlot(Channel channel, InetAddress remote, boolean accepted) {
        Slot slot = new Slot(accepted);
        if (open.incrementAndGet() > limits.maxConnections()) {
            slot.release();
            refuse(
                    channel,
                    remote.getHostAddress(),
                    "connections",
                    limits.maxConnections() + " connections are open (pathproof.collector.max-routers)");
            return null;
        }
        channel.closeFuture().addListener(closed -> slot.onChannelClose());
        return slot;
    }

    /** Closes a channel, counts the refusal, and logs the reason. */
    void refuse(Channel channel, String ip, String reason, String why) {
        recordRefusal(ip, reason, why);
        var _ = channel.close();
    }

    /** Counts a refusal whose channel is closed, and logs the reason. */
    void recordRefusal(String ip, String reason, String why) {
        metrics.countClosed(reason);
        log.warn(getMarker("router-refused"), "router refused: ip={} reason=\"{}\"", ip, NetworkText.description(why));
    }

    /** Counts a certificate with a description: applied, refused or ignored. */
    void countDescription(String result) {
        metrics.countDescription(result);
    }

    /** Adds the connection of an admitted router. The slot becomes free when all received messages are handled. */
    void add(RouterConnection connection, Slot slot) {
        slot.admitted = true;
        connections.add(connection);
        var _ = connection.finished().whenComplete((nothing, error) -> slot.release());
    }

    /**
     * Assigns a connection to its router. Waits until all messages of an older connection of the same router are
     * handled.
     */
    void closeOlder(RouterConnection connection, RouterIdentity identity) {
        RouterConnection older = byRouter.put(identity.hash(), connection);
        if (older != null) {
            metrics.countClosed("superseded");
            log.warn(
                    getMarker("router-superseded"),
                    "router connected again, closing the older connection: router={} ip={} (routers behind one address need different names)",
                    identity.label(),
                    identity.ip());
            older.close("the router connected again");
            older.finished().join();
        }
        log.info("router identified: ip={} name=\"{}\" hash={}", identity.ip(), identity.name(), identity.hash());
    }

    /**
     * Removes a connection whose messages are all handled.
     *
     * @param router router of the connection; null if it was never identified
     * @return true if the router has no newer connection
     */
    boolean remove(RouterConnection connection, @Nullable RouterIdentity router) {
        connections.remove(connection);
        return router != null && byRouter.remove(router.hash(), connection);
    }

    /** Returns the newest connection of a router, by its hash; null if there is none. */
    @Nullable
    RouterConnection ofRouter(Bytes router) {
        return byRouter.get(router);
    }

    void forEachRouter(BiConsumer<Bytes, RouterConnection> action) {
        byRouter.forEach(action);
    }

    /** Returns the number of connections of admitted routers. */
    int size() {
        return connections.size();
    }

    /** Returns the age of the oldest received message that is not handled, in nanoseconds; 0 if there is none. */
    long oldestMessageNanos() {
        long now = System.nanoTime();
        return connections.stream()
                .mapToLong(connection -> connection.oldestMessageNanos(now))
                .max()
                .orElse(0);
    }

    long count(Predicate<RouterConnection> which) {
        return connections.stream().filter(which).count();
    }

    /** Disconnects all admitted routers. The returned future completes when all received messages are handled. */
    CompletableFuture<Void> closeAll(String reason) {
        return CompletableFuture.allOf(connections.stream()
                .map(connection -> {
                    connection.close(reason);
                    return connection.finished();
                })
                .toArray(CompletableFuture[]::new));
    }

    /** A slot among the open connections, and among the connections of one address. A slot is released once. */
    final class Slot {
        private final boolean accepted;
        private final AtomicBoolean released = new AtomicBoolean();
        private volatile boolean admitted;
        private volatile String address = "";

        private Slot(boolean accepted) {
            this.accepted = accepted;
        }

        /** Returns true if the other side opened the connection. */
        boolean accepted() {
            return accepted;
        }

        /** Counts the connection for an address. Returns false if the address has reached its maximum. */
        boolean take(String ip) {
            if (perAddress.merge(ip, 1, Integer::sum) > limits.maxPerAddress()) {
                ConnectionRegistry.this.release(ip);
                return false;
            }
            address = ip;
            return true;
        }

        private void onChannelClose() {
            if (!admitted) {
                release();
            }
        }

        private void release() {
            if (!released.getAndSet(true)) {
                open.decrementAndGet();
                if (!address.isEmpty()) {
                    ConnectionRegistry.this.release(address);
                }
            }
        }
    }

    private void release(String ip) {
        perAddress.computeIfPresent(ip, (key, count) -> count == 1 ? null : count - 1);
    }
}
