// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.report;

import java.util.List;
import java.util.Locale;

/** Plots a measured curve and the line of linear scaling as SVG. */
final class CurvePlot {
    private static final int WIDTH = 480;
    private static final int HEIGHT = 300;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int BOTTOM = 40;
    private static final int LINES = 4;

    private final List<Outcome.Point> points;
    private final double mostX;
    private final double mostY;

    private CurvePlot(List<Outcome.Point> points) {
        this.points = points;
        mostX = points.stream().mapToInt(Outcome.Point::x).max().orElse(1);
        mostY = points.stream()
                .mapToDouble(p -> Math.max(p.measured(), p.linear()))
                .max()
                .orElse(1);
    }

    static String of(Outcome outcome) {
        return new CurvePlot(outcome.curve()).svg(outcome.title());
    }

    private String svg(String title) {
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n"
                        + "<text x=\"%d\" y=\"15\">%s: updates a second, by validators</text>%n"
                        + "<text x=\"%d\" y=\"31\"><tspan fill=\"#1f6feb\">measured</tspan>, <tspan fill=\"#999\">linear scaling</tspan></text>%n",
                WIDTH,
                HEIGHT,
                LEFT,
                title,
                LEFT));
        for (int i = 0; i <= LINES; i++) {
            double value = mostY * i / LINES;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
                    LEFT,
                    WIDTH - RIGHT,
                    y(value),
                    y(value),
                    LEFT - 6,
                    y(value) + 4,
                    Numbers.of(Math.rint(value))));
        }
        line(svg, "#999", false);
        line(svg, "#1f6feb", true);
        for (Outcome.Point point : points) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#1f6feb\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>%n",
                    x(point.x()),
                    y(point.measured()),
                    x(point.x()),
                    HEIGHT - 16,
                    point.x()));
        }
        return svg.append("</svg>\n").toString();
    }

    private void line(StringBuilder svg, String colour, boolean measured) {
        svg.append(String.format(Locale.ROOT, "<polyline fill=\"none\" stroke=\"%s\" points=\"", colour));
        svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(0), y(0)));
        for (Outcome.Point point : points) {
            svg.append(String.format(
                    Locale.ROOT, "%.1f,%.1f ", x(point.x()), y(measured ? point.measured() : point.linear())));
        }
        svg.append(String.format("\"/>%n"));
    }

    private double x(double value) {
        return LEFT + value / mostX * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - value / mostY * (HEIGHT - BOTTOM - TOP);
    }
}
