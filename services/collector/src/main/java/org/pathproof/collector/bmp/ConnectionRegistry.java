// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
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
 * All open connections: bounded in number, in total and by address, and found by router. A router has one connection;
 * the newest one supersedes the older. Safe for use by several threads.
 */
final class ConnectionRegistry {
    private static final Logger log = LoggerFactory.getLogger(ConnectionRegistry.class);

    private final BmpLimits limits;
    private final CollectorMetrics metrics;
    private final WarningLimit warnings = new WarningLimit(log, "refused connections");
    /** Open channels, handshakes included. */
    private final AtomicInteger open = new AtomicInteger();

    private final Map<String, Integer> perAddress = new ConcurrentHashMap<>();
    private final Set<BmpConnection> connections = ConcurrentHashMap.newKeySet();
    private final Map<Bytes, BmpConnection> byRouter = new ConcurrentHashMap<>();

    ConnectionRegistry(BmpLimits limits, CollectorMetrics metrics) {
        this.limits = limits;
        this.metrics = metrics;
    }

    /**
     * Takes one of the places for open connections.
     *
     * @param accepted true when the other side made the connection
     * @return null when all places are taken; the channel is closed then
     */
    @Nullable
    Slot takeSlot(SocketChannel channel, boolean accepted) {
        Slot slot = new Slot(accepted);
        if (open.incrementAndGet() > limits.maxConnections()) {
            slot.release();
            refuse(
                    channel,
                    channel.remoteAddress().getAddress().getHostAddress(),
                    "connections",
                    limits.maxConnections() + " connections are open (pathproof.collector.max-routers)");
            return null;
        }
        channel.closeFuture().addListener(closed -> slot.channelClosed());
        return slot;
    }

    /** Closes a channel, counts it, and logs the reason unless too many were logged of late. */
    void refuse(Channel channel, String ip, String reason, String why) {
        metrics.closed(reason);
        if (warnings.mayWarn()) {
            log.warn("router {} is refused: {}", ip, NetworkText.description(why));
        }
        var _ = channel.close();
    }

    /** Adds the connection of an admitted router. Its place is free again when all that it sent has been handled. */
    void add(BmpConnection connection, Slot slot) {
        slot.admitted = true;
        connections.add(connection);
        var _ = connection.finished().whenComplete((nothing, error) -> slot.release());
    }

    /**
     * Makes a connection the router's. Waits until an older connection of the same router has been handled to its end.
     */
    void identified(BmpConnection connection, RouterIdentity identity) {
        BmpConnection older = byRouter.put(identity.hash(), connection);
        if (older != null) {
            metrics.closed("superseded");
            log.warn(
                    "router {} at {} connected again, its older connection is closed; two routers behind one address need different names",
                    identity.label(),
                    identity.ip());
            older.close("the router connected again");
            older.finished().join();
        }
        log.info("router at {} is \"{}\", hash {}", identity.ip(), identity.name(), identity.hash());
    }

    /**
     * Removes a connection that has been handled to its end.
     *
     * @param router null when the connection never named it
     * @return true when the router has no newer connection
     */
    boolean remove(BmpConnection connection, @Nullable RouterIdentity router) {
        connections.remove(connection);
        return router != null && byRouter.remove(router.hash(), connection);
    }

    /** Returns the newest connection of a router, by its hash; null when it has none. */
    @Nullable
    BmpConnection ofRouter(Bytes router) {
        return byRouter.get(router);
    }

    void forEachRouter(BiConsumer<Bytes, BmpConnection> action) {
        byRouter.forEach(action);
    }

    /** Returns the number of connections of admitted routers. */
    int size() {
        return connections.size();
    }

    long count(Predicate<BmpConnection> which) {
        return connections.stream().filter(which).count();
    }

    /** Closes all connections. The result is done when all that they received has been handled. */
    CompletableFuture<Void> closeAll(String reason) {
        return CompletableFuture.allOf(connections.stream()
                .map(connection -> {
                    connection.close(reason);
                    return connection.finished();
                })
                .toArray(CompletableFuture[]::new));
    }

    /** A place among the open connections, and among those of one address. It is given back once. */
    final class Slot {
        private final boolean accepted;
        private final AtomicBoolean released = new AtomicBoolean();
        private volatile boolean admitted;
        private volatile String address = "";

        private Slot(boolean accepted) {
            this.accepted = accepted;
        }

        /** Returns true when the other side made the connection. */
        boolean accepted() {
            return accepted;
        }

        /** Counts the connection to an address. Returns false when the address has as many as it may. */
        boolean take(String ip) {
            if (perAddress.merge(ip, 1, Integer::sum) > limits.maxPerAddress()) {
                ConnectionRegistry.this.release(ip);
                return false;
            }
            address = ip;
            return true;
        }

        private void channelClosed() {
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
