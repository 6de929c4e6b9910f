// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import com.google.errorprone.annotations.FormatMethod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Plots lines as SVG: values over a number, both axes linear from 0. */
public final class LinePlot {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 340;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 90;
    private static final int BOTTOM = 46;
    private static final int LINES = 4;
    private static final int LEGEND_LINE = 16;
    private static final List<String> COLOURS =
            List.of("#c8553d", "#8d6cab", "#0b6e4f", "#1f6feb", "#b8860b", "#7f7f7f");

    private final String title;
    private final String xName;
    private final Map<String, List<Point>> series = new LinkedHashMap<>();
    private final StringBuilder out = new StringBuilder();

    /** A point of a line. */
    public record Point(double x, double y) {}

    /**
     * Creates a plot without lines.
     *
     * @param title title with the unit of the values
     * @param xName name of the horizontal axis
     */
    public LinePlot(String title, String xName) {
        this.title = title;
        this.xName = xName;
    }

    /** Adds a line. The points are in ascending order. */
    public void series(String name, List<Point> points) {
        series.put(name, List.copyOf(points));
    }

    /** Returns the plot as an SVG document. */
    public String svg() {
        double mostX = most(true);
        double mostY = most(false);
        out.setLength(0);
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">",
                WIDTH, HEIGHT);
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>");
        add("<text x=\"%d\" y=\"18\" font-size=\"14\">%s</text>", LEFT, title);
        for (int i = 0; i <= LINES; i++) {
            double y = y(mostY * i / LINES, mostY);
            add("<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>", LEFT, WIDTH - RIGHT, y, y);
            add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 6, y + 4, number(mostY * i / LINES));
            double x = x(mostX * i / LINES, mostX);
            add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    x, HEIGHT - BOTTOM + 18, number(mostX * i / LINES));
        }
        add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#888\">%s</text>", WIDTH - RIGHT, HEIGHT - 8, xName);
        int colour = 0;
        for (Map.Entry<String, List<Point>> line : series.entrySet()) {
            line(line.getKey(), line.getValue(), colour++, mostX, mostY);
        }
        return out.append("</svg>\n").toString();
    }

    private void line(String name, List<Point> points, int number, double mostX, double mostY) {
        String colour = COLOURS.get(number % COLOURS.size());
        StringBuilder places = new StringBuilder();
        for (Point point : points) {
            places.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(point.x(), mostX), y(point.y(), mostY)));
        }
        add(
                "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>",
                colour, places.toString().strip());
        int x = LEFT + number % 2 * (WIDTH / 2);
        int y = 38 + number / 2 * LEGEND_LINE;
        add("<rect x=\"%d\" y=\"%d\" width=\"20\" height=\"4\" fill=\"%s\"/>", x, y - 5, colour);
        add("<text x=\"%d\" y=\"%d\">%s</text>", x + 26, y, name);
    }

    private double most(boolean horizontal) {
        return series.values().stream()
                .flatMap(List::stream)
                .mapToDouble(point -> horizontal ? point.x() : point.y())
                .filter(value -> value > 0)
                .max()
                .orElse(1);
    }

    private static double x(double value, double most) {
        return LEFT + value / most * (WIDTH - LEFT - RIGHT);
    }

    private static double y(double value, double most) {
        return HEIGHT - BOTTOM - value / most * (HEIGHT - BOTTOM - TOP);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value != 0 && value < 10 ? "%,.1f" : "%,.0f", value);
    }

    @FormatMethod
    private void add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
