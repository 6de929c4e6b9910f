// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.pathproof.benchmark.pipeline.measure.VerdictReader.Seen;

final class ArrivalsTest {
    private static final int VALID = 1;
    private static final int NOT_VALID = 2;

    @Test
    void awaitsEachUpdateOnceAndCountsUnknownVerdicts() {
        Arrivals arrivals = Arrivals.valid(new long[] {7, 8, 9});
        arrivals.read(new Seen(0, VALID, 0, 8, 0, 0), 1_000);
        arrivals.read(new Seen(0, VALID, 0, 8, 0, 0), 1_500);
        arrivals.read(null, 1_600);
        arrivals.read(new Seen(0, NOT_VALID, 0, 9, 0, 0), 1_700);
        arrivals.read(new Seen(0, VALID, 0, 77, 0, 0), 1_800);
        arrivals.read(new Seen(0, VALID, 0, 7, 0, 0), 4_000);
        assertThat(arrivals.complete()).isFalse();
        arrivals.read(new Seen(0, VALID, 0, 9, 0, 0), 9_000);
        assertThat(arrivals.complete()).isTrue();
        assertThat(arrivals.others()).isEqualTo(3);
        assertThat(arrivals.wrong()).isEqualTo(1);
        assertThat(arrivals.first()).isEqualTo(1_000);
        assertThat(arrivals.last()).isEqualTo(9_000);
        assertThat(arrivals.longestGap()).isEqualTo(5_000);
        Latencies latencies = arrivals.latencies(i -> 1_000L * i);
        assertThat(latencies.max()).isEqualTo(7.0);
        assertThat(latencies.percentile(50)).isEqualTo(4.0);
    }

    @Test
    void awaitsEachOccurrenceOfADigest() {
        Arrivals arrivals = Arrivals.valid(new long[] {7, 7});
        arrivals.read(new Seen(0, VALID, 0, 7, 0, 0), 1_000);
        assertThat(arrivals.complete()).isFalse();
        arrivals.read(new Seen(0, VALID, 0, 7, 0, 0), 2_000);
        assertThat(arrivals.complete()).isTrue();
    }

    @Test
    void percentilesAreMeasuredValues() {
        Latencies latencies = Latencies.of(new long[] {5_000, 1_000, 4_000, 2_000, 3_000});
        assertThat(latencies.percentile(50)).isEqualTo(3.0);
        assertThat(latencies.percentile(80)).isEqualTo(4.0);
        assertThat(latencies.percentile(99)).isEqualTo(5.0);
    }
}
