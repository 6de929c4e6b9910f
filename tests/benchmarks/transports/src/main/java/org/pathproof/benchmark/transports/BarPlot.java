// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Horizontal bars as SVG: blue for Pathproof, grey below it for the paper. */
final class BarPlot {
    private static final int BAR = 18;
    private static final int LEFT = 190;
    private static final int WIDTH = 480;
    private static final int RIGHT = 90;
    private static final int TOP = 26;
    private static final String OWN = "#3b6ea5";
    private static final String OTHER = "#999999";

    private BarPlot() {}

    /** The bars of one transport. */
    record Row(String label, double own, OptionalDouble paper) {}

    /** Returns the plot. Values below 0 have the shortest bar. */
    static String of(String title, List<Row> rows) {
        double most = rows.stream()
                .mapToDouble(row -> Math.max(row.own(), row.paper().orElse(0)))
                .max()
                .orElse(1);
        boolean beside = rows.stream().anyMatch(row -> row.paper().isPresent());
        int step = beside ? 3 * BAR : 2 * BAR;
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">%n<text x=\"4\" y=\"14\">%s</text>%n",
                LEFT + WIDTH + RIGHT,
                TOP + 4 + rows.size() * step,
                title));
        int y = TOP;
        for (Row row : rows) {
            svg.append(String.format(Locale.ROOT, "<text x=\"4\" y=\"%d\">%s</text>%n", y + 13, row.label()));
            svg.append(bar(y, row.own(), most, OWN));
            if (row.paper().isPresent()) {
                svg.append(bar(y + BAR, row.paper().getAsDouble(), most, OTHER));
            }
            y += step;
        }
        return svg.append("</svg>\n").toString();
    }

    private static String bar(int y, double value, double most, String colour) {
        double width = Math.max(1, value / Math.max(most, 1e-9) * WIDTH);
        return String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"%d\" fill=\"%s\"/><text x=\"%.0f\" y=\"%d\">%.1f</text>%n",
                LEFT,
                y,
                width,
                BAR - 2,
                colour,
                LEFT + width + 6,
                y + 13,
                value);
    }
}
