// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.BenchmarkCommand;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof bench feed-scale}. */
@Command(
        name = "pathproof bench feed-scale",
        mixinStandardHelpOptions = true,
        description = {
            "Measures BGP feeds to many simulated routers: time of a change of many routes, and memory.",
            "A full run has 1,000 sessions, with 10,000 overrides each and then with 100,000 routes each. It needs 13 GiB"
                    + " of memory. With --quick: 50 sessions with 1,000 routes each, within a minute."
        })
final class FeedScaleCommand extends BenchmarkCommand {
    private static final int MAX_SESSIONS = 5_000;
    private static final int MAX_ROUTES = 1_000_000;

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

    public static void main(String[] args) {
        exit(new FeedScaleCommand(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Progress progress = progress();
        Machine machine = Machine.here();
        Path work = buildFolder("bench");
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
        publish(
                new Report(machine, outcomes),
                "feed-scale.md",
                sessions == null && routes == null && changed == null && runs.size() == 2);
        return 0;
    }

    private Sizes sizes(String run) {
        if (!run.equals("overrides") && !run.equals("tables")) {
            throw wrongOption("unknown run '" + run + "': the runs are overrides and tables");
        }
        int usual = isQuick() ? 1_000 : run.equals("overrides") ? 10_000 : 100_000;
        int count = checked("--sessions", sessions, isQuick() ? 50 : 1_000, 1, MAX_SESSIONS);
        int each = checked("--routes", routes, usual, 100, MAX_ROUTES);
        int all = checked("--changed", changed, 100 * count, count, MAX_ROUTES);
        int ofRouter = Math.min(each / 5, all / count);
        return new Sizes(count, each, ofRouter, 5);
    }
}
