// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.MarkdownText;
import org.pathproof.benchmark.kit.plot.LineChart;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of a run.
 *
 * @param machine machine of the run
 */
public record Report(Machine machine, List<Outcome> outcomes) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final JsonMapper COMPACT = JsonMapper.builder().build();

    private static final String JSON_FILE = "pipeline.json";
    private static final List<String> ORDER =
            List.of("a", "b", "c", "d", "e", "f", "g", "restart", "standby", "scale", "keys", "idle");

    public Report {
        outcomes = List.copyOf(outcomes);
    }

    public String json() {
        return JSON.writeValueAsString(this);
    }

    /**
     * Writes pipeline.json, pipeline.md, a plot for each scenario of this run that has one, and a page of profiles if
     * JVMs were recorded. The page ends with the capacity model, if its scenarios were measured. Results of other
     * scenarios from earlier runs are kept, each with its own time.
     */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(JSON_FILE);
        Report whole = Files.exists(file) ? with(JSON.readValue(Files.readString(file), Report.class)) : this;
        writePlots(folder);
        whole.writeAll(folder);
    }

    /** Returns the results without series and profiles: a line for each scenario, with four significant digits. */
    private String summary() {
        return outcomes.stream()
                .map(Outcome::summary)
                .map(COMPACT::writeValueAsString)
                .collect(Collectors.joining(
                        ",\n",
                        "{\n\"machine\": " + COMPACT.writeValueAsString(machine) + ",\n\"outcomes\": [\n",
                        "\n]\n}\n"));
    }

    private void writePlots(Path folder) throws IOException {
        for (Outcome outcome : outcomes) {
            if (!outcome.verdictsPerSecond().isEmpty()) {
                Files.writeString(folder.resolve(plot(outcome)), ratePlot(outcome));
            }
            if (!outcome.curve().isEmpty()) {
                Files.writeString(folder.resolve(plot(outcome)), curvePlot(outcome));
            }
        }
        if (outcomes.stream().anyMatch(o -> !o.profiles().isEmpty())) {
            Files.writeString(folder.resolve("pipeline-frames.md"), profiles());
        }
    }

    private Report with(Report earlier) {
        Map<String, Outcome> all = new LinkedHashMap<>();
        for (Outcome outcome : earlier.outcomes) {
            all.put(
                    outcome.scenario(),
                    outcome.when() == null ? outcome.measured(whenWords(earlier.machine)) : outcome);
        }
        for (Outcome outcome : outcomes) {
            all.put(outcome.scenario(), outcome.measured(whenWords(machine)));
        }
        List<Outcome> ordered = new ArrayList<>(all.values());
        ordered.sort(Comparator.comparingInt(outcome -> ORDER.indexOf(outcome.scenario())));
        return new Report(machine, ordered);
    }

    private void writeAll(Path folder) throws IOException {
        Files.writeString(folder.resolve(JSON_FILE), summary());
        String capacity =
                Capacity.markdown(outcomes).map(tables -> "\n" + tables).orElse("");
        Files.writeString(folder.resolve("pipeline.md"), markdown(folder) + capacity);
    }

    /** Returns the time of the measurement and the load average before it. */
    private static String whenWords(Machine machine) {
        return machine.when() + ", load " + machine.loadOfMinute();
    }

    private static String ratePlot(Outcome outcome) {
        List<LineChart.Point> points = new ArrayList<>();
        for (int i = 0; i < outcome.verdictsPerSecond().size(); i++) {
            points.add(LineChart.Point.of(
                    (i + 0.5) / 10, outcome.verdictsPerSecond().get(i)));
        }
        return new LineChart(outcome.title() + ": verdicts per second", "seconds")
                .line("verdicts per second", points)
                .svg(720, 240);
    }

    private static String curvePlot(Outcome outcome) {
        return new LineChart(outcome.title() + ": updates a second", "validators")
                .dottedLine("measured", points(outcome, Outcome.Point::measured))
                .line("linear scaling", points(outcome, Outcome.Point::linear))
                .svg(480, 300);
    }

    private static List<LineChart.Point> points(Outcome outcome, ToDoubleFunction<Outcome.Point> value) {
        return outcome.curve().stream()
                .map(point -> LineChart.Point.of(point.x(), value.applyAsDouble(point)))
                .toList();
    }

    private static String plot(Outcome outcome) {
        return "pipeline-" + outcome.scenario() + ".svg";
    }

    private String markdown(Path folder) {
        List<String> lines = new ArrayList<>();
        lines.add("# The whole pipeline");
        lines.add("");
        lines.add(
                "For readers who compare performance: results of `./pathproof bench pipeline`. All parts run on one machine, each in a process of its own. The input is BMP; the output is committed verdicts.");
        lines.add("");
        lines.add("- Machine of the last run: " + machine.words());
        lines.add("- Load before the run: " + machine.load());
        lines.add("");
        if (machine.isBusy()) {
            lines.add("**The machine was busy (load " + machine.load()
                    + "). Measure again before you cite these figures.**");
            lines.add("");
        }
        for (Outcome outcome : outcomes) {
            lines.add("## " + outcome.scenario() + ". " + outcome.title());
            lines.add("");
            lines.add(outcome.workload() + "." + (outcome.when() == null ? "" : " Measured " + outcome.when() + "."));
            lines.add("");
            lines.add("| figure | measured | | target |");
            lines.add("|---|---|---|---|");
            for (Outcome.Figure figure : outcome.figures()) {
                if (isSmallThread(figure)) {
                    continue;
                }
                String target = figure.target() == null
                        ? ""
                        : figure.target() + (Boolean.TRUE.equals(figure.met()) ? ", met" : ", **missed**");
                lines.add("| " + figure.name() + " | " + Numbers.of(figure.value()) + " | " + figure.unit() + " | "
                        + target + " |");
            }
            lines.add("");
            addCpu(outcome, lines);
            if (Files.exists(folder.resolve(plot(outcome)))) {
                String axes = outcome.curve().isEmpty() ? "verdicts a second" : "updates a second, by validators";
                lines.add("![" + axes + "](" + plot(outcome) + ")");
                lines.add("");
            }
            outcome.notes().forEach(note -> lines.add("- " + note));
            lines.add("");
        }
        return wrapped(lines);
    }

    /** Returns true for a thread with less than 1 % of a core, which only the JSON file lists. */
    private static boolean isSmallThread(Outcome.Figure figure) {
        return figure.unit().equals("% of a core") && figure.name().contains(": ") && figure.value() < 1;
    }

    /** Adds the CPU time of the stages. The JSON file also has the time of each thread. */
    private static void addCpu(Outcome outcome, List<String> lines) {
        if (outcome.cpuMicrosPerUpdate().isEmpty()) {
            return;
        }
        lines.add(outcome.cpuMicrosPerUpdate().entrySet().stream()
                .map(stage -> stage.getKey() + " " + Numbers.of(stage.getValue()))
                .collect(Collectors.joining(", ", "CPU time of the stages, µs an update: ", ".")));
        lines.add("");
    }

    private String profiles() {
        List<String> lines = new ArrayList<>();
        lines.add("# CPU profile of the pipeline, by frame");
        lines.add("");
        lines.add(
                "Results of `./pathproof bench pipeline --profile`: samples of CPU time (JEP 509). Microseconds are CPU time for an update.");
        lines.add("");
        for (Outcome outcome : outcomes) {
            for (Outcome.TopFrames top : outcome.profiles()) {
                lines.add("## " + outcome.scenario() + ". " + outcome.title() + ": " + top.stage());
                lines.add("");
                lines.add(String.format(Locale.ROOT, "%,d samples.", top.samples()));
                lines.add("");
                addTable("threads", top.threads(), lines);
                addTable("running frames", top.running(), lines);
                addTable(
                        "frames of Pathproof, Kafka and Netty, with the frames that they call", top.including(), lines);
            }
        }
        return wrapped(lines);
    }

    private static String wrapped(List<String> lines) {
        return lines.stream().map(MarkdownText::wrap).collect(Collectors.joining("\n"));
    }

    private static void addTable(String title, List<Outcome.Frame> frames, List<String> lines) {
        lines.add("| " + title + " | share | µs/update |");
        lines.add("|---|---|---|");
        for (Outcome.Frame frame : frames) {
            lines.add(String.format(
                    Locale.ROOT,
                    "| `%s` | %.1f %% | %.2f |",
                    frame.what(),
                    frame.share() * 100,
                    frame.microsPerUpdate()));
        }
        lines.add("");
    }

    /** Returns the results as text for a terminal. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(machine.words()).append(", load ").append(machine.load()).append('\n');
        for (Outcome outcome : outcomes) {
            text.append(String.format(
                    Locale.ROOT, "%n(%s) %s: %s%n", outcome.scenario(), outcome.title(), outcome.workload()));
            for (Outcome.Figure figure : outcome.figures()) {
                String target = figure.target() == null
                        ? ""
                        : figure.target() + (Boolean.TRUE.equals(figure.met()) ? "" : "  MISSED");
                text.append(String.format(
                        Locale.ROOT,
                        "  %-62s %12s %-10s %s%n",
                        figure.name(),
                        Numbers.of(figure.value()),
                        figure.unit(),
                        target));
            }
            outcome.cpuMicrosPerUpdate().forEach((stage, micros) -> {
                Map<String, Double> threads = outcome.threadMicrosPerUpdate().getOrDefault(stage, Map.of());
                List<String> words = threads.entrySet().stream()
                        .map(e -> e.getKey() + " " + Numbers.of(e.getValue()))
                        .toList();
                text.append(String.format(
                        Locale.ROOT,
                        "  CPU %-14s %8s µs/update   %s%n",
                        stage,
                        Numbers.of(micros),
                        String.join(", ", words)));
            });
            new TreeSet<>(outcome.notes())
                    .forEach(note -> text.append("  ").append(note).append('\n'));
        }
        return text.toString();
    }
}
