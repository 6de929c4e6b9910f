// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A chart of lines: values over a number or over named columns, with a legend above the lines. */
public final class LineChart {
    private static final List<String> COLOURS =
            List.of("#0b6e4f", "#1f77b4", "#c8553d", "#8d6cab", "#7f7f7f", "#b8860b");
    private static final int LEFT = 70;
    private static final int RIGHT = 24;
    private static final int TOP = 30;
    private static final int BOTTOM = 46;
    private static final int LEGEND_LINE = 16;
    private static final int LEGEND_COLUMNS = 2;
    private static final int TEXT = 12;

    private final String title;
    private final String xName;
    private final List<Line> lines = new ArrayList<>();
    private List<String> columns = List.of();
    private double least;
    private double most;

    /**
     * A point of a line.
     *
     * @param lower lower end of the spread; equal to {@code y} without a spread
     * @param upper upper end of the spread
     */
    public record Point(double x, double y, double lower, double upper) {
        public static Point of(double x, double y) {
            return new Point(x, y, y, y);
        }
    }

    private record Line(String name, List<Point> points, boolean dots) {}

    /**
     * Creates a chart without lines.
     *
     * @param title title with the unit of the values
     * @param xName name of the horizontal axis
     */
    public LineChart(String title, String xName) {
        this.title = title;
        this.xName = xName;
    }

    /** Adds a line. The points are in ascending order. */
    public LineChart line(String name, List<Point> points) {
        lines.add(new Line(name, List.copyOf(points), false));
        return this;
    }

    /** Adds a line with a dot at each point. */
    public LineChart dottedLine(String name, List<Point> points) {
        lines.add(new Line(name, List.copyOf(points), true));
        return this;
    }

    /** Names the columns. The number of a point is then the index of its column, from 0. */
    public LineChart columns(List<String> names) {
        columns = List.copyOf(names);
        return this;
    }

    /** Sets a logarithmic scale of the values, between two powers of ten. Values outside are drawn at the border. */
    public LineChart logarithmic(double from, double to) {
        least = from;
        most = to;
        return this;
    }

    /** Returns the chart as a document. */
    public String svg(int width, int height) {
        Svg svg = new Svg(width, height);
        draw(svg, 0, 0, width, height);
        return svg.text();
    }

    /** Draws the chart into a part of a drawing. */
    public void draw(Svg svg, int left, int top, int width, int height) {
        new Drawing(svg, left, top, width, height).draw();
    }

    private final class Drawing {
        private final Svg svg;
        private final int left;
        private final int top;
        private final int from;
        private final int to;
        private final int ceiling;
        private final int floor;
        private final Scale horizontal;
        private final Scale vertical;

        Drawing(Svg svg, int left, int top, int width, int height) {
            this.svg = svg;
            this.left = left;
            this.top = top;
            from = left + LEFT;
            to = left + width - RIGHT;
            int legend = lines.size() < LEGEND_COLUMNS ? 0 : (lines.size() + 1) / LEGEND_COLUMNS * LEGEND_LINE + 6;
            ceiling = top + TOP + legend;
            floor = top + height - BOTTOM;
            horizontal = Scale.linear(
                    columns.isEmpty() ? points().mapToDouble(Point::x).max().orElse(1) : columns.size() - 1.0);
            vertical = least > 0
                    ? new Scale(least, most)
                    : Scale.linear(points().mapToDouble(Point::upper).max().orElse(1));
        }

        private Stream<Point> points() {
            return lines.stream().map(Line::points).flatMap(List::stream);
        }

        void draw() {
            svg.drawText(left + LEFT, top + 16.0, Svg.Anchor.START, 14, Svg.INK, title);
            for (double mark : vertical.marks()) {
                svg.drawLine(from, y(mark), to, y(mark), Svg.GRID);
                svg.drawText(from - 6.0, y(mark) + 4, Svg.Anchor.END, TEXT, Svg.PALE, vertical.label(mark));
            }
            if (columns.isEmpty()) {
                horizontal.marks().forEach(mark -> drawXLabel(mark, horizontal.label(mark)));
            } else {
                for (int i = 0; i < columns.size(); i++) {
                    drawXLabel(i, columns.get(i));
                }
            }
            svg.drawText(to, floor + 36.0, Svg.Anchor.END, TEXT, Svg.PALE, xName);
            for (int i = 0; i < lines.size(); i++) {
                String colour = COLOURS.get(i % COLOURS.size());
                drawLine(lines.get(i), colour);
                if (lines.size() > 1) {
                    drawLegend(i, colour);
                }
            }
        }

        private void drawXLabel(double value, String label) {
            svg.drawText(x(value), floor + 18.0, Svg.Anchor.MIDDLE, TEXT, Svg.PALE, label);
        }

        private void drawLine(Line line, String colour) {
            StringBuilder places = new StringBuilder();
            for (Point point : line.points()) {
                places.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(point.x()), y(point.y())));
                if (line.dots()) {
                    svg.drawDot(x(point.x()), y(point.y()), colour);
                }
                if (point.lower() < point.upper()) {
                    svg.drawLine(x(point.x()), y(point.lower()), x(point.x()), y(point.upper()), colour);
                }
            }
            svg.drawPolyline(places.toString().strip(), colour);
        }

        private void drawLegend(int number, String colour) {
            double x = from + number % LEGEND_COLUMNS * ((to - from) / (double) LEGEND_COLUMNS);
            double y = top + TOP + 6.0 + number / LEGEND_COLUMNS * LEGEND_LINE;
            svg.drawRectangle(x, y - 6, 20, 4, colour);
            svg.drawText(
                    x + 26,
                    y,
                    Svg.Anchor.START,
                    TEXT,
                    Svg.INK,
                    lines.get(number).name());
        }

        private double x(double value) {
            return columns.size() == 1 ? (from + to) / 2.0 : from + horizontal.share(value) * (to - from);
        }

        private double y(double value) {
            return floor - vertical.share(value) * (floor - ceiling);
        }
    }
}
