// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.pipeline.report.Machine;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.report.Report;
import org.pathproof.benchmark.pipeline.scenario.Bench;
import org.pathproof.benchmark.pipeline.scenario.FirstSeconds;
import org.pathproof.benchmark.pipeline.scenario.QuickRun;
import org.pathproof.benchmark.pipeline.scenario.Scenarios;
import org.pathproof.benchmark.pipeline.site.EngineChoice;
import org.pathproof.benchmark.pipeline.site.Images;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.site.StartCache;
import org.pathproof.benchmark.pipeline.workload.RealTables;
import org.pathproof.harness.CommandErrors;
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
    /** Folder of the repository, which the launcher passes. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    private static final Path ENTER = ROOT.resolve("packaging", "images", "enter");
    /** Starts of each kind in a measurement of images. */
    private static final int STARTS = 3;

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "Do a small run, within a minute.")
    private boolean quick;

    @Option(
            names = "--training",
            hidden = true,
            description = "Do a quick run that creates start caches. The launcher calls it once for each build.")
    private boolean training;

    @Option(
            names = "--images",
            hidden = true,
            paramLabel = "FOLDER",
            description = "Run the services in the unpacked images of this folder. With --training, create the start"
                    + " caches of the images; without, measure their first seconds. ./pathproof images calls it.")
    private @Nullable Path images;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Scenarios to run (default: all): a cold start, b the same prefixes from 35 peers, c steady churn, d bursts, e session reset, f key withdrawal,"
                            + " g VRP storm, restart, standby, scale, keys, idle, reset-c, lengths.")
    private List<String> scenarios = List.of();

    @Option(
            names = "--routes",
            paramLabel = "NUMBER",
            description = "Number of routes of a full table (default: ${DEFAULT-VALUE}). Other sizes depend on it.")
    private int routes = 1_000_000;

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description =
                    "Signature engine of all services: ifma, avx2, scalar, java or bouncy-castle (default: the setting"
                            + " pathproof.p256.engine, else the fastest of this machine).")
    private @Nullable String engine;

    @Option(
            names = "--no-start-caches",
            description = "Start the services without the ahead-of-time caches that the images have.")
    private boolean noStartCaches;

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
        return CommandErrors.commandLine(new BenchmarkCommand(), IllegalStateException.class);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        demandEngine();
        Progress progress = new Progress(err);
        RealTables real = new RealTables(tables, err);
        Bench bench = new Bench(cache, real, routes, profile, !noStartCaches, progress);
        if (images != null && !training) {
            FirstSeconds.print(FirstSeconds.run(bench, images.toAbsolutePath(), ENTER, STARTS), routes, out);
        } else if (quick || training) {
            quick(real, progress, out);
        } else {
            full(bench, out);
        }
        out.flush();
        return 0;
    }

    private void demandEngine() {
        try {
            EngineChoice.of(Optional.ofNullable(engine)).ifPresent(EngineChoice::demand);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private void quick(RealTables real, Progress progress, PrintWriter out) throws IOException, InterruptedException {
        try (ProcessGroup processes = ProcessGroup.in(cache)) {
            Path starts = images == null ? cache.resolve(StartCache.FOLDER) : images.toAbsolutePath();
            QuickRun.Result result = QuickRun.run(cache, real, processes, starts, training, options(), progress);
            if (json) {
                out.println(new JsonMapper().writeValueAsString(result));
            } else {
                QuickRun.print(result, out);
            }
        }
    }

    private SiteOptions options() {
        return images == null
                ? SiteOptions.plain()
                : SiteOptions.plain().withImages(new Images(images.toAbsolutePath(), ENTER, Images.Mode.TRAIN));
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
        if (results != null) {
            if (Files.exists(results) && !Files.isDirectory(results)) {
                throw new ParameterException(spec.commandLine(), "--out " + results + " is not a folder");
            }
            Files.createDirectories(results);
        }
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
