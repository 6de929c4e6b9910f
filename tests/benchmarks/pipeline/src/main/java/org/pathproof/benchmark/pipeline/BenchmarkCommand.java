// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.pipeline.report.Machine;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.report.Report;
import org.pathproof.benchmark.pipeline.scenario.Bench;
import org.pathproof.benchmark.pipeline.scenario.QuickRun;
import org.pathproof.benchmark.pipeline.scenario.Scenarios;
import org.pathproof.benchmark.pipeline.workload.RealTables;
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code ./pathproof bench pipeline}. */
@Command(
        name = "pathproof bench pipeline",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the whole pipeline on this machine: Kafka, Redis, all services, and routers that send signed updates over BMP.",
            "Everything is started for the run, on free ports of 127.0.0.1, and is gone afterwards."
        })
public final class BenchmarkCommand implements Callable<Integer> {
    private static final int USAGE = 2;
    /** Folder of the repository, which the launcher passes. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "A small run, within a minute.")
    private boolean quick;

    @Option(
            names = "--training",
            hidden = true,
            description = "A quick run after which parts start faster: the launcher asks for it once for each build.")
    private boolean training;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Only these: a cold start, b the same prefixes from 35 peers, c steady churn, d bursts, e session reset, f key withdrawal,"
                            + " g VRP storm, restart, standby, scale, keys.")
    private List<String> scenarios = List.of();

    @Option(
            names = "--routes",
            paramLabel = "NUMBER",
            description = "How large a full table is (${DEFAULT-VALUE}); other sizes follow from it.")
    private int routes = 1_000_000;

    @Option(names = "--profile", description = "Record collector and validator, and tell what their time went into.")
    private boolean profile;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description =
                    "Where results and plots are written; when it is not said, docs/benchmarks for a run of all scenarios, and nowhere"
                            + " for some of them.")
    private @Nullable Path folder;

    @Option(
            names = "--cache",
            paramLabel = "FOLDER",
            description = "Where signed updates are kept from run to run (${DEFAULT-VALUE}).")
    private Path cache = ROOT.resolve(".build", "bench", "pipeline");

    @Option(
            names = "--tables",
            paramLabel = "FOLDER",
            description = "Where the table dumps of real routers are (${DEFAULT-VALUE}).")
    private Path tables = ROOT.resolve("..", "shared", "data", "mrt").normalize();

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchmarkCommand())
                .setParameterExceptionHandler(BenchmarkCommand::refuse)
                .setExecutionExceptionHandler((thrown, command, parsed) -> report(thrown, command));
    }

    private static int refuse(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        command.getErr().println(command.getCommandName() + ": " + e.getMessage() + " (--help tells what there is)");
        return USAGE;
    }

    private static int report(Exception thrown, CommandLine command) throws Exception {
        if (thrown instanceof IOException || thrown instanceof IllegalStateException) {
            command.getErr().println(command.getCommandName() + ": " + thrown.getMessage());
            return USAGE;
        }
        throw thrown;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Progress progress = new Progress(err);
        RealTables real = new RealTables(tables, err);
        if (quick || training) {
            quick(real, progress, out);
        } else {
            full(new Bench(cache, real, routes, profile, progress), out);
        }
        out.flush();
        return 0;
    }

    private void quick(RealTables real, Progress progress, PrintWriter out) throws IOException, InterruptedException {
        try (ProcessGroup processes = ProcessGroup.in(cache)) {
            QuickRun.Result result = QuickRun.run(cache, real, processes, training, progress);
            if (json) {
                out.println(new JsonMapper().writeValueAsString(result));
            } else {
                QuickRun.print(result, out);
            }
        }
    }

    private void full(Bench bench, PrintWriter out) throws IOException, InterruptedException {
        Machine machine = Machine.here();
        List<String> wanted = scenarios.isEmpty() ? List.copyOf(Scenarios.names()) : scenarios;
        for (String name : wanted) {
            if (!Scenarios.names().contains(name)) {
                throw new ParameterException(
                        spec.commandLine(), "there is no scenario '" + name + "': there are " + Scenarios.names());
            }
        }
        Path results = folder == null && scenarios.isEmpty() ? ROOT.resolve("docs", "benchmarks") : folder;
        List<Outcome> outcomes = new ArrayList<>();
        for (String name : wanted) {
            outcomes.add(Scenarios.run(name, bench));
            // Keeps the results if a later scenario fails.
            if (results != null) {
                new Report(machine, outcomes).write(results);
            }
        }
        Report report = new Report(machine, outcomes);
        out.println(json ? report.json() : report.text());
    }
}
