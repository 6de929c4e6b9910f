// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.RouteRefresh;
import org.pathproof.wire.bgp.UnknownMessage;
import org.pathproof.wire.bgp.Update;

/** Tests that the {@link SessionAction}s are consistent after any sequence of events. */
class SessionPropertyTest {
    private static final WireError ERROR =
            new WireError(WireError.Code.BAD_MARKER, "header / marker", 0, "the marker is not all ones");

    private static final List<Direction> DIRECTIONS = List.of(Direction.OUTBOUND, Direction.INBOUND);
    private static final List<StopReason> REASONS =
            List.of(StopReason.SHUTDOWN, StopReason.DECONFIGURED, StopReason.RESTART);

    private static final List<BgpMessage> MESSAGES = List.of(
            TestNeighbor.open(),
            TestNeighbor.open(TestNeighbor.restart(0xc)),
            new KeepAlive(),
            new KeepAlive(),
            new Update(List.of(), List.of(), List.of(), List.of()),
            new RouteRefresh(AfiSafi.IPV4_UNICAST, 0),
            new Notification(6, 4, Bytes.EMPTY),
            new UnknownMessage(99, Bytes.EMPTY));

    @Property
    void actionsConcernOpenConnectionsAndSessionsAlternate(@ForAll("events") List<Integer> events) {
        TestNeighbor neighbor = new TestNeighbor();
        Set<Integer> open = new HashSet<>();
        boolean established = false;
        int connections = 0;
        if (!events.isEmpty() && events.getFirst() % 2 == 1) {
            neighbor.established();
            open.add(++connections);
            established = true;
        }
        for (int event : events) {
            int id = Math.max(1, connections - (event >>> 8) % 3);
            switch (event % 10) {
                case 0 -> neighbor.start();
                case 1 -> open.add(++connections);
                case 2 -> {
                    open.remove(id);
                    neighbor.actions = neighbor.session.closed(id, "lost", neighbor.now);
                }
                case 3 ->
                    neighbor.later(Duration.ofSeconds((event >>> 8) % 300)).tick();
                case 4 -> neighbor.actions = neighbor.session.damaged(id, ERROR, Bytes.EMPTY, neighbor.now);
                case 5 -> neighbor.actions = stopped(neighbor, event >>> 8);
                default -> neighbor.received(id, MESSAGES.get((event >>> 8) % MESSAGES.size()));
            }
            if (event % 10 == 1) {
                neighbor.connected(connections, DIRECTIONS.get((event >>> 8) % 2));
            }
            for (SessionAction action : neighbor.actions) {
                switch (action) {
                    case SessionAction.Send send -> assertThat(open).contains(send.connection());
                    case SessionAction.Close close ->
                        assertThat(open.remove(close.connection())).isTrue();
                    case SessionAction.Established up -> {
                        assertThat(established).isFalse();
                        assertThat(open).contains(up.connection());
                        established = true;
                    }
                    case SessionAction.Down down -> {
                        assertThat(established).isTrue();
                        established = false;
                    }
                    case SessionAction.Refresh refresh ->
                        assertThat(established).isTrue();
                    case SessionAction.Received received ->
                        assertThat(established).isTrue();
                    case SessionAction.Connect connect -> assertThat(open).isEmpty();
                    case SessionAction.AbortConnect abort ->
                        assertThat(neighbor.session.state()).isNotEqualTo(BgpState.CONNECT);
                }
            }
            assertThat(neighbor.session.state() == BgpState.ESTABLISHED).isEqualTo(established);
            assertThat(open).hasSizeLessThanOrEqualTo(3);
        }
    }

    private static List<SessionAction> stopped(TestNeighbor neighbor, int choice) {
        return choice % 4 == 3
                ? neighbor.session.reset("", neighbor.now)
                : neighbor.session.stop(REASONS.get(choice % 4), "", neighbor.now);
    }

    @Provide
    Arbitrary<List<Integer>> events() {
        return Arbitraries.integers().between(0, 1 << 20).list().ofMaxSize(60);
    }
}
