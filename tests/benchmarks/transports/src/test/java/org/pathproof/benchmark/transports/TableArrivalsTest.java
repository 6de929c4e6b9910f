// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;

/** Tests that each unsigned route counts once, and its tombstone after it. */
class TableArrivalsTest {
    @Test
    void endsWithTheFirstVerdictOfTheLastRoute() throws Exception {
        TableArrivals arrivals = new TableArrivals(2);
        read(arrivals, "first", PathState.UNSIGNED, 100);
        read(arrivals, "first", PathState.UNSIGNED, 200);
        assertThat(arrivals.arrived()).isEqualTo(1);
        read(arrivals, "another", PathState.UNSIGNED, 300);
        read(arrivals, "first", PathState.UNSIGNED, 400);
        arrivals.awaitVerdicts(Duration.ofSeconds(1), () -> {});
        assertThat(arrivals.last()).isEqualTo(300);
    }

    @Test
    void otherVerdictsAndTombstonesDoNotCount() throws Exception {
        TableArrivals arrivals = new TableArrivals(1);
        read(arrivals, "signed", PathState.VALID, 100);
        read(arrivals, "not validated", PathState.UNVERIFIED, 100);
        read(arrivals, "unknown", null, 100);
        assertThat(arrivals.arrived()).isZero();
        assertThat(arrivals.gone()).isZero();
        assertThatThrownBy(() -> arrivals.awaitVerdicts(Duration.ofMillis(1), () -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("0 of 1 verdicts");
    }

    @Test
    void awaitsTheTombstoneOfEachRoute() throws Exception {
        TableArrivals arrivals = new TableArrivals(2);
        read(arrivals, "a", PathState.UNSIGNED, 100);
        read(arrivals, "b", PathState.UNSIGNED, 100);
        read(arrivals, "a", null, 200);
        read(arrivals, "a", null, 200);
        assertThat(arrivals.gone()).isEqualTo(1);
        assertThatThrownBy(() -> arrivals.awaitWithdrawals(Duration.ofMillis(1), () -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 of 2 tombstones");
        read(arrivals, "b", null, 200);
        arrivals.awaitWithdrawals(Duration.ofSeconds(1), () -> {});
        assertThat(arrivals.last()).as("tombstones are no verdicts").isEqualTo(100);
    }

    private static void read(TableArrivals arrivals, String key, @Nullable PathState state, long micros)
            throws IOException {
        byte[] value = state == null
                ? null
                : Verdict.newBuilder()
                        .setState(state)
                        .setOrigin(OriginState.ORIGIN_VALID)
                        .build()
                        .toByteArray();
        arrivals.read(new ConsumerRecord<>("verdicts", 0, 0, key.getBytes(StandardCharsets.US_ASCII), value), micros);
    }
}
