// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.slf4j.MarkerFactory.getMarker;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.InstanceSigns;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the connections of admitted routers, and finds the connection of a router. Bounds the number of open
 * connections, in total and per address; connections before admission count, too. A BGP instance of a router has one
 * connection; a newer one supersedes an older one. Safe for use by several threads.
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
    /** The connections of the BGP instances of each router, by its hash without the number of an instance. */
    private final Map<Bytes, Set<RouterConnection>> instances = new ConcurrentHashMap<>();

    private final Object identifying = new Object();

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
     * Assigns a connection to the router that a decision returns. Waits until all messages of an older connection of
     * the same instance are handled.
     *
     * @param router hash of the router without the number of its instance
     * @param decision returns the identity with the number; one decision is made at a time, so that two connections do
     *     not become the same instance
     * @return the router; empty if the decision is empty
     */
    Optional<RouterIdentity> assign(
            RouterConnection connection, Bytes router, Supplier<Optional<RouterIdentity>> decision) {
        RouterConnection older;
        RouterIdentity identity;
        synchronized (identifying) {
            identity = decision.get().orElse(null);
            if (identity == null) {
                return Optional.empty();
            }
            older = byRouter.put(identity.hash(), connection);
            instances.compute(router, (hash, known) -> {
                Set<RouterConnection> all = known == null ? ConcurrentHashMap.newKeySet() : known;
                all.add(connection);
                return all;
            });
        }
        if (older != null) {
            recordSuperseded(identity);
            older.close("the router connected again");
            older.finished().join();
        }
        log.info("router identified: ip={} name=\"{}\" hash={}", identity.ip(), identity.label(), identity.hash());
        return Optional.of(identity);
    }

    /** Counts and logs a connection of a router that has connected again. */
    void recordSuperseded(RouterIdentity router) {
        metrics.countClosed("superseded");
        log.warn(
                getMarker("router-superseded"),
                "router connected again, closing the older connection: router={} ip={} (routers behind one address need different names)",
                router.label(),
                router.ip());
    }

    /** Returns the signs of the open connection of a router; null if it has none, and for the asking connection. */
    @Nullable
    InstanceSigns signsOf(Bytes router, RouterConnection asking) {
        RouterConnection connection = byRouter.get(router);
        return connection == null || connection.equals(asking) || !connection.isOpen() ? null : connection.signs();
    }

    /**
     * Returns another connection of the same router that has a peer of this connection, so that both are of the same
     * BGP instance; empty if there is none.
     *
     * @param router hash of the router without the number of its instance
     */
    Optional<RouterConnection> twin(RouterConnection connection, Bytes router, PerPeerHeader peer) {
        Set<RouterConnection> all = instances.getOrDefault(router, Set.of());
        return all.size() < 2
                ? Optional.empty()
                : all.stream()
                        .filter(other -> !other.equals(connection) && other.isOpen())
                        .filter(other -> connection.signs().sharePeer(other.signs(), peer))
                        .findFirst();
    }

    /**
     * Removes a connection whose messages are all handled.
     *
     * @param router router of the connection without the number of its instance; null before the first message
     * @param identity router of the connection; null if it was never identified
     * @return true if the router has no newer connection
     */
    boolean remove(RouterConnection connection, @Nullable RouterIdentity router, @Nullable RouterIdentity identity) {
        connections.remove(connection);
        if (router != null) {
            instances.computeIfPresent(router.hash(), (hash, all) -> {
                all.remove(connection);
                return all.isEmpty() ? null : all;
            });
        }
        return identity != null && byRouter.remove(identity.hash(), connection);
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
