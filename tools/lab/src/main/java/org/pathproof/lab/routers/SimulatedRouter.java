// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.routers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.StatisticsReport;
import org.pathproof.wire.bmp.Termination;
import org.pathproof.wire.bmp.Tlv;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A simulated router that sends BMP (RFC 7854): its name, the neighbors that are up, their tables, and then every
 * change. The router keeps the Adj-RIB-In of each neighbor, and sends it again after a lost connection to the collector
 * or a lost session of the neighbor. A router can have several collectors. Thread-safe.
 */
public final class SimulatedRouter implements AutoCloseable {
    /** The BMP messages that carry updates. */
    public enum Reporting {
        /** Route Monitoring (RFC 7854 section 4.6). */
        MONITORING,
        /** Route Mirroring, with verbatim messages of neighbors (RFC 7854 section 4.7). */
        MIRRORING
    }

    private static final Logger log = LoggerFactory.getLogger(SimulatedRouter.class);
    private static final int BGP_PORT = 179;
    private static final int STAT_ADJ_RIB_IN_ROUTES = 7;
    private static final int PEER_DOWN_REMOTE_NOTIFICATION = 3;
    private static final long RECONNECT_INTERVAL_MS = 500;

    private final String name;
    private final Bytes address;
    private final long localAs;
    private final Reporting reporting;
    private final Clock clock;
    private final Map<LabPeer, Map<Nlri, Update>> ribs = new LinkedHashMap<>();
    private final Set<LabPeer> down = new LinkedHashSet<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Set<BmpConnection> connections = new LinkedHashSet<>();

    /**
     * Creates a router without neighbors.
     *
     * @param address IPv4 address of the router, also its BGP Identifier
     */
    public SimulatedRouter(String name, Bytes address, long localAs, Reporting reporting, Clock clock) {
        this.name = name;
        this.address = address;
        this.localAs = localAs;
        this.reporting = reporting;
        this.clock = clock;
    }

    public String name() {
        return name;
    }

    public synchronized List<LabPeer> peers() {
        return List.copyOf(ribs.keySet());
    }

    /** Returns the first prefix of each update in a neighbor's Adj-RIB-In. */
    public synchronized List<Nlri> table(LabPeer peer) {
        return List.copyOf(rib(peer).keySet());
    }

    /** Returns the updates in a neighbor's Adj-RIB-In by their first prefixes. Empty while the neighbor is down. */
    public synchronized Map<Nlri, Update> announced(LabPeer peer) {
        return down.contains(peer) ? Map.of() : Map.copyOf(rib(peer));
    }

    /** Returns true if a neighbor's Adj-RIB-In has an update with this first prefix. The neighbor may be down. */
    public synchronized boolean isAnnounced(LabPeer peer, Nlri nlri) {
        return rib(peer).containsKey(nlri);
    }

    /** Returns the number of prefixes announced by the neighbors that are up. */
    public synchronized int routes() {
        return ribs.entrySet().stream()
                .filter(e -> !down.contains(e.getKey()))
                .flatMap(e -> e.getValue().values().stream())
                .mapToInt(LabUpdates::prefixes)
                .sum();
    }

    /**
     * Adds a neighbor, which comes up at once, or the view of a neighbor after policy. A neighbor is added before its
     * view, which goes up and down with it.
     */
    public synchronized void add(LabPeer peer) {
        if (ribs.putIfAbsent(peer, new LinkedHashMap<>()) == null && !peer.postPolicy()) {
            sendToAll(out -> out.send(peerUp(peer)));
        }
    }

    /** Announces an update from a neighbor. The update replaces an earlier update with the same first prefix. */
    public synchronized void announce(LabPeer peer, Update update) {
        Nlri nlri = LabUpdates.announced(update)
                .orElseThrow(() -> new IllegalArgumentException("update without an announced prefix: " + update));
        rib(peer).put(nlri, update);
        if (!down.contains(peer)) {
            sendToAll(out -> out.send(route(peer, update)));
        }
    }

    /**
     * Withdraws and returns a neighbor's update with this first prefix. Returns an empty result if there is no such
     * update.
     */
    public synchronized Optional<Update> withdraw(LabPeer peer, Nlri nlri) {
        Update update = rib(peer).remove(nlri);
        if (update != null && !down.contains(peer)) {
            sendToAll(out -> out.send(route(peer, LabUpdates.withdrawal(update))));
        }
        return Optional.ofNullable(update);
    }

    /**
     * Closes the session of a neighbor (Cease, administrative shutdown; RFC 4486). The router keeps the table for
     * {@link #bringUp}.
     */
    public synchronized void takeDown(LabPeer peer) {
        rib(peer);
        if (down.add(peer)) {
            down.add(peer.afterPolicy());
            Bytes cease = BgpCodec.encode(new Notification(6, 2, Bytes.EMPTY), BgpSessionOptions.DEFAULT);
            sendToAll(out -> out.send(new PeerDown(header(peer), PEER_DOWN_REMOTE_NOTIFICATION, cease)));
        }
    }

    /** Brings a neighbor up again, and announces its table again if {@code sendTable} is true. */
    public synchronized void bringUp(LabPeer peer, boolean sendTable) {
        if (down.remove(peer)) {
            LabPeer view = peer.afterPolicy();
            down.remove(view);
            sendToAll(out -> {
                out.send(peerUp(peer));
                if (sendTable) {
                    sendTable(out, peer);
                    if (ribs.containsKey(view)) {
                        sendTable(out, view);
                    }
                }
            });
        }
    }

    /** Connects to a collector, and reconnects after a loss until {@link #close}. Returns at once. */
    public void start(InetSocketAddress collector) {
        start(collector, Duration.ZERO);
    }

    /**
     * Connects like {@link #start(InetSocketAddress)}, with a delay. If there are several collectors, each gets all
     * messages, from a separate buffer.
     *
     * @param lag time between an event and the message on it
     */
    public void start(InetSocketAddress collector, Duration lag) {
        Thread.ofVirtual().name("router-" + name).start(() -> stayConnected(collector, lag));
    }

    /** Resets the connections to all collectors, as in a crash. The router reconnects after 500 ms. */
    public synchronized void loseConnection() throws IOException {
        for (BmpConnection connection : List.copyOf(connections)) {
            connection.reset();
        }
    }

    /**
     * Waits until a collector is connected and all tables are sent to it, or in its send buffer.
     *
     * @throws IllegalStateException after {@code timeout}
     */
    public void awaitConnected(Duration timeout) throws InterruptedException {
        if (!isConnectedWithin(timeout)) {
            throw new IllegalStateException("router " + name + " has no collector after " + timeout);
        }
    }

    /**
     * Waits until a collector is connected and all tables are sent to it, or in its send buffer. Returns false after
     * {@code limit}.
     */
    public synchronized boolean isConnectedWithin(Duration limit) throws InterruptedException {
        Instant deadline = clock.instant().plus(limit);
        while (connections.isEmpty()) {
            long left = Duration.between(clock.instant(), deadline).toMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** Sends Termination (RFC 7854 section 4.5) to all collectors and disconnects. */
    @Override
    public void close() {
        closed.countDown();
        synchronized (this) {
            sendToAll(out -> {
                // TLV 1, reason 0: administratively closed
                out.send(new Termination(List.of(new Tlv(1, Bytes.fromHex("0000")))));
                out.drain();
                out.close();
            });
            connections.clear();
        }
    }

    private void stayConnected(InetSocketAddress collector, Duration lag) {
        try {
            do {
                try (BmpConnection opened = BmpConnection.open(collector, lag)) {
                    begin(opened);
                    opened.awaitEnd();
                    onConnectionLoss(opened);
                    log.info("Router lost its connection: router={} collector={}", name, collector);
                } catch (IOException e) {
                    log.debug("Router cannot connect: router={} collector={} cause={}", name, collector, e.toString());
                }
            } while (!closed.await(RECONNECT_INTERVAL_MS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void begin(BmpConnection opened) throws IOException {
        if (closed.getCount() == 0) {
            return;
        }
        opened.sendTable(new Initiation(
                List.of(text(Initiation.TLV_SYS_DESCR, "Pathproof lab router"), text(Initiation.TLV_SYS_NAME, name))));
        List<LabPeer> up =
                ribs.keySet().stream().filter(peer -> !down.contains(peer)).toList();
        for (LabPeer peer : up) {
            if (!peer.postPolicy()) {
                opened.sendTable(peerUp(peer));
            }
        }
        for (LabPeer peer : up) {
            sendTable(opened, peer);
        }
        connections.add(opened);
        notifyAll();
    }

    private synchronized void onConnectionLoss(BmpConnection ended) {
        connections.remove(ended);
    }

    /** Sends a message to the connected collectors. A collector that connects later gets the tables instead. */
    private void sendToAll(Message message) {
        for (BmpConnection out : connections) {
            try {
                message.sendOn(out);
            } catch (IOException e) {
                log.debug("Router cannot send: router={} cause={}", name, e.toString());
            }
        }
    }

    private interface Message {
        void sendOn(BmpConnection out) throws IOException;
    }

    private void sendTable(BmpConnection out, LabPeer peer) throws IOException {
        Map<Nlri, Update> rib = rib(peer);
        for (Update update : rib.values()) {
            out.sendTable(route(peer, update));
        }
        for (AfiSafi family : List.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST)) {
            out.sendTable(new RouteMonitoring(header(peer), encode(peer, LabUpdates.endOfRib(family))));
        }
        if (!peer.postPolicy()) {
            Bytes count = new ByteWriter().u64(rib.size()).toBytes();
            out.sendTable(new StatisticsReport(
                    header(peer), List.of(new StatisticsReport.Stat(STAT_ADJ_RIB_IN_ROUTES, count))));
        }
    }

    private BmpMessage route(LabPeer peer, Update update) {
        Bytes message = encode(peer, update);
        return switch (reporting) {
            case MONITORING -> new RouteMonitoring(header(peer), message);
            case MIRRORING ->
                new RouteMirroring(header(peer), List.of(new Tlv(RouteMirroring.TLV_BGP_MESSAGE, message)));
        };
    }

    private PeerUp peerUp(LabPeer peer) {
        BgpMessage sent = peer.sentByRouter(localAs, bgpId());
        BgpMessage received = peer.sentByPeer();
        return new PeerUp(
                header(peer),
                address,
                BGP_PORT,
                BGP_PORT,
                BgpCodec.encode(sent, BgpSessionOptions.DEFAULT),
                BgpCodec.encode(received, BgpSessionOptions.DEFAULT),
                new ArrayList<>());
    }

    private Bytes encode(LabPeer peer, Update update) {
        return BgpCodec.encode(update, peer.options(localAs, bgpId()));
    }

    private PerPeerHeader header(LabPeer peer) {
        Instant now = clock.instant();
        return peer.header(now.getEpochSecond(), now.getNano() / 1000);
    }

    private Map<Nlri, Update> rib(LabPeer peer) {
        Map<Nlri, Update> rib = ribs.get(peer);
        if (rib == null) {
            throw new IllegalArgumentException(peer + " is not a neighbor of " + name);
        }
        return rib;
    }

    private int bgpId() {
        return (int) address.u32(0);
    }

    private static Tlv text(int type, String text) {
        return new Tlv(type, Bytes.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
}
