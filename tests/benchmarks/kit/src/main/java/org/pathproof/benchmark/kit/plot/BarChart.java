// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit.plot;

import java.util.ArrayList;
import java.util.List;

/** A chart of horizontal bars: rows with a bar for each of some series, and a legend above the rows. */
public final class BarChart {
    private static final int LEFT = 210;
    private static final int RIGHT = 150;
    private static final int TOP = 46;
    private static final int BOTTOM = 24;
    private static final int BAR = 12;
    private static final int GAP = 8;
    private static final int LEGEND_LINE = 200;
    private static final int TEXT = 12;

    private final String title;
    private final List<Series> series;
    private final List<Row> rows = new ArrayList<>();
    private double least;
    private double most;

    /**
     * A series.
     *
     * @param colour colour of its bars
     * @param paleColour colour of its bars in pale rows
     */
    public record Series(String name, String colour, String paleColour) {
        /** Returns a series with one colour in all rows. */
        public static Series of(String name, String colour) {
            return new Series(name, colour, colour);
        }
    }

    /**
     * A bar.
     *
     * @param lower lower end of the spread; equal to {@code value} without a spread
     * @param upper upper end of the spread
     * @param label words after the bar
     */
    public record Bar(int series, double value, double lower, double upper, String label) {
        /** Returns a bar without a spread. */
        public static Bar of(int series, double value, String label) {
            return new Bar(series, value, value, value, label);
        }
    }

    private record Row(String name, boolean pale, List<Bar> bars) {}

    /** Creates a chart without rows. */
    public BarChart(String title, List<Series> series) {
        this.title = title;
        this.series = List.copyOf(series);
    }

    /**
     * Adds a row.
     *
     * @param pale true for a row that is there for comparison
     */
    public BarChart row(String name, boolean pale, List<Bar> bars) {
        rows.add(new Row(name, pale, List.copyOf(bars)));
        return this;
    }

    /** Sets a logarithmic scale between two powers of ten. Values outside are drawn at the border. */
    public BarChart logarithmic(double from, double to) {
        least = from;
        most = to;
        return this;
    }

    /** Returns the height of the chart. */
    public int height() {
        return TOP + rows.size() * rowHeight() + BOTTOM;
    }

    private int rowHeight() {
        return series.size() * BAR + GAP;
    }

    /** Returns the chart as a document. */
    public String svg(int width) {
        Svg svg = new Svg(width, height());
        draw(svg, 0, 0, width);
        return svg.text();
    }

    /** Draws the chart into a part of a drawing. */
    public void draw(Svg svg, int left, int top, int width) {
        Scale scale = least > 0
                ? new Scale(least, most)
                : Scale.linear(rows.stream()
                        .flatMap(row -> row.bars().stream())
                        .mapToDouble(Bar::upper)
                        .max()
                        .orElse(1));
        double from = left + LEFT;
        double length = width - LEFT - RIGHT;
        double bottom = top + TOP + rows.size() * (double) rowHeight();
        svg.drawText(left + 8.0, top + 16.0, Svg.Anchor.START, 14, Svg.INK, title);
        if (series.size() > 1) {
            drawLegend(svg, from, top + 34.0);
        }
        for (double mark : scale.marks()) {
            double x = from + scale.share(mark) * length;
            svg.drawLine(x, top + TOP - 4.0, x, bottom, Svg.GRID);
            svg.drawText(x, bottom + 16, Svg.Anchor.MIDDLE, TEXT, Svg.PALE, scale.label(mark));
        }
        double y = top + TOP;
        for (Row row : rows) {
            svg.drawText(from - 10, y + 12, Svg.Anchor.END, 13, row.pale() ? Svg.PALE : Svg.INK, row.name());
            for (Bar bar : row.bars()) {
                Series of = series.get(bar.series());
                double barTop = y + bar.series() * (double) BAR;
                double end = Math.max(from + 1, from + scale.share(bar.value()) * length);
                svg.drawRectangle(from, barTop, end - from, BAR - 2.0, row.pale() ? of.paleColour() : of.colour());
                double upper = from + scale.share(bar.upper()) * length;
                if (bar.lower() < bar.upper()) {
                    svg.drawLine(from + scale.share(bar.lower()) * length, barTop + 5, upper, barTop + 5, "#000");
                }
                svg.drawText(Math.max(end, upper) + 6, barTop + 9, Svg.Anchor.START, 11, Svg.INK, bar.label());
            }
            y += rowHeight();
        }
    }

    private void drawLegend(Svg svg, double left, double y) {
        for (int i = 0; i < series.size(); i++) {
            double x = left + i * (double) LEGEND_LINE;
            svg.drawRectangle(x, y - 9, 22, 10, series.get(i).colour());
            svg.drawText(
                    x + 28, y, Svg.Anchor.START, TEXT, Svg.INK, series.get(i).name());
        }
    }
}
