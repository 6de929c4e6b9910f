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
import org.pathproof.bgp.session.BgpState;
import org.pathproof.bgp.session.SessionSettings;
import org.pathproof.harness.Conditions;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.wire.AfiSafi;

/** A speaker of AS 65000 with one neighbor of AS 65001, by default on 127.0.0.2 and 127.0.0.1. */
final class TestSpeaker implements AutoCloseable {
    static final InetAddress PEER = InetAddress.ofLiteral("127.0.0.1");
    static final InetAddress LOCAL = InetAddress.ofLiteral("127.0.0.2");
    static final int AS = 65000;
    static final int PEER_AS = 65001;

    final BgpSpeaker speaker;
    final ListSource source = new ListSource();
    private final InetAddress peer;

    /** Creates a speaker on ::1 with a neighbor on ::1. */
    static TestSpeaker onIpv6() throws IOException {
        InetAddress loopback = InetAddress.ofLiteral("::1");
        return new TestSpeaker(new InetSocketAddress(loopback, 0), loopback, SpeakerListener.NONE);
    }

    TestSpeaker(int port) throws IOException {
        this(port, SpeakerListener.NONE);
    }

    TestSpeaker(int port, SpeakerListener listener) throws IOException {
        this(new InetSocketAddress(LOCAL, port), PEER, listener);
    }

    private TestSpeaker(InetSocketAddress local, InetAddress peer, SpeakerListener listener) throws IOException {
        this.peer = peer;
        speaker = new BgpSpeaker(SpeakerSettings.of(List.of(local)), listener);
        speaker.start();
    }

    /** Returns settings with short timers. */
    static SessionSettings session(boolean passive, Duration holdTime, String identifier) {
        return session(
                passive,
                holdTime,
                identifier,
                Optional.of(new SessionSettings.GracefulRestart(Duration.ofSeconds(60), true)));
    }

    /** Returns settings with short timers, and with this graceful restart. */
    static SessionSettings session(
            boolean passive,
            Duration holdTime,
            String identifier,
            Optional<SessionSettings.GracefulRestart> gracefulRestart) {
        return new SessionSettings(
                AS,
                PEER_AS,
                ByteBuffer.wrap(InetAddress.ofLiteral(identifier).getAddress()).getInt(),
                Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST),
                Map.of(AfiSafi.IPV4_UNICAST, 2),
                holdTime,
                Optional.empty(),
                Duration.ofMillis(200),
                Duration.ofSeconds(2),
                passive,
                gracefulRestart,
                true);
    }

    static Neighbor neighbor(int port, SessionSettings session) {
        return neighbor(port, session, TcpProtection.NONE);
    }

    static Neighbor neighbor(int port, SessionSettings session, TcpProtection protection) {
        return new Neighbor(PEER, port, Optional.of(LOCAL), session, protection);
    }

    static TcpProtection md5(String password) {
        return md5(PEER, password);
    }

    static TcpProtection md5(InetAddress peer, String password) {
        return new TcpProtection(Neighbor.peer(peer), password, List.of(), 0);
    }

    int port() {
        return speaker.addresses().getFirst().getPort();
    }

    NeighborStatus status() {
        return speaker.neighbor(peer).orElseThrow();
    }

    void awaitEstablished() {
        Conditions.await(
                "established session",
                Duration.ofSeconds(60),
                () -> status().state() == BgpState.ESTABLISHED
                        && source.session().isPresent());
    }

    @Override
    public void close() {
        speaker.close();
    }
}
