// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.valid;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.verdictstore.input.ChangeListener;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;

/** Tests the hub: slow clients, the cost of a change, and the bounds of its ring. */
final class EventHubTest {
    private static final Predicate<StoreEvent> ALL = new EventFilter(RouteQuery.ALL, null)::matches;
    private static final long MIB = 1 << 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final RouteTable table = new RouteTable();
    private final EventHub hub = new EventHub(3, MIB, 2);
    private int offset;

    @BeforeEach
    void openHub() {
        table.applySession(
                sessionId(1).bytes().toArray(), session(1, 1, 1).build().toByteArray());
        hub.onComplete(position(0));
    }

    private static Position position(int offset) {
        return Position.parse("s1-v" + offset).orElseThrow();
    }

    private void publish() {
        publish(hub);
    }

    private void publish(EventHub to) {
        byte[] bytes = key("10.0." + offset % 200 + ".0/24", 1).toBytes();
        to.onChange(
                table.applyVerdict(bytes, valid(65001, 64496).build().toByteArray()),
                new ChangeListener.Origin(0, offset, 0, position(offset + 1)));
        offset++;
    }

    @Test
    void disconnectsASlowClientWithAReason() throws InterruptedException {
        Subscription slow = hub.subscribe(ALL, null).orElseThrow();
        publish();
        publish();
        assertThat(slow.poll(Duration.ZERO)).isNotNull();
        publish();
        assertThat(slow.ended()).isNull();
        publish();
        assertThat(slow.poll(Duration.ofMinutes(1)))
                .as("a poll of an ended subscription does not wait")
                .isNull();
        assertThat(slow.ended()).contains("too slowly");
    }

    /** The follower's thread must run no filter, so that the cost of a change does not depend on the clients. */
    @Test
    void noFilterRunsOnTheFollowersThread() {
        EventHub large = new EventHub(20_000, 64 * MIB, 10_000);
        large.onComplete(position(0));
        Set<Thread> filtering = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 1_000; i++) {
            assertThat(large.subscribe(event -> filtering.add(Thread.currentThread()), null))
                    .isPresent();
        }
        for (int i = 0; i < 5_000; i++) {
            publish(large);
            large.onPollEnd();
        }
        assertThat(filtering).isEmpty();
        large.close();
    }

    @Test
    void aHangingFilterDelaysNoOtherClient() throws Exception {
        EventHub large = new EventHub(20_000, 64 * MIB, 10_000);
        large.onComplete(position(0));
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Subscription stuck = large.subscribe(
                        event -> {
                            hanging.countDown();
                            return awaitUninterruptibly(release);
                        },
                        null)
                .orElseThrow();
        Subscription other = large.subscribe(ALL, null).orElseThrow();
        Thread client = Thread.ofVirtual().start(() -> poll(stuck));
        for (int i = 0; i < 500; i++) {
            publish(large);
        }
        large.onPollEnd();
        assertThat(hanging.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 500; i++) {
            publish(large);
        }
        large.onPollEnd();
        for (int i = 0; i < 1_000; i++) {
            assertThat(Objects.requireNonNull(other.poll(TIMEOUT))
                            .event()
                            .origin()
                            .offset())
                    .isEqualTo(i);
        }
        release.countDown();
        client.join();
        large.close();
    }

    private static boolean awaitUninterruptibly(CountDownLatch latch) {
        try {
            return latch.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void poll(Subscription subscription) {
        try {
            subscription.poll(TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void waitingClientsAreWoken() throws InterruptedException {
        Subscription waiting = hub.subscribe(ALL, null).orElseThrow();
        Thread.ofVirtual().start(() -> {
            publish();
            hub.onPollEnd();
        });
        assertThat(waiting.poll(Duration.ofMinutes(10))).isNotNull();
    }

    @Test
    void theRingIsBoundedInBytes() {
        EventHub small = new EventHub(1_000, 10_000, 1_000);
        small.onComplete(position(0));
        for (int i = 0; i < 1_000; i++) {
            publish(small);
        }
        assertThat(small.heldBytes()).isPositive().isLessThanOrEqualTo(10_000);
        assertThat(small.subscribe(ALL, position(500)))
                .as("the event is no longer in the ring")
                .isEmpty();
        assertThat(small.subscribe(ALL, position(999))).isPresent();
        small.close();
    }

    @Test
    void closingWakesAWaitingClient() throws InterruptedException {
        Subscription waiting = hub.subscribe(ALL, null).orElseThrow();
        Thread.ofVirtual().start(hub::close);
        assertThat(waiting.poll(Duration.ofMinutes(10))).isNull();
        assertThat(waiting.ended()).isNotNull();
    }

    @Test
    void theRingHasAllEventsSinceItsOldestPosition() throws InterruptedException {
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
        hub.onRestart();
        assertThat(subscription.ended()).contains("rebuilt");
        assertThat(hub.subscribe(ALL, null)).isEmpty();
        assertThat(hub.subscribers()).isZero();
    }

    @Test
    void positionsAreReadBack() {
        assertThat(position(7).toString()).isEqualTo("s1-v7");
        assertThat(Position.parse("s1.2-v3.4.5").orElseThrow()).hasToString("s1.2-v3.4.5");
        assertThat(Position.parse("s-v")).isEmpty();
        assertThat(Position.parse("s1-v2" + ".3".repeat(4_000) + "x")).isEmpty();
        assertThat(position(7).distanceFrom(position(3))).isEqualTo(4);
        assertThat(Position.parse("s1-v99999999999999999999")).isEmpty();
        assertThat(position(3).covers(position(2))).isTrue();
        assertThat(position(2).covers(position(3))).isFalse();
    }
}
