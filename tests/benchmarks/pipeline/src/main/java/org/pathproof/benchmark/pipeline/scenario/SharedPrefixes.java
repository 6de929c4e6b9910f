// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.lab.paths.LabRoute;

/**
 * (b) One router sends the same prefixes from 35 peers, then three more routers send them. Paths share their first
 * hops, and results for the further routers are in the cache.
 */
final class SharedPrefixes implements Bench.Scenario {
    private static final int MAX_ROUTES = 270_000;
    private static final int ROUTERS = 4;
    private static final double RATE = 120_000;
    private static final double REMEMBERED = 90;

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        int size = Math.min(MAX_ROUTES, bench.routes());
        Workload workload = bench.workload("peers-" + size, () -> {
            List<LabRoute> routes = bench.tables().manyPeers(size);
            List<StreamRecipe> streams = new ArrayList<>();
            for (int router = 1; router <= ROUTERS; router++) {
                streams.add(new StreamRecipe("hello-" + router, router, StreamRecipe.HELLO, routes));
            }
            streams.add(new StreamRecipe("table", 1, StreamRecipe.TABLE, routes));
            return new Workload.Recipe(streams, java.util.Map.of());
        });
        Outcome.Builder outcome = new Outcome.Builder("b", "The same prefixes from 35 peers");
        try (ProcessGroup processes = bench.processes();
                Run run = bench.start(processes, SiteOptions.plain(), workload)) {
            run.playGreetings(workload.streams("hello"));
            Workload.Recorded table = workload.stream("table");
            bench.progress().print("the first router");
            Measured first = run.flatOut(List.of(table));
            bench.progress().print("the other routers");
            List<Workload.Recorded> others = new ArrayList<>();
            for (int router = 2; router <= ROUTERS; router++) {
                others.add(table.from(router));
            }
            Measured rest = run.flatOut(others);
            bench.profile(run, outcome, rest);
            double verified = (double) first.verified() + rest.verified();
            double remembered = (double) first.remembered() + rest.remembered();
            outcome.workload(
                            "%,d routes of many peers to few prefixes at one router; then the same routes at %d more routers at once; %.2f signatures each"
                                    .formatted(table.updates(), ROUTERS - 1, workload.hops()))
                    .figure("updates, first router", first.updatesPerSecond(), "/s")
                    .figure(
                            "signatures remembered, first router",
                            100.0 * first.remembered() / Math.max(1, first.verified() + first.remembered()),
                            "%")
                    .atLeast("updates, further routers", rest.updatesPerSecond(), "/s", RATE)
                    .atLeast(
                            "signatures remembered, all routers",
                            100 * remembered / Math.max(1, verified + remembered),
                            "%",
                            REMEMBERED)
                    .rates(rest.arrivals().perSpan(rest.begun(), 100))
                    .note("CPU time and signatures are those of the further routers.");
            bench.describe(outcome, rest, workload);
        }
        return outcome.build();
    }
}
