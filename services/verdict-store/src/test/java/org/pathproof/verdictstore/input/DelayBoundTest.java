// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Tests bounds of delays, with offsets and a clock that the test controls. */
class DelayBoundTest {
    private static final TopicPartition A = new TopicPartition("t", 0);
    private static final TopicPartition B = new TopicPartition("t", 1);

    private long now = Long.MAX_VALUE - 1_000_000_000L; // nanoTime may overflow
    private final DelayBound delay = new DelayBound(() -> now);

    @Test
    void theBoundIsUnknownUntilTheReaderPassesTheFirstSample() {
        assertThat(delay.now()).isNull();
        assertThat(delay.lag()).isEqualTo(-1);
        delay.check(now, Map.of(A, 10L, B, 5L), Map.of(A, 10L, B, 4L));
        assertThat(delay.now()).isNull();
        assertThat(delay.lag()).isEqualTo(1);
        pass(250);
        delay.check(now, Map.of(A, 12L, B, 5L), Map.of(A, 11L, B, 5L));
        assertThat(delay.now()).isEqualTo(Duration.ofMillis(250));
        assertThat(delay.lag()).isEqualTo(1);
    }

    @Test
    void aReaderWithoutUnreadRecordsHasNoDelay() {
        delay.check(now, Map.of(A, 0L), Map.of());
        assertThat(delay.now()).isEqualTo(Duration.ZERO);
        assertThat(delay.lag()).isZero();
        pass(900);
        assertThat(delay.now()).isEqualTo(Duration.ZERO);
    }

    @Test
    void anOldSampleDoesNotShowZeroDelay() {
        delay.check(now, Map.of(A, 1L), Map.of(A, 1L));
        pass(3_000);
        assertThat(delay.now()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void theDelayOfAStoppedReaderGrows() {
        delay.check(now, Map.of(A, 1L), Map.of(A, 1L));
        for (int i = 1; i <= 8; i++) {
            pass(250);
            delay.check(now, Map.of(A, 1L + i), Map.of(A, 1L));
        }
        assertThat(delay.now()).isEqualTo(Duration.ofSeconds(2));
        assertThat(delay.lag()).isEqualTo(8);
        pass(100);
        assertThat(delay.now()).as("between two checks").isEqualTo(Duration.ofMillis(2100));
    }

    @Test
    void underSteadyLoadTheBoundIsTheAgeOfThePassedSample() {
        for (int i = 0; i < 20; i++) {
            delay.check(now, Map.of(A, 100L * i), Map.of(A, Math.max(0, 100L * (i - 2))));
            pass(250);
        }
        assertThat(delay.now()).isEqualTo(Duration.ofMillis(750));
    }

    @Test
    void theBoundHoldsForAReaderThatIsFarBehind() {
        delay.check(now, Map.of(A, 0L), Map.of(A, 0L));
        for (int i = 1; i <= 5_000; i++) {
            pass(250);
            delay.check(now, Map.of(A, (long) i), Map.of(A, 0L));
        }
        // The reader has read all records up to sample 4,000, which was 250 s ago.
        delay.check(now, Map.of(A, 5_000L), Map.of(A, 4_000L));
        assertThat(delay.now()).isBetween(Duration.ofSeconds(250), Duration.ofSeconds(300));
    }

    @Test
    void aDelayAboveTheLimitIsLateUntilItFallsToHalfOfTheLimit() {
        DelayThreshold lateness = new DelayThreshold(Duration.ofSeconds(2));
        assertThat(lateness.isLate(null)).isTrue();
        assertThat(lateness.isLate(Duration.ofMillis(1500)))
                .as("above half of the limit")
                .isTrue();
        assertThat(lateness.isLate(Duration.ofSeconds(1))).isFalse();
        assertThat(lateness.isLate(Duration.ofSeconds(2))).isFalse();
        assertThat(lateness.isLate(Duration.ofMillis(2001))).isTrue();
        assertThat(lateness.isLate(Duration.ofMillis(1999))).isTrue();
        assertThat(lateness.isLate(Duration.ZERO)).isFalse();
    }

    @Test
    void theInputIsPassedWhenItsResultsAreRead() {
        long input = now;
        pass(100);
        delay.check(now, null, Map.of(A, 1L), Map.of(A, 1L));
        assertThat(delay.hasPassedInput(input - 1))
                .as("nothing is validated yet")
                .isFalse();
        pass(100);
        delay.check(now, input, Map.of(A, 5L), Map.of(A, 4L));
        assertThat(delay.hasPassedInput(input - 1)).as("a verdict is unread").isFalse();
        pass(100);
        delay.check(now, input + 1, Map.of(A, 9L), Map.of(A, 5L));
        assertThat(delay.hasPassedInput(input - 1)).isTrue();
        assertThat(delay.hasPassedInput(input)).as("later input").isFalse();
        delay.reset();
        assertThat(delay.hasPassedInput(input - 1))
                .as("the reader starts again")
                .isFalse();
    }

    @Test
    void theDelayBehindTheInputIsBelowTheSumOfBothDelays() {
        DelayBound input = new DelayBound(() -> now);
        for (int i = 0; i < 8; i++) {
            Map<TopicPartition, Long> ends = Map.of(A, 10L * i);
            input.check(now, ends, Map.of(A, Math.max(0, 10L * (i - 1))));
            delay.check(now, input.passedAt(), Map.of(B, 10L * i), Map.of(B, Math.max(0, 10L * (i - 1))));
            pass(250);
        }
        assertThat(input.now()).isEqualTo(Duration.ofMillis(500));
        assertThat(delay.now()).isEqualTo(Duration.ofMillis(500));
        assertThat(delay.sinceInput()).isEqualTo(Duration.ofMillis(750));
    }

    @Test
    void aReaderIsAtRestOnlyIfTheEndsStayAndNothingIsUnread() {
        assertThat(delay.isAtRest()).isFalse();
        delay.check(now, Map.of(A, 1L), Map.of(A, 1L));
        assertThat(delay.isAtRest()).as("one sample").isFalse();
        delay.check(now, Map.of(A, 1L), Map.of(A, 1L));
        assertThat(delay.isAtRest()).isTrue();
        delay.check(now, Map.of(A, 2L), Map.of(A, 2L));
        assertThat(delay.isAtRest()).as("read, but growing").isFalse();
        delay.check(now, Map.of(A, 2L), Map.of(A, 1L));
        assertThat(delay.isAtRest()).as("unread").isFalse();
    }

    private void pass(long millis) {
        now += millis * 1_000_000;
    }
}
