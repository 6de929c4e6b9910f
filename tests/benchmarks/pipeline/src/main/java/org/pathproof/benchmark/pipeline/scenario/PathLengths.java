// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.pathproof.benchmark.pipeline.measure.Scrape;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.wire.Prefix;

/** The memory that the validator needs for valid paths of 1 to 5 hops, in steps of 500 paths. */
final class PathLengths implements Bench.Scenario {
    private static final int MAX_HOPS = 5;
    private static final int STEPS = 10;
    private static final int STEP = 500;
    /** As many router keys as in the published measurement. */
    private static final int ASES = 1_000;

    private static final long FIRST_AS = 4_200_000_000L;
    private static final int FIRST_PREFIX = 10 << 24;
    /** Distance between the ASes of neighboring hops. */
    private static final int STRIDE = 7;

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload =
                bench.workload("lengths", () -> Workload.Recipe.of(recipes().toArray(StreamRecipe[]::new)));
        Outcome.Builder outcome = new Outcome.Builder("lengths", "Memory of a valid path by its length");
        List<String> steps = new ArrayList<>();
        try (ProcessGroup processes = bench.processes();
                Run run = bench.start(processes, SiteOptions.plain(), workload)) {
            for (int hops = 1; hops <= MAX_HOPS; hops++) {
                double before = bytes(run);
                for (int step = 1; step <= STEPS; step++) {
                    run.flatOut(workload.streams(name(hops, step)));
                    outcome.figure(
                            "%d hops, %d paths: row beyond its key".formatted(hops, step * STEP),
                            (bytes(run) - before) / (step * STEP),
                            "B");
                }
                steps.add(Integer.toString(hops));
            }
        }
        return outcome.workload(
                        "%,d valid paths of each length (%s hops) with %,d router keys, announced in steps of %,d"
                                .formatted(STEPS * STEP, String.join(", ", steps), ASES, STEP))
                .note("The sum of the rows as the validator reports it (`pathproof_row_bytes`), without their keys in"
                        + " Kafka, divided by the number of paths.")
                .build();
    }

    private static double bytes(Run run) {
        return Scrape.of(run.site(), "validator").sum(ValidatorMetricNames.ROW_BYTES, "type", "rest");
    }

    private static List<StreamRecipe> recipes() {
        List<StreamRecipe> recipes = new ArrayList<>();
        for (int hops = 1; hops <= MAX_HOPS; hops++) {
            for (int step = 1; step <= STEPS; step++) {
                // Each stream has a router of its own, so that it can be a connection.
                recipes.add(new StreamRecipe(
                        name(hops, step), recipes.size() + 1, StreamRecipe.CONNECTION, routes(hops, step)));
            }
        }
        return recipes;
    }

    private static List<LabRoute> routes(int hops, int step) {
        return IntStream.range((step - 1) * STEP, step * STEP)
                .mapToObj(path -> new LabRoute(
                        Prefix.ipv4(FIRST_PREFIX | (hops * STEPS * STEP + path) << 8, 24), path(path, hops)))
                .toList();
    }

    /** Returns a path of different ASes. All paths of a step come from the same neighbor. */
    private static List<Hop> path(int path, int hops) {
        return IntStream.range(0, hops)
                .mapToObj(hop -> Hop.of(hop == hops - 1 ? FIRST_AS + ASES : FIRST_AS + (path + STRIDE * hop) % ASES))
                .toList();
    }

    private static String name(int hops, int step) {
        return "hops-%d-%04d".formatted(hops, step * STEP);
    }
}
