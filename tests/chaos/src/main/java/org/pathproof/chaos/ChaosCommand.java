// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.LauncherCommand;
import org.pathproof.chaos.site.Cut;
import org.pathproof.chaos.site.Disks;
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof test chaos}. */
@Command(
        name = "pathproof test chaos",
        mixinStandardHelpOptions = true,
        description = {
            "Kills, stops and cuts off processes of Pathproof under load. Compares the table that a reader of Kafka rebuilds, row by row,",
            "with a reference model. Starts all processes on free ports of 127.0.0.1, and ends them after the run."
        })
public final class ChaosCommand extends LauncherCommand {
    private static final int FAILED = 1;
    /** Fixed seed, so that all quick runs have the same updates. */
    private static final long QUICK_SEED = 20261120;

    @Option(
            names = "--quick",
            description = "Run the stage chaos-quick of the tests: one broker, a few schedules, a fixed seed.")
    private boolean quick;

    @Option(names = "--seed", description = "Seed of the updates and their times (default: another one for each run).")
    private @Nullable Long seed;

    @Option(
            names = "--schedule",
            split = ",",
            paramLabel = "NAME",
            description = "Schedules to run, in this order (default: ${DEFAULT-VALUE}).")
    private List<String> names = Schedule.NAMES;

    @Option(names = "--rate", description = "Load in updates a second (default: ${DEFAULT-VALUE}).")
    private int rate = 6_000;

    @Option(names = "--brokers", description = "Number of Kafka brokers, 1 or 3 (default: ${DEFAULT-VALUE}).")
    private int brokers = 3;

    @Option(
            names = "--prefixes",
            description = "Number of prefixes that each of the 12 neighbors can announce (default: ${DEFAULT-VALUE}).")
    private int prefixes = 400;

    @Option(
            names = "--feeds",
            description = "Let two replicas of the policy API feed the routers in all schedules, not only in feeds.")
    private boolean feeds;

    @Option(names = "--replay", paramLabel = "FILE", description = "Repeat the run of this record.")
    private @Nullable Path replay;

    @Option(
            names = "--records",
            paramLabel = "FOLDER",
            description = "Folder for the records of runs (default: ${DEFAULT-VALUE}).")
    private Path records = ROOT.resolve(".build", "chaos");

    @Option(
            names = "--keep-logs",
            description = "Keep the logs of all processes. By default they are kept only after a failed run.")
    private boolean keepLogs;

    public static void main(String[] args) {
        exit(new ChaosCommand(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = out();
        Plan plan = plan();
        String time = LocalDateTime.now(ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        Journal journal = new Journal(out, records.resolve(time + "-seed-" + plan.seed() + ".txt"));
        Optional<Cut> cut = Optional.empty();
        List<String> reasons = new ArrayList<>();
        if (plan.has(Step.Action.CUT)) {
            cut = Cut.make(reasons::add);
            if (cut.isEmpty()) {
                plan = plan.without(Step.Action.CUT);
                out.println("SKIPPED: schedules that cut off a process, because no network namespace can be created: "
                        + reasons);
            }
        }
        if (plan.has(Step.Action.FILL) && !Disks.canMount(reasons::add)) {
            plan = plan.without(Step.Action.FILL);
            out.println("SKIPPED: schedules with a full disk, because no file system can be mounted: " + reasons);
        }
        journal.plan(plan);
        try (ProcessGroup processes = ProcessGroup.in(records);
                ChaosRun run = new ChaosRun(plan, journal, processes, cut, keepLogs)) {
            boolean agreed = run.run();
            journal.print(agreed ? "passed: all tables equal the reference model" : "FAILED: seed " + plan.seed());
            return agreed ? 0 : FAILED;
        }
    }

    private Plan plan() throws IOException {
        if (replay != null) {
            return Plan.read(replay);
        }
        if (brokers != 1 && brokers != 3) {
            throw wrongOption("--brokers must be 1 or 3, not " + brokers);
        }
        long number = seed != null ? seed : quick ? QUICK_SEED : System.nanoTime() % 1_000_000;
        int howMany = quick ? 1 : brokers;
        List<String> chosen = quick ? Schedule.QUICK : names;
        try {
            return new Plan(
                    number,
                    rate,
                    howMany,
                    prefixes,
                    feeds,
                    chosen.stream()
                            .map(name -> Schedule.of(name, number, howMany))
                            .toList());
        } catch (IllegalArgumentException e) {
            throw wrongOption(String.valueOf(e.getMessage()));
        }
    }
}
