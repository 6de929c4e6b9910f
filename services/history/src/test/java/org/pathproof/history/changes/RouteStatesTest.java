// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pathproof.history.changes.Change.States;

final class RouteStatesTest {
    private static RouteAddress route(int number) {
        return new RouteAddress(1, 1, number >>> 3, 0, 24, number & 3, number >>> 2 & 1);
    }

    private static void put(RouteStates states, RouteAddress route, States value, long epoch) {
        states.put(route, value, epoch, "64500 64501", 64_501, null, 0, VerdictContent.NO_AS);
    }

    @Test
    void equalsAMapOverRandomOperations() {
        Random random = new Random(1);
        RouteStates states = new RouteStates();
        Map<RouteAddress, States> expected = new HashMap<>();
        for (int i = 0; i < 300_000; i++) {
            RouteAddress route = route(random.nextInt(20_000));
            if (random.nextInt(5) < 2) {
                assertThat(states.remove(route)).isEqualTo(expected.remove(route) != null);
            } else {
                States value = new States(random.nextInt(5), random.nextInt(4), random.nextInt(4));
                put(states, route, value, i);
                expected.put(route, value);
            }
        }
        assertThat(states.size()).isEqualTo(expected.size());
        for (int i = 0; i < 20_000; i++) {
            int place = states.find(route(i));
            States value = expected.get(route(i));
            assertThat(place >= 0).isEqualTo(value != null);
            if (place >= 0) {
                assertThat(states.states(place)).isEqualTo(value);
            }
        }
    }

    @Test
    void knowsTheRoutesThatNoRecordNamed() {
        RouteStates states = new RouteStates();
        put(states, route(1), new States(1, 1, 1), 1);
        put(states, route(2), new States(1, 1, 1), 1);
        states.markUnseen();
        states.setEpoch(states.find(route(2)), 3);
        assertThat(states.isUnseen(route(1))).isTrue();
        assertThat(states.isUnseen(route(2))).isFalse();
        assertThat(states.isUnseen(route(3))).isFalse();
        assertThat(states.states(states.find(route(1)))).isEqualTo(new States(1, 1, 1));
    }
}
