// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.pathproof.bgp.rib.AdjRibOut;
import org.pathproof.bgp.rib.PathIds;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.harness.Conditions;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tls.TlsPeer;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Update;

/** A speaker of AS 65000 with an Adj-RIB-Out for one iBGP neighbor, over TLS or without it. */
final class TlsSpeaker implements AutoCloseable, SpeakerListener {
    static final long AS = 65000;
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration HOLD_TIME = Duration.ofSeconds(30);

    final BgpSpeaker speaker;
    final AdjRibOut routes = new AdjRibOut(PathIds.SINGLE);
    final Set<Prefix> received = ConcurrentHashMap.newKeySet();
    private final InetAddress own;
    private final InetAddress peer;

    TlsSpeaker(String own, String peer) throws IOException {
        this.own = InetAddress.ofLiteral(own);
        this.peer = InetAddress.ofLiteral(peer);
        speaker = new BgpSpeaker(SpeakerSettings.of(List.of(new InetSocketAddress(this.own, 0))), this);
        speaker.start();
    }

    /** Adds the neighbor, which connects to this speaker. Returns before the neighbor connects. */
    TlsSpeaker awaits(Optional<TlsPeer> tls) {
        return awaits(tls, TcpProtection.NONE);
    }

    TlsSpeaker awaits(Optional<TlsPeer> tls, TcpProtection protection) {
        return add(Neighbor.BGP_PORT, true, tls, protection);
    }

    /** Adds the neighbor, to which this speaker connects. Returns before the connection is open. */
    TlsSpeaker connects(int port, Optional<TlsPeer> tls) {
        return connects(port, tls, TcpProtection.NONE);
    }

    TlsSpeaker connects(int port, Optional<TlsPeer> tls, TcpProtection protection) {
        return add(port, false, tls, protection);
    }

    private TlsSpeaker add(int port, boolean passive, Optional<TlsPeer> tls, TcpProtection protection) {
        SessionSettings session = new SessionSettings(
                AS,
                AS,
                ByteBuffer.wrap(own.getAddress()).getInt(),
                Set.of(AfiSafi.IPV4_UNICAST),
                Map.of(),
                HOLD_TIME,
                Optional.empty(),
                Duration.ofMillis(300),
                Duration.ofMillis(1_000),
                passive,
                Optional.empty(),
                true);
        speaker.add(new Neighbor(peer, port, Optional.of(own), session, protection, tls), routes);
        return this;
    }

    int port() {
        return speaker.addresses().getFirst().getPort();
    }

    NeighborStatus status() {
        return speaker.neighbor(peer).orElseThrow();
    }

    void awaitEstablished() {
        Conditions.await("established session", LIMIT, () -> status().state() == BgpState.ESTABLISHED);
    }

    /** Waits until the last error of the neighbor has all words. */
    void awaitError(String... words) {
        Conditions.await(
                "error with " + List.of(words),
                LIMIT,
                () -> status().lastError()
                        .filter(why -> List.of(words).stream().allMatch(why::contains))
                        .isPresent());
    }

    @Override
    public void onUpdate(Neighbor neighbor, Update update, boolean treatAsWithdraw) {
        update.nlri().forEach(route -> received.add(route.prefix()));
    }

    @Override
    public void close() {
        speaker.close();
    }
}
