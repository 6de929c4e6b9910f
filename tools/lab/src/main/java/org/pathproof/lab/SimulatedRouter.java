// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

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
 * A router as its BMP collector sees it (RFC 7854): it says who it is, which of its neighbours are up, what each of them announced,
 * and then every change. It holds the Adj-RIB-In of each neighbour, so that it can send all of it again after the connection or a
 * neighbour was lost. It may have several collectors. Safe for use by several threads.
 */
public final class SimulatedRouter implements AutoCloseable {
    /** How a router tells of updates. */
    public enum Telling {
        /** Route Monitoring (RFC 7854 section 4.6). */
        MONITORING,
        /** Route Mirroring, the neighbours' messages verbatim (section 4.7). */
        MIRRORING
    }

    private static final Logger log = LoggerFactory.getLogger(SimulatedRouter.class);
    private static final int BGP_PORT = 179;
    private static final int STAT_ADJ_RIB_IN_ROUTES = 7;
    private static final int PEER_DOWN_REMOTE_NOTIFICATION = 3;
    private static final long RECONNECT_MS = 500;

    private final String name;
    private final Bytes address;
    private final long localAs;
    private final Telling telling;
    private final Clock clock;
    private final Map<LabPeer, Map<Nlri, Update>> ribs = new LinkedHashMap<>();
    private final Set<LabPeer> down = new LinkedHashSet<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Set<BmpConnection> connections = new LinkedHashSet<>();

    /**
     * A router without neighbours.
     *
     * @param address its IPv4 address, also its BGP identifier
     */
    public SimulatedRouter(String name, Bytes address, long localAs, Telling telling, Clock clock) {
        this.name = name;
        this.address = address;
        this.localAs = localAs;
        this.telling = telling;
        this.clock = clock;
    }

    public String name() {
        return name;
    }

    public synchronized List<LabPeer> peers() {
        return List.copyOf(ribs.keySet());
    }

    /** The first prefix of each update that stands in a neighbour's Adj-RIB-In. */
    public synchronized List<Nlri> table(LabPeer peer) {
        return List.copyOf(rib(peer).keySet());
    }

    /** What a neighbour has announced and not withdrawn, by the first prefix of each update; empty while it is down. */
    public synchronized Map<Nlri, Update> announced(LabPeer peer) {
        return down.contains(peer) ? Map.of() : Map.copyOf(rib(peer));
    }

    /** Whether a neighbour, up or down, has announced something that was not withdrawn. */
    public synchronized boolean isAnnounced(LabPeer peer, Nlri nlri) {
        return rib(peer).containsKey(nlri);
    }

    /** How many prefixes are announced now, by all neighbours that are up. */
    public synchronized int routes() {
        return ribs.entrySet().stream()
                .filter(e -> !down.contains(e.getKey()))
                .flatMap(e -> e.getValue().values().stream())
                .mapToInt(LabUpdates::prefixes)
                .sum();
    }

    /** A new neighbour, which comes up at once. */
    public synchronized void add(LabPeer peer) {
        if (ribs.putIfAbsent(peer, new LinkedHashMap<>()) == null) {
            tell(out -> out.send(peerUp(peer)));
        }
    }

    /** A neighbour announces something; an announcement of the same prefix before is replaced. */
    public synchronized void announce(LabPeer peer, Update update) {
        Nlri nlri = LabUpdates.announced(update)
                .orElseThrow(() -> new IllegalArgumentException("an update that announces nothing: " + update));
        rib(peer).put(nlri, update);
        if (!down.contains(peer)) {
            tell(out -> out.send(route(peer, update)));
        }
    }

    /** A neighbour withdraws what it announced by an update whose first prefix is this: that update; empty when there is none. */
    public synchronized Optional<Update> withdraw(LabPeer peer, Nlri nlri) {
        Update update = rib(peer).remove(nlri);
        if (update != null && !down.contains(peer)) {
            tell(out -> out.send(route(peer, LabUpdates.withdrawal(update))));
        }
        return Optional.ofNullable(update);
    }

    /** A neighbour closes the session (Cease, RFC 4486: administrative shutdown). Its table is kept for when it comes back. */
    public synchronized void peerDown(LabPeer peer) {
        rib(peer);
        if (down.add(peer)) {
            Bytes cease = BgpCodec.encode(new Notification(6, 2, Bytes.EMPTY), BgpSessionOptions.DEFAULT);
            tell(out -> out.send(new PeerDown(header(peer), PEER_DOWN_REMOTE_NOTIFICATION, cease)));
        }
    }

    /** A neighbour that was down comes back and announces its table again. */
    public synchronized void peerUp(LabPeer peer, boolean sendTable) {
        if (down.remove(peer)) {
            tell(out -> {
                out.send(peerUp(peer));
                if (sendTable) {
                    sendTable(out, peer);
                }
            });
        }
    }

    /** Connects to a collector, and again whenever the connection is lost, until {@link #close}. Returns at once. */
    public void start(InetSocketAddress collector) {
        start(collector, Duration.ZERO);
    }

    /**
     * Connects to a collector, one of several perhaps: each gets everything, from a buffer of its own.
     *
     * @param lag how much later than it happens this one is told
     */
    public void start(InetSocketAddress collector, Duration lag) {
        Thread.ofVirtual().name("router-" + name).start(() -> stayConnected(collector, lag));
    }

    /** Loses the connections to all collectors as by a crash; they come back by themselves. */
    public synchronized void loseConnection() throws IOException {
        for (BmpConnection connection : List.copyOf(connections)) {
            connection.reset();
        }
    }

    /** Waits until a connection stands and the tables were sent; throws IllegalStateException after {@code patience}. */
    public void awaitConnected(Duration patience) throws InterruptedException {
        if (!isConnectedWithin(patience)) {
            throw new IllegalStateException("router " + name + " has no collector after " + patience);
        }
    }

    /** Waits at most {@code limit} until a connection stands and the tables were sent; returns false when there is none then. */
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

    /** Says goodbye (RFC 7854 section 4.5) and disconnects for good. */
    @Override
    public void close() {
        closed.countDown();
        synchronized (this) {
            tell(out -> {
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
                    lost(opened);
                    log.info("Router {} lost its connection to {}", name, collector);
                } catch (IOException e) {
                    log.debug("Router {} cannot reach {}: {}", name, collector, e.toString());
                }
            } while (!closed.await(RECONNECT_MS, TimeUnit.MILLISECONDS));
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
            opened.sendTable(peerUp(peer));
        }
        for (LabPeer peer : up) {
            sendTable(opened, peer);
        }
        connections.add(opened);
        notifyAll();
    }

    private synchronized void lost(BmpConnection ended) {
        connections.remove(ended);
    }

    /** Something to send, now or, without a connection, never: the table says it all when a connection comes. */
    private void tell(Message message) {
        for (BmpConnection out : connections) {
            try {
                message.sendOn(out);
            } catch (IOException e) {
                log.debug("Router {} could not send: {}", name, e.toString());
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
        Bytes count = new ByteWriter().u64(rib.size()).toBytes();
        out.sendTable(
                new StatisticsReport(header(peer), List.of(new StatisticsReport.Stat(STAT_ADJ_RIB_IN_ROUTES, count))));
    }

    private BmpMessage route(LabPeer peer, Update update) {
        Bytes message = encode(peer, update);
        return switch (telling) {
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
            throw new IllegalArgumentException(peer + " is no neighbour of " + name);
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
