// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.input.ChangeListener.Origin;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteTable;

final class ArrivalMetricsTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_000_000);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ArrivalMetrics metrics = new ArrivalMetrics(registry, Clock.fixed(NOW, ZoneOffset.UTC));
    private final RouteTable table = new RouteTable();

    @Test
    void aReadReportsItsRecordsAndTheAgeOfTheOldest() {
        arrive(NOW.minusMillis(30));
        arrive(NOW.minusMillis(250));
        arrive(NOW.minusMillis(10));
        assertThat(records()).isZero();

        metrics.onPollEnd();

        assertThat(records()).isEqualTo(3);
        assertThat(registry.get(StoreMetricNames.STORE_LATENCY).timer().count()).isEqualTo(1);
        assertThat(registry.get(StoreMetricNames.STORE_LATENCY).timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(250);
    }

    @Test
    void aReadWithoutRecordsReportsNothing() {
        arrive(NOW);
        metrics.onPollEnd();
        metrics.onPollEnd();

        assertThat(records()).isEqualTo(1);
        assertThat(registry.get(StoreMetricNames.STORE_LATENCY).timer().count()).isEqualTo(1);
    }

    private double records() {
        return registry.get(StoreMetricNames.STORE_RECORDS).counter().count();
    }

    private void arrive(Instant written) {
        RouteChange change = table.applyVerdict(
                Records.key("192.0.2.0/24", 1).toBytes(),
                Records.notValid(2, 65_001, 64_501, 64_400).build().toByteArray());
        metrics.onChange(
                change, new Origin(0, 0, written.toEpochMilli(), new Position(new long[] {0}, new long[] {0})));
    }
}
