// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.pathproof.benchmark.pipeline.site.Images;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.site.StartCache;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ProcessGroup;

/**
 * Measures the start of the services in their images, with and without start caches. Kafka runs already, with the same
 * options in both cases.
 *
 * <ul>
 *   <li>All services start, and two routers begin to send a full table as soon as they are ready.
 *   <li>When the table is validated, the validator alone ends and starts again, as in an upgrade. The routers then
 *       begin to change every route. The other services are warm.
 * </ul>
 */
public final class FirstSeconds {
    private static final int SECONDS = 10;
    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(1);

    private FirstSeconds() {}

    /**
     * The result of a start.
     *
     * @param serving seconds from the start of the services until all are ready
     * @param rate verdicts per second in the first ten seconds of the table
     * @param validatorServing seconds from the start of the validator until it is ready
     * @param validatorRate verdicts per second in the first ten seconds after the start of the validator alone
     */
    public record Result(double serving, double rate, double validatorServing, double validatorRate) {}

    /** The results of all starts without and with caches. */
    public record Results(List<Result> without, List<Result> with) {}

    /**
     * Starts the services several times without and with caches, in turns.
     *
     * @param folder folder of the unpacked images
     * @param enter program that runs a command in the files of an image
     * @param runs number of starts of each kind
     */
    public static Results run(Bench bench, Path folder, Path enter, int runs) throws IOException, InterruptedException {
        Workload workload = ColdStart.table(bench, bench.routes());
        Results results = new Results(new ArrayList<>(), new ArrayList<>());
        for (int i = 1; i <= runs; i++) {
            results.without.add(start(bench, workload, new Images(folder, enter, Images.Mode.IGNORE)));
            results.with.add(start(bench, workload, new Images(folder, enter, Images.Mode.USE)));
        }
        return results;
    }

    private static Result start(Bench bench, Workload workload, Images images)
            throws IOException, InterruptedException {
        StartCache others = StartCache.ofAllStages(images.folder());
        SiteOptions options = SiteOptions.plain().withImages(images).withStartCache(others);
        try (ProcessGroup processes = bench.processes();
                Run run = Run.start(processes, options, workload)) {
            Site site = run.site();
            double serving = secondsSince(site.begun());
            double rate = run.early(workload.streams("table"), SECONDS);
            site.of("validator").getFirst().stop(STOP_TIMEOUT);
            Instant begun = Instant.now();
            site.awaitReady(site.startValidator(1, List.of()));
            double validatorServing = secondsSince(begun);
            double validatorRate = run.early(workload.streams("again"), SECONDS);
            Result result = new Result(serving, rate, validatorServing, validatorRate);
            bench.progress()
                    .print(String.format(
                            Locale.ROOT,
                            "caches: %s; ready after %.1f s, %,.0f verdicts/s; validator: ready after %.1f s, %,.0f"
                                    + " verdicts/s",
                            images.mode(),
                            serving,
                            rate,
                            validatorServing,
                            validatorRate));
            return result;
        }
    }

    private static double secondsSince(Instant begun) {
        return Duration.between(begun, Instant.now()).toMillis() / 1e3;
    }

    /** Prints the medians. */
    public static void print(Results results, int routes, PrintWriter out) {
        out.printf(Locale.ROOT, "%-42s %12s %12s %9s%n", "", "without", "with", "ratio");
        printRow(results, Result::serving, "all services ready, s", "%12.1f", out);
        printRow(results, Result::rate, "verdicts/s in the first " + SECONDS + " s", "%,12.0f", out);
        printRow(results, Result::validatorServing, "validator alone ready, s", "%12.1f", out);
        printRow(results, Result::validatorRate, "verdicts/s in its first " + SECONDS + " s", "%,12.0f", out);
        out.printf(
                Locale.ROOT,
                "Medians of %d starts; two routers send, then change, a table of %,d routes at full speed.%n",
                results.with.size(),
                routes);
    }

    private static void printRow(
            Results results, ToDoubleFunction<Result> figure, String text, String form, PrintWriter out) {
        double without = median(results.without, figure);
        double with = median(results.with, figure);
        out.printf(Locale.ROOT, "%-42s " + form + " " + form + " %9.2f%n", text, without, with, with / without);
    }

    private static double median(List<Result> results, ToDoubleFunction<Result> figure) {
        double[] sorted = results.stream().mapToDouble(figure).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
