// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.policyapi.Records.key;
import static org.pathproof.policyapi.Records.session;
import static org.pathproof.policyapi.Records.sessionId;
import static org.pathproof.policyapi.Records.valid;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.policyapi.feed.ChangeListener;
import org.pathproof.policyapi.feed.Position;
import org.pathproof.policyapi.store.RouteQuery;
import org.pathproof.policyapi.store.RouteTable;

/** The hub alone: slow clients, and how far back its ring reaches. */
final class EventHubTest {
    private static final EventFilter ALL = new EventFilter(RouteQuery.ALL, null);

    private final RouteTable table = new RouteTable();
    private final EventHub hub = new EventHub(3, 2);
    private int offset;

    @BeforeEach
    void ready() {
        table.session(sessionId(1).octets().toArray(), session(1, 1, 1).build().toByteArray());
        hub.caughtUp(position(0));
    }

    private static Position position(int offset) {
        return Position.parse("s1-v" + offset).orElseThrow();
    }

    private void publish() {
        byte[] octets = key("10.0." + offset + ".0/24", 1).toOctets();
        hub.changed(
                table.verdict(octets, valid(65001, 64496).build().toByteArray()),
                new ChangeListener.Origin(0, offset, 0, position(offset + 1)));
        offset++;
    }

    @Test
    void aClientThatDoesNotKeepUpIsCutAndTold() throws InterruptedException {
        Subscription slow = hub.subscribe(ALL, null).orElseThrow();
        publish();
        publish();
        assertThat(slow.ended()).isNull();
        publish();
        assertThat(slow.ended()).contains("too slowly");
        assertThat(slow.poll(Duration.ZERO)).isNotNull();
        assertThat(slow.poll(Duration.ZERO)).isNotNull();
        assertThat(slow.poll(Duration.ofMinutes(1))).as("it ended: no waiting").isNull();
    }

    @Test
    void itsEndWakesAClientThatWaits() throws InterruptedException {
        Subscription waiting = hub.subscribe(ALL, null).orElseThrow();
        Thread.ofVirtual().start(hub::close);
        assertThat(waiting.poll(Duration.ofMinutes(10))).isNull();
        assertThat(waiting.ended()).isNotNull();
    }

    @Test
    void theRingReachesBackAsFarAsItSays() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            publish();
        }
        assertThat(hub.subscribe(ALL, position(1))).isEmpty();
        Subscription back = hub.subscribe(ALL, position(3)).orElseThrow();
        assertThat(Objects.requireNonNull(back.poll(Duration.ZERO))
                        .event()
                        .origin()
                        .offset())
                .isEqualTo(3);
        assertThat(Objects.requireNonNull(back.poll(Duration.ZERO))
                        .event()
                        .origin()
                        .offset())
                .isEqualTo(4);
        assertThat(back.poll(Duration.ZERO)).isNull();
    }

    @Test
    void aRebuildEndsAllStreams() {
        Subscription subscription = hub.subscribe(ALL, null).orElseThrow();
        hub.restarted();
        assertThat(subscription.ended()).contains("rebuilt");
        assertThat(hub.subscribe(ALL, null)).isEmpty();
        assertThat(hub.subscribers()).isZero();
    }

    @Test
    void positionsAreReadBack() {
        assertThat(position(7).toString()).isEqualTo("s1-v7");
        assertThat(Position.parse("s1.2-v3.4.5").orElseThrow()).hasToString("s1.2-v3.4.5");
        assertThat(Position.parse("s-v")).isEmpty();
        assertThat(Position.parse("s1-v99999999999999999999")).isEmpty();
        assertThat(position(3).covers(position(2))).isTrue();
        assertThat(position(2).covers(position(3))).isFalse();
    }
}
