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
            "Starts all processes on free ports of 127.0.0.1, and ends them after the run."
        })
public final class BenchmarkCommand implements Callable<Integer> {
    private static final int USAGE = 2;
    /** Folder of the repository, which the launcher passes. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "Do a small run, within a minute.")
    private boolean quick;

    @Option(
            names = "--training",
            hidden = true,
            description = "Do a quick run that creates start caches. The launcher calls it once for each build.")
    private boolean training;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Scenarios to run (default: all): a cold start, b the same prefixes from 35 peers, c steady churn, d bursts, e session reset, f key withdrawal,"
                            + " g VRP storm, restart, standby, scale, keys, idle.")
    private List<String> scenarios = List.of();

    @Option(
            names = "--routes",
            paramLabel = "NUMBER",
            description = "Number of routes of a full table (default: ${DEFAULT-VALUE}). Other sizes depend on it.")
    private int routes = 1_000_000;

    @Option(names = "--profile", description = "Record CPU profiles of collector and validator.")
    private boolean profile;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Folder for results and plots (default: docs/benchmarks for a run of all scenarios, none"
                    + " for a run of some scenarios).")
    private @Nullable Path folder;

    @Option(
            names = "--cache",
            paramLabel = "FOLDER",
            description = "Folder in which signed updates are kept for later runs (default: ${DEFAULT-VALUE}).")
    private Path cache = ROOT.resolve(".build", "bench", "pipeline");

    @Option(
            names = "--tables",
            paramLabel = "FOLDER",
            description = "Folder with MRT table dumps of real routers (default: ${DEFAULT-VALUE}).")
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
        command.getErr().println(command.getCommandName() + ": " + e.getMessage() + " (see --help)");
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
                        spec.commandLine(), "unknown scenario '" + name + "': the scenarios are " + Scenarios.names());
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
