// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.pathproof.benchmark.pipeline.load.Schedule;
import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.Child;
import org.pathproof.benchmark.pipeline.site.Children;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Workload;

/**
 * A validator is killed (kill -9) while new updates come: either it is started again in its state directory, or there are two, each with
 * a copy of the other's state.
 */
final class Takeover implements Bench.Scenario {
    private static final int RATE = 1000;
    private static final int SECONDS = 60;
    private static final long KILL_AFTER_NANOS = 5_000_000_000L;
    private static final long LATE_MICROS = 1_000_000;

    private final boolean standby;

    private Takeover(boolean standby) {
        this.standby = standby;
    }

    static Takeover restart() {
        return new Takeover(false);
    }

    static Takeover standby() {
        return new Takeover(true);
    }

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = ColdStart.table(bench, bench.routes());
        Schedule schedule = Schedule.steady(RATE, SECONDS);
        SiteOptions options =
                standby ? SiteOptions.plain().withValidators(2).withStandbyReplicas(1) : SiteOptions.plain();
        Outcome.Builder outcome = standby
                ? new Outcome.Builder("standby", "A validator is killed, and another one takes over")
                : new Outcome.Builder("restart", "A validator is killed and started again");
        try (Children children = bench.children();
                Run run = bench.start(children, options, workload)) {
            Site site = run.site();
            bench.progress().tell("the table");
            run.flatOut(workload.streams("table"));
            if (standby) {
                Site.await("standby copies to be complete", () -> run.standbyLag() < 1);
            }
            bench.progress().tell("new updates");
            CompletableFuture<Measured> playing =
                    CompletableFuture.supplyAsync(() -> play(run, workload.stream("churn"), schedule));
            LockSupport.parkNanos(KILL_AFTER_NANOS);
            bench.progress().tell("kill -9");
            Child victim = site.of("validator").getFirst();
            victim.kill();
            long killed = Arrivals.now();
            if (!standby) {
                site.startValidator(1, List.of());
            }
            report(outcome, joined(playing), schedule, killed);
            outcome.workload(
                    "%,d routes, and %,d new updates a second while it happens".formatted(bench.routes(), RATE));
        }
        return outcome.build();
    }

    private static Measured play(Run run, Workload.Recorded churn, Schedule schedule) {
        try {
            return run.paced(churn, schedule);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Measured joined(CompletableFuture<Measured> playing) {
        try {
            return playing.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private void report(Outcome.Builder outcome, Measured measured, Schedule schedule, long killed) {
        long[] at = measured.arrivals().micros();
        long first = Long.MAX_VALUE;
        long all = killed;
        long longest = 0;
        for (int i = 0; i < at.length; i++) {
            long due = measured.begun() + schedule.micros(i);
            if (due > killed) {
                first = Math.min(first, at[i]);
            }
            if (at[i] - due > LATE_MICROS) {
                all = Math.max(all, at[i]);
            }
            longest = Math.max(longest, at[i] - due);
        }
        if (standby) {
            outcome.figure("from the kill to the first verdict of a later update", (first - killed) / 1e6, "s")
                    .atMost(
                            "until all partitions are judged and nothing is a second old",
                            (all - killed) / 1e6,
                            "s",
                            5);
        } else {
            outcome.atMost("from the kill to the first verdict of a later update", (first - killed) / 1e6, "s", 15)
                    .figure("until nothing is a second old", (all - killed) / 1e6, "s");
        }
        outcome.figure("longest from an update to its verdict", longest / 1e6, "s")
                .figure("longest time without a verdict", measured.arrivals().longestGap() / 1e6, "s")
                .figure(
                        "verdicts that never came",
                        (double) measured.arrivals().total()
                                - measured.arrivals().arrived(),
                        "")
                .rates(measured.arrivals().perSpan(measured.begun(), 100));
    }
}
