// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.verdictstore.input.CollectorMonitor.Heartbeat;

class HeartbeatTest {
    @ParameterizedTest
    @CsvSource({
        "0,     14, true",
        "0,     15, false",
        "5000,  14, true",
        "5000,  15, false",
        "90000, 89, true",
        "90000, 90, false",
    })
    void aCollectorIsLiveForItsLeaseAndAtLeastFifteenSeconds(int leaseMillis, int age, boolean live) {
        Heartbeat last =
                new Heartbeat(Collector.newBuilder().setLeaseMs(leaseMillis).build(), -3);

        assertThat(last.isLive(-3 + Duration.ofSeconds(age).toNanos())).isEqualTo(live);
    }
}
