// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SessionDeathsTest {
    @Test
    void findsTheFirstEndBetweenTwoEpochs() {
        SessionDeaths deaths = new SessionDeaths();
        deaths.add(1, 3, 300);
        deaths.add(1, 3, 350);
        deaths.add(1, 6, 600);
        deaths.add(2, 0, 100);
        assertThat(deaths.between(1, 2, 5)).isEqualTo(300);
        assertThat(deaths.between(1, 3, 5)).isEqualTo(SessionDeaths.NEVER);
        assertThat(deaths.between(1, 3, 6)).isEqualTo(600);
        assertThat(deaths.between(1, 6, 9)).isEqualTo(SessionDeaths.NEVER);
        assertThat(deaths.between(2, 0, 9)).isEqualTo(SessionDeaths.NEVER);
        assertThat(deaths.isDead(1, 2, 299)).isFalse();
        assertThat(deaths.isDead(1, 2, 300)).isTrue();
        assertThat(deaths.isDead(1, 4, 599)).isFalse();
        assertThat(deaths.isDead(1, 6, 999)).isFalse();
    }

    @Test
    void forgetsTheOldestEnds() {
        SessionDeaths deaths = new SessionDeaths();
        for (int epoch = 1; epoch <= 100_000; epoch++) {
            deaths.add(1, epoch, epoch * 10L);
        }
        assertThat(deaths.between(1, 99_998, 99_999)).isEqualTo(999_990);
        assertThat(deaths.between(1, 99_999, 100_000)).isEqualTo(1_000_000);
        assertThat(deaths.between(1, 40_000, 40_001)).isEqualTo(400_010);
        assertThat(deaths.between(1, 1, 2)).isEqualTo(SessionDeaths.NEVER);
        assertThat(deaths.isDead(1, 1, 1_000_000)).isTrue();
    }
}
