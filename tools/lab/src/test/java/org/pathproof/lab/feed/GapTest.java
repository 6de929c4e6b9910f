// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GapTest {
    private final AtomicLong clock = new AtomicLong();
    private final Gap gap = new Gap(clock::get);

    @Test
    void theLongestOfSeveralGapsCounts() {
        gap.set(true);
        pass(5);
        gap.set(false);
        pass(3);
        gap.set(true);
        gap.set(false);
        pass(1);
        gap.set(true);
        pass(9);

        assertThat(gap.longest()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aGapThatHasNotEndedCounts() {
        pass(4);

        assertThat(gap.longest()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void restartIgnoresEarlierTime() {
        pass(4);
        gap.restart();
        pass(1);

        assertThat(gap.longest()).isEqualTo(Duration.ofSeconds(1));
    }

    private void pass(int seconds) {
        clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
