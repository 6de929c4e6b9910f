// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.pathproof.benchmark.pipeline.measure.Memory;
import org.pathproof.benchmark.pipeline.measure.Scrape;
import org.pathproof.benchmark.pipeline.report.Capacity;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Changes;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.lab.paths.LabRoute;

/**
 * Scenario a: two routers send a full table to a Pathproof that has just started. Then they send a new path for each
 * prefix, with new signatures, to the warm JVMs.
 */
final class ColdStart implements Bench.Scenario {
    private static final double RATE = 60_000;
    private static final double SECONDS_PER_MILLION = 30;
    private static final double BYTES = 64;
    private static final int CHANGES = 60_000;

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = table(bench, bench.routes());
        Outcome.Builder outcome = new Outcome.Builder("a", "A full table, twice");
        try (ProcessGroup processes = bench.processes();
                Run run = bench.start(processes, SiteOptions.plain(), workload)) {
            Memory before = run.memory("validator");
            Memory apiBefore = run.memory("policy-api");
            bench.progress().print("playing");
            Measured cold = run.flatOut(workload.streams("table"));
            Memory after = run.memory("validator");
            double rows =
                    Scrape.of(run.site(), "validator").sum(ValidatorMetricNames.ROW_BYTES, MetricLabels.TYPE, "rest");
            Memory apiAfter = run.memory("policy-api");
            bench.progress().print("playing the table again, all new");
            Measured again = run.flatOut(workload.streams("again"));
            bench.profile(run, outcome, again);
            int routes = cold.arrivals().total();
            int updates = routes + again.arrivals().total();
            outcome.workload(
                            "%,d routes from two routers at once, %.2f signatures each, to JVMs that have just started; then a new path with new signatures for %,d routes"
                                    .formatted(
                                            routes,
                                            workload.hops(),
                                            again.arrivals().total()))
                    .atLeast(Capacity.UPDATES, again.updatesPerSecond(), "/s", RATE)
                    .figure("updates, cold", cold.updatesPerSecond(), "/s")
                    .figure("cold: verdicts of the first 10 s", firstVerdicts(cold), "")
                    .atMost("cold: time to the last verdict", cold.seconds(), "s", SECONDS_PER_MILLION * routes / 1e6)
                    .figure("cold: CPU", cold.cpuMicrosPerUpdate(), "µs/update")
                    .atMost("validator: a row beyond its key", rows / routes, "B", BYTES)
                    .figure(Capacity.HEAP, (double) (after.heap() - before.heap()) / routes, "B")
                    .figure("validator: resident", after.resident() / 1e6, "MB")
                    .figure(Capacity.API_HEAP, (double) (apiAfter.heap() - apiBefore.heap()) / routes, "B")
                    .figure(Capacity.ROUTES, routes, "")
                    .figure(Capacity.KEYS, workload.keys().size(), "")
                    .figure(Capacity.ROUTES_BYTES, run.site().kafkaBytes("pathproof.routes-") / updates, "B/update")
                    .figure(Capacity.VERDICTS_BYTES, run.site().kafkaBytes("pathproof.verdicts-") / updates, "B/update")
                    .figure(Capacity.CHANGELOG_BYTES, run.site().kafkaBytes("-changelog-") / updates, "B/update")
                    .rates(cold.arrivals().perSpan(cold.begun(), 100))
                    .note("CPU time and signatures are those of the second table; the plot shows the first one.")
                    .note(
                            "A row beyond its key is the metric pathproof_row_bytes of the validator: verdict, proof, epoch and digests of a route, and its share of the pages. Heap a route is the growth"
                                    + " of the heap after full collections. The growth includes the keys of rows, cached verification results and tables of router keys.");
            bench.describe(outcome, again, workload);
            bench.compare(outcome, again.updatesPerSecond(), workload);
        }
        return outcome.build();
    }

    private static double firstVerdicts(Measured cold) {
        return Arrays.stream(cold.arrivals().perSpan(cold.begun(), 10_000))
                .limit(1)
                .sum();
    }

    /**
     * Returns a workload with half of a table from each of two routers, then a change of every route. More changes of
     * the second half are a stream of their own.
     */
    static Workload table(Bench bench, int size) throws IOException {
        return bench.workload("table-" + size, () -> {
            List<LabRoute> routes = bench.tables().fullTable(size);
            int half = routes.size() / 2;
            List<LabRoute> first = routes.subList(0, half);
            List<LabRoute> second = routes.subList(half, routes.size());
            Changes changes = new Changes(second);
            return Workload.Recipe.of(
                    new StreamRecipe("table-1", 1, StreamRecipe.CONNECTION, first),
                    new StreamRecipe("table-2", 2, StreamRecipe.CONNECTION, second),
                    new StreamRecipe("again-1", 1, StreamRecipe.UPDATES, new Changes(first).take(half)),
                    new StreamRecipe("again-2", 2, StreamRecipe.UPDATES, changes.take(half)),
                    new StreamRecipe("churn", 2, StreamRecipe.UPDATES, changes.take(CHANGES)));
        });
    }
}
