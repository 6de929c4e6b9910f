// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.report;

import java.util.List;
import java.util.Locale;

/** Plots the verdicts per second over time, as SVG. */
final class RatePlot {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 240;
    private static final int LEFT = 70;
    private static final int BOTTOM = 36;
    private static final int TOP = 24;
    private static final int LINES = 4;

    private RatePlot() {}

    static String of(Outcome outcome) {
        List<Integer> rates = outcome.verdictsPerSecond();
        double most =
                Math.max(1, rates.stream().mapToInt(Integer::intValue).max().orElse(1));
        double seconds = rates.size() / 10.0;
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n<text x=\"%d\" y=\"15\">%s: verdicts per second, by time in seconds</text>%n",
                WIDTH,
                HEIGHT,
                LEFT,
                outcome.title()));
        for (int i = 0; i <= LINES; i++) {
            double y = y(i / (double) LINES);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
                    LEFT,
                    WIDTH - 10,
                    y,
                    y,
                    LEFT - 6,
                    y + 4,
                    Numbers.of(Math.rint(most * i / LINES))));
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.1f</text>%n",
                    x(i / (double) LINES),
                    HEIGHT - 14,
                    seconds * i / LINES));
        }
        svg.append("<polyline fill=\"none\" stroke=\"#1f6feb\" points=\"");
        for (int i = 0; i < rates.size(); i++) {
            svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x((i + 0.5) / rates.size()), y(rates.get(i) / most)));
        }
        return svg.append("\"/>\n</svg>\n").toString();
    }

    private static double x(double share) {
        return LEFT + share * (WIDTH - 20 - LEFT);
    }

    private static double y(double share) {
        return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
    }
}
