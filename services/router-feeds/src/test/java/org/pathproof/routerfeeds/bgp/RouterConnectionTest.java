// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.State;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.verdictstore.Records;
import org.pathproof.wire.Bytes;

final class RouterConnectionTest {
    private static final Duration HOLD = Duration.ofMinutes(5);
    private static final Duration SESSION_HOLD = Duration.ofSeconds(10);
    private static final Instant NOW = Instant.parse("2026-11-28T09:00:00Z");
    private static final Set<Bytes> CONNECTED = Set.of(FeedBench.hash(1));

    private final RouterConnection connection = new RouterConnection(HOLD, SESSION_HOLD, true);
    private final RouterSessions sessions = sessions(State.UP);

    private static RouterSessions sessions(State state) {
        RouterSessions sessions = new RouterSessions();
        sessions.replace(List.of(Records.session(1, 1, 1).setState(state).build()));
        return sessions;
    }

    /** Returns the sessions of a router that reports its session with Pathproof, too. */
    private static RouterSessions withFeed(State state, long feedEpoch) {
        RouterSessions sessions = new RouterSessions();
        sessions.replace(List.of(
                Records.session(1, 1, 1).setState(state).build(),
                Records.session(2, 1, 2)
                        .setFeed(true)
                        .setState(State.SYNCING)
                        .setEpoch(feedEpoch)
                        .build()));
        return sessions;
    }

    private static Optional<FeedSession> session(String state, Instant since) {
        return session(state, since, 1);
    }

    private static Optional<FeedSession> session(String state, Instant since, long number) {
        return Optional.of(
                new FeedSession("192.0.2.1", 64999, state, Optional.of(since), Optional.empty(), 0, 0, number));
    }

    /** Updates with the BGP session of a number, which began at {@code seconds} as the update does. */
    private boolean isLost(RouterSessions table, Set<Bytes> connected, long number, long seconds) {
        Instant now = NOW.plusSeconds(seconds);
        connection.update(table, connected, session("established", now, number), now);
        return connection.isLost();
    }

    private boolean isLost(RouterSessions table, Set<Bytes> connected, Instant established, Instant now) {
        connection.update(table, connected, session("established", established), now);
        return connection.isLost();
    }

    @Test
    void aRouterWithoutBmpIsLostAfterTheHoldTime() {
        assertThat(isLost(sessions, CONNECTED, NOW, NOW)).isFalse();
        assertThat(isLost(sessions, Set.of(), NOW, NOW.plusSeconds(1))).isFalse();
        assertThat(isLost(sessions, Set.of(), NOW, NOW.plusSeconds(300))).isFalse();
        assertThat(isLost(sessions, Set.of(), NOW, NOW.plusSeconds(301))).isTrue();
        assertThat(isLost(sessions, CONNECTED, NOW, NOW.plusSeconds(302))).isFalse();
    }

    /** The table is older than the routes of the router: nothing may be announced from it. */
    @Test
    void aRouterThatRestartsWithoutBmpIsLostUntilItHasSentItsTables() {
        assertThat(isLost(sessions, CONNECTED, NOW, NOW)).isFalse();
        assertThat(isLost(sessions, Set.of(), NOW, NOW.plusSeconds(1))).isFalse();
        Instant restarted = NOW.plusSeconds(20);
        assertThat(isLost(sessions, Set.of(), restarted, restarted)).isTrue();
        assertThat(isLost(sessions(State.LOST), CONNECTED, restarted, restarted.plusSeconds(1)))
                .isTrue();
        assertThat(isLost(sessions(State.SYNCING), CONNECTED, restarted, restarted.plusSeconds(2)))
                .isTrue();
        assertThat(isLost(sessions, CONNECTED, restarted, restarted.plusSeconds(3)))
                .isFalse();
    }

    /** The router is back before the end of its BMP connection is seen, perhaps under another name. */
    @Test
    void aRestartThatBgpShowsBeforeBmpIsNoticed() {
        assertThat(isLost(sessions, CONNECTED, 1, 0)).isFalse();
        assertThat(isLost(sessions, CONNECTED, 2, 1)).isFalse();
        connection.update(sessions, Set.of(), session("established", NOW.plusSeconds(1), 2), NOW.plusSeconds(2));
        assertThat(connection.isLost()).isTrue();
        assertThat(isLost(sessions(State.SYNCING), CONNECTED, 2, 3)).isTrue();
        assertThat(isLost(sessions, CONNECTED, 2, 4)).isFalse();
    }

    @Test
    void aRestartWithinAnUnnoticedEndOfBmpIsNoticedByTheNewTables() {
        assertThat(isLost(withFeed(State.UP, 1), CONNECTED, 1, 0)).isFalse();
        assertThat(isLost(withFeed(State.SYNCING, 3), CONNECTED, 2, 1)).isTrue();
        assertThat(isLost(withFeed(State.SYNCING, 3), CONNECTED, 2, 20)).isTrue();
        assertThat(isLost(withFeed(State.UP, 3), CONNECTED, 2, 21)).isFalse();
    }

    /** The old BMP connection is broken and stays open, and the router has another sysName in its new one. */
    @Test
    void aBgpSessionThatBmpDoesNotShowMakesTheTableOld() {
        RouterSessions old = withFeed(State.UP, 1);
        assertThat(isLost(old, CONNECTED, 1, 0)).isFalse();
        assertThat(isLost(old, CONNECTED, 2, 60)).isFalse();
        assertThat(isLost(old, CONNECTED, 2, 69)).isFalse();
        assertThat(isLost(old, CONNECTED, 2, 70)).isTrue();
        assertThat(isLost(old, CONNECTED, 2, 1_000)).as("no time heals it").isTrue();
        assertThat(isLost(withFeed(State.UP, 2), CONNECTED, 2, 1_001)).isFalse();
    }

    @Test
    void aBgpSessionThatBmpShowsIsNoRestart() {
        assertThat(isLost(withFeed(State.UP, 1), CONNECTED, 1, 0)).isFalse();
        assertThat(isLost(withFeed(State.UP, 2), CONNECTED, 1, 1)).isFalse();
        assertThat(isLost(withFeed(State.UP, 3), CONNECTED, 2, 2)).isFalse();
        assertThat(isLost(withFeed(State.UP, 3), CONNECTED, 2, 100)).isFalse();
        connection.update(
                withFeed(State.UP, 3), Set.of(), session("established", NOW.plusSeconds(2), 2), NOW.plusSeconds(101));
        assertThat(connection.isLost()).as("the hold time begins").isFalse();
    }

    /** This replica has started, and has not read yet which routers are connected. */
    @Test
    void aNewSessionOfThisReplicaIsNoRestartOfTheRouter() {
        assertThat(isLost(sessions, Set.of(), NOW, NOW)).isFalse();
        assertThat(isLost(sessions, Set.of(), NOW.plusSeconds(1), NOW.plusSeconds(1)))
                .isFalse();
        assertThat(isLost(sessions, CONNECTED, NOW.plusSeconds(1), NOW.plusSeconds(2)))
                .isFalse();
        assertThat(isLost(sessions, CONNECTED, NOW.plusSeconds(60), NOW.plusSeconds(60)))
                .isFalse();
    }

    @Test
    void aSessionThatIsDownForATimeIsAnObstacle() {
        connection.update(sessions, CONNECTED, session("established", NOW), NOW);
        assertThat(connection.obstacle()).isEmpty();
        connection.update(sessions, CONNECTED, session("active", NOW), NOW);
        assertThat(connection.obstacle()).isEmpty();
        connection.update(sessions, CONNECTED, session("active", NOW), NOW.plus(SESSION_HOLD));
        assertThat(connection.obstacle()).contains(Reason.BORDER_SESSION_DOWN);
        connection.update(sessions, CONNECTED, session("established", NOW), NOW.plus(SESSION_HOLD));
        assertThat(connection.obstacle()).isEmpty();
    }

    @Test
    void aRouterWithoutANeighborIsShownAsIfItReceivedOverrides() {
        connection.update(sessions, CONNECTED, Optional.empty(), NOW.plusSeconds(600));
        assertThat(connection.obstacle()).isEmpty();
        assertThat(new RouterConnection(HOLD, SESSION_HOLD, false).obstacle()).contains(Reason.BORDER_NOT_FED);
    }
}
