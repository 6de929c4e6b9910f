// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.benchmark.pipeline.load.Schedule;
import org.pathproof.benchmark.pipeline.measure.Latencies;
import org.pathproof.benchmark.pipeline.measure.Memory;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.site.StartCache;
import org.pathproof.benchmark.pipeline.workload.Changes;
import org.pathproof.benchmark.pipeline.workload.RealTables;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.lab.paths.LabRoute;

/**
 * Measures the whole pipeline within a minute, including the start. The load is a part of a table as warm-up, another
 * part at full speed, then new updates at a steady rate. The JVMs are not warm yet, so a full run gives better figures.
 */
public final class QuickRun {
    private static final int WARM_UP = 20_000;
    private static final int TABLE = 40_000;
    private static final int RATE = 5_000;
    private static final int SECONDS = 5;

    private QuickRun() {}

    /** The result of a run. */
    public record Result(
            @JsonProperty("updates_per_s") long updatesPerS,
            @JsonProperty("latency_p50_ms") double latencyP50Ms,
            @JsonProperty("latency_p99_ms") double latencyP99Ms,
            @JsonProperty("bytes_per_route") long bytesPerRoute,
            @JsonProperty("cpu_us_per_update") double cpuUsPerUpdate,
            @JsonIgnore Measured table,
            @JsonIgnore Measured churn) {}

    /**
     * Runs the benchmark.
     *
     * @param starts folder of start caches
     * @param training true to write the start caches of later runs
     * @param options options of the site, without start caches
     */
    public static Result run(
            Path cache,
            RealTables tables,
            ProcessGroup processes,
            Path starts,
            boolean training,
            SiteOptions options,
            Progress progress)
            throws IOException, InterruptedException {
        CompletableFuture<Workload> preparing = CompletableFuture.supplyAsync(() -> workload(cache, tables));
        StartCache caches = training ? StartCache.inTraining(starts) : StartCache.ofAllStages(starts);
        Site site = Site.start(processes, options.withStartCache(caches));
        Workload prepared = joined(preparing);
        progress.print("the workload is ready, and all parts are started");
        try (Run run = Run.start(site, prepared)) {
            progress.print("all parts are ready: warming up");
            long before = run.memory("validator").heap();
            run.flatOut(prepared.streams("warm-up"));
            progress.print("a table at full speed");
            Measured table = run.flatOut(prepared.streams("table"));
            Memory after = run.memory("validator");
            progress.print("new updates at a steady rate");
            Schedule schedule = Schedule.steady(RATE, SECONDS);
            Measured churn = run.paced(prepared.stream("churn"), schedule);
            Latencies latencies = churn.arrivals().latencies(i -> churn.begun() + schedule.micros(i));
            if (training) {
                progress.print("reading pages of the policy API");
                ApiReads.run(run.site());
                progress.print("stopping all parts, which write their start caches");
                run.verdicts().close();
                site.stop();
            }
            return new Result(
                    Math.round(table.updatesPerSecond()),
                    tenths(latencies.percentile(50)),
                    tenths(latencies.percentile(99)),
                    Math.round((double) (after.heap() - before) / (WARM_UP + TABLE)),
                    tenths(table.cpuMicrosPerUpdate()),
                    table,
                    churn);
        }
    }

    private static Workload joined(CompletableFuture<Workload> preparing) throws IOException {
        try {
            return preparing.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException io) {
                throw io.getCause();
            }
            throw e;
        }
    }

    private static Workload workload(Path cache, RealTables tables) {
        try {
            return Workload.of(cache, "quick-" + tables.origin(), () -> {
                List<LabRoute> routes = tables.fullTable(WARM_UP + TABLE);
                return Workload.Recipe.of(
                        new StreamRecipe("warm-up", 1, StreamRecipe.CONNECTION, routes.subList(0, WARM_UP)),
                        new StreamRecipe("table", 2, StreamRecipe.CONNECTION, routes.subList(WARM_UP, WARM_UP + TABLE)),
                        new StreamRecipe(
                                "churn",
                                2,
                                StreamRecipe.UPDATES,
                                new Changes(routes.subList(WARM_UP, WARM_UP + TABLE)).take(RATE * SECONDS)));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double tenths(double value) {
        return Math.round(value * 10) / 10.0;
    }

    /** Prints the result as text. */
    public static void print(Result result, PrintWriter out) {
        Measured table = result.table();
        out.printf(
                Locale.ROOT,
                "%,d new updates at full speed: %,d a second; %,d signatures verified, %,d results from the cache%n",
                table.arrivals().total(),
                result.updatesPerS(),
                table.verified(),
                table.remembered());
        out.printf(
                Locale.ROOT,
                "%,d updates a second: latency to the verdict %.1f ms (median), %.1f ms (99th percentile)%n",
                RATE,
                result.latencyP50Ms(),
                result.latencyP99Ms());
        out.printf(Locale.ROOT, "%d bytes of heap a route in the validator%n", result.bytesPerRoute());
        out.printf(Locale.ROOT, "CPU microseconds an update: %.1f%n", result.cpuUsPerUpdate());
        Run.perUpdate(table.cpu(), table.arrivals().total())
                .forEach((stage, micros) -> out.printf(Locale.ROOT, "  %-12s %8.2f%n", stage, micros));
        out.flush();
    }
}
