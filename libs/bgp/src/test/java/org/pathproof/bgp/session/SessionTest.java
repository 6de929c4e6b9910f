// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pathproof.bgp.session.TestNeighbor.LOCAL_AS;
import static org.pathproof.bgp.session.TestNeighbor.LOCAL_ID;
import static org.pathproof.bgp.session.TestNeighbor.PEER_AS;
import static org.pathproof.bgp.session.TestNeighbor.PEER_ID;
import static org.pathproof.bgp.session.TestNeighbor.open;
import static org.pathproof.bgp.session.TestNeighbor.restart;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.RouteRefresh;
import org.pathproof.wire.bgp.UnknownMessage;
import org.pathproof.wire.bgp.Update;

class SessionTest {
    private static final Capability ADD_PATH = new Capability.AddPath(List.of(
            new Capability.AddPath.Entry(AfiSafi.IPV4_UNICAST, Capability.AddPath.RECEIVE),
            new Capability.AddPath.Entry(AfiSafi.IPV6_UNICAST, Capability.AddPath.SEND)));

    // OPEN (RFC 4271 section 6.2)

    @Test
    void refusesAnOtherAs() {
        assertThat(notificationFor(open(PEER_AS + 1, PEER_ID, 90))).isEqualTo("2/2");
    }

    @Test
    void readsTheAsFromTheCapability() {
        TestNeighbor neighbor = new TestNeighbor(SessionSettings.of(LOCAL_AS, 400_000, LOCAL_ID));
        neighbor.start().connected(1, Direction.OUTBOUND).received(1, open(400_000, PEER_ID, 90));
        assertThat(neighbor.session.state()).isEqualTo(BgpState.OPEN_CONFIRM);
    }

    @Test
    void refusesHoldTimesOfOneAndTwoSeconds() {
        assertThat(notificationFor(open(PEER_AS, PEER_ID, 1))).isEqualTo("2/6");
        assertThat(notificationFor(open(PEER_AS, PEER_ID, 2))).isEqualTo("2/6");
        assertThat(notificationFor(open(PEER_AS, PEER_ID, 3))).isEmpty();
        assertThat(notificationFor(open(PEER_AS, PEER_ID, 0)))
                .as("without a Hold Time, routes of an unreachable speaker stay without end")
                .isEqualTo("2/6");
    }

    @Test
    void refusesTheIdentifierZeroAndItsOwnWithinTheAs() {
        assertThat(notificationFor(open(PEER_AS, 0, 90))).isEqualTo("2/3");
        assertThat(notificationFor(open(PEER_AS, LOCAL_ID, 90))).isEmpty();
        TestNeighbor internal = new TestNeighbor(SessionSettings.of(LOCAL_AS, LOCAL_AS, LOCAL_ID));
        internal.start().connected(1, Direction.OUTBOUND).received(1, open(LOCAL_AS, LOCAL_ID, 90));
        assertThat(internal.notified(1)).isEqualTo("2/3");
    }

    @Test
    void refusesANeighborWithoutACommonFamily() {
        Open other =
                new Open(4, (int) PEER_AS, 90, PEER_ID, List.of(new Capability.Multiprotocol(new AfiSafi(1, 128))));
        assertThat(notificationFor(other)).isEqualTo("2/7");
    }

    @Test
    void aNeighborWithoutCapabilitiesHasIpv4AndTwoByteAsNumbers() {
        TestNeighbor neighbor = new TestNeighbor();
        neighbor.start()
                .connected(1, Direction.OUTBOUND)
                .received(1, new Open(4, (int) PEER_AS, 90, PEER_ID, List.of()))
                .received(1, new KeepAlive());
        NegotiatedSession session = established(neighbor);
        assertThat(session.families()).containsExactly(AfiSafi.IPV4_UNICAST);
        assertThat(session.sending().fourOctetAs()).isFalse();
        assertThat(session.maxMessageLength()).isEqualTo(4096);
    }

    @Test
    void negotiatesAddPathByDirection() {
        TestNeighbor neighbor = new TestNeighbor(
                TestNeighbor.withAddPath(PEER_AS, Map.of(AfiSafi.IPV4_UNICAST, 3, AfiSafi.IPV6_UNICAST, 3)));
        NegotiatedSession session = established(neighbor.established(ADD_PATH));
        assertThat(session.sending().addPath()).containsExactly(AfiSafi.IPV4_UNICAST);
        assertThat(session.receiving().addPath()).containsExactly(AfiSafi.IPV6_UNICAST);
    }

    @Test
    void negotiatesLongMessages() {
        NegotiatedSession session = established(new TestNeighbor().established(new Capability.ExtendedMessage()));
        assertThat(session.maxMessageLength()).isEqualTo(65535);
    }

    @Test
    void negotiatesTheLowerHoldTime() {
        TestNeighbor neighbor = new TestNeighbor();
        neighbor.start()
                .connected(1, Direction.OUTBOUND)
                .received(1, open(PEER_AS, PEER_ID, 9))
                .received(1, new KeepAlive());
        assertThat(established(neighbor).holdTime()).isEqualTo(Duration.ofSeconds(9));
    }

    // Timers

    @Test
    void sendsKeepAlivesAtAThirdOfTheHoldTime() {
        TestNeighbor neighbor = new TestNeighbor().established();
        long wait = neighbor.session.untilTick(neighbor.now, Long.MAX_VALUE);
        assertThat(Duration.ofNanos(wait)).isBetween(Duration.ofMillis(22_500), Duration.ofSeconds(30));
        neighbor.later(Duration.ofNanos(wait)).tick();
        assertThat(neighbor.sent(1)).containsExactly(new KeepAlive());
    }

    @Test
    void hasNoTimersWithAHoldTimeOfZero() {
        TestNeighbor neighbor = new TestNeighbor(TestNeighbor.withHoldTime(Duration.ZERO, Optional.empty()));
        neighbor.start()
                .connected(1, Direction.OUTBOUND)
                .received(1, open(PEER_AS, PEER_ID, 0))
                .received(1, new KeepAlive());
        neighbor.actions = neighbor.session.sent(1, true, neighbor.now);
        assertThat(neighbor.session.untilTick(neighbor.now, 7)).isEqualTo(7);
        assertThat(neighbor.later(Duration.ofDays(1)).tick().actions).isEmpty();
    }

    @Test
    void dropsANeighborThatDoesNotRead() {
        TestNeighbor neighbor = new TestNeighbor().established();
        neighbor.actions = neighbor.session.sent(1, true, neighbor.now);
        for (int i = 0; i < 4; i++) {
            neighbor.later(Duration.ofSeconds(29)).received(1, new KeepAlive());
            assertThat(neighbor.tick().action(SessionAction.Close.class)).isEmpty();
        }
        neighbor.later(Duration.ofSeconds(4)).tick();
        assertThat(neighbor.action(SessionAction.Close.class)).get().matches(SessionAction.Close::abort);
        assertThat(neighbor.action(SessionAction.Down.class)).isPresent();
    }

    @Test
    void progressRestartsTheSendHoldTimer() {
        TestNeighbor neighbor = new TestNeighbor().established();
        for (int i = 0; i < 20; i++) {
            neighbor.actions = neighbor.session.sent(1, true, neighbor.now);
            neighbor.later(Duration.ofSeconds(60)).received(1, new KeepAlive()).tick();
            assertThat(neighbor.session.state()).isEqualTo(BgpState.ESTABLISHED);
        }
    }

    @Test
    void refusesASendHoldTimeThatIsNotLonger() {
        assertThatThrownBy(() -> TestNeighbor.withHoldTime(Duration.ofSeconds(90), Optional.of(Duration.ofSeconds(90))))
                .hasMessageContaining("sendHoldTime");
    }

    @Test
    void waitsLongerAfterEachFailure() {
        TestNeighbor neighbor = new TestNeighbor().start();
        Duration before = Duration.ZERO;
        for (int i = 0; i < 7; i++) {
            neighbor.actions = neighbor.session.connectFailed("refused", neighbor.now);
            Duration wait = Duration.ofNanos(neighbor.session.untilTick(neighbor.now, Long.MAX_VALUE));
            assertThat(wait).isGreaterThan(before).isLessThanOrEqualTo(Duration.ofSeconds(60));
            before = wait.compareTo(Duration.ofSeconds(32)) < 0 ? wait : Duration.ofSeconds(44);
            assertThat(neighbor.later(wait).tick().action(SessionAction.Connect.class))
                    .isPresent();
        }
    }

    @Test
    void givesUpAConnectionThatDoesNotOpen() {
        TestNeighbor neighbor =
                new TestNeighbor().start().later(Reconnection.CONNECT_TIME).tick();
        assertThat(neighbor.actions).containsExactly(new SessionAction.AbortConnect());
        assertThat(neighbor.session.state()).isEqualTo(BgpState.ACTIVE);
    }

    @Test
    void aPassiveNeighborIsNeverConnectedTo() {
        TestNeighbor neighbor = new TestNeighbor(TestNeighbor.passive()).start();
        assertThat(neighbor.actions).isEmpty();
        neighbor.connected(1, Direction.INBOUND).received(1, open()).received(1, new UnknownMessage(9, Bytes.EMPTY));
        assertThat(neighbor.session.state()).isEqualTo(BgpState.IDLE);
        assertThat(neighbor.later(Duration.ofMinutes(2)).tick().actions).isEmpty();
        assertThat(neighbor.session.state()).isEqualTo(BgpState.ACTIVE);
    }

    // Graceful restart (RFC 4724, RFC 8538)

    @Test
    void setsTheRestartFlagUntilTheFirstSession() {
        TestNeighbor neighbor = new TestNeighbor().start().connected(1, Direction.OUTBOUND);
        assertThat(restartFlags(neighbor, 1)).isEqualTo(0xc);
        neighbor.received(1, open()).received(1, new KeepAlive());
        neighbor.actions = neighbor.session.closed(1, "lost", neighbor.now);
        assertThat(restartFlags(neighbor.connected(2, Direction.INBOUND), 2)).isEqualTo(0x4);
    }

    @Test
    void reportsTheRestartOfTheNeighbor() {
        NegotiatedSession.PeerRestart restart =
                established(new TestNeighbor().established(restart(0xc))).gracefulRestart();
        assertThat(restart)
                .isEqualTo(new NegotiatedSession.PeerRestart(
                        true, true, true, Duration.ofMinutes(2), Set.of(AfiSafi.IPV4_UNICAST)));
    }

    @Test
    void aRestartSendsNoNotificationToANeighborThatWouldDropTheRoutes() {
        TestNeighbor neighbor = new TestNeighbor().established(restart(0));
        neighbor.actions = neighbor.session.stop(StopReason.RESTART, "upgrade", neighbor.now);
        assertThat(neighbor.sent(1)).isEmpty();
        assertThat(neighbor.closes(1)).isTrue();
    }

    @Test
    void aRestartIsAnnouncedWhereNotificationsAreGraceful() {
        TestNeighbor neighbor = new TestNeighbor().established(restart(0x4));
        neighbor.actions = neighbor.session.stop(StopReason.RESTART, "upgrade", neighbor.now);
        assertThat(neighbor.notified(1)).isEqualTo("6/4");
    }

    @Test
    void aShutdownIsAHardResetWhereNotificationsAreGraceful() {
        TestNeighbor neighbor = new TestNeighbor().established(restart(0x4));
        neighbor.actions = neighbor.session.stop(StopReason.SHUTDOWN, "bye", neighbor.now);
        assertThat(neighbor.sent(1)).containsExactly(new Notification(6, 9, Bytes.fromHex("06 02 03 627965")));
    }

    @Test
    void cutsTheShutdownTextAtACharacter() {
        TestNeighbor neighbor = new TestNeighbor().established();
        neighbor.actions = neighbor.session.stop(StopReason.SHUTDOWN, "x" + "ä".repeat(200), neighbor.now);
        Notification sent = (Notification) neighbor.sent(1).getFirst();
        assertThat(sent.shutdownCommunication()).contains("x" + "ä".repeat(127));
    }

    @Test
    void reportsTheReasonOfTheNeighbor() {
        TestNeighbor neighbor = new TestNeighbor().established();
        neighbor.received(1, new Notification(6, 9, Bytes.fromHex("06 02 03 627965")));
        assertThat(neighbor.session.lastError()).get().asString().contains("Hard Reset 6/9: Cease 6/2: bye");
    }

    // Collisions (RFC 4271 section 6.8, RFC 6286)

    @Test
    void theHigherIdentifierKeepsItsConnection() {
        TestNeighbor higher = collision(PEER_ID);
        assertThat(higher.notified(1)).isEqualTo("6/7");
        assertThat(higher.session.state()).isEqualTo(BgpState.OPEN_CONFIRM);
        TestNeighbor lower = collision(LOCAL_ID + 1);
        assertThat(lower.notified(2)).isEqualTo("6/7");
    }

    @Test
    void theHigherAsDecidesBetweenEqualIdentifiers() {
        assertThat(collision(LOCAL_ID).notified(2)).isEqualTo("6/7");
    }

    /** Brings the inbound connection 1 to OPEN_CONFIRM, and then receives the OPEN on the outbound connection 2. */
    private static TestNeighbor collision(int peerIdentifier) {
        Open open = open(PEER_AS, peerIdentifier, 90);
        return new TestNeighbor()
                .start()
                .connected(1, Direction.INBOUND)
                .connected(2, Direction.OUTBOUND)
                .received(1, open)
                .received(2, open);
    }

    @Test
    void anEstablishedSessionWins() {
        TestNeighbor neighbor = new TestNeighbor().established().later(Duration.ofSeconds(1));
        neighbor.connected(2, Direction.INBOUND).received(2, open());
        assertThat(neighbor.notified(2)).isEqualTo("6/7");
        assertThat(neighbor.session.state()).isEqualTo(BgpState.ESTABLISHED);
    }

    @Test
    void aNeighborThatRestartedReplacesItsSession() {
        TestNeighbor neighbor = new TestNeighbor().established(restart(0)).later(Duration.ofSeconds(1));
        neighbor.connected(2, Direction.INBOUND).received(2, open(restart(8)));
        assertThat(neighbor.closes(1)).isTrue();
        assertThat(neighbor.action(SessionAction.Down.class)).isPresent();
        assertThat(neighbor.received(2, new KeepAlive()).action(SessionAction.Established.class))
                .isPresent();
    }

    // Messages of an established session

    @Test
    void offersUpdatesWithTheErrorsOfMandatoryAttributes() {
        TestNeighbor neighbor = new TestNeighbor().established();
        Update update = new Update(
                List.of(), List.of(new Origin(0x40, 0)), List.of(new Nlri(0, Prefix.parse("10.0.0.0/8"))), List.of());
        assertThat(neighbor.received(1, update).actions).containsExactly(new SessionAction.Received(update, true));
        Update endOfRib = new Update(List.of(), List.of(), List.of(), List.of());
        assertThat(neighbor.received(1, endOfRib).actions).containsExactly(new SessionAction.Received(endOfRib, false));
    }

    @Test
    void passesOnRequestsForFamiliesOfTheSession() {
        TestNeighbor neighbor = new TestNeighbor().established();
        assertThat(neighbor.received(1, new RouteRefresh(AfiSafi.IPV6_UNICAST, 0)).actions)
                .containsExactly(new SessionAction.Refresh(AfiSafi.IPV6_UNICAST));
        assertThat(neighbor.received(1, new RouteRefresh(new AfiSafi(1, 128), 0)).actions)
                .isEmpty();
        assertThat(neighbor.received(1, new RouteRefresh(AfiSafi.IPV6_UNICAST, 1)).actions)
                .isEmpty();
    }

    @Test
    void refusesAMarkerOfAWrongLength() {
        BgpMessage marker = new UnknownMessage(5, Bytes.fromHex("0001 01 01 00"));
        assertThat(new TestNeighbor().established().received(1, marker).actions).isEmpty();
        TestNeighbor enhanced = new TestNeighbor().established(new Capability.EnhancedRouteRefresh());
        assertThat(enhanced.received(1, marker).notified(1)).isEqualTo("7/1");
    }

    @Test
    void cutsTheMessageInAnErrorAboutALongRefresh() {
        BgpMessage marker = new UnknownMessage(5, Bytes.fromHex("00010101" + "00".repeat(65_000)));
        TestNeighbor neighbor = new TestNeighbor()
                .established(new Capability.EnhancedRouteRefresh(), new Capability.ExtendedMessage())
                .received(1, marker);
        assertThat(neighbor.notified(1)).isEqualTo("7/1");
        assertThat(BgpCodec.encode(neighbor.sent(1).getFirst(), BgpSessionOptions.DEFAULT)
                        .length())
                .isEqualTo(BgpCodec.MAX_LENGTH);
    }

    @Test
    void answersNoMalformedNotification() {
        TestNeighbor neighbor = new TestNeighbor().established();
        WireError error = new WireError(WireError.Code.BAD_LENGTH, "NOTIFICATION / length", 16, "too short");
        neighbor.actions = neighbor.session.damaged(1, error, Bytes.EMPTY, neighbor.now);
        assertThat(neighbor.sent(1)).isEmpty();
        assertThat(neighbor.closes(1)).isTrue();
    }

    private static String notificationFor(Open open) {
        TestNeighbor neighbor = new TestNeighbor().start().connected(1, Direction.OUTBOUND);
        return neighbor.received(1, open).notified(1);
    }

    private static NegotiatedSession established(TestNeighbor neighbor) {
        return neighbor.action(SessionAction.Established.class).orElseThrow().session();
    }

    private static int restartFlags(TestNeighbor neighbor, int id) {
        Open open = (Open) neighbor.sent(id).getFirst();
        return open.find(Capability.GracefulRestart.class).orElseThrow().flags();
    }
}
