// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.v1.Source;
import org.pathproof.routes.SessionWarning;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.MonitoringTlvs;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.StatisticType;
import org.pathproof.wire.bmp.StatisticsReport;
import org.pathproof.wire.bmp.Termination;
import org.pathproof.wire.bmp.UnknownBmpMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State of a monitored router (RFC 7854). Each peer of the router has a {@link PeerState}, which handles the messages
 * about this peer. Confined to one thread.
 */
public final class RouterState {
    private static final Logger log = LoggerFactory.getLogger(RouterState.class);
    /**
     * Time between two calls of {@link #tick} above which the collector counts as stalled. Messages were not read in
     * this time, so it does not count as a quiet period of a table.
     */
    private static final long STALL_MICROS = 3_000_000;

    private final RouterContext router;
    private final Sessions sessions;
    private final boolean relayed;
    private final PeerTable peers;
    private long lastTickMicros;
    private long stalledMicros;

    /**
     * Creates the state of a router before its first message.
     *
     * @param relayed true if messages come from an OpenBMP producer. The collector then does not see BMP connections,
     *     and sessions continue after a restart of the collector.
     */
    public RouterState(
            RouterIdentity identity,
            RouterRules rules,
            Sessions sessions,
            RouterOutput out,
            CollectorMetrics metrics,
            boolean relayed) {
        this(identity, rules, sessions, out, metrics, relayed, Permission.ALL);
    }

    /** @param permission views and peers that the router may report */
    public RouterState(
            RouterIdentity identity,
            RouterRules rules,
            Sessions sessions,
            RouterOutput out,
            CollectorMetrics metrics,
            boolean relayed,
            Permission permission) {
        this.router = new RouterContext(
                identity, rules, out, metrics.ofRouter(identity.label()), permission, sessions.quota());
        this.sessions = sessions;
        this.relayed = relayed;
        this.peers = new PeerTable(identity, sessions);
    }

    public RouterIdentity identity() {
        return router.identity();
    }

    /** Handles one BMP message with its common header. Malformed messages are rejected, without an exception. */
    public void handleMessage(Bytes bytes, long nowMicros) {
        switch (BmpCodec.decode(bytes)) {
            case Decoded.Ok<BmpMessage>(BmpMessage message) -> {
                router.metrics().countMessage(message.typeName(), bytes.length(), nowMicros);
                handle(message, bytes, nowMicros);
            }
            case Decoded.Damaged<BmpMessage>(WireError error, Bytes _) -> {
                router.metrics().countMessage("damaged", bytes.length(), nowMicros);
                reject("bmp", null, error, bytes, nowMicros);
            }
        }
    }

    /** Completes quiet tables. Callers repeat this call about once a second, between messages. */
    public void tick(long nowMicros) {
        if (nowMicros - lastTickMicros > STALL_MICROS) {
            stalledMicros = nowMicros;
        }
        lastTickMicros = nowMicros;
        for (PeerState peer : peers.all()) {
            peer.tick(nowMicros, stalledMicros);
        }
    }

    /** Marks all sessions as LOST: the BMP connection ended. Their routes stay for the hold time. */
    public void disconnect(String reason, long nowMicros) {
        for (PeerState peer : peers.all()) {
            peer.markLost(reason, nowMicros);
        }
        forgetPeers();
        router.metrics().removeStatistics();
    }

    /** Ends all sessions: another instance of the router has their peers. Their routes are dead at once. */
    public void end(String reason, long nowMicros) {
        for (PeerState peer : peers.all()) {
            peer.end(reason, nowMicros);
        }
        forgetPeers();
        router.metrics().removeStatistics();
    }

    /** Releases the places of the router in the bounds and among the metrics. The caller drops this object. */
    public void release() {
        forgetPeers();
        router.release();
    }

    private void forgetPeers() {
        sessions.quota().releasePeers(router.identity().place(), peers.size());
        peers.clear();
    }

    private void handle(BmpMessage message, Bytes bytes, long now) {
        switch (message) {
            case RouteMonitoring m -> {
                PeerState peer = peer(m.peer(), bytes, now);
                if (peer != null) {
                    confirmUp(peer, m.peer(), now);
                    handleBgpMessages(
                            peer, new PeerMessage(m.peer(), m.bgpMessage(), m.tlvs(), Source.MONITORING, now));
                }
            }
            case RouteMirroring m -> handleMirroring(m, bytes, now);
            case PeerUp m -> {
                PeerState peer = peer(m.peer(), bytes, now);
                if (peer != null) {
                    peer.handlePeerUp(m, now);
                }
            }
            case PeerDown m -> handlePeerDown(m, bytes, now);
            case StatisticsReport m -> handleStatistics(m, now);
            case Initiation m -> {
                router.takeInitiation(m);
                if (relayed) {
                    onReconnect(now);
                }
            }
            case Termination _ -> {
                log.info(
                        "router ended its BMP session: router={}",
                        router.identity().label());
                disconnect("the router ended the BMP session", now);
            }
            case UnknownBmpMessage m ->
                reject(
                        "bmp",
                        null,
                        new WireError(
                                WireError.Code.BAD_VALUE,
                                "common header",
                                0,
                                "BMP version " + m.version() + " type " + m.type() + " is unsupported"),
                        bytes,
                        now);
        }
    }

    /**
     * Handles a Peer Down. One that may be about another neighbor with the same link-local address ends no session: the
     * router does not send the routes of a neighbor again that is still up.
     */
    private void handlePeerDown(PeerDown down, Bytes bytes, long now) {
        List<PeerState> ambiguous = peers.ambiguous(down.peer());
        if (!ambiguous.isEmpty()) {
            ambiguous.forEach(peer -> peer.setDownAmbiguous(true, now));
            rejectAmbiguous(down.peer(), bytes, now);
            return;
        }
        PeerState peer = knownOrNamed(down.peer(), bytes, now);
        if (peer != null && !peer.handlePeerDown(down, now)) {
            router.metrics().countUnknownPeerDown();
        }
    }

    /** Ends the ambiguity about a peer: after a Peer Down, a router sends no routes and no statistics of the peer. */
    private static void confirmUp(PeerState peer, PerPeerHeader header, long now) {
        if (PeerTable.namesNeighbor(header)) {
            peer.setDownAmbiguous(false, now);
        }
    }

    /** Publishes the router's statistics as gauges, except those that RFC 7854 and RFC 8671 do not define. */
    private void handleStatistics(StatisticsReport report, long now) {
        PerPeerHeader header = report.peer();
        if (!router.permission().allows(header)) {
            router.recordRefusal("peer-not-allowed", "its peer " + header.addressText() + " AS" + header.asn());
            return;
        }
        PeerState known = peers.find(header);
        if (known != null) {
            confirmUp(known, header, now);
        }
        String peer = known == null ? PeerDescription.nameOf(PeerId.of(header)) : known.name();
        for (StatisticsReport.Stat stat : report.stats()) {
            StatisticType.of(stat).ifPresent(type -> {
                Bytes value = stat.value();
                boolean ofFamily = type.form() == StatisticType.Form.GAUGE_PER_FAMILY;
                String family = ofFamily ? new AfiSafi(value.u16(0), value.u8(2)).toString() : "";
                Bytes number = ofFamily ? value.from(3) : value;
                router.metrics()
                        .setStatistic(
                                peer,
                                type.name().toLowerCase(Locale.ROOT),
                                family,
                                number.length() == 4 ? number.u32(0) : number.u32(0) << 32 | number.u32(4));
            });
        }
    }

    /** Marks all sessions as lost for a new BMP connection. Sessions expire if the connection does not report them. */
    private void onReconnect(long now) {
        String reason = "the router made a new BMP connection";
        peers.all().forEach(peer -> peer.markLost(reason, now));
        sessions.markRouterLost(router.identity().hash(), reason, now);
    }

    /** Handles the BGP messages of a field that should have one: each that is found. */
    private void handleBgpMessages(PeerState peer, PeerMessage field) {
        BgpFramer.Messages found = BgpFramer.split(field.bgp());
        found.messages().forEach(bgp -> peer.handleMessage(field.with(bgp)));
        Bytes trailing = found.trailing();
        if (!trailing.isEmpty()) {
            WireError error = new WireError(
                    WireError.Code.TRAILING_BYTES,
                    "BGP message",
                    field.bgp().length() - trailing.length(),
                    trailing.length() + " bytes after the message are no BGP message");
            reject("bgp", field.header(), error, field.bgp(), field.receivedMicros());
        }
        if (found.messages().size() > 1 || !trailing.isEmpty()) {
            peer.warn(field, SessionWarning.EXTRA_BYTES);
        }
    }

    /**
     * Records a loss of mirrored messages. A loss belongs to all peers if the header names no known one: FRR loses
     * messages of a buffer for all peers, and fills the header with its own data.
     */
    private void recordMirroringLoss(PerPeerHeader header, long now) {
        router.metrics().countMirroringLoss();
        if (header.isAdjRibOut()) {
            return; // messages that the router sent
        }
        PeerState known = peers.find(header);
        if (known == null || header.isLocRib() || !known.recordLoss(now)) {
            peers.all().forEach(peer -> peer.recordLoss(now));
        }
    }

    private void handleMirroring(RouteMirroring m, Bytes bytes, long now) {
        if (m.messagesLost()) {
            recordMirroringLoss(m.peer(), now);
        }
        if (m.peer().isLocRib()) {
            router.metrics().countIgnored("mirrored-loc-rib"); // RFC 9069 section 5.5
            return;
        }
        if (m.peer().isAdjRibOut()) {
            router.metrics().countIgnored("mirrored-sent"); // RFC 8671 section 6.1
            return;
        }
        if (m.bgpMessages().isEmpty()) {
            return;
        }
        PeerState peer = knownOrNamed(m.peer(), bytes, now);
        if (peer != null) {
            for (Bytes bgp : m.bgpMessages()) {
                handleBgpMessages(
                        peer,
                        new PeerMessage(m.peer(), bgp, MonitoringTlvs.NONE, Source.MIRRORING, m.isErrored(), now));
            }
        }
    }

    /** Returns the peer of a message that can precede the Peer Up. Its header may lack what identifies a new peer. */
    private @Nullable PeerState knownOrNamed(PerPeerHeader header, Bytes bytes, long now) {
        if (!PeerTable.namesNeighbor(header) && peers.find(header) == null && !isAmbiguous(header)) {
            router.metrics().countIgnored("no-session");
            return null;
        }
        return peer(header, bytes, now);
    }

    private @Nullable PeerState peer(PerPeerHeader header, Bytes bytes, long now) {
        PeerState known = peers.find(header);
        if (known != null) {
            return known;
        }
        if (!router.permission().allows(header)) {
            router.recordRefusal("peer-not-allowed", "its peer " + header.addressText() + " AS" + header.asn());
            return null;
        }
        if (peers.size() >= router.rules().maxPeers()) {
            reject(
                    "bmp",
                    header,
                    new WireError(
                            WireError.Code.BAD_VALUE,
                            "per-peer header",
                            0,
                            "the router has more than " + router.rules().maxPeers() + " peers"),
                    bytes,
                    now);
            return null;
        }
        if (isAmbiguous(header)) {
            rejectAmbiguous(header, bytes, now);
            return null;
        }
        if (!sessions.quota().takePeer(router.identity().place(), now)) {
            router.metrics().countIgnored("quota");
            return null;
        }
        PeerId id = peers.newId(header);
        PeerState peer = new PeerState(id, router, sessions, relayed);
        peers.add(id, header, peer);
        return peer;
    }

    private void rejectAmbiguous(PerPeerHeader header, Bytes bytes, long now) {
        reject(
                "bmp",
                header,
                new WireError(
                        WireError.Code.BAD_VALUE,
                        "per-peer header",
                        0,
                        "several peers can have the address " + header.addressText()
                                + ", and AS and BGP Identifier do not tell which one the message is about"),
                bytes,
                now);
    }

    private boolean isAmbiguous(PerPeerHeader header) {
        return header.hasLinkLocalAddress() && peers.candidates(header).size() > 1;
    }

    /** Publishes undecodable bytes, and counts them. */
    public void reject(String layer, @Nullable PerPeerHeader peer, WireError error, Bytes bytes, long nowMicros) {
        router.reject(layer, peer, error, bytes, nowMicros);
    }
}
