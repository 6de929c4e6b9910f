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

    private static Optional<FeedSession> session(String state, Instant since) {
        return Optional.of(new FeedSession("192.0.2.1", 64999, state, Optional.of(since), Optional.empty(), 0, 0, 1));
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
