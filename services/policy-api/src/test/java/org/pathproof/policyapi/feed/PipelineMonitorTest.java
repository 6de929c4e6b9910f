// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineMonitorTest {
    /** The interval is part of the first delay after a rest, which must not fail health by itself. */
    @ParameterizedTest
    @CsvSource({"PT1S, PT0.5S", "PT2S, PT1S", "PT1M, PT1S"})
    void restsAtMostHalfOfTheLimit(Duration limit, Duration interval) {
        assertThat(PipelineMonitor.intervalAtRest(limit)).isEqualTo(interval);
    }
}
