// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.util.List;
import org.pathproof.benchmark.pipeline.measure.Memory;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.Children;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Changes;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.lab.LabRoute;

/** (a) A full table comes to a Pathproof that has just been started and has seen nothing. */
final class ColdStart implements Bench.Scenario {
    private static final double RATE = 60_000;
    private static final double SECONDS_PER_MILLION = 30;
    private static final double BYTES = 64;
    private static final int CHANGES = 60_000;

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = table(bench, bench.routes());
        Outcome.Builder outcome = new Outcome.Builder("a", "Cold start with a full table");
        try (Children children = bench.children();
                Run run = bench.start(children, SiteOptions.plain(), workload)) {
            Memory before = run.memory("validator");
            Memory apiBefore = run.memory("policy-api");
            bench.progress().tell("playing");
            Measured measured = run.flatOut(workload.streams("table"));
            bench.profile(run, outcome, measured);
            Memory after = run.memory("validator");
            Memory apiAfter = run.memory("policy-api");
            int routes = measured.arrivals().total();
            outcome.workload("%,d routes from two routers at once, %.2f signatures each, all new; nothing is warmed up"
                            .formatted(routes, workload.hops()))
                    .atLeast("updates", measured.updatesPerSecond(), "/s", RATE)
                    .atMost("until the last verdict", measured.seconds(), "s", SECONDS_PER_MILLION * routes / 1e6)
                    .atMost("validator: heap a route", (double) (after.heap() - before.heap()) / routes, "B", BYTES)
                    .figure("validator: resident", after.resident() / 1e6, "MB")
                    .figure("policy API: heap a route", (double) (apiAfter.heap() - apiBefore.heap()) / routes, "B")
                    .figure("validator: router keys", workload.keys().size(), "")
                    .figure("Kafka: pathproof.routes", run.site().kafkaOctets("pathproof.routes-") / routes, "B/update")
                    .figure(
                            "Kafka: pathproof.verdicts",
                            run.site().kafkaOctets("pathproof.verdicts-") / routes,
                            "B/update")
                    .figure("Kafka: changelog", run.site().kafkaOctets("-changelog-") / routes, "B/update")
                    .rates(measured.arrivals().perSpan(measured.begun(), 100))
                    .note(
                            "Heap a route is all that a full collection leaves, less what it left before the table: keys of Kafka's"
                                    + " records, remembered signatures and everything else that grew are in it.");
            bench.describe(outcome, measured, workload);
            bench.compare(outcome, measured.updatesPerSecond(), workload);
        }
        return outcome.build();
    }

    /** Half of a table from each of two routers, and changes to the second half for those who want them. */
    static Workload table(Bench bench, int size) throws IOException {
        return bench.workload("table-" + size, () -> {
            List<LabRoute> routes = bench.tables().fullTable(size);
            int half = routes.size() / 2;
            List<LabRoute> second = routes.subList(half, routes.size());
            return Workload.Recipe.of(
                    new StreamRecipe("table-1", 1, StreamRecipe.CONNECTION, routes.subList(0, half)),
                    new StreamRecipe("table-2", 2, StreamRecipe.CONNECTION, second),
                    new StreamRecipe("churn", 2, StreamRecipe.UPDATES, new Changes(second).take(CHANGES)));
        });
    }
}
