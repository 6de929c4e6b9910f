// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.MarkdownText;
import org.pathproof.benchmark.kit.plot.BarChart;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page of results, {@code transports.md}, with its data and plots. The first run is that of the page. */
record Report(@JsonProperty(Report.RUNS) List<Run> runs) {
    /** Number of characters of a log message on the page. */
    private static final int LONGEST_MESSAGE = 140;

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final BarChart.Series PATHPROOF = BarChart.Series.of("Pathproof", "#3b6ea5");
    private static final String DATA = "transports.json";
    private static final String RUNS = "runs";
    private static final String REMEDY = " (run the benchmark with --out FOLDER, and use its transports.json)";

    /**
     * Reads the data of earlier runs.
     *
     * @throws IOException if a file has other content
     */
    static Report read(List<Path> files) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (Path file : files) {
            try {
                JsonNode data = JSON.readTree(Files.readString(file));
                if (!data.has(RUNS)) {
                    throw new IOException(file + " has no field '" + RUNS + "'" + REMEDY);
                }
                runs.addAll(JSON.treeToValue(data, Report.class).runs());
            } catch (JacksonException e) {
                throw new IOException(
                        file + " has no results of bench transports: " + e.getOriginalMessage() + REMEDY, e);
            }
        }
        return new Report(runs);
    }

    /** Returns the results as a table in Markdown. */
    static String table(List<TransportResult> results) {
        StringBuilder text = new StringBuilder("""
                | transport | line, median | paper, median | line, 99 % | to the verdict, median | 99 % | table | CPU per update | survives resets | survives injection |
                |---|--:|--:|--:|--:|--:|--:|--:|---|---|
                """);
        for (TransportResult each : results) {
            text.append(each.measured() ? row(each) : "| " + each.transport() + " | not available |\n");
        }
        return text.toString();
    }

    private static String row(TransportResult each) {
        return String.format(
                Locale.ROOT,
                "| %s | %.1f ms | %s | %.1f ms | %.1f ms | %.1f ms | %.1f s | %.2f µs | %s | %s |%n",
                each.transport(),
                each.p50Ms(),
                Paper.median(each.transport()).map(Paper.Median::toString).orElse(""),
                each.p99Ms(),
                each.verdictP50Ms(),
                each.verdictP99Ms(),
                each.tableS(),
                each.cpuUsPerUpdate(),
                word(each.survivesRst()),
                word(each.survivesInjection()));
    }

    private static String word(@Nullable Boolean survives) {
        return Boolean.TRUE.equals(survives) ? "yes" : "no";
    }

    /** Returns the decisions about certificates as a table in Markdown. */
    static String certificates(List<CertificateResult> results) {
        StringBuilder text = new StringBuilder("""
                | transport | certificate | decision | after | router's connection closed after | words in the log of the deciding side |
                |---|---|---|--:|--:|---|
                """);
        for (CertificateResult each : results) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %.0f ms | %s | `%s` |%n",
                    each.transport(),
                    each.certificate(),
                    each.decision(),
                    each.millis(),
                    each.closedMillis() == null ? "" : String.format(Locale.ROOT, "%.0f ms", each.closedMillis()),
                    shortened(each.message()).replace("|", "\\|").replace('`', '\'')));
        }
        return text.toString();
    }

    /** Returns the beginning of a message. The result file has the whole message. */
    private static String shortened(String message) {
        return message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE) + "…";
    }

    /** Writes the page, its plots and the data into a folder. */
    void write(Path folder, Optional<FeedTimes> feeds) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("transports.md"), page(feeds));
        Files.writeString(
                folder.resolve("transports.svg"),
                plot(
                        "median time above the 150 ms of the line, in ms",
                        each -> number(each.p50Ms()) - Paper.LINE_MS,
                        true));
        Files.writeString(
                folder.resolve("transports-table.svg"),
                plot("time of a table until its last verdict, in s", each -> number(each.tableS()), false));
        Files.writeString(
                folder.resolve("transports-cpu.svg"),
                plot("CPU time of the transport per update, in µs", each -> number(each.cpuUsPerUpdate()), false));
        Files.writeString(
                folder.resolve(DATA), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
    }

    String page(Optional<FeedTimes> feeds) {
        Run first = runs.getFirst();
        StringBuilder page = new StringBuilder("""
                # Transports of BMP

                For operators who select a transport: its latency, its cost, and the attacks and certificates that it survives.

                """);
        page.append(section(first));
        page.append("""

                ![time through the line](transports.svg)
                ![time of a table](transports-table.svg)
                ![CPU time](transports-cpu.svg)

                """);
        for (int i = 1; i < runs.size(); i++) {
            page.append("## Machine ").append(i + 1).append("\n\n");
            page.append(section(runs.get(i))).append('\n');
        }
        page.append(PageText.method(first.sizes()));
        page.append("\n## Certificates\n\n");
        runs.stream()
                .map(Run::certificates)
                .filter(rows -> !rows.isEmpty())
                .findFirst()
                .ifPresent(rows -> page.append(certificates(rows)).append('\n'));
        page.append(PageText.CERTIFICATES).append('\n').append(PageText.blackholing(feeds));
        page.append("\n[transports.json](transports.json) has all figures.\n");
        return page.toString();
    }

    private static String section(Run run) {
        StringBuilder text = new StringBuilder(table(run.results()));
        text.append('\n');
        for (TransportResult each : run.results()) {
            if (!each.measured()) {
                text.append(MarkdownText.wrap(
                                "- " + each.transport() + " was not measured: " + each.unavailable() + "."))
                        .append('\n');
            }
        }
        return text.append(run.measured().size() < run.results().size() ? "\n" : "")
                .append(PageText.machine(run))
                .toString();
    }

    private String plot(String title, ToDoubleFunction<TransportResult> value, boolean withPaper) {
        BarChart chart = new BarChart(
                title, withPaper ? List.of(PATHPROOF, BarChart.Series.of("paper", "#999999")) : List.of(PATHPROOF));
        for (int i = 0; i < runs.size(); i++) {
            for (TransportResult each : runs.get(i).measured()) {
                List<BarChart.Bar> bars = new ArrayList<>(List.of(bar(0, value.applyAsDouble(each))));
                Paper.median(each.transport())
                        .filter(_ -> withPaper)
                        .ifPresent(median -> bars.add(bar(1, median.ms() - Paper.LINE_MS)));
                chart.row(each.transport() + (i == 0 ? "" : ", machine " + (i + 1)), false, bars);
            }
        }
        return chart.svg(760);
    }

    private static BarChart.Bar bar(int series, double value) {
        return BarChart.Bar.of(series, value, String.format(Locale.ROOT, "%.1f", value));
    }

    private static double number(@Nullable Double value) {
        return value == null ? 0 : value;
    }
}
