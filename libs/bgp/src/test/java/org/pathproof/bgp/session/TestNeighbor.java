// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.Open;

/** A session under test with its clock, and the OPEN of its neighbor. */
final class TestNeighbor {
    static final long LOCAL_AS = 65000;
    static final long PEER_AS = 65001;
    static final int LOCAL_ID = 0x0a000002;
    static final int PEER_ID = 0x0a000001;
    static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();

    final BgpSession session;
    /** Actions of the last event. */
    List<SessionAction> actions = List.of();
    /** Clock in nanoseconds, close to the point where its sign changes. */
    long now = Long.MAX_VALUE - Duration.ofSeconds(100).toNanos();

    TestNeighbor(SessionSettings settings) {
        session = new BgpSession(settings, new SplittableRandom(1));
    }

    TestNeighbor() {
        this(settings());
    }

    static SessionSettings settings() {
        return SessionSettings.of(LOCAL_AS, PEER_AS, LOCAL_ID);
    }

    /** Returns {@link #settings} for a speaker that never opens a connection. */
    static SessionSettings passive() {
        SessionSettings s = settings();
        return new SessionSettings(
                s.localAs(),
                s.peerAs(),
                s.identifier(),
                s.families(),
                s.addPath(),
                s.holdTime(),
                s.sendHoldTime(),
                s.connectRetryMin(),
                s.connectRetryMax(),
                true,
                s.gracefulRestart(),
                s.extendedMessages());
    }

    static SessionSettings withHoldTime(Duration holdTime, Optional<Duration> sendHoldTime) {
        SessionSettings s = settings();
        return new SessionSettings(
                s.localAs(),
                s.peerAs(),
                s.identifier(),
                s.families(),
                s.addPath(),
                holdTime,
                sendHoldTime,
                s.connectRetryMin(),
                s.connectRetryMax(),
                false,
                s.gracefulRestart(),
                s.extendedMessages());
    }

    static SessionSettings withAddPath(long peerAs, Map<AfiSafi, Integer> addPath) {
        SessionSettings s = settings();
        return new SessionSettings(
                s.localAs(),
                peerAs,
                s.identifier(),
                Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST),
                addPath,
                s.holdTime(),
                s.sendHoldTime(),
                s.connectRetryMin(),
                s.connectRetryMax(),
                false,
                s.gracefulRestart(),
                s.extendedMessages());
    }

    /** Returns an OPEN of the neighbor with both families, 4-octet AS numbers, and the capabilities {@code more}. */
    static Open open(Capability... more) {
        return open(PEER_AS, PEER_ID, 90, more);
    }

    static Open open(long asn, int identifier, int holdTime, Capability... more) {
        List<Capability> capabilities = new ArrayList<>(List.of(
                new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST),
                new Capability.FourOctetAs(asn)));
        capabilities.addAll(List.of(more));
        return new Open(4, asn > 0xffff ? 23456 : (int) asn, holdTime, identifier, List.copyOf(capabilities));
    }

    static Capability restart(int flags) {
        return new Capability.GracefulRestart(
                flags, 120, List.of(new Capability.GracefulRestart.Family(AfiSafi.IPV4_UNICAST, 0x80)));
    }

    TestNeighbor start() {
        actions = session.start(now);
        return this;
    }

    TestNeighbor connected(int id, Direction direction) {
        actions = session.connected(id, direction, ADDRESS, ADDRESS, now);
        return this;
    }

    TestNeighbor received(int id, BgpMessage message) {
        actions = session.received(id, message, now);
        return this;
    }

    /** Advances the clock without an event. */
    TestNeighbor later(Duration time) {
        now += time.toNanos();
        return this;
    }

    TestNeighbor tick() {
        actions = session.tick(now);
        return this;
    }

    /** Opens connection 1 from this speaker and establishes it. */
    TestNeighbor established(Capability... more) {
        return start().connected(1, Direction.OUTBOUND).received(1, open(more)).received(1, new KeepAlive());
    }

    List<BgpMessage> sent(int id) {
        return actions.stream()
                .filter(action -> action instanceof SessionAction.Send send && send.connection() == id)
                .map(action -> ((SessionAction.Send) action).message())
                .toList();
    }

    /** Returns code and subcode of the NOTIFICATION that the last event sent on a connection, such as "6/7", or "". */
    String notified(int id) {
        return sent(id).stream()
                .filter(Notification.class::isInstance)
                .map(message -> ((Notification) message).errorCode() + "/" + ((Notification) message).errorSubcode())
                .findFirst()
                .orElse("");
    }

    boolean closes(int id) {
        return actions.stream()
                .anyMatch(action -> action instanceof SessionAction.Close close && close.connection() == id);
    }

    <A extends SessionAction> Optional<A> action(Class<A> kind) {
        return actions.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }
}
