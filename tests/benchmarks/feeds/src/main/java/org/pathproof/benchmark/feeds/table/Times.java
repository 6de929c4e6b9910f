// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measured times in milliseconds. Not thread-safe. */
public final class Times {
    private static final double NANOS_PER_MS = 1e6;

    private final List<Double> values = new ArrayList<>();

    public void add(long fromNanos, long toNanos) {
        values.add((toNanos - fromNanos) / NANOS_PER_MS);
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    public int count() {
        return values.size();
    }

    /** Returns the median; of an even number of values, the upper one. NaN without values. */
    public double median() {
        return values.isEmpty() ? Double.NaN : values.stream().sorted().toList().get(values.size() / 2);
    }

    /** Returns the longest time; NaN without values. */
    public double worst() {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    /** Returns a time rounded to whole milliseconds; "-" for NaN. */
    public static String text(double milliseconds) {
        return Double.isNaN(milliseconds) ? "-" : String.format(Locale.ROOT, "%,.0f", milliseconds);
    }
}
