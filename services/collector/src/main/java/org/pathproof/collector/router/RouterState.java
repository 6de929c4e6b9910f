// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import com.google.protobuf.UnsafeByteOperations;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.contracts.v1.Source;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.MonitoringTlvs;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.StatisticType;
import org.pathproof.wire.bmp.StatisticsReport;
import org.pathproof.wire.bmp.Termination;
import org.pathproof.wire.bmp.UnknownBmpMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A monitored router (RFC 7854): its peers, and what becomes of each of its messages. Belongs to one thread. */
public final class RouterState {
    private static final Logger log = LoggerFactory.getLogger(RouterState.class);
    /** A longer silence of {@link #tick} means that messages waited unread: no table was quiet then. */
    private static final long STALL_MICROS = 3_000_000;
    /** What a record of rejects may hold, well below Kafka's limit of 1 MiB a record. */
    private static final int MAX_REJECT = 512 * 1024;

    /** So many things that a router may not tell of are written to the log. */
    private static final int MAX_SAID = 20;

    private final RouterIdentity identity;
    private final RouterRules rules;
    private final Sessions sessions;
    private final RouterOutput out;
    private final CollectorMetrics.OfRouter metrics;
    private final boolean relayed;
    private final Permission permission;
    private final Set<String> refused = new HashSet<>();
    private final Map<PeerId, PeerState> peers = new HashMap<>();
    private long lastTickMicros;
    private long stalledMicros;

    /**
     * A router that has said nothing yet.
     *
     * @param relayed its messages come from an OpenBMP producer: its connections are not seen, and after a restart of the collector it
     *     goes on in the middle
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

    /** The same, for a router that may tell of some of its tables only. */
    public RouterState(
            RouterIdentity identity,
            RouterRules rules,
            Sessions sessions,
            RouterOutput out,
            CollectorMetrics metrics,
            boolean relayed,
            Permission permission) {
        this.identity = identity;
        this.rules = rules;
        this.sessions = sessions;
        this.out = out;
        this.metrics = metrics.ofRouter(identity.label());
        this.relayed = relayed;
        this.permission = permission;
    }

    public RouterIdentity identity() {
        return identity;
    }

    /** Takes one whole BMP message, common header included. Nothing that it holds makes this throw. */
    public void message(Bytes octets, long nowMicros) {
        switch (BmpCodec.decode(octets)) {
            case Decoded.Ok<BmpMessage>(BmpMessage message) -> {
                metrics.message(message.typeName(), octets.length(), nowMicros);
                handle(message, octets, nowMicros);
            }
            case Decoded.Damaged<BmpMessage>(WireError error, Bytes _) -> {
                metrics.message("damaged", octets.length(), nowMicros);
                reject("bmp", null, error, octets, nowMicros);
            }
        }
    }

    /** To be called about once a second, between messages: completes tables that are quiet. */
    public void tick(long nowMicros) {
        if (nowMicros - lastTickMicros > STALL_MICROS) {
            stalledMicros = nowMicros;
        }
        lastTickMicros = nowMicros;
        for (PeerState peer : peers.values()) {
            peer.tick(nowMicros, stalledMicros);
        }
    }

    /** The BMP connection ended: sessions are LOST, and their routes stay as they were for the hold time. */
    public void disconnected(String reason, long nowMicros) {
        for (PeerState peer : peers.values()) {
            peer.lost(sessions, reason, nowMicros);
        }
        peers.clear();
        metrics.forgetStatistics();
    }

    private void handle(BmpMessage message, Bytes octets, long now) {
        switch (message) {
            case RouteMonitoring m -> {
                PeerState peer = peer(m.peer(), octets, now);
                if (peer != null) {
                    peer.message(m.peer(), m.bgpMessage(), m.tlvs(), Source.MONITORING, now);
                }
            }
            case RouteMirroring m -> mirroring(m, octets, now);
            case PeerUp m -> {
                PeerState peer = peer(m.peer(), octets, now);
                if (peer != null) {
                    peer.peerUp(m, now);
                }
            }
            case PeerDown m -> {
                PeerState peer = peer(m.peer(), octets, now);
                if (peer != null && !peer.peerDown(m, sessions, now)) {
                    metrics.peerDownUnknown();
                }
            }
            case StatisticsReport m -> statistics(m);
            case Initiation _ -> {
                if (relayed) {
                    reconnected(now);
                }
            }
            case Termination _ -> {
                log.info("router {} ends its BMP session", identity.label());
                disconnected("the router ended the BMP session", now);
            }
            case UnknownBmpMessage m ->
                reject(
                        "bmp",
                        null,
                        new WireError(
                                WireError.Code.BAD_VALUE,
                                "common header",
                                0,
                                "BMP version " + m.version() + " type " + m.type() + " is not understood"),
                        octets,
                        now);
        }
    }

    /** The router's own numbers, as gauges beside ours; those that RFC 7854 and RFC 8671 do not name are left out. */
    private void statistics(StatisticsReport report) {
        PerPeerHeader header = report.peer();
        if (!permission.allows(header)) {
            refused("peer-not-allowed", "its peer " + header.addressText() + " AS" + header.asn());
            return;
        }
        String peer = header.distinguisher() == 0
                ? header.addressText()
                : header.addressText() + "@" + Long.toHexString(header.distinguisher());
        for (StatisticsReport.Stat stat : report.stats()) {
            StatisticType.of(stat).ifPresent(type -> {
                Bytes value = stat.value();
                boolean ofFamily = type.form() == StatisticType.Form.GAUGE_PER_FAMILY;
                String family = ofFamily ? new AfiSafi(value.u16(0), value.u8(2)).toString() : "";
                Bytes number = ofFamily ? value.from(3) : value;
                metrics.statistic(
                        peer,
                        type.name().toLowerCase(Locale.ROOT),
                        family,
                        number.length() == 4 ? number.u32(0) : number.u32(0) << 32 | number.u32(4));
            });
        }
    }

    /** A new BMP connection, of which only the beginning is seen: what is not named on it again expires as on one that ended. */
    private void reconnected(long now) {
        String reason = "the router made a new BMP connection";
        peers.values().forEach(peer -> peer.lost(sessions, reason, now));
        sessions.routerLost(identity.hash(), reason, now);
    }

    private void mirroring(RouteMirroring m, Bytes octets, long now) {
        if (m.messagesLost()) {
            metrics.mirroringLost();
        }
        if (m.peer().isLocRib()) {
            metrics.ignored("mirrored-loc-rib"); // RFC 9069 section 5.5
            return;
        }
        PeerState peer = peer(m.peer(), octets, now);
        if (peer != null) {
            for (Bytes bgp : m.bgpMessages()) {
                peer.message(m.peer(), bgp, MonitoringTlvs.NONE, Source.MIRRORING, now);
            }
        }
    }

    private @Nullable PeerState peer(PerPeerHeader header, Bytes octets, long now) {
        PeerId id = PeerId.of(header);
        PeerState known = peers.get(id);
        if (known != null) {
            return known;
        }
        if (!permission.allows(header)) {
            refused("peer-not-allowed", "its peer " + header.addressText() + " AS" + header.asn());
            return null;
        }
        if (peers.size() >= rules.maxPeers()) {
            reject(
                    "bmp",
                    header,
                    new WireError(
                            WireError.Code.BAD_VALUE,
                            "per-peer header",
                            0,
                            "the router has more than " + rules.maxPeers() + " peers"),
                    octets,
                    now);
            return null;
        }
        PeerState peer = new PeerState(id, this, sessions, relayed);
        peers.put(id, peer);
        return peer;
    }

    /** Whether the router may tell of a view; where not, that is counted, and said once. */
    boolean mayTell(RibView view) {
        if (permission.allows(view)) {
            return true;
        }
        refused("view-not-allowed", "the view " + view);
        return false;
    }

    private void refused(String reason, String what) {
        metrics.ignored(reason);
        if (refused.size() < MAX_SAID && refused.add(what)) {
            log.warn(
                    "router {} may not tell of {} by its rule under pathproof.collector.routers",
                    identity.label(),
                    what);
        }
    }

    Permission permission() {
        return permission;
    }

    RouterRules rules() {
        return rules;
    }

    RouterOutput out() {
        return out;
    }

    CollectorMetrics.OfRouter metrics() {
        return metrics;
    }

    /** Publishes octets that could not be used, and counts them. */
    public void reject(String layer, @Nullable PerPeerHeader peer, WireError error, Bytes octets, long nowMicros) {
        if (layer.equals("bmp") && refused.size() < MAX_SAID && refused.add(error.where() + ' ' + error.code())) {
            log.warn(
                    "router {} sends BMP messages that cannot be used, kept in pathproof.rejects: {}",
                    identity.label(),
                    NetworkText.description(error.message()));
        }
        metrics.reject(layer, error.code().name());
        out.reject(rejected(identity, layer, peer == null ? "" : peer.addressText(), error, octets, nowMicros));
    }

    /** The record of octets that could not be used; very long ones are cut. */
    public static Reject rejected(
            RouterIdentity router, String layer, String peerIp, WireError error, Bytes octets, long nowMicros) {
        Bytes kept = octets.length() > MAX_REJECT ? octets.slice(0, MAX_REJECT) : octets;
        return Reject.newBuilder()
                .setRouterHash(UnsafeByteOperations.unsafeWrap(router.hash().asByteBuffer()))
                .setRouterIp(router.ip())
                .setPeerIp(peerIp)
                .setReceivedUs(nowMicros)
                .setLayer(layer)
                .setCode(error.code().name())
                .setWhere(NetworkText.name(error.where()))
                .setOffset(error.offset())
                .setMessage(NetworkText.description(error.message()))
                .setOctets(UnsafeByteOperations.unsafeWrap(kept.asByteBuffer()))
                .build();
    }
}
