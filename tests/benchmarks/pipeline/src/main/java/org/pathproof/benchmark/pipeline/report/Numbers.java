// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.report;

import java.util.Locale;

/** Formats whole numbers and numbers from 100 without decimals, other numbers with one or two decimals. */
public final class Numbers {
    private Numbers() {}

    public static String of(double value) {
        double size = Math.abs(value);
        if (size >= 1000) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size >= 100 || value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
    }
}
