// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;

import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.verdictstore.store.RouteTable;

final class SessionsHealthTest {
    private final RouteTable table = new RouteTable();
    /** Route events from before this time are validated and read. */
    private long validated = System.nanoTime();

    @Test
    void failsWhileATableIsSent() {
        put(State.SYNCING);
        validated = System.nanoTime();
        assertThat(health().ok()).isFalse();
        assertThat(health().message()).isEqualTo("1 session is re-synchronising: the table is still being sent");
    }

    @Test
    void failsUntilTheRoutesOfACompleteTableAreValidated() {
        put(State.SYNCING);
        validated = System.nanoTime();
        put(State.UP);
        assertThat(health().ok()).isFalse();
        assertThat(health().message())
                .isEqualTo("a router has sent its table again, and not all of its routes are validated yet");
        validated = System.nanoTime();
        assertThat(health().ok()).isTrue();
    }

    @Test
    void aChangeOfASessionThatIsUpIsNoNewTable() {
        put(State.UP);
        validated = System.nanoTime();
        put(State.UP);
        assertThat(health().ok()).isTrue();
    }

    @Test
    void namesLostRouters() {
        put(State.LOST);
        validated = System.nanoTime();
        assertThat(health().ok()).isFalse();
        assertThat(health().message())
                .isEqualTo("1 session is lost: 1 router is disconnected (r1), and the routes are kept until"
                        + " pathproof.collector.hold-time has passed");
    }

    @Test
    void aSessionThatIsDownHasNoRoutesToWaitFor() {
        put(State.UP);
        validated = System.nanoTime();
        put(State.DOWN);
        assertThat(health().ok()).isTrue();
        assertThat(health().message()).isEqualTo("0 sessions are up, 1 are down");
    }

    @Test
    void failsWhileMessagesAreLost() {
        put(session(1, 1, 1).setState(State.UP).setTableWarning("messages-lost").build());
        validated = System.nanoTime();
        assertThat(health().ok()).isFalse();
        assertThat(health().message())
                .startsWith("1 session has the table warning messages-lost: The router has lost messages");
        put(session(1, 1, 1)
                .setState(State.UP)
                .setTableWarning("path-ids-missing")
                .build());
        assertThat(health().ok()).isTrue();
        put(session(1, 1, 1)
                .setState(State.DOWN)
                .setTableWarning("messages-lost")
                .build());
        assertThat(health().ok()).isTrue();
    }

    @Test
    void failsWhileANeighborMayBeDown() {
        put(session(1, 1, 1)
                .setState(State.UP)
                .setSessionWarning("peer-down-ambiguous")
                .build());
        validated = System.nanoTime();
        assertThat(health().ok()).isFalse();
        assertThat(health().message()).startsWith("1 session has the warning peer-down-ambiguous: the neighbor may be");
        put(session(1, 1, 1)
                .setState(State.DOWN)
                .setSessionWarning("peer-down-ambiguous")
                .build());
        assertThat(health().ok()).isTrue();
    }

    private SessionsHealth health() {
        return SessionsHealth.of(table, at -> validated - at > 0);
    }

    private void put(State state) {
        put(session(1, 1, 1).setState(state).build());
    }

    private void put(Session record) {
        table.applySession(sessionId(1).bytes().toArray(), record.toByteArray());
    }
}
