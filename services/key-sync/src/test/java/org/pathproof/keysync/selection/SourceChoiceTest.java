// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.keysync.source.Source;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;

class SourceChoiceTest {
    private static final Instant T0 = Instant.parse("2026-11-20T12:00:00Z");
    private static final RpkiSnapshot DATA = RpkiSnapshot.empty(1, new Serial(1));

    private final SourceChoice choice = new SourceChoice(Duration.ofSeconds(30));

    private int choose(List<Source.Reading> readings, Instant now) {
        List<SourceChoice.Candidate> candidates = new ArrayList<>();
        for (Source.Reading each : readings) {
            candidates.add(new SourceChoice.Candidate(
                    candidates.size(), each.works(), each.data() != null, each.hasExpired(now)));
        }
        return choice.choose(candidates, now);
    }

    private static Source.Reading reading(boolean data, boolean works, @Nullable Instant expires) {
        return new Source.Reading(data ? DATA : null, data ? T0 : null, expires, works ? null : "away");
    }

    private static final Source.Reading NEW = reading(false, false, null);
    private static final Source.Reading UP = reading(true, true, T0.plusSeconds(7200));
    private static final Source.Reading DOWN = reading(true, false, T0.plusSeconds(7200));

    @Test
    void choosesTheMostPreferredSourceThatWorks() {
        assertThat(choose(List.of(NEW, NEW), T0)).isEqualTo(-1);
        assertThat(choose(List.of(NEW, UP), T0)).isEqualTo(1);
        assertThat(choose(List.of(UP, UP), T0)).isZero();
    }

    @Test
    void leavesAFailedSourceAfterTheFailoverTimeAndReturnsAtOnce() {
        assertThat(choose(List.of(UP, UP), T0)).isZero();
        assertThat(choose(List.of(DOWN, UP), T0.plusSeconds(1))).isZero();
        assertThat(choose(List.of(DOWN, UP), T0.plusSeconds(30))).isZero();
        assertThat(choose(List.of(DOWN, UP), T0.plusSeconds(31))).isEqualTo(1);
        assertThat(choose(List.of(UP, UP), T0.plusSeconds(32))).isZero();
    }

    @Test
    void keepsTheChosenSourceWhenAllFail() {
        assertThat(choose(List.of(UP, UP), T0)).isZero();
        assertThat(choose(List.of(DOWN, DOWN), T0.plusSeconds(600))).isZero();
        assertThat(choose(List.of(DOWN, DOWN), T0.plusSeconds(90_000))).isZero();
        Source.Reading younger = reading(true, false, T0.plusSeconds(100_000));
        assertThat(choose(List.of(DOWN, younger), T0.plusSeconds(90_000))).isEqualTo(1);
    }

    @Test
    void keepsAWorkingCandidateAmongEquals() {
        SourceChoice.Candidate up = new SourceChoice.Candidate(1, true, true, false);
        SourceChoice.Candidate down = new SourceChoice.Candidate(1, false, true, false);
        assertThat(choice.choose(List.of(down, up), T0)).isEqualTo(1);
        assertThat(choice.choose(List.of(up, up), T0.plusSeconds(60))).isEqualTo(1);
        assertThat(choice.choose(List.of(up, down), T0.plusSeconds(61))).isEqualTo(1);
        assertThat(choice.choose(List.of(up, down), T0.plusSeconds(91))).isZero();
    }
}
