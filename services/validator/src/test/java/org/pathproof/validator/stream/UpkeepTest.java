// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests the age of background work with a clock that the test controls. */
class UpkeepTest {
    private long now = Long.MAX_VALUE - 5; // nanoTime may overflow
    private final Upkeep upkeep = new Upkeep(() -> now);

    @Test
    void aTaskIsStartingUntilItsFirstReportWithoutWork() {
        assertThat(upkeep.isStarting()).isFalse();
        Upkeep.Task task = upkeep.open();
        task.report(true);
        assertThat(upkeep.isStarting()).isTrue();
        task.report(false);
        assertThat(upkeep.isStarting()).isFalse();
        task.report(true);
        assertThat(upkeep.isStarting()).isFalse();
    }

    @Test
    void reportsTheAgeOfTheOldestWork() {
        Upkeep.Task first = upkeep.open();
        Upkeep.Task second = upkeep.open();
        first.report(false);
        second.report(false);
        assertThat(upkeep.oldest()).isZero();
        first.report(true);
        pass(Duration.ofMillis(300));
        second.report(true);
        first.report(true);
        pass(Duration.ofMillis(200));
        assertThat(upkeep.oldest()).isEqualTo(Duration.ofMillis(500));
        first.report(false);
        assertThat(upkeep.oldest()).isEqualTo(Duration.ofMillis(200));
        second.close();
        assertThat(upkeep.oldest()).isZero();
    }

    @Test
    void countsATaskThatDoesNotReportAsOneWithWork() {
        Upkeep.Task task = upkeep.open();
        task.report(false);
        pass(Duration.ofMillis(900));
        assertThat(upkeep.oldest()).isZero();
        pass(Duration.ofSeconds(4));
        assertThat(upkeep.oldest()).isEqualTo(Duration.ofMillis(3900));
        task.report(false);
        assertThat(upkeep.oldest()).isZero();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
