// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BatchWindowTest {
    private static final Duration TARGET = Duration.ofMillis(50);

    private static long millis(BatchWindow window, double rate, long backlog) {
        return TimeUnit.NANOSECONDS.toMillis(window.nanos(rate, rate, backlog));
    }

    @Test
    void recordsThatArriveAloneDoNotWait() {
        BatchWindow verdicts = BatchWindow.ofVerdicts(TARGET);
        assertThat(millis(verdicts, 0, 0)).isZero();
        assertThat(millis(verdicts, 5, 0)).isZero();
        assertThat(millis(verdicts, 50, 0)).isZero();
        assertThat(millis(BatchWindow.ofEvents(TARGET), 40, 0)).isZero();
    }

    @Test
    void theWindowGrowsToItsUsualLength() {
        BatchWindow verdicts = BatchWindow.ofVerdicts(TARGET);
        assertThat(millis(verdicts, 150, 0)).isEqualTo(8);
        assertThat(millis(verdicts, 5_000, 0)).isEqualTo(14);
        BatchWindow events = BatchWindow.ofEvents(TARGET);
        assertThat(millis(events, 5_000, 0)).isEqualTo(24);
        assertThat(events.nanos(5_000)).isEqualTo(events.nanos(5_000, 5_000, 0));
    }

    @Test
    void recordsOfOneArrivalDoNotWait() {
        BatchWindow verdicts = BatchWindow.ofVerdicts(TARGET);
        assertThat(verdicts.nanos(40, 5_000, 0)).isZero();
        assertThat(verdicts.nanos(40, 5_000, 100))
                .as("the delay of a backlog")
                .isEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(TimeUnit.NANOSECONDS.toMillis(verdicts.nanos(400, 5_000, 0))).isEqualTo(12);
    }

    @Test
    void aBacklogExtendsTheWindowByItsOwnDelay() {
        BatchWindow verdicts = BatchWindow.ofVerdicts(TARGET);
        assertThat(millis(verdicts, 10_000, 100)).isEqualTo(14);
        assertThat(millis(verdicts, 10_000, 600)).isEqualTo(60);
        assertThat(millis(verdicts, 10_000, 1_000_000)).isEqualTo(100);
    }

    @Test
    void refusesAUsualWindowAboveTheLongest() {
        assertThatThrownBy(() -> new BatchWindow(2, 1))
                .hasMessageContaining("2 ns")
                .hasMessageContaining("1 ns");
        assertThatThrownBy(() -> new BatchWindow(-1, 1)).hasMessageContaining("-1 ns");
    }

    @Property
    void usualWindowsOfAllStagesAreFourFifthsOfTheTarget(@ForAll @IntRange(min = 1, max = 1_000) int targetMillis) {
        Duration target = Duration.ofMillis(targetMillis);
        assertThat(BatchWindow.ofEvents(target).usualNanos()
                        + BatchWindow.ofVerdicts(target).usualNanos())
                .isEqualTo(target.toNanos() * 4 / 5);
    }

    @Property
    void theWindowIsWithinItsBoundsAndGrowsWithTheBacklog(
            @ForAll @DoubleRange(min = 0, max = 1e6) double rate,
            @ForAll @DoubleRange(min = 0, max = 1) double share,
            @ForAll @LongRange(min = 0, max = 10_000_000) long backlog,
            @ForAll @LongRange(min = 0, max = 10_000_000) long more) {
        BatchWindow window = BatchWindow.ofVerdicts(TARGET);
        long nanos = window.nanos(rate * share, rate, backlog);
        assertThat(nanos).isBetween(0L, window.longestNanos());
        assertThat(window.nanos(rate * share, rate, backlog + more)).isGreaterThanOrEqualTo(nanos);
    }

    @Property
    void withoutABacklogTheWindowGrowsWithTheRate(
            @ForAll @DoubleRange(min = 0, max = 1e6) double rate,
            @ForAll @DoubleRange(min = 0, max = 1e6) double more) {
        BatchWindow window = BatchWindow.ofVerdicts(TARGET);
        assertThat(window.nanos(rate + more)).isBetween(window.nanos(rate), window.usualNanos());
    }
}
