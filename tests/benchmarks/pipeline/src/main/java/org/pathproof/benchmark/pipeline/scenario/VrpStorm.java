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
import org.pathproof.contracts.Metrics;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * (g) What changes of VRPs cost: one in twenty goes and comes back; then the cache loses all of them and has them
 * back a moment later, again and again; then it loses them for good, and regains them after all.
 */
final class VrpStorm implements Bench.Scenario {
    private static final int MOST_ROUTES = 300_000;
    private static final int ONE_IN = 20;
    private static final int TIMES = 5;
    private static final Duration AWAY = Duration.ofMillis(500);
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Something that happens to the VRPs, and what came of it. */
    private record Change(double seconds, double toFirst, int verdicts, int flips, double rejudged, double micros) {}

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = ColdStart.table(bench, Math.min(MOST_ROUTES, bench.routes()));
        List<Vrp> all = workload.vrps();
        // Those of one prefix go together.
        List<Vrp> some = all.stream()
                .filter(vrp -> Math.floorMod(vrp.prefix().hashCode() * 0x9e3779b9 >>> 8, ONE_IN) == 0)
                .toList();
        Outcome.Builder outcome = new Outcome.Builder("g", "VRPs change, and storms of changes");
        try (ProcessGroup processes = bench.processes();
                Run run = bench.start(processes, SiteOptions.plain(), workload)) {
            bench.progress().tell("the table");
            run.flatOut(workload.streams("table"));
            OriginWatch ofSome = new OriginWatch(covered(workload, some));
            OriginWatch ofAll = new OriginWatch(covered(workload, all));

            bench.progress().tell("some VRPs go and come back");
            run.verdicts().tell(ofSome);
            change(run, ofSome, List.of(), some); // the first time is the compilers'
            change(run, ofSome, some, List.of());
            Change gone = change(run, ofSome, List.of(), some);
            Change back = change(run, ofSome, some, List.of());

            bench.progress().tell("all VRPs go and come back, again and again");
            run.verdicts().tell(ofAll);
            Change storm = storm(run, ofAll, all);

            bench.progress().tell("all VRPs go for good");
            Change lost = change(run, ofAll, List.of(), all);
            Change regained = change(run, ofAll, all, List.of());
            run.verdicts().tell(null);
            outcome.workload(
                    "%,d routes, of which %,d have a VRP; one in %d of %,d VRPs goes and comes back; then all go and come back %d times, away for %d ms each; then all are away until the last verdict"
                            .formatted(
                                    workload.stream("table-1").updates()
                                            + workload.stream("table-2").updates(),
                                    ofAll.watched(),
                                    ONE_IN,
                                    all.size(),
                                    TIMES,
                                    AWAY.toMillis()));
            tell(outcome, "some go", gone, ofSome.watched());
            tell(outcome, "some come back", back, ofSome.watched());
            outcome.atMost("storm: verdicts that readers saw", storm.verdicts(), "", 0)
                    .figure("storm: routes judged again", storm.rejudged(), "")
                    .figure("storm: CPU of all stages", storm.micros() / 1e6, "s");
            tell(outcome, "all go, and stay away", lost, ofAll.watched());
            tell(outcome, "all come back", regained, ofAll.watched());
            outcome.note("Times are from the change of the cache to the last verdict that it brings about.")
                    .note(
                            "Key-sync waits for pathproof.key-sync.loss-hold (5 s) before it accepts the loss of a tenth of all VRPs or more. The wait is part of the time of 'all go, and stay away', and it hides the storm from readers.")
                    .note(
                            "A VRP touches the routes to all prefixes that it covers (RFC 6811 section 2). Where more than 10,000 VRPs change at a time, all routes are looked at. A verdict is written where the origin's state is another one.");
        }
        return outcome.build();
    }

    /** The digests of routes whose own VRP is among these. */
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
        Conditions.await("the verdicts of touched routes", PATIENCE, () -> watch.lost() == touched);
        quiet(watch, watch.last());
        return since(run, before, watch, begun);
    }

    private static Change storm(Run run, OriginWatch watch, List<Vrp> vrps) throws InterruptedException {
        watch.begin();
        Run.Before before = run.look();
        long begun = Arrivals.now();
        for (int i = 0; i < TIMES; i++) { // at the pace of the storm: nothing is awaited
            run.site().rpki().apply(List.of(), vrps);
            LockSupport.parkNanos(AWAY.toNanos());
            run.site().rpki().apply(vrps, List.of());
            LockSupport.parkNanos(AWAY.toNanos());
        }
        quiet(watch, Arrivals.now());
        return since(run, before, watch, begun);
    }

    /** Waits until no verdict has come for a while. */
    private static void quiet(OriginWatch watch, long from) throws InterruptedException {
        Conditions.await(
                "silence", PATIENCE, () -> Arrivals.now() - Math.max(watch.last(), from) > QUIET.toNanos() / 1000);
    }

    private static Change since(Run run, Run.Before before, OriginWatch watch, long begun) throws InterruptedException {
        run.awaitPolicyApi();
        Run.Before after = run.look();
        return new Change(
                (watch.last() - begun) / 1e6,
                (watch.first() - begun) / 1e6,
                watch.verdicts(),
                watch.flips(),
                after.validator().sum(Metrics.REJUDGED) - before.validator().sum(Metrics.REJUDGED),
                after.cpu().since(before.cpu()).total());
    }

    private static void tell(Outcome.Builder outcome, String what, Change change, int touched) {
        outcome.figure(what + ": routes whose own VRP it is", touched, "")
                .figure(what + ": routes touched, and judged again", change.rejudged(), "")
                .figure(what + ": verdicts written", change.verdicts(), "")
                .figure(what + ": to the first verdict", change.toFirst(), "s")
                .figure(what + ": to the last verdict", change.seconds(), "s")
                .figure(
                        what + ": CPU of all stages",
                        change.micros() / Math.max(1, change.rejudged()),
                        "µs/route touched");
    }
}
