// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit.plot;

import com.google.errorprone.annotations.FormatMethod;
import java.util.Locale;

/** A drawing in SVG on a white ground. Coordinates are in pixels from the upper left corner. */
public final class Svg {
    static final String INK = "#222";
    static final String PALE = "#888";
    static final String GRID = "#e4e4e4";

    private final StringBuilder out = new StringBuilder();

    public Svg(int width, int height) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"system-ui, sans-serif\">",
                width, height);
        add("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", width, height);
    }

    /** Position of a text relative to its coordinate. */
    public enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** Draws a text. Its coordinate is on its base line. */
    public void drawText(double x, double y, Anchor anchor, int size, String colour, String text) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\" fill=\"%s\">%s</text>",
                x,
                y,
                anchor.name().toLowerCase(Locale.ROOT),
                size,
                colour,
                text.replace("&", "&amp;").replace("<", "&lt;"));
    }

    void drawLine(double x1, double y1, double x2, double y2, String colour) {
        add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>", x1, y1, x2, y2, colour);
    }

    void drawRectangle(double x, double y, double width, double height, String colour) {
        add("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>", x, y, width, height, colour);
    }

    void drawDot(double x, double y, String colour) {
        add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x, y, colour);
    }

    /** Draws connected lines. {@code points} are pairs of coordinates. */
    void drawPolyline(String points, String colour) {
        add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", points, colour);
    }

    /** Returns the drawing as a document. */
    public String text() {
        return out + "</svg>\n";
    }

    @FormatMethod
    private void add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
