// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.BenchmarkCommand;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Progress;
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
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof bench pipeline}. */
@Command(
        name = "pathproof bench pipeline",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the whole pipeline on this machine: Kafka, Redis, all services, and routers that send signed updates over BMP.",
            "Starts all processes on free ports of 127.0.0.1, and ends them after the run.",
            "A quick run takes a minute."
        })
public final class PipelineCommand extends BenchmarkCommand {
    private static final Path ENTER = ROOT.resolve("packaging", "images", "enter");
    /** Starts of each kind in a measurement of images. */
    private static final int STARTS = 3;

    @Option(
            names = "--training",
            hidden = true,
            description = "Do a isQuick() run that creates start caches. The launcher calls it once for each build.")
    private boolean training;

    @Option(
            names = "--images",
            hidden = true,
            paramLabel = "FOLDER",
            description = "Run the services in the unpacked images of this folder. With --training, create the start"
                    + " caches of the images; without, measure their first seconds. ./pathproof images calls it.")
    private @Nullable Path images;

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
        exit(new PipelineCommand(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = out();
        PrintWriter err = err();
        demandEngine();
        Progress progress = progress();
        RealTables real = new RealTables(tables, err);
        Bench bench = new Bench(cache, real, routes, profile, !noStartCaches, progress);
        if (images != null && !training) {
            FirstSeconds.print(FirstSeconds.run(bench, images.toAbsolutePath(), ENTER, STARTS), routes, out);
        } else if (isQuick() || training) {
            runQuick(real, progress, out);
        } else {
            runFull(bench);
        }
        out.flush();
        return 0;
    }

    private void demandEngine() {
        try {
            EngineChoice.of(Optional.ofNullable(engine)).ifPresent(EngineChoice::demand);
        } catch (IllegalArgumentException e) {
            throw wrongOption(String.valueOf(e.getMessage()));
        }
    }

    private void runQuick(RealTables real, Progress progress, PrintWriter out)
            throws IOException, InterruptedException {
        try (ProcessGroup processes = ProcessGroup.in(cache)) {
            Path starts = images == null ? cache.resolve(StartCache.FOLDER) : images.toAbsolutePath();
            QuickRun.Result result = QuickRun.run(cache, real, processes, starts, training, options(), progress);
            if (isJson()) {
                printJson(result);
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

    private void runFull(Bench bench) throws IOException, InterruptedException {
        Machine machine = Machine.here().withKafka(AppInfoParser.getVersion());
        List<String> wanted = scenarios.isEmpty() ? List.copyOf(Scenarios.names()) : scenarios;
        for (String name : wanted) {
            if (!Scenarios.names().contains(name)) {
                throw wrongOption("unknown scenario '" + name + "': the scenarios are " + Scenarios.names());
            }
        }
        Optional<Path> results = results(PAGES, scenarios.isEmpty());
        List<Outcome> outcomes = new ArrayList<>();
        for (String name : wanted) {
            outcomes.add(Scenarios.run(name, bench));
            // Keeps the results if a later scenario fails.
            if (results.isPresent()) {
                new Report(machine, outcomes).write(results.get());
            }
        }
        Report report = new Report(machine, outcomes);
        print(isJson() ? report.json() : report.text());
    }
}
