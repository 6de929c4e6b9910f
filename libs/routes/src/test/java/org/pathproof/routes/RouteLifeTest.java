// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;

final class RouteLifeTest {
    @ParameterizedTest
    @CsvSource({
        "first epoch,                                 UP,      0, 1, 0, ALIVE",
        "table complete in the same epoch,            UP,      0, 3, 3, ALIVE",
        "announced before the complete table,         UP,      0, 2, 3, STALE",
        "announced before the peer went down,         SYNCING, 4, 3, 0, DEAD",
        "dead and stale,                              UP,      4, 3, 5, DEAD",
        "announced after the peer came back,          SYNCING, 4, 4, 0, ALIVE",
        "BMP connection lost,                         LOST,    0, 2, 2, ALIVE",
        "session down,                                DOWN,    3, 2, 2, DEAD",
        "announcement ahead of its session's record,  DOWN,    3, 4, 2, ALIVE",
    })
    void dependsOnEpochsAlone(
            String when, State state, long deadBefore, long epoch, long tableEpoch, RouteLife expected) {
        Session session =
                Session.newBuilder().setState(state).setDeadBefore(deadBefore).build();

        assertThat(RouteLife.of(session, epoch, tableEpoch)).as(when).isEqualTo(expected);
        assertThat(RouteLife.isDead(session, epoch)).as(when).isEqualTo(expected == RouteLife.DEAD);
    }

    @Test
    void noRouteOfAnUnknownSessionIsDead() {
        assertThat(RouteLife.deadBefore(null)).isZero();
        assertThat(RouteLife.isDead(null, 0)).isFalse();
        assertThat(RouteLife.of(null, 1, 0)).isEqualTo(RouteLife.ALIVE);
        assertThat(RouteLife.of(null, 1, 2)).isEqualTo(RouteLife.STALE);
    }
}
