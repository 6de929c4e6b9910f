// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import java.util.Arrays;

/** Latencies of all updates. Percentiles are exact, in milliseconds. */
public final class Latencies {
    private final long[] sorted;

    private Latencies(long[] sorted) {
        this.sorted = sorted;
    }

    /** Returns the latencies of samples in microseconds. */
    public static Latencies of(long[] micros) {
        if (micros.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        long[] sorted = micros.clone();
        Arrays.sort(sorted);
        return new Latencies(sorted);
    }

    public int count() {
        return sorted.length;
    }

    /**
     * Returns a percentile in milliseconds: the smallest sample that {@code percent} % of all samples do not exceed.
     */
    public double percentile(double percent) {
        int at = (int) Math.ceil(percent / 100 * sorted.length) - 1;
        return sorted[Math.clamp(at, 0, sorted.length - 1)] / 1000.0;
    }

    public double max() {
        return sorted[sorted.length - 1] / 1000.0;
    }
}
