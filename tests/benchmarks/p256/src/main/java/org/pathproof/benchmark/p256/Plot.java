// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import com.google.errorprone.annotations.FormatMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Plots a report as SVG: a bar for each contestant, and the rates of the engines by batch size and by number of keys.
 */
final class Plot {
    private static final int WIDTH = 960;
    private static final int MARGIN = 24;
    private static final int ROW = 30;
    private static final int BARS_FROM = 210;
    private static final int BARS_TO = 810;
    private static final int TOP = 118;
    private static final int LINES_HEIGHT = 300;
    private static final double MIN_RATE = 1_000;
    private static final double MAX_RATE = 1_000_000;
    private static final List<String> COLOURS =
            List.of("#0b6e4f", "#1f77b4", "#c8553d", "#8d6cab", "#7f7f7f", "#b8860b");
    private static final String INK = "#222";
    private static final String PALE = "#888";
    private static final String GRID = "#e4e4e4";

    private final Report report;
    private final GroupResult main;
    private final StringBuilder out = new StringBuilder();

    Plot(Report report) {
        this.report = report;
        main = report.main();
    }

    String svg() {
        List<String> contestants = main.contestants().stream()
                .filter(contestant ->
                        main.find(contestant, Job.VERIFY, GroupRun.BATCH, 1).isPresent())
                .sorted((a, b) -> Double.compare(alone(b), alone(a)))
                .toList();
        int linesTop = TOP + contestants.size() * ROW + 96;
        int height = linesTop + LINES_HEIGHT + 64;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"system-ui, sans-serif\" font-size=\"13\">",
                WIDTH, height);
        add("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", WIDTH, height);
        text(MARGIN, 36, "P-256 verifications per second on one core", "start", INK, 20);
        text(
                MARGIN,
                58,
                report.machine().processor() + ", " + report.machine().java() + ", " + report.when(),
                "start",
                PALE,
                12);
        bars(contestants);
        int half = (WIDTH - 3 * MARGIN) / 2;
        lines(MARGIN, linesTop, half, "whole job by size of the batch, " + number(main.keys()) + " keys", byBatch());
        lines(2 * MARGIN + half, linesTop, half, "whole job by number of keys, batches of " + GroupRun.BATCH, byKeys());
        add("</svg>");
        return out.toString();
    }

    private double alone(String contestant) {
        return main.find(contestant, Job.VERIFY, GroupRun.BATCH, 1)
                .map(figures -> figures.rate().median())
                .orElse(0.0);
    }

    private void bars(List<String> contestants) {
        text(
                MARGIN,
                92,
                number(main.keys()) + " keys in random order, batches of " + GroupRun.BATCH + "; times OpenSSL",
                "start",
                INK,
                14);
        legend();
        int bottom = TOP + contestants.size() * ROW;
        for (double decade = MIN_RATE; decade <= MAX_RATE; decade *= 10) {
            double x = place(decade, BARS_FROM, BARS_TO);
            rule(x, TOP - 6, x, bottom);
            text(x, bottom + 16, shortly(decade), "middle", PALE, 12);
        }
        text(BARS_TO + 14, bottom + 16, "per second", "start", PALE, 12);
        for (int i = 0; i < contestants.size(); i++) {
            String contestant = contestants.get(i);
            int y = TOP + i * ROW;
            Optional<GroupResult.Figures> verify = main.find(contestant, Job.VERIFY, GroupRun.BATCH, 1);
            boolean ours = verify.map(GroupResult.Figures::ours).orElse(false);
            text(BARS_FROM - 10, y + 16, contestant, "end", ours ? INK : PALE, 13);
            verify.ifPresent(figures -> bar(y, figures, ours ? "#0b6e4f" : "#8a8a8a"));
            main.find(contestant, Job.WHOLE_JOB, GroupRun.BATCH, 1)
                    .ifPresent(figures -> bar(y + 12, figures, ours ? "#7cc0a4" : "#c4c4c4"));
        }
    }

    private void legend() {
        int x = 560;
        add("<rect x=\"%d\" y=\"82\" width=\"22\" height=\"10\" fill=\"#0b6e4f\"/>", x);
        text(x + 28, 92, "signature alone", "start", INK, 12);
        add("<rect x=\"%d\" y=\"82\" width=\"22\" height=\"10\" fill=\"#7cc0a4\"/>", x + 140);
        text(x + 168, 92, "whole job: DER, SHA-256, signature", "start", INK, 12);
    }

    private void bar(int y, GroupResult.Figures figures, String colour) {
        Spread rate = figures.rate();
        double end = place(rate.median(), BARS_FROM, BARS_TO);
        add(
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"10\" fill=\"%s\"/>",
                BARS_FROM, y, end - BARS_FROM, colour);
        add(
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#000\" stroke-width=\"1.5\"/>",
                place(rate.lower(), BARS_FROM, BARS_TO), place(rate.upper(), BARS_FROM, BARS_TO), y + 5, y + 5);
        Spread ratio = figures.ratio();
        String times = ratio == null
                ? ""
                : (ratio.median() < 10 ? format("  × %.2f", ratio.median()) : format("  × %.1f", ratio.median()));
        text(end + 6, y + 9, number(Math.round(rate.median())) + times, "start", INK, 11);
    }

    /** The points of one contestant. */
    private record Line(String name, List<String> labels, List<Optional<GroupResult.Figures>> points) {}

    private List<Line> byBatch() {
        List<Line> lines = new ArrayList<>();
        List<String> labels =
                GroupRun.BATCHES.stream().map(batch -> Integer.toString(batch)).toList();
        for (String contestant : engines()) {
            lines.add(new Line(
                    contestant,
                    labels,
                    GroupRun.BATCHES.stream()
                            .map(batch -> main.find(contestant, Job.WHOLE_JOB, batch, 1))
                            .toList()));
        }
        return lines;
    }

    private List<Line> byKeys() {
        List<Line> lines = new ArrayList<>();
        List<String> labels =
                report.groups().stream().map(group -> shortly(group.keys())).toList();
        for (String contestant : engines()) {
            lines.add(new Line(
                    contestant,
                    labels,
                    report.groups().stream()
                            .map(group -> group.find(contestant, Job.WHOLE_JOB, GroupRun.BATCH, 1))
                            .toList()));
        }
        return lines;
    }

    /** Returns the engines of Pathproof, and OpenSSL. */
    private List<String> engines() {
        return main.contestants().stream()
                .filter(contestant -> main.find(contestant, Job.WHOLE_JOB, GroupRun.BATCH, 1)
                        .filter(figures -> figures.ours() || contestant.equals("OpenSSL"))
                        .isPresent())
                .toList();
    }

    private void lines(int left, int top, int width, String title, List<Line> lines) {
        int from = left + 44;
        int to = left + width - 96;
        int bottom = top + LINES_HEIGHT;
        text(left, top - 18, title, "start", INK, 14);
        for (double decade = MIN_RATE; decade <= MAX_RATE; decade *= 10) {
            double y = place(decade, bottom, top);
            rule(from, y, to, y);
            text(from - 8, y + 4, shortly(decade), "end", PALE, 12);
        }
        List<Double> taken = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            line(lines.get(i), COLOURS.get(i % COLOURS.size()), from, to, top, bottom, taken);
        }
        if (!lines.isEmpty()) {
            List<String> labels = lines.getFirst().labels();
            for (int i = 0; i < labels.size(); i++) {
                text(column(i, labels.size(), from, to), bottom + 18, labels.get(i), "middle", PALE, 12);
            }
        }
    }

    private void line(Line line, String colour, int from, int to, int top, int bottom, List<Double> taken) {
        StringBuilder points = new StringBuilder();
        double last = bottom;
        for (int i = 0; i < line.points().size(); i++) {
            Optional<GroupResult.Figures> figures = line.points().get(i);
            if (figures.isEmpty()) {
                continue;
            }
            Spread rate = figures.get().rate();
            double x = column(i, line.points().size(), from, to);
            last = place(rate.median(), bottom, top);
            points.append(format("%.1f,%.1f ", x, last));
            add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x, last, colour);
            add(
                    "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>",
                    x, x, place(rate.lower(), bottom, top), place(rate.upper(), bottom, top), colour);
        }
        add(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                points.toString().strip(), colour);
        double label = last;
        while (isNear(label, taken)) {
            label += 1;
        }
        taken.add(label);
        text(to + 8, label + 4, line.name(), "start", colour, 12);
    }

    private static boolean isNear(double y, List<Double> taken) {
        return taken.stream().anyMatch(other -> Math.abs(other - y) < 14);
    }

    private static double column(int index, int count, int from, int to) {
        return count == 1 ? (from + to) / 2.0 : from + (to - from) * (double) index / (count - 1);
    }

    /** Returns the position of a rate on a logarithmic scale. */
    private static double place(double rate, double from, double to) {
        double share = Math.log(Math.clamp(rate, MIN_RATE, MAX_RATE) / MIN_RATE) / Math.log(MAX_RATE / MIN_RATE);
        return from + share * (to - from);
    }

    private static String shortly(double number) {
        return number >= 1_000_000
                ? format("%.0fM", number / 1_000_000)
                : number >= 1000 ? format("%.0fk", number / 1000) : format("%.0f", number);
    }

    private static String number(long number) {
        return format("%,d", number);
    }

    private void rule(double x1, double y1, double x2, double y2) {
        add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>", x1, y1, x2, y2, GRID);
    }

    private void text(double x, double y, String text, String anchor, String colour, int size) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\" font-size=\"%d\">%s</text>",
                x, y, anchor, colour, size, escaped);
    }

    @FormatMethod
    private void add(String format, Object... arguments) {
        out.append(format(format, arguments)).append('\n');
    }

    @FormatMethod
    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
