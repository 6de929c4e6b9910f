// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.measure.OriginWatch;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * (g) Measures changes of VRPs. One VRP in twenty is withdrawn and restored. Then the cache loses all VRPs for half a
 * second, five times. Then the cache loses all VRPs for a longer time, and restores them at the end.
 */
final class VrpStorm implements Bench.Scenario {
    private static final int MOST_ROUTES = 300_000;
    private static final int ONE_IN = 20;
    private static final int TIMES = 5;
    private static final Duration AWAY = Duration.ofMillis(500);
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final Duration VERDICT_TIMEOUT = Duration.ofMinutes(2);

    /** The effects of a change of VRPs. */
    private record Change(double seconds, double toFirst, int verdicts, int flips, double revalidated, double micros) {}

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = ColdStart.table(bench, Math.min(MOST_ROUTES, bench.routes()));
        List<Vrp> all = workload.vrps();
        // All VRPs of a prefix are withdrawn together.
        List<Vrp> some = all.stream()
                .filter(vrp -> Math.floorMod(vrp.prefix().hashCode() * 0x9e3779b9 >>> 8, ONE_IN) == 0)
                .toList();
        Outcome.Builder outcome = new Outcome.Builder("g", "Changes of VRPs");
        try (ProcessGroup processes = bench.processes();
                Run run = bench.start(processes, SiteOptions.plain(), workload)) {
            bench.progress().print("the table");
            run.flatOut(workload.streams("table"));
            OriginWatch ofSome = new OriginWatch(covered(workload, some));
            OriginWatch ofAll = new OriginWatch(covered(workload, all));

            bench.progress().print("some VRPs are withdrawn and restored");
            run.verdicts().sendTo(ofSome);
            change(run, ofSome, List.of(), some); // the first change warms up the JIT compilers
            change(run, ofSome, some, List.of());
            Change gone = change(run, ofSome, List.of(), some);
            Change back = change(run, ofSome, some, List.of());

            bench.progress().print("all VRPs are withdrawn and restored repeatedly");
            run.verdicts().sendTo(ofAll);
            Change storm = storm(run, ofAll, all);

            bench.progress().print("all VRPs are withdrawn, and restored after the last verdict");
            Change lost = change(run, ofAll, List.of(), all);
            Change regained = change(run, ofAll, all, List.of());
            run.verdicts().sendTo(null);
            outcome.workload(
                    "%,d routes, %,d of them with a VRP; one in %d of %,d VRPs is withdrawn and restored; then all are withdrawn and restored %d times, for %d ms each; then all are withdrawn until the last verdict"
                            .formatted(
                                    workload.stream("table-1").updates()
                                            + workload.stream("table-2").updates(),
                                    ofAll.watched(),
                                    ONE_IN,
                                    all.size(),
                                    TIMES,
                                    AWAY.toMillis()));
            add(outcome, "some withdrawn", gone, ofSome.watched());
            add(outcome, "some restored", back, ofSome.watched());
            outcome.atMost("storm: published verdicts", storm.verdicts(), "", 0)
                    .figure("storm: routes revalidated", storm.revalidated(), "")
                    .figure("storm: CPU of all stages", storm.micros() / 1e6, "s");
            add(outcome, "all withdrawn", lost, ofAll.watched());
            add(outcome, "all restored", regained, ofAll.watched());
            outcome.note("Times run from the change at the cache to the last verdict that it causes.")
                    .note(
                            "Key-sync waits for pathproof.key-sync.loss-hold (5 s) before it accepts the loss of a tenth of all VRPs or more. The wait is part of the time of 'all withdrawn'. If the VRPs return within the wait, no verdict changes.")
                    .note(
                            "A VRP affects the routes of all prefixes that it covers (RFC 6811 section 2). When more than 10,000 VRPs change at a time, all routes are revalidated. A verdict is written only if the state of the origin has changed.");
        }
        return outcome.build();
    }

    /** Returns the digests of routes whose prefix has one of these VRPs. */
    private static long[] covered(Workload workload, List<Vrp> vrps) throws IOException {
        Set<Prefix> prefixes = new HashSet<>();
        vrps.forEach(vrp -> prefixes.add(vrp.prefix()));
        LongArrayList digests = new LongArrayList();
        for (Workload.Recorded table : workload.streams("table")) {
            List<String> names = table.prefixes();
            for (int i = 0; i < names.size(); i++) {
                if (prefixes.contains(Prefix.parse(names.get(i)))) {
                    digests.add(table.index().digests()[i]);
                }
            }
        }
        return digests.toLongArray();
    }

    private static Change change(Run run, OriginWatch watch, List<Vrp> announced, List<Vrp> withdrawn)
            throws InterruptedException {
        int touched = announced.isEmpty() ? watch.watched() : 0;
        watch.begin();
        Run.Before before = run.look();
        long begun = Arrivals.now();
        run.site().rpki().apply(announced, withdrawn);
        Conditions.await("the verdicts of touched routes", VERDICT_TIMEOUT, () -> watch.lost() == touched);
        awaitQuiet(watch, watch.last());
        return since(run, before, watch, begun);
    }

    private static Change storm(Run run, OriginWatch watch, List<Vrp> vrps) throws InterruptedException {
        watch.begin();
        Run.Before before = run.look();
        long begun = Arrivals.now();
        for (int i = 0; i < TIMES; i++) { // paces the storm without waiting for verdicts
            run.site().rpki().apply(List.of(), vrps);
            LockSupport.parkNanos(AWAY.toNanos());
            run.site().rpki().apply(vrps, List.of());
            LockSupport.parkNanos(AWAY.toNanos());
        }
        awaitQuiet(watch, Arrivals.now());
        return since(run, before, watch, begun);
    }

    /** Waits until no verdict has arrived for three seconds. */
    private static void awaitQuiet(OriginWatch watch, long from) throws InterruptedException {
        Conditions.await(
                "three seconds without verdicts",
                VERDICT_TIMEOUT,
                () -> Arrivals.now() - Math.max(watch.last(), from) > QUIET.toNanos() / 1000);
    }

    private static Change since(Run run, Run.Before before, OriginWatch watch, long begun) throws InterruptedException {
        run.awaitPolicyApi();
        Run.Before after = run.look();
        return new Change(
                (watch.last() - begun) / 1e6,
                (watch.first() - begun) / 1e6,
                watch.verdicts(),
                watch.flips(),
                after.validator().sum(ValidatorMetricNames.REVALIDATED)
                        - before.validator().sum(ValidatorMetricNames.REVALIDATED),
                after.cpu().since(before.cpu()).total());
    }

    private static void add(Outcome.Builder outcome, String what, Change change, int touched) {
        outcome.figure(what + ": routes with a VRP of their own", touched, "")
                .figure(what + ": routes affected and revalidated", change.revalidated(), "")
                .figure(what + ": verdicts written", change.verdicts(), "")
                .figure(what + ": to the first verdict", change.toFirst(), "s")
                .figure(what + ": to the last verdict", change.seconds(), "s")
                .figure(
                        what + ": CPU of all stages",
                        change.micros() / Math.max(1, change.revalidated()),
                        "µs/affected route");
    }
}
