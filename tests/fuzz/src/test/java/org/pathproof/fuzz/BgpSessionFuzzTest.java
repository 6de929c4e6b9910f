// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.pathproof.bgp.session.BgpSession;
import org.pathproof.bgp.session.BgpState;
import org.pathproof.bgp.session.Direction;
import org.pathproof.bgp.session.SessionAction;
import org.pathproof.bgp.session.StopReason;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpFramer;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Notification;

/**
 * Fuzzes the state machine of a neighbor with events in any order: connections, messages, bytes, and time.
 *
 * <p>The first byte of an input selects capabilities ({@link FuzzedOpen}). Each event has one byte for its kind and one
 * byte for its argument; some events have more bytes.
 */
class BgpSessionFuzzTest {
    private static final int EVENT_LENGTH = 2;
    /** One connection with the neighbor's OPEN, and one in each direction without an OPEN. */
    private static final int MAX_CONNECTIONS = 3;

    private static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();
    private static final List<StopReason> REASONS = List.of(StopReason.values());

    @FuzzTest(maxDuration = "10m")
    void events(byte[] input) {
        if (input.length > 0) {
            new Run(new FuzzedOpen(input[0])).play(Bytes.wrap(input, 1, input.length - 1));
        }
    }

    /** One session with its clock, its open connections and their unread bytes. */
    private static final class Run {
        private final FuzzedOpen open;
        private final BgpSession session;
        private final Map<Integer, Bytes> connections = new HashMap<>();
        private int lastConnection;
        private boolean established;
        private long now = Long.MAX_VALUE - Duration.ofMinutes(5).toNanos();

        Run(FuzzedOpen open) {
            this.open = open;
            this.session = new BgpSession(open.settings(), new SplittableRandom(1));
            check(session.start(now));
        }

        void play(Bytes events) {
            int at = 0;
            while (events.length() - at >= EVENT_LENGTH) {
                int kind = events.u8(at);
                int argument = events.u8(at + 1);
                at += EVENT_LENGTH;
                if (kind % 16 == 15) {
                    int end = Math.min(events.length(), at + argument);
                    receive(lastConnection, events.slice(at, end));
                    at = end;
                } else {
                    applyEvent(kind, argument);
                }
            }
        }

        private void applyEvent(int kind, int argument) {
            int id = Math.max(1, lastConnection - (argument & 1));
            switch (kind % 16) {
                case 0, 1 -> connect((argument & 1) == 0 ? Direction.INBOUND : Direction.OUTBOUND);
                case 2, 3 -> receive(id, open.encoded());
                case 4, 5 -> receive(id, FuzzedOpen.KEEPALIVE);
                case 6 -> pass(Duration.ofMillis(argument * 100L));
                case 7 -> pass(Duration.ofSeconds(argument));
                case 8 -> {
                    connections.remove(id);
                    check(session.closed(id, "lost", now));
                }
                case 9 -> check(session.connectFailed("refused", now));
                case 10 -> check(session.sent(id, (argument & 2) != 0, now));
                case 11 -> check(session.stop(REASONS.get(argument % REASONS.size()), "é".repeat(argument), now));
                case 12 -> check(session.reset("é".repeat(argument), now));
                case 13 -> check(session.start(now));
                default -> receive(id, message(argument));
            }
        }

        /** Returns a message with an empty body, of any type. */
        private static Bytes message(int type) {
            return Bytes.fromHex("ff".repeat(16) + "0013%02x".formatted(type));
        }

        private void connect(Direction direction) {
            lastConnection++;
            connections.put(lastConnection, Bytes.EMPTY);
            check(session.connected(lastConnection, direction, ADDRESS, ADDRESS, now));
            assertThat(connections).hasSizeLessThanOrEqualTo(MAX_CONNECTIONS);
        }

        private void pass(Duration time) {
            now += time.toNanos();
            check(session.tick(now));
            assertThat(session.untilTick(now, Long.MAX_VALUE)).isPositive();
        }

        /** Delivers bytes as the speaker does. */
        private void receive(int id, Bytes bytes) {
            connections.computeIfPresent(id, (i, unread) -> unread.concat(bytes));
            for (Bytes unread = connections.get(id); unread != null; unread = connections.get(id)) {
                BgpSessionOptions encoding = session.receiving(id);
                int maxLength = encoding.extendedMessage() ? BgpCodec.MAX_EXTENDED_LENGTH : BgpCodec.MAX_LENGTH;
                switch (BgpFramer.messageLength(unread, maxLength)) {
                    case Decoded.Damaged<Integer>(WireError error, Bytes start) -> {
                        connections.put(id, Bytes.EMPTY);
                        check(session.damaged(id, error, start, now));
                        return;
                    }
                    case Decoded.Ok<Integer>(Integer length) -> {
                        if (length == 0 || length > unread.length()) {
                            return;
                        }
                        connections.put(id, unread.from(length));
                        handle(id, unread.slice(0, length), encoding);
                    }
                }
            }
        }

        private void handle(int id, Bytes bytes, BgpSessionOptions encoding) {
            switch (BgpCodec.decode(bytes, encoding)) {
                case Decoded.Ok<BgpMessage>(BgpMessage message) -> check(session.received(id, message, now));
                case Decoded.Damaged<BgpMessage>(WireError error, Bytes ignored) -> {
                    check(session.damaged(id, error, bytes, now));
                    assertThat(connections).doesNotContainKey(id);
                }
            }
        }

        private void check(List<SessionAction> actions) {
            Map<Integer, Boolean> notified = new HashMap<>();
            for (SessionAction action : actions) {
                switch (action) {
                    case SessionAction.Send(int id, BgpMessage message) -> {
                        assertThat(connections).containsKey(id);
                        assertThat(notified.put(id, message instanceof Notification))
                                .isNotEqualTo(true);
                        Bytes bytes = BgpCodec.encode(message, BgpSessionOptions.DEFAULT);
                        assertThat(bytes.length()).isLessThanOrEqualTo(BgpCodec.MAX_LENGTH);
                        assertThat(BgpCodec.decode(bytes, BgpSessionOptions.DEFAULT)
                                        .orThrow())
                                .isEqualTo(message);
                    }
                    case SessionAction.Close(int id, String why, boolean abort) -> {
                        assertThat(connections.remove(id)).isNotNull();
                        assertThat(why).isNotEmpty();
                        assertThat(notified.remove(id)).isNotEqualTo(false);
                    }
                    case SessionAction.Established up -> {
                        assertThat(established).isFalse();
                        assertThat(connections).containsKey(up.connection());
                        established = true;
                    }
                    case SessionAction.Down(String why) -> {
                        assertThat(established).isTrue();
                        assertThat(why).isNotEmpty();
                        established = false;
                    }
                    case SessionAction.Refresh refresh ->
                        assertThat(established).isTrue();
                    case SessionAction.Received received ->
                        assertThat(established).isTrue();
                    case SessionAction.Connect() -> throw new AssertionError("a passive speaker connects");
                    case SessionAction.AbortConnect() -> throw new AssertionError("a passive speaker connects");
                }
            }
            notified.forEach((id, isNotified) ->
                    assertThat(isNotified).as("a NOTIFICATION without Close").isFalse());
            assertThat(session.state() == BgpState.ESTABLISHED).isEqualTo(established);
        }
    }
}
