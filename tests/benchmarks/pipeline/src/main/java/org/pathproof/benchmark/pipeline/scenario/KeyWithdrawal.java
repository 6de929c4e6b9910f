// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.measure.VerdictReader;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.wire.rpki.RouterKey;

/** Scenario f: the key of a transit AS is withdrawn from the RPKI and restored. */
final class KeyWithdrawal implements Bench.Scenario {
    private static final int WITHDRAWN_KEY_ROUTES = 100_000;
    /** NOT_VALID and VALID in verdict.proto. */
    private static final int NOT_VALID = 2;

    private static final int VALID = 1;
    private static final int REPETITIONS = 6;
    private static final Duration ROUND_TIMEOUT = Duration.ofMinutes(3);

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = bench.workload("withdrawal-" + bench.routes(), () -> recipe(bench));
        long asn = Long.parseLong(workload.fact("asn"));
        RouterKey key =
                workload.keys().stream().filter(k -> k.asn() == asn).findFirst().orElseThrow();
        Outcome.Builder outcome = new Outcome.Builder("f", "A key is withdrawn");
        try (ProcessGroup processes = bench.processes();
                Run run = bench.start(processes, SiteOptions.plain(), workload)) {
            bench.progress().print("the table");
            run.flatOut(workload.streams("table"));
            long[] digests = workload.stream("table-touched").index().digests();
            List<Measured> withdrawals = new ArrayList<>();
            List<Measured> returns = new ArrayList<>();
            for (int i = 0; i < REPETITIONS; i++) {
                bench.progress().print("the key is withdrawn");
                withdrawals.add(change(run, digests, NOT_VALID, List.of(), List.of(key)));
                bench.progress().print("the key comes back");
                returns.add(change(run, digests, VALID, List.of(key), List.of()));
            }
            Measured first = withdrawals.removeFirst();
            Comparator<Measured> bySeconds = Comparator.comparingDouble(Measured::seconds);
            withdrawals.sort(bySeconds);
            returns.sort(bySeconds);
            Measured gone = withdrawals.get(withdrawals.size() / 2);
            Measured back = returns.get(returns.size() / 2);
            bench.profile(run, outcome, gone);
            outcome.workload(
                            "%,d routes, %,d of them through AS %d; the key of this AS is withdrawn at the RTR cache and announced again"
                                    .formatted(workload.updates(), digests.length, asn))
                    .atMost("from the cache's change to the last verdict", gone.seconds(), "s", 1)
                    .atMost("signatures verified for the withdrawal", (double) gone.verified(), "", 0)
                    .figure("fastest withdrawal", withdrawals.getFirst().seconds(), "s")
                    .figure("slowest withdrawal", withdrawals.getLast().seconds(), "s")
                    .figure("to the first verdict", firstVerdict(gone), "s")
                    .figure("first withdrawal", first.seconds(), "s")
                    .figure("first withdrawal: to the first verdict", firstVerdict(first), "s")
                    .figure("key restored: to the last verdict", back.seconds(), "s")
                    .figure("key restored: signatures verified", (double) back.verified(), "")
                    .figure("key restored: signatures remembered", (double) back.remembered(), "")
                    .rates(gone.arrivals().perSpan(gone.begun(), 100));
            bench.describe(outcome, gone, workload);
            outcome.note(
                    "The key is withdrawn and restored %d times. The medians exclude the first withdrawal. CPU time and plot are those of the median withdrawal."
                            .formatted(REPETITIONS));
        }
        return outcome.build();
    }

    private static double firstVerdict(Measured change) {
        return (change.arrivals().first() - change.begun()) / 1e6;
    }

    private static Measured change(
            Run run, long[] digests, int state, List<RouterKey> announced, List<RouterKey> withdrawn)
            throws InterruptedException {
        Arrivals arrivals = Arrivals.of(digests, (VerdictReader.Seen seen) -> seen.state() == state);
        run.verdicts().sendTo(arrivals);
        Run.Before before = run.look();
        long begun = Arrivals.now();
        run.site().rpki().apply(announced, withdrawn);
        arrivals.await(ROUND_TIMEOUT, run::check);
        return run.measured(begun, arrivals, before);
    }

    /**
     * Returns a table with a separate stream for the routes through one AS. This AS has about 100,000 routes, or a
     * third of a smaller table.
     */
    private static Workload.Recipe recipe(Bench bench) {
        List<LabRoute> routes = bench.tables().fullTable(bench.routes());
        int wanted = Math.min(WITHDRAWN_KEY_ROUTES, bench.routes() / 3);
        Map<Long, Integer> uses = new HashMap<>();
        routes.forEach(route -> route.hops().forEach(hop -> uses.merge(hop.asn(), 1, Integer::sum)));
        long asn = uses.entrySet().stream()
                .min(Comparator.comparingInt((Map.Entry<Long, Integer> e) -> Math.abs(e.getValue() - wanted)))
                .orElseThrow()
                .getKey();
        Map<Boolean, List<LabRoute>> parts = routes.stream()
                .collect(java.util.stream.Collectors.partitioningBy(
                        route -> route.hops().stream().map(Hop::asn).anyMatch(a -> a == asn)));
        return new Workload.Recipe(
                List.of(
                        new StreamRecipe(
                                "table-others",
                                1,
                                StreamRecipe.CONNECTION,
                                java.util.Objects.requireNonNull(parts.get(false))),
                        new StreamRecipe(
                                "table-touched",
                                2,
                                StreamRecipe.CONNECTION,
                                java.util.Objects.requireNonNull(parts.get(true)))),
                Map.of("asn", Long.toString(asn)));
    }
}
