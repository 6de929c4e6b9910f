// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Tests the delay of the table behind the messages of routers, over all services. */
final class TableDelayTest {
    private static final Map<TopicPartition, Long> ENDS = Map.of(new TopicPartition("t", 0), 1L);

    private long now = 1_000_000_000_000L;
    private Duration collector = Duration.ZERO;
    private final PipelineDelays delays = new PipelineDelays(Duration.ofSeconds(2), () -> now);

    @Test
    void theTableIsLateWhenTheDelaysOfCollectorsAndOfTheirReadersTogetherExceedTheLimit() {
        delays.addInputDelay(() -> collector);
        check();
        assertThat(delays.status().table()).isEqualTo(Duration.ZERO);
        assertThat(delays.status().tableLate()).isFalse();

        collector = Duration.ofMillis(1_500);
        assertThat(delays.status().tableLate()).isFalse();
        now += Duration.ofMillis(700).toNanos();
        delays.checkReading(now, delays.checkValidation(now, next(), ENDS), ENDS, ENDS);
        assertThat(delays.status().table()).isEqualTo(Duration.ofMillis(2_200));
        assertThat(delays.status().tableLate())
                .as("neither delay alone exceeds the limit")
                .isTrue();

        collector = Duration.ofSeconds(5);
        check();
        assertThat(delays.status().tableLate()).as("only the collector is late").isTrue();
        assertThat(delays.status().readingLate())
                .as("a router cannot suspend feeds")
                .isFalse();
        collector = Duration.ZERO;
        assertThat(delays.status().tableLate()).isFalse();
    }

    private static Map<TopicPartition, Long> next() {
        return Map.of(new TopicPartition("t", 0), 2L);
    }

    /** Both readers have read everything. */
    private void check() {
        now += Duration.ofMillis(250).toNanos();
        Long validated = delays.checkValidation(now, ENDS, ENDS);
        delays.checkReading(now, validated, ENDS, ENDS);
    }
}
