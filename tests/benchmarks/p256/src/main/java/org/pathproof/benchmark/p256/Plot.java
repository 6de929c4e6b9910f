// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.pathproof.benchmark.kit.plot.BarChart;
import org.pathproof.benchmark.kit.plot.LineChart;
import org.pathproof.benchmark.kit.plot.Svg;

/**
 * Plots a report as SVG: a bar for each contestant, and the rates of the engines by batch size and by number of keys.
 */
final class Plot {
    private static final int WIDTH = 960;
    private static final int MARGIN = 24;
    private static final int TOP = 76;
    private static final int LINES_HEIGHT = 400;
    private static final double MIN_RATE = 1_000;
    private static final double MAX_RATE = 1_000_000;
    private static final String INK = "#222";
    private static final String PALE = "#888";
    private static final List<BarChart.Series> SERIES = List.of(
            new BarChart.Series("signature alone", "#0b6e4f", "#8a8a8a"),
            new BarChart.Series("whole job: DER, SHA-256, signature", "#7cc0a4", "#c4c4c4"));

    private final Report report;
    private final GroupResult main;

    Plot(Report report) {
        this.report = report;
        main = report.main();
    }

    String svg() {
        BarChart bars = bars();
        int lines = TOP + bars.height() + MARGIN;
        int half = (WIDTH - 3 * MARGIN) / 2;
        Svg svg = new Svg(WIDTH, lines + LINES_HEIGHT);
        svg.drawText(MARGIN, 36, Svg.Anchor.START, 20, INK, "P-256 verifications per second on one core");
        svg.drawText(
                MARGIN,
                58,
                Svg.Anchor.START,
                12,
                PALE,
                report.machine().processor() + ", " + report.machine().java() + ", " + report.when());
        bars.draw(svg, MARGIN, TOP, WIDTH - 2 * MARGIN);
        byBatch().draw(svg, MARGIN, lines, half, LINES_HEIGHT);
        byKeys().draw(svg, 2 * MARGIN + half, lines, half, LINES_HEIGHT);
        return svg.text();
    }

    private BarChart bars() {
        BarChart chart = new BarChart(
                        number(main.keys()) + " keys in random order, batches of " + GroupRun.BATCH + "; times OpenSSL",
                        SERIES)
                .logarithmic(MIN_RATE, MAX_RATE);
        main.contestants().stream()
                .filter(contestant -> alone(contestant).isPresent())
                .sorted((a, b) -> Double.compare(rate(alone(b)), rate(alone(a))))
                .forEach(contestant -> {
                    List<BarChart.Bar> bars = new ArrayList<>();
                    alone(contestant).ifPresent(figures -> bars.add(bar(0, figures)));
                    main.find(contestant, Job.WHOLE_JOB, GroupRun.BATCH, 1)
                            .ifPresent(figures -> bars.add(bar(1, figures)));
                    boolean ours =
                            alone(contestant).map(GroupResult.Figures::ours).orElse(false);
                    chart.row(contestant, !ours, bars);
                });
        return chart;
    }

    /** Returns the rate of a contestant for the signature alone, on one thread. */
    private Optional<GroupResult.Figures> alone(String contestant) {
        return main.find(contestant, Job.VERIFY, GroupRun.BATCH, 1);
    }

    private static double rate(Optional<GroupResult.Figures> figures) {
        return figures.map(f -> f.rate().median()).orElse(0.0);
    }

    private static BarChart.Bar bar(int series, GroupResult.Figures figures) {
        Spread rate = figures.rate();
        Spread ratio = figures.ratio();
        String times = ratio == null
                ? ""
                : String.format(Locale.ROOT, ratio.median() < 10 ? "  × %.2f" : "  × %.1f", ratio.median());
        return new BarChart.Bar(
                series, rate.median(), rate.lower(), rate.upper(), number(Math.round(rate.median())) + times);
    }

    private LineChart byBatch() {
        return lines(
                "whole job, " + number(main.keys()) + " keys",
                "size of the batch",
                GroupRun.BATCHES.stream().map(batch -> Integer.toString(batch)).toList(),
                contestant -> GroupRun.BATCHES.stream()
                        .map(batch -> main.find(contestant, Job.WHOLE_JOB, batch, 1))
                        .toList());
    }

    private LineChart byKeys() {
        return lines(
                "whole job, batches of " + GroupRun.BATCH,
                "keys",
                report.groups().stream().map(group -> number(group.keys())).toList(),
                contestant -> report.groups().stream()
                        .map(group -> group.find(contestant, Job.WHOLE_JOB, GroupRun.BATCH, 1))
                        .toList());
    }

    private LineChart lines(
            String title,
            String xName,
            List<String> columns,
            Function<String, List<Optional<GroupResult.Figures>>> figures) {
        LineChart chart = new LineChart(title, xName).columns(columns).logarithmic(MIN_RATE, MAX_RATE);
        for (String contestant : engines()) {
            List<LineChart.Point> points = new ArrayList<>();
            List<Optional<GroupResult.Figures>> all = figures.apply(contestant);
            for (int column = 0; column < all.size(); column++) {
                if (all.get(column).isPresent()) {
                    Spread rate = all.get(column).get().rate();
                    points.add(new LineChart.Point(column, rate.median(), rate.lower(), rate.upper()));
                }
            }
            chart.dottedLine(contestant, points);
        }
        return chart;
    }

    /** Returns the engines of Pathproof, and OpenSSL. */
    private List<String> engines() {
        return main.contestants().stream()
                .filter(contestant -> main.find(contestant, Job.WHOLE_JOB, GroupRun.BATCH, 1)
                        .filter(figures -> figures.ours() || contestant.equals("OpenSSL"))
                        .isPresent())
                .toList();
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
