// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link JmhBenchmark} for each contestant and job, with a turn of OpenSSL before and after. */
final class JmhRun {
    private static final int WARM_UPS = 3;
    private static final int ITERATIONS = 5;
    private static final double NANOS = 1e9;
    private static final Duration REFERENCE = Duration.ofMillis(300);

    private JmhRun() {}

    /**
     * A result of JMH.
     *
     * @param rate signatures per second of CPU time
     * @param ratio rate divided by the mean rate of the OpenSSL turns just before and after it; null without OpenSSL
     */
    record Figures(
            String contestant,
            Job job,
            Spread rate,
            @Nullable Double ratio) {}

    /**
     * Runs JMH.
     *
     * @param seconds approximate time, which sets the length of iterations
     */
    static List<Figures> run(List<String> contestants, Path cache, Path scratch, long seconds) throws IOException {
        Workload workload = Workload.of(JmhBenchmark.KEYS, cache);
        int jobs = Job.values().length;
        long milliseconds = Math.clamp(
                seconds * 1000 / ((long) contestants.size() * jobs * (WARM_UPS + ITERATIONS + 2)), 100, 2000);
        List<Figures> figures = new ArrayList<>();
        try (OpenSsl openSsl = OpenSsl.open(workload, scratch, Processors.ofCores())) {
            for (String contestant : contestants) {
                for (Job job : Job.values()) {
                    Optional<Double> before = reference(openSsl);
                    List<Double> rates = rates(contestant, job, cache, milliseconds);
                    Optional<Double> after = reference(openSsl);
                    Spread rate = Spread.of(rates);
                    Double ratio = before.isPresent() && after.isPresent()
                            ? rate.median() / ((before.get() + after.get()) / 2)
                            : null;
                    figures.add(new Figures(contestant, job, rate, ratio));
                }
            }
        } catch (RunnerException e) {
            throw new IOException("JMH: " + e.getMessage(), e);
        }
        return figures;
    }

    private static Optional<Double> reference(OpenSsl openSsl) {
        return openSsl.contestant()
                .map(peer -> peer.measure(Job.VERIFY, 1, 1, REFERENCE).rate());
    }

    private static List<Double> rates(String contestant, Job job, Path cache, long milliseconds)
            throws RunnerException {
        Options options = new OptionsBuilder()
                .include(JmhBenchmark.class.getName())
                .param("contestant", contestant)
                .param("job", job.label())
                .forks(1)
                .warmupIterations(WARM_UPS)
                .warmupTime(TimeValue.milliseconds(milliseconds))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.milliseconds(milliseconds))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .jvmArgsAppend("-D" + JmhBenchmark.CACHE + "=" + cache, "-Djmh.ignoreLock=true")
                .build();
        Collection<RunResult> results = new Runner(options).run();
        List<Double> rates = new ArrayList<>();
        for (RunResult result : results) {
            for (BenchmarkResult benchmark : result.getBenchmarkResults()) {
                for (IterationResult iteration : benchmark.getIterationResults()) {
                    rates.add(NANOS * score(iteration, "signatures") / score(iteration, "cpuNanos"));
                }
            }
        }
        return rates;
    }

    private static double score(IterationResult iteration, String counter) {
        return Objects.requireNonNull(iteration.getSecondaryResults().get(counter))
                .getScore();
    }
}
