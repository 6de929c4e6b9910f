// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.harness.CommandErrors;
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ./pathproof bench feed-scale}. */
@Command(
        name = "pathproof bench feed-scale",
        mixinStandardHelpOptions = true,
        description = {
            "Measures BGP feeds to many simulated routers: time of a change of many routes, and memory.",
            "A full run has 1,000 sessions, with 10,000 overrides each and then with 100,000 routes each. It needs 13 GiB"
                    + " of memory."
        })
final class FeedScaleCommand implements Callable<Integer> {
    private static final int MAX_SESSIONS = 5_000;
    private static final int MAX_ROUTES = 1_000_000;
    /** Folder of the repository, which the launcher passes. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "Do a small run, within a minute: 50 sessions with 1,000 routes each.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    @Option(names = "--run", paramLabel = "NAME", split = ",", description = "Runs: overrides, tables (default: both).")
    private List<String> runs = List.of("overrides", "tables");

    @Option(names = "--sessions", paramLabel = "N", description = "Number of routers (default: 1000).")
    private @Nullable Integer sessions;

    @Option(
            names = "--routes",
            paramLabel = "N",
            description = "Routes of each router (default: 10000 for overrides, 100000 for tables).")
    private @Nullable Integer routes;

    @Option(
            names = "--changed",
            paramLabel = "N",
            description = "Routes of one change, of all routers together" + " (default: 100 for each router).")
    private @Nullable Integer changed;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description =
                    "Folder for feed-scale.md (default: docs/benchmarks for a run with default sizes, else none).")
    private @Nullable Path folder;

    public static void main(String[] args) {
        System.exit(CommandErrors.commandLine(new FeedScaleCommand(), IllegalStateException.class)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Progress progress = new Progress(spec.commandLine().getErr());
        String load = Report.loadNow();
        Path work = Files.createDirectories(ROOT.resolve(".build").resolve("bench"));
        List<Outcome> outcomes = new ArrayList<>();
        for (String run : runs) {
            Sizes sizes = sizes(run);
            try (ProcessGroup processes = ProcessGroup.in(work)) {
                outcomes.add(
                        run.equals("overrides")
                                ? new OverrideRun(sizes, progress).measure(processes)
                                : new TableRun(sizes, progress).measure(processes));
            }
        }
        Report report = Report.of(load, outcomes);
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? report.json() : report.text());
        out.flush();
        boolean whole = !quick && sessions == null && routes == null && changed == null && runs.size() == 2;
        Path results = folder == null && whole ? ROOT.resolve("docs", "benchmarks") : folder;
        if (results != null) {
            report.write(results);
        }
        return 0;
    }

    private Sizes sizes(String run) {
        if (!run.equals("overrides") && !run.equals("tables")) {
            throw new ParameterException(
                    spec.commandLine(), "unknown run '" + run + "': the runs are overrides and tables");
        }
        int usual = quick ? 1_000 : run.equals("overrides") ? 10_000 : 100_000;
        int count = checked("--sessions", sessions, quick ? 50 : 1_000, 1, MAX_SESSIONS);
        int each = checked("--routes", routes, usual, 100, MAX_ROUTES);
        int all = checked("--changed", changed, 100 * count, count, MAX_ROUTES);
        int ofRouter = Math.min(each / 5, all / count);
        return new Sizes(count, each, ofRouter, 5);
    }

    private int checked(String option, @Nullable Integer value, int usual, int min, int max) {
        if (value != null && (value < min || value > max)) {
            throw new ParameterException(
                    spec.commandLine(), option + " " + value + " is not possible: use " + min + " to " + max);
        }
        return value == null ? usual : value;
    }
}
