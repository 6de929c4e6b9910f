// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.pipeline.load.Schedule;
import org.pathproof.benchmark.pipeline.measure.FeedReader;
import org.pathproof.benchmark.pipeline.measure.Latencies;
import org.pathproof.benchmark.pipeline.report.Capacity;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Changes;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.lab.paths.LabRoute;

/**
 * (c) and (d): new updates by a schedule, after a table. Measures the latency of each update to its verdict and to a
 * subscriber of the feed, from the time at which the update is due.
 */
final class Paced implements Bench.Scenario {
    private static final int MOST_ROUTES = 200_000;
    private static final int WARM_UP_SECONDS = 45;
    private static final int RATE = 5_000;
    /** The default of {@code pathproof.latency-target}, for the 99th percentile. */
    private static final int LATENCY_TARGET_MS = 50;

    /** The load and its targets. */
    private enum Target {
        STEADY,
        BURSTS
    }

    private final Target target;

    private Paced(Target target) {
        this.target = target;
    }

    static Paced steady() {
        return new Paced(Target.STEADY);
    }

    static Paced bursts() {
        return new Paced(Target.BURSTS);
    }

    /**
     * Returns 30 s at one rate, or 48 s that imitate the SQL worm's trace. The mean (88,777 updates in 876 s) and the
     * peak (6,764 in a second) of the trace are known. The schedule has a background at the mean rate, and three bursts
     * that rise to the peak within two seconds and then fall.
     */
    private Schedule schedule() {
        if (target == Target.STEADY) {
            return Schedule.steady(RATE, 30);
        }
        List<Schedule.Step> steps = new ArrayList<>();
        int[] burst = {3000, 6764, 6764, 5000, 3500, 2000, 1000, 400};
        for (int i = 0; i < 3; i++) {
            steps.addAll(Schedule.steady(101, 8).steps());
            for (int rate : burst) {
                steps.add(new Schedule.Step(1000, rate));
            }
        }
        return new Schedule(steps);
    }

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        int size = Math.min(MOST_ROUTES, bench.routes());
        Schedule warmUp = Schedule.steady(RATE, WARM_UP_SECONDS);
        Schedule schedule = schedule();
        Workload workload = bench.workload("churn-" + size, () -> {
            List<LabRoute> routes = bench.tables().fullTable(size);
            Changes changes = new Changes(routes);
            return Workload.Recipe.of(
                    new StreamRecipe("table", 1, StreamRecipe.CONNECTION, routes),
                    new StreamRecipe("warm-up", 1, StreamRecipe.UPDATES, changes.take(warmUp.updates())),
                    new StreamRecipe("churn", 1, StreamRecipe.UPDATES, changes.take(RATE * 30)));
        });
        boolean steady = target == Target.STEADY;
        Outcome.Builder outcome =
                steady ? new Outcome.Builder("c", "Steady churn") : new Outcome.Builder("d", "Bursts");
        try (ProcessGroup processes = bench.processes();
                Run run = bench.start(processes, SiteOptions.plain(), workload)) {
            bench.progress().print("the table");
            run.flatOut(List.of(workload.stream("table")));
            bench.progress().print("warming up");
            run.paced(workload.stream("warm-up"), warmUp);
            bench.progress().print("playing");
            Workload.Recorded churn = workload.stream("churn");
            try (FeedReader feed = FeedReader.start(
                    run.site().httpPort(run.site().of("policy-api").getFirst()))) {
                Measured measured = run.paced(churn, schedule);
                bench.profile(run, outcome, measured);
                report(outcome, measured, schedule, feed, churn);
                bench.describe(outcome, measured, workload);
            }
            outcome.workload(
                    "%,d routes in the table; after %d s of warm-up, %,d new updates in %.0f s, at most %,d a second; %.2f signatures each"
                            .formatted(
                                    size,
                                    WARM_UP_SECONDS,
                                    Math.min(schedule.updates(), churn.updates()),
                                    schedule.seconds(),
                                    schedule.most(),
                                    workload.hops()));
            if (!steady) {
                outcome.figure(
                        Capacity.MEAN_RATE, Math.min(schedule.updates(), churn.updates()) / schedule.seconds(), "/s");
                outcome.note(
                        "The load imitates a BGP trace from the SQL worm. The trace is not public; only its mean and peak are"
                                + " published. The shape of a burst (a sudden rise and a slow fall, 28,428 updates) is an assumption.");
            }
        }
        return outcome.build();
    }

    private void report(
            Outcome.Builder outcome, Measured measured, Schedule schedule, FeedReader feed, Workload.Recorded churn)
            throws IOException {
        Latencies verdict = measured.arrivals().latencies(i -> measured.begun() + schedule.micros(i));
        if (target == Target.STEADY) {
            outcome.figure("to the verdict, p50", verdict.percentile(50), "ms")
                    .figure("to the verdict, p90", verdict.percentile(90), "ms")
                    .atMost("to the verdict, p99", verdict.percentile(99), "ms", LATENCY_TARGET_MS)
                    .figure("to the verdict, longest", verdict.max(), "ms");
        } else {
            outcome.figure("to the verdict, p50", verdict.percentile(50), "ms")
                    .figure("to the verdict, p99", verdict.percentile(99), "ms")
                    .atMost("to the verdict, longest", verdict.max(), "ms", 100);
        }
        addStage(
                outcome,
                "from the due time to the collector",
                measured.arrivals().untilReceived(i -> measured.begun() + schedule.micros(i)));
        addStage(
                outcome, "from the collector to validation", measured.arrivals().untilValidated());
        addStage(
                outcome,
                "from validation to the committed verdict",
                measured.arrivals().untilReadable());
        outcome.figure("longest time without a verdict", measured.arrivals().longestGap() / 1000.0, "ms");
        Latencies fed = fed(measured, schedule, feed, churn);
        if (fed != null) {
            outcome.figure("to the feed, p50", fed.percentile(50), "ms")
                    .figure("to the feed, p99", fed.percentile(99), "ms")
                    .figure("to the feed, longest", fed.max(), "ms")
                    .figure(
                            "updates with an event in the feed",
                            100.0 * fed.count() / measured.arrivals().total(),
                            "%");
        }
        String problem = feed.problem();
        if (problem != null) {
            outcome.note("The feed: " + problem);
        }
        outcome.rates(measured.arrivals().perSpan(measured.begun(), 100));
    }

    private static void addStage(Outcome.Builder outcome, String what, Latencies part) {
        outcome.figure(what + ", p50", part.percentile(50), "ms").figure(what + ", p99", part.percentile(99), "ms");
    }

    /** Returns the latencies to the feed, for the first update of each prefix, because events name only the prefix. */
    private static @Nullable Latencies fed(
            Measured measured, Schedule schedule, FeedReader feed, Workload.Recorded churn) throws IOException {
        List<String> prefixes = churn.prefixes();
        Set<String> seen = new HashSet<>();
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < measured.arrivals().total(); i++) {
            String prefix = prefixes.get(i);
            Long at = feed.micros(prefix);
            if (seen.add(prefix) && at != null) {
                micros.add(at - measured.begun() - schedule.micros(i));
            }
        }
        return micros.isEmpty()
                ? null
                : Latencies.of(micros.stream().mapToLong(Long::longValue).toArray());
    }
}
