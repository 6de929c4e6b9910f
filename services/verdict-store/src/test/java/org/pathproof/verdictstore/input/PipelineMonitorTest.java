// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineMonitorTest {
    /**
     * After a pause of the monitor, the first delay includes the interval between checks. This delay alone must not
     * fail health.
     */
    @ParameterizedTest
    @CsvSource({"PT1S, PT0.5S", "PT2S, PT1S", "PT1M, PT1S"})
    void restsAtMostHalfOfTheLimit(Duration limit, Duration interval) {
        assertThat(PipelineMonitor.intervalAtRest(limit)).isEqualTo(interval);
    }

    /** Kafka may respond slowly: the checks that found nothing unread are then older than the limit. */
    @ParameterizedTest
    @CsvSource({
        "PT0S, PT0S, PT1.9S, PT0S",
        "PT0S, PT0S, PT2.1S, PT2.1S",
        "PT0.5S, PT0S, PT0.7S, PT0.7S",
        "PT0S, PT0.5S, PT0.7S, PT0.7S",
        ", PT0S, PT0.7S,",
        "PT0S, , PT0.7S,",
        "PT0S, PT0S, ,"
    })
    void theTableIsBehindByTheAgeOfAnOldCheck(
            @Nullable Duration validated,
            @Nullable Duration taken,
            @Nullable Duration sinceInput,
            @Nullable Duration table) {
        assertThat(PipelineDelays.table(validated, taken, sinceInput, Duration.ofSeconds(2)))
                .isEqualTo(table);
    }
}
