// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.measure.OriginWatch;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.Children;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** (g) A cache loses all its VRPs and regains them, again and again. */
final class VrpStorm implements Bench.Scenario {
    private static final int MOST_ROUTES = 200_000;
    private static final int CHANGES = 5;
    private static final Duration BETWEEN = Duration.ofMillis(300);
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = ColdStart.table(bench, Math.min(MOST_ROUTES, bench.routes()));
        List<Vrp> lost = workload.vrps();
        int routes = 0;
        LongArrayList covered = new LongArrayList();
        for (Workload.Recorded table : workload.streams("table")) {
            List<String> prefixes = table.prefixes();
            routes += prefixes.size();
            for (int i = 0; i < prefixes.size(); i++) {
                if (Workload.isCovered(Prefix.parse(prefixes.get(i)))) {
                    covered.add(table.index().digests()[i]);
                }
            }
        }
        int touched = covered.size();
        Outcome.Builder outcome = new Outcome.Builder("g", "VRP storm");
        try (Children children = bench.children();
                Run run = bench.start(children, SiteOptions.plain(), workload)) {
            bench.progress().tell("the table");
            run.flatOut(workload.streams("table"));
            OriginWatch watch = new OriginWatch(covered.toLongArray());
            run.verdicts().tell(watch);
            bench.progress().tell("VRPs are lost, and stay so");
            long begun = Arrivals.now();
            run.site().rpki().apply(List.of(), lost);
            Site.await("verdicts without VRPs", PATIENCE, () -> watch.lost() >= touched);
            double once = (watch.last() - begun) / 1e6;
            run.site().rpki().apply(lost, List.of());
            Site.await("verdicts with VRPs", PATIENCE, () -> watch.lost() <= 0);

            bench.progress().tell("VRPs come and go");
            Run.Before before = run.look();
            int verdictsBefore = watch.verdicts();
            for (int i = 0; i < CHANGES; i++) {
                run.site().rpki().apply(List.of(), lost);
                LockSupport.parkNanos(BETWEEN.toNanos());
                run.site().rpki().apply(lost, List.of());
                LockSupport.parkNanos(BETWEEN.toNanos());
            }
            long ended = Arrivals.now();
            Site.await(
                    "the end of the storm",
                    PATIENCE,
                    () -> watch.lost() <= 0 && Arrivals.now() - Math.max(watch.last(), ended) > QUIET.toNanos() / 1000);
            Run.Before after = run.look();
            run.verdicts().tell(null);
            int verdicts = watch.verdicts() - verdictsBefore;
            outcome.workload(
                            "the cache loses all VRPs, by which %,d of %,d routes are not VALID by origin any more; then %,d VRPs go and come back %d times in %.1f s"
                                    .formatted(
                                            touched,
                                            routes,
                                            lost.size(),
                                            CHANGES,
                                            2 * CHANGES * BETWEEN.toMillis() / 1000.0))
                    .figure("once: from the cache's change to the last verdict", once, "s")
                    .figure(
                            "storm: from its last change to the last verdict",
                            Math.max(0, (watch.last() - ended) / 1e6),
                            "s")
                    .figure("storm: verdicts written", verdicts, "")
                    .figure(
                            "storm: verdicts of those routes that each change by itself would have written",
                            2.0 * CHANGES * touched,
                            "")
                    .figure(
                            "signatures verified",
                            after.validator().sum(org.pathproof.contracts.Metrics.SIGNATURES)
                                    - before.validator().sum(org.pathproof.contracts.Metrics.SIGNATURES),
                            "")
                    .figure("CPU of all stages", after.cpu().since(before.cpu()).total() / 1e6, "s");
        }
        return outcome.build();
    }
}
