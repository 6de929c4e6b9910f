// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LogThrottleTest {
    private long now = Long.MAX_VALUE - 1; // the clock of System.nanoTime may overflow

    private final LogThrottle throttle = new LogThrottle(2, Duration.ofSeconds(10), () -> now);

    @Test
    void permitsTheGivenNumberOfLinesInEachInterval() {
        assertThat(throttle.permit()).hasValue(0);
        assertThat(throttle.permit()).hasValue(0);
        assertThat(throttle.permit()).isEmpty();
        now += Duration.ofSeconds(10).toNanos() - 1;
        assertThat(throttle.permit()).isEmpty();
        now++;
        assertThat(throttle.permit()).hasValue(2);
        assertThat(throttle.permit()).hasValue(0);
        assertThat(throttle.permit()).isEmpty();
    }
}
