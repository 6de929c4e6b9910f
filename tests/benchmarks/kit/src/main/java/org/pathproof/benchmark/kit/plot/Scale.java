// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A scale of values: linear from 0, or logarithmic.
 *
 * @param least lowest value; 0 if the scale is linear
 */
record Scale(double least, double most) {
    private static final int PARTS = 4;

    /** Returns a linear scale. A scale without values above 0 ends at 1. */
    static Scale linear(double most) {
        return new Scale(0, most > 0 ? most : 1);
    }

    /** Returns the share of the axis below a value, from 0 to 1. */
    double share(double value) {
        return least == 0
                ? Math.max(value, 0) / most
                : Math.log(Math.clamp(value, least, most) / least) / Math.log(most / least);
    }

    /** Returns the values with a line: each power of ten, or four equal parts. */
    List<Double> marks() {
        List<Double> marks = new ArrayList<>();
        if (least == 0) {
            for (int i = 0; i <= PARTS; i++) {
                marks.add(most * i / PARTS);
            }
        } else {
            for (double mark = least; mark <= most; mark *= 10) {
                marks.add(mark);
            }
        }
        return marks;
    }

    /** Formats a mark: the powers of ten with "k" and "M", other numbers in full. */
    String label(double mark) {
        if (least != 0 && mark >= 1_000_000) {
            return String.format(Locale.ROOT, "%.0fM", mark / 1_000_000);
        }
        if (least != 0 && mark >= 1_000) {
            return String.format(Locale.ROOT, "%.0fk", mark / 1_000);
        }
        return String.format(Locale.ROOT, mark != 0 && most < 20 ? "%,.1f" : "%,.0f", mark);
    }
}
