// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.Children;
import org.pathproof.benchmark.pipeline.site.CpuQuota;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Workload;

/**
 * One, two and three validators, each with the same small share of a processor, so that all of them together and everything else fit on two
 * processors, and a curve is theirs and not the machine's. They are warmed up without a limit: compilers would take all of it.
 */
final class Scaling implements Bench.Scenario {
    private static final int MOST_VALIDATORS = 3;
    private static final double SHARE = 0.2;
    private static final int MOST_ROUTES = 300_000;

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = ColdStart.table(bench, Math.min(MOST_ROUTES, bench.routes()));
        Outcome.Builder outcome = new Outcome.Builder("scale", "More validators");
        outcome.workload(
                "%,d routes to warm up on, then as many flat out, judged by validators that have %.0f %% of a processor each"
                        .formatted(workload.stream("table-1").updates(), SHARE * 100));
        double one = 0;
        double cost = 0;
        for (int validators = 1; validators <= MOST_VALIDATORS; validators++) {
            bench.progress().tell(validators + " validators");
            Optional<Point> point = measure(bench, workload, validators);
            if (point.isEmpty()) {
                return outcome.note(
                                "Not measured: this needs control groups for CPU time, which this user cannot make here.")
                        .build();
            }
            double rate = point.get().updatesPerSecond();
            one = validators == 1 ? rate : one;
            cost = validators == 1 ? point.get().cpuMicros() : cost;
            outcome.figure(validators + " validators, updates", rate, "/s")
                    .figure(validators + " validators, against one", rate / one, "×")
                    .figure(validators + " validators, the model's prediction", validators * SHARE * 1e6 / cost, "/s")
                    .figure(validators + " validators, their CPU", point.get().cpuMicros(), "µs/update");
        }
        return outcome.note(
                        "Rates are of the middle of the run: from when a tenth of the verdicts had come until nine tenths had. The prediction is their"
                                + " share of a processor through what one validator used for an update.")
                .build();
    }

    private record Point(double updatesPerSecond, double cpuMicros) {}

    private static Optional<Point> measure(Bench bench, Workload workload, int validators)
            throws IOException, InterruptedException {
        List<CpuQuota> quotas = new ArrayList<>();
        try {
            for (int i = 1; i <= validators; i++) {
                Optional<CpuQuota> quota = CpuQuota.create("validator-" + i);
                if (quota.isEmpty()) {
                    return Optional.empty();
                }
                quotas.add(quota.get());
            }
            try (Children children = bench.children()) {
                Site site = Site.start(children, SiteOptions.plain().withValidators(0));
                for (int i = 0; i < validators; i++) {
                    site.startValidator(i + 1, quotas.get(i).wrapper());
                }
                try (Run run = Run.start(site, workload)) {
                    bench.progress().tell("warming up");
                    run.flatOut(workload.streams("table-1"));
                    for (CpuQuota quota : quotas) {
                        quota.limit(SHARE);
                    }
                    bench.progress().tell("playing");
                    Measured measured = run.flatOut(workload.streams("table-2"));
                    return Optional.of(new Point(
                            middle(measured.arrivals()),
                            (double) measured.cpu().micros().getOrDefault("validator", 0L)
                                    / measured.arrivals().total()));
                }
            }
        } finally {
            for (CpuQuota quota : quotas) {
                quota.close();
            }
        }
    }

    private static double middle(Arrivals arrivals) {
        long[] sorted = arrivals.micros();
        java.util.Arrays.sort(sorted);
        int from = sorted.length / 10;
        int to = sorted.length - from - 1;
        return (to - from) * 1e6 / Math.max(1, sorted[to] - sorted[from]);
    }
}
