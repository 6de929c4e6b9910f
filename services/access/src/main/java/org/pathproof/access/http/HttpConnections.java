// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.admission.ClientSite;
import org.pathproof.wire.admission.FairShares;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of a connector. Refuses connections above the limit of an address or of the connector. Ends the
 * input of a connection whose next request head is not complete in time, so that Tomcat closes the connection: a client
 * that sends its head byte by byte holds a connection no longer than that. The body that a response left unread counts
 * as a part of the next head. Thread-safe.
 */
final class HttpConnections {
    private static final Logger log = LoggerFactory.getLogger(HttpConnections.class);

    /** Minimum time between two visits of all connections because the connector is full. */
    private static final long FULL_SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final FairShares<ClientSite> places;
    private final TrustedProxies proxies;
    private final long headNanos;
    private final LongSupplier nanoTime;
    private final Map<InetSocketAddress, Connection> byPeer = new HashMap<>();
    private final Map<ClientSite, Set<Connection>> bySite = new HashMap<>();
    private final Map<SocketChannel, HeadScanner> byChannel = new ConcurrentHashMap<>();
    private long swept;

    /** A connection, and the time since which it waits for a complete request head. */
    private static final class Connection {
        private final SocketChannel channel;
        private final InetSocketAddress peer;
        private final @Nullable ClientSite site;
        private final HeadScanner head = new HeadScanner();
        private long since;
        private boolean inRequest;

        /** @param site the client that is counted; null for a trusted proxy */
        Connection(SocketChannel channel, InetSocketAddress peer, @Nullable ClientSite site, long since) {
            this.channel = channel;
            this.peer = peer;
            this.site = site;
            this.since = since;
        }
    }

    /**
     * @param all maximum number of connections
     * @param perAddress maximum number of connections of one address
     * @param headTime time until the head of a request is complete
     * @param nanoTime clock, as {@link System#nanoTime}
     */
    HttpConnections(int all, int perAddress, Duration headTime, TrustedProxies proxies, LongSupplier nanoTime) {
        this.places = new FairShares<>(all, perAddress);
        this.headNanos = headTime.toNanos();
        this.proxies = proxies;
        this.nanoTime = nanoTime;
        this.swept = nanoTime.getAsLong();
    }

    /** Counts an accepted connection. Returns false if the connection must be closed. */
    synchronized boolean admit(SocketChannel channel) {
        InetSocketAddress peer;
        try {
            if (!(channel.getRemoteAddress() instanceof InetSocketAddress address)) {
                return true; // a Unix domain socket
            }
            peer = address;
        } catch (IOException e) {
            log.debug("connection ended before it was counted", e);
            return false;
        }
        ClientSite site = proxies.contains(peer.getAddress()) ? null : ClientSite.of(peer.getAddress());
        if (site != null && !takePlace(site)) {
            log.warn(
                    getMarker("http-connection-refused"),
                    "HTTP connection refused, too many from this address: address={} open={}"
                            + " (pathproof.http.max-connections-per-address)",
                    peer.getAddress().getHostAddress(),
                    bySite.getOrDefault(site, Set.of()).size());
            return false;
        }
        Connection connection = new Connection(channel, peer, site, nanoTime.getAsLong());
        byChannel.put(channel, connection.head);
        Connection previous = byPeer.put(peer, connection);
        if (previous != null) {
            remove(previous);
        }
        if (site != null) {
            bySite.computeIfAbsent(site, key -> new HashSet<>()).add(connection);
        }
        return true;
    }

    private boolean takePlace(ClientSite site) {
        if (places.take(site, 1) == null) {
            return true;
        }
        // Tomcat does not report closed connections. They are found here, and by the sweep.
        List.copyOf(bySite.getOrDefault(site, Set.of())).forEach(this::removeIfClosed);
        if (places.take(site, 1) == null) {
            return true;
        }
        long now = nanoTime.getAsLong();
        if (now - swept < FULL_SWEEP_NANOS) {
            return false;
        }
        swept = now;
        new ArrayList<>(byPeer.values()).forEach(this::removeIfClosed);
        return places.take(site, 1) == null;
    }

    private void removeIfClosed(Connection connection) {
        if (!connection.channel.isOpen()) {
            byPeer.remove(connection.peer, connection);
            remove(connection);
        }
    }

    private void remove(Connection connection) {
        byChannel.remove(connection.channel);
        ClientSite site = connection.site;
        Set<Connection> ofSite = site == null ? null : bySite.get(site);
        if (site != null && ofSite != null && ofSite.remove(connection)) {
            places.release(site, 1);
            if (ofSite.isEmpty()) {
                bySite.remove(site);
            }
        }
    }

    /** Records that the head of a request is complete. Returns true if the head has a folded field. */
    synchronized boolean onRequest(InetAddress address, int port) {
        Connection connection = byPeer.get(new InetSocketAddress(address, port));
        if (connection == null) {
            return false;
        }
        connection.inRequest = true;
        return connection.head.isFolded();
    }

    /** Returns the scanner of a connection; null for a connection that is not counted. */
    @Nullable
    HeadScanner scanner(SocketChannel channel) {
        return byChannel.get(channel);
    }

    /** Records the end of a response. */
    synchronized void onResponse(InetAddress address, int port) {
        Connection connection = byPeer.get(new InetSocketAddress(address, port));
        if (connection != null) {
            connection.inRequest = false;
            connection.since = nanoTime.getAsLong();
            connection.head.reset();
        }
    }

    /** Forgets closed connections, and ends the input of connections whose time is over. */
    synchronized void sweep() {
        long now = nanoTime.getAsLong();
        swept = now;
        for (Connection connection : new ArrayList<>(byPeer.values())) {
            removeIfClosed(connection);
            if (!connection.inRequest && now - connection.since > headNanos) {
                endInput(connection);
            }
        }
    }

    private static void endInput(Connection connection) {
        try {
            if (connection.channel.isOpen()) {
                connection.channel.shutdownInput();
            }
        } catch (IOException e) {
            log.debug("connection ended before its input was ended: peer={}", connection.peer, e);
        }
    }

    /** Returns the number of counted connections, with closed ones that are not found yet. */
    synchronized int size() {
        return byPeer.size();
    }
}
