// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.RouteRefresh;
import org.pathproof.wire.bgp.UnknownMessage;
import org.pathproof.wire.bgp.Update;

/** Tests each event in each state: the next state, and the NOTIFICATION that is sent (RFC 4271 section 8.2.2). */
class StateTableTest {
    private static final WireError BAD_MARKER =
            new WireError(WireError.Code.BAD_MARKER, "header / marker", 0, "the marker is not all ones");

    /**
     * An event, and one cell for each state: IDLE, ACTIVE, CONNECT, OPEN_SENT, OPEN_CONFIRM, ESTABLISHED. A cell has
     * the next state and, if one is sent, the codes of the NOTIFICATION.
     */
    private record Row(String event, Consumer<TestNeighbor> run, List<String> cells) {}

    private static Row row(String event, Consumer<TestNeighbor> run, String... cells) {
        return new Row(event, run, List.of(cells));
    }

    private static final List<Row> TABLE = List.of(
            row(
                    "start",
                    TestNeighbor::start,
                    "CONNECT",
                    "ACTIVE",
                    "CONNECT",
                    "OPEN_SENT",
                    "OPEN_CONFIRM",
                    "ESTABLISHED"),
            row(
                    "shut down",
                    n -> n.actions = n.session.stop(StopReason.SHUTDOWN, "", n.now),
                    "IDLE",
                    "IDLE",
                    "IDLE",
                    "IDLE 6/2",
                    "IDLE 6/2",
                    "IDLE 6/2"),
            row(
                    "deconfigure",
                    n -> n.actions = n.session.stop(StopReason.DECONFIGURED, "", n.now),
                    "IDLE",
                    "IDLE",
                    "IDLE",
                    "IDLE 6/3",
                    "IDLE 6/3",
                    "IDLE 6/3"),
            row(
                    "restart",
                    n -> n.actions = n.session.stop(StopReason.RESTART, "", n.now),
                    "IDLE",
                    "IDLE",
                    "IDLE",
                    "IDLE 6/4",
                    "IDLE 6/4",
                    "IDLE 6/4"),
            row(
                    "reset",
                    n -> n.actions = n.session.reset("", n.now),
                    "IDLE",
                    "ACTIVE",
                    "CONNECT",
                    "ACTIVE 6/4",
                    "ACTIVE 6/4",
                    "ACTIVE 6/4"),
            row(
                    "connect fails",
                    n -> n.actions = n.session.connectFailed("refused", n.now),
                    "IDLE",
                    "ACTIVE",
                    "ACTIVE",
                    "OPEN_SENT",
                    "OPEN_CONFIRM",
                    "ESTABLISHED"),
            row(
                    "connection lost",
                    n -> n.actions = n.session.closed(1, "lost", n.now),
                    "IDLE",
                    "ACTIVE",
                    "CONNECT",
                    "ACTIVE",
                    "ACTIVE",
                    "ACTIVE"),
            row(
                    "damaged bytes",
                    n -> n.actions = n.session.damaged(1, BAD_MARKER, Bytes.EMPTY, n.now),
                    "IDLE",
                    "ACTIVE",
                    "CONNECT",
                    "IDLE 1/1",
                    "IDLE 1/1",
                    "IDLE 1/1"),
            row(
                    "OPEN",
                    n -> n.received(1, TestNeighbor.open()),
                    "IDLE",
                    "ACTIVE",
                    "CONNECT",
                    "OPEN_CONFIRM",
                    "IDLE 5/2",
                    "IDLE 5/3"),
            row(
                    "KEEPALIVE",
                    n -> n.received(1, new KeepAlive()),
                    "IDLE",
                    "ACTIVE",
                    "CONNECT",
                    "IDLE 5/1",
                    "ESTABLISHED",
                    "ESTABLISHED"),
            row(
                    "UPDATE",
                    n -> n.received(1, new Update(List.of(), List.of(), List.of(), List.of())),
                    "IDLE",
                    "ACTIVE",
                    "CONNECT",
                    "IDLE 5/1",
                    "IDLE 5/2",
                    "ESTABLISHED"),
            row(
                    "ROUTE-REFRESH",
                    n -> n.received(1, new RouteRefresh(AfiSafi.IPV4_UNICAST, 0)),
                    "IDLE",
                    "ACTIVE",
                    "CONNECT",
                    "IDLE 5/1",
                    "IDLE 5/2",
                    "ESTABLISHED"),
            row(
                    "NOTIFICATION",
                    n -> n.received(1, new Notification(6, 2, Bytes.EMPTY)),
                    "IDLE",
                    "ACTIVE",
                    "CONNECT",
                    "ACTIVE",
                    "ACTIVE",
                    "ACTIVE"),
            row(
                    "unknown type",
                    n -> n.received(1, new UnknownMessage(77, Bytes.EMPTY)),
                    "IDLE",
                    "ACTIVE",
                    "CONNECT",
                    "IDLE 1/3",
                    "IDLE 1/3",
                    "IDLE 1/3"),
            row(
                    "hold time passes",
                    n -> n.later(BgpSession.OPEN_HOLD_TIME).tick(),
                    "IDLE",
                    "CONNECT",
                    "ACTIVE",
                    "ACTIVE 4/0",
                    "ACTIVE 4/0",
                    "ACTIVE 4/0"),
            row(
                    "outbound connection",
                    n -> n.connected(9, Direction.OUTBOUND),
                    "IDLE",
                    "OPEN_SENT",
                    "OPEN_SENT",
                    "OPEN_SENT 6/7",
                    "OPEN_CONFIRM",
                    "ESTABLISHED"),
            row(
                    "inbound connection",
                    n -> n.connected(9, Direction.INBOUND),
                    "IDLE",
                    "OPEN_SENT",
                    "OPEN_SENT",
                    "OPEN_SENT",
                    "OPEN_CONFIRM",
                    "ESTABLISHED"));

    @TestFactory
    Stream<DynamicTest> eachStateWithEachEvent() {
        return TABLE.stream()
                .flatMap(row -> Stream.of(BgpState.values())
                        .map(state -> DynamicTest.dynamicTest(state + ", " + row.event, () -> check(row, state))));
    }

    private static void check(Row row, BgpState state) {
        TestNeighbor neighbor = in(state);
        assertThat(neighbor.session.state()).isEqualTo(state);
        row.run.accept(neighbor);
        assertThat((neighbor.session.state() + " " + neighbor.notified(1)).strip())
                .isEqualTo(row.cells.get(List.of(BgpState.values()).indexOf(state)));
    }

    /** Returns a neighbor in a state. Its connection, if any, has number 1. */
    private static TestNeighbor in(BgpState state) {
        TestNeighbor neighbor = new TestNeighbor();
        return switch (state) {
            case IDLE -> neighbor;
            case ACTIVE -> {
                neighbor.start().actions = neighbor.session.connectFailed("refused", neighbor.now);
                yield neighbor;
            }
            case CONNECT -> neighbor.start();
            case OPEN_SENT -> neighbor.start().connected(1, Direction.OUTBOUND);
            case OPEN_CONFIRM ->
                neighbor.start().connected(1, Direction.OUTBOUND).received(1, TestNeighbor.open());
            case ESTABLISHED -> neighbor.established();
        };
    }

    @Test
    void anErrorKeepsTheNeighborOffForTheDelay() {
        TestNeighbor neighbor = in(BgpState.ESTABLISHED).received(1, new UnknownMessage(77, Bytes.EMPTY));
        assertThat(neighbor.connected(2, Direction.INBOUND).notified(2)).isEqualTo("6/5");
        assertThat(neighbor.closes(2)).isTrue();
        neighbor.later(Duration.ofSeconds(1)).tick();
        assertThat(neighbor.session.state()).isEqualTo(BgpState.CONNECT);
        assertThat(neighbor.connected(3, Direction.INBOUND).closes(3)).isFalse();
    }
}
