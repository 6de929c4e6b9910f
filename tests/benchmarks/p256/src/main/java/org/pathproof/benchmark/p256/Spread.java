// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.util.Arrays;
import java.util.Collection;

/**
 * A figure that was measured several times.
 *
 * @param lower lower quartile
 * @param upper upper quartile
 */
record Spread(double median, double lower, double upper, double least, double most, int count) {
    static Spread of(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        return new Spread(
                quantile(sorted, 0.5),
                quantile(sorted, 0.25),
                quantile(sorted, 0.75),
                sorted[0],
                sorted[sorted.length - 1],
                sorted.length);
    }

    static double median(double... values) {
        return of(Arrays.stream(values).boxed().toList()).median;
    }

    /** Interpolates linearly between the two neighboring values. */
    private static double quantile(double[] sorted, double share) {
        double at = share * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
