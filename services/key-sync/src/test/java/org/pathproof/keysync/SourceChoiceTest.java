// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;

class SourceChoiceTest {
    private static final Instant T0 = Instant.parse("2026-11-20T12:00:00Z");
    private static final RpkiSnapshot DATA = RpkiSnapshot.empty(1, new Serial(1));

    private final SourceChoice choice = new SourceChoice(Duration.ofSeconds(30));

    private static Source.Reading reading(boolean data, boolean works, @Nullable Instant expires) {
        return new Source.Reading(data ? DATA : null, data ? T0 : null, expires, works ? null : "away");
    }

    private static final Source.Reading NEW = reading(false, false, null);
    private static final Source.Reading UP = reading(true, true, T0.plusSeconds(7200));
    private static final Source.Reading DOWN = reading(true, false, T0.plusSeconds(7200));

    @Test
    void choosesTheMostPreferredSourceThatWorks() {
        assertThat(choice.choose(List.of(NEW, NEW), T0)).isEqualTo(-1);
        assertThat(choice.choose(List.of(NEW, UP), T0)).isEqualTo(1);
        assertThat(choice.choose(List.of(UP, UP), T0)).isZero();
    }

    @Test
    void leavesAFailedSourceAfterTheFailoverTimeAndReturnsAtOnce() {
        assertThat(choice.choose(List.of(UP, UP), T0)).isZero();
        assertThat(choice.choose(List.of(DOWN, UP), T0.plusSeconds(1))).isZero();
        assertThat(choice.choose(List.of(DOWN, UP), T0.plusSeconds(30))).isZero();
        assertThat(choice.choose(List.of(DOWN, UP), T0.plusSeconds(31))).isEqualTo(1);
        assertThat(choice.choose(List.of(UP, UP), T0.plusSeconds(32))).isZero();
    }

    @Test
    void keepsTheChosenSourceWhenAllFail() {
        assertThat(choice.choose(List.of(UP, UP), T0)).isZero();
        assertThat(choice.choose(List.of(DOWN, DOWN), T0.plusSeconds(600))).isZero();
        assertThat(choice.choose(List.of(DOWN, DOWN), T0.plusSeconds(90_000))).isZero();
        Source.Reading younger = reading(true, false, T0.plusSeconds(100_000));
        assertThat(choice.choose(List.of(DOWN, younger), T0.plusSeconds(90_000)))
                .isEqualTo(1);
    }
}
