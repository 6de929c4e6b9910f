// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.pathproof.benchmark.pipeline.load.Schedule;
import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.ProcessGroup;

/**
 * A validator is killed with SIGKILL while updates arrive. Either it starts again in its state directory, or a second
 * validator with a copy of its state takes over.
 */
final class Takeover implements Bench.Scenario {
    private static final int RATE = 1000;
    private static final int SECONDS = 60;
    private static final Duration KILL_AFTER = Duration.ofSeconds(5);
    private static final long LATE_MICROS = 1_000_000;
    /** Log lines of Spring Boot about the start, and of the validator about its partitions. */
    private static final Pattern LINE = Pattern.compile(
            "^(\\S+Z) .* : (Starting ValidatorApplication|Started ValidatorApplication|Kafka Streams changed state: state=\\w+|Restored rows=.*|Aborted orphaned transactions|RPKI data loaded from Redis)");

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
        try (ProcessGroup processes = bench.processes();
                Run run = bench.start(processes, options, workload)) {
            Site site = run.site();
            bench.progress().print("the table");
            run.flatOut(workload.streams("table"));
            if (standby) {
                run.awaitStandbys();
            }
            bench.progress().print("new updates");
            // A separate executor: on two processors the common pool has one thread, which also reports the end of
            // processes.
            CompletableFuture<Measured> playing = CompletableFuture.supplyAsync(
                    () -> play(run, workload.stream("churn"), schedule),
                    task -> Thread.ofPlatform().daemon().name("playing").start(task));
            requirePlaying(playing, KILL_AFTER);
            bench.progress().print("kill -9");
            ChildProcess victim = site.of("validator").getFirst();
            long killed = Arrivals.now();
            victim.kill();
            ChildProcess successor = standby ? site.of("validator").getFirst() : site.startValidator(1, List.of());
            report(outcome, joined(playing), schedule, killed);
            addTimeLine(outcome, successor, killed);
            outcome.workload(
                    "%,d routes, and %,d new updates a second during the failure".formatted(bench.routes(), RATE));
        }
        return outcome.build();
    }

    /** Waits for {@code time}; throws IllegalStateException if the updates end earlier. */
    private static void requirePlaying(CompletableFuture<Measured> playing, Duration time) throws InterruptedException {
        try {
            playing.get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return;
        } catch (ExecutionException e) {
            throw new IllegalStateException("The updates failed", e);
        }
        throw new IllegalStateException("The updates ended within " + time.toSeconds() + " s");
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
        Arrivals arrivals = measured.arrivals();
        long[] at = arrivals.micros();
        short[] partitions = arrivals.partitions();
        long[] first = new long[Site.PARTITIONS];
        Arrays.fill(first, Long.MAX_VALUE);
        long all = killed;
        long longest = 0;
        for (int i = 0; i < at.length; i++) {
            long due = measured.begun() + schedule.micros(i);
            if (due > killed && at[i] > 0) {
                first[partitions[i]] = Math.min(first[partitions[i]], at[i]);
            }
            if (at[i] - due > LATE_MICROS) {
                all = Math.max(all, at[i]);
            }
            longest = Math.max(longest, at[i] - due);
        }
        double toVerdicts = seconds(LongStream.of(first).max().orElseThrow() - killed);
        double current = seconds(all - killed);
        if (standby) {
            outcome.atMost("from the kill to the first verdict in every partition", toVerdicts, "s", 5)
                    .atMost("from the kill until verdicts are less than 1 s old", current, "s", 5);
        } else {
            outcome.atMost("from the kill to the first verdict in every partition", toVerdicts, "s", 15)
                    .figure("from the kill until verdicts are less than 1 s old", current, "s");
        }
        outcome.figure("longest time from an update to its verdict", seconds(longest), "s")
                .figure("longest time without a verdict", seconds(arrivals.longestGap()), "s")
                .figure("missing verdicts", (double) arrivals.total() - arrivals.arrived(), "")
                .rates(arrivals.perSpan(measured.begun(), 100))
                .note("partitions are validated again after "
                        + LongStream.of(first)
                                .mapToObj(micros -> "%.2f".formatted(seconds(micros - killed)))
                                .collect(Collectors.joining(", "))
                        + " s");
    }

    private static double seconds(long micros) {
        return micros / 1e6;
    }

    /** Adds the times of the log lines of the process that takes over. */
    private static void addTimeLine(Outcome.Builder outcome, ChildProcess successor, long killed) throws IOException {
        for (String line : Files.readAllLines(successor.log())) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.find()) {
                long at = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(matcher.group(1)));
                if (at >= killed) {
                    outcome.note("%.2f s after the kill: %s".formatted((at - killed) / 1e6, matcher.group(2)));
                }
            }
        }
    }
}
