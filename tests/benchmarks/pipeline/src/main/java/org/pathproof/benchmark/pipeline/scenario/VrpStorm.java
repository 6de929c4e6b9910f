// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

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
import org.pathproof.wire.rpki.Vrp;

/** (g) A cache loses a large part of its VRPs and regains them, again and again. */
final class VrpStorm implements Bench.Scenario {
    private static final int MOST_VRPS = 50_000;
    private static final int CHANGES = 5;
    private static final Duration BETWEEN = Duration.ofMillis(300);
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = ColdStart.table(bench, bench.routes());
        List<Vrp> lost =
                workload.vrps().subList(0, Math.min(MOST_VRPS, workload.vrps().size()));
        Outcome.Builder outcome = new Outcome.Builder("g", "VRP storm");
        try (Children children = bench.children();
                Run run = bench.start(children, SiteOptions.plain(), workload)) {
            bench.progress().tell("the table");
            run.flatOut(workload.streams("table"));
            OriginWatch watch = new OriginWatch(lost.size());
            run.verdicts().tell(watch);
            bench.progress().tell("VRPs are lost, and stay so");
            long begun = Arrivals.now();
            run.site().rpki().apply(List.of(), lost);
            Site.await("verdicts without VRPs", PATIENCE, () -> watch.lost() >= lost.size());
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
            outcome.workload("of %,d routes %,d lose their VRP; then %,d VRPs go and come back %d times in %.1f s"
                            .formatted(
                                    workload.updates(),
                                    lost.size(),
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
                            "storm: verdicts that each change by itself would have written",
                            2.0 * CHANGES * lost.size(),
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
