// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.util.List;

/**
 * Times of repeated measurements.
 *
 * @param count number of measurements
 * @param p50 median
 * @param p99 99th percentile
 * @param max largest
 */
record Samples(int count, double p50, double p99, double max) {
    /** Summarises values. The result has NaN for no values. */
    static Samples of(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Samples(sorted.length, at(sorted, 50), at(sorted, 99), at(sorted, 100));
    }

    private static double at(double[] sorted, int percent) {
        return sorted.length == 0
                ? Double.NaN
                : sorted[Math.min(sorted.length - 1, (int) ((long) sorted.length * percent / 100))];
    }
}
