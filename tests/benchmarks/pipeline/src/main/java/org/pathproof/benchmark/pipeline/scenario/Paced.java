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
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Changes;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.lab.LabRoute;

/**
 * (c) and (d): new updates by a schedule, on top of a table; how long each takes to its verdict and to a subscriber
 * of the feed. Latencies count from when an update was due, for every update.
 */
final class Paced implements Bench.Scenario {
    private static final int MOST_ROUTES = 200_000;
    private static final int WARM_UP_SECONDS = 45;
    private static final int RATE = 5_000;

    /** Which percentiles are held against which target, in milliseconds. */
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
     * Half a minute at one rate; or a minute with the shape of the SQL worm's trace, of which the mean (88,777
     * updates in 876 s) and the peak (6,764 in a second) are known: the background at the mean, and three bursts that
     * rise to the peak at once and fade.
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
            bench.progress().tell("the table");
            run.flatOut(List.of(workload.stream("table")));
            bench.progress().tell("warming up");
            run.paced(workload.stream("warm-up"), warmUp);
            bench.progress().tell("playing");
            Workload.Recorded churn = workload.stream("churn");
            try (FeedReader feed = FeedReader.start(
                    run.site().httpPort(run.site().of("policy-api").getFirst()))) {
                Measured measured = run.paced(churn, schedule);
                bench.profile(run, outcome, measured);
                report(outcome, measured, schedule, feed, churn);
                bench.describe(outcome, measured, workload);
            }
            outcome.workload(
                    "on top of %,d routes, and after %d s of the same to warm up, %,d new updates in %.0f s, at most %,d a second; %.2f signatures each"
                            .formatted(
                                    size,
                                    WARM_UP_SECONDS,
                                    Math.min(schedule.updates(), churn.updates()),
                                    schedule.seconds(),
                                    schedule.most(),
                                    workload.hops()));
            if (!steady) {
                outcome.note(
                        "The trace itself is not public: mean and peak are the published ones, the shape of a burst (at once up, then"
                                + " fading, 28,428 updates) is ours.");
            }
        }
        return outcome.build();
    }

    private void report(
            Outcome.Builder outcome, Measured measured, Schedule schedule, FeedReader feed, Workload.Recorded churn)
            throws IOException {
        Latencies verdict = measured.arrivals().latencies(i -> measured.begun() + schedule.micros(i));
        if (target == Target.STEADY) {
            outcome.atMost("to the verdict, p50", verdict.percentile(50), "ms", 10)
                    .figure("to the verdict, p90", verdict.percentile(90), "ms")
                    .atMost("to the verdict, p99", verdict.percentile(99), "ms", 50)
                    .figure("to the verdict, longest", verdict.max(), "ms");
        } else {
            outcome.figure("to the verdict, p50", verdict.percentile(50), "ms")
                    .figure("to the verdict, p99", verdict.percentile(99), "ms")
                    .atMost("to the verdict, longest", verdict.max(), "ms", 100);
        }
        stage(
                outcome,
                "until the collector has read it",
                measured.arrivals().untilReceived(i -> measured.begun() + schedule.micros(i)));
        stage(outcome, "from there until it is judged", measured.arrivals().untilJudged());
        stage(
                outcome,
                "from there until its verdict can be read",
                measured.arrivals().untilReadable());
        outcome.figure("longest time without a verdict", measured.arrivals().longestGap() / 1000.0, "ms");
        Latencies fed = fed(measured, schedule, feed, churn);
        if (fed != null) {
            outcome.figure("to the feed, p50", fed.percentile(50), "ms")
                    .figure("to the feed, p99", fed.percentile(99), "ms")
                    .figure("to the feed, longest", fed.max(), "ms")
                    .figure(
                            "to the feed, of the updates",
                            100.0 * fed.count() / measured.arrivals().total(),
                            "%");
        }
        String problem = feed.problem();
        if (problem != null) {
            outcome.note("The feed: " + problem);
        }
        outcome.rates(measured.arrivals().perSpan(measured.begun(), 100));
    }

    private static void stage(Outcome.Builder outcome, String what, Latencies part) {
        outcome.figure(what + ", p50", part.percentile(50), "ms").figure(what + ", p99", part.percentile(99), "ms");
    }

    /** Of the first update of each prefix: events name the prefix. */
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
