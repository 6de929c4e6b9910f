// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.measure.Memory;
import org.pathproof.benchmark.pipeline.report.Capacity;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.CpuQuota;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ProcessGroup;

/**
 * One, two and three validators with the same small share of a processor each. All parts then fit on two processors,
 * and the machine does not limit the curve. Validators warm up without a limit, because JIT compilers would use all of
 * a small share. The result includes the memory and the Kafka data of the run with one validator, to check the capacity
 * model.
 */
final class Scaling implements Bench.Scenario {
    private static final int MOST_VALIDATORS = 3;
    private static final int MOST_ROUTES = 300_000;
    private static final Map<String, String> PARTITIONS =
            Map.of("pathproof.kafka.route-partitions", Integer.toString(Capacity.SCALE_PARTITIONS));

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = ColdStart.table(bench, Math.min(MOST_ROUTES, bench.routes()));
        int routes = workload.stream("table-1").updates()
                + workload.stream("table-2").updates();
        Outcome.Builder outcome = new Outcome.Builder("scale", "More validators");
        outcome.workload(
                "%,d routes and their changes as warm-up, then %,d changes at full speed; each validator has %.0f %% of a processor"
                        .formatted(routes, workload.stream("again-2").updates(), Capacity.SHARE * 100));
        double one = 0;
        Map<String, Double> cpu = new LinkedHashMap<>();
        for (int validators = 1; validators <= MOST_VALIDATORS; validators++) {
            bench.progress().print(validators + " validators");
            Optional<Point> point = measure(bench, workload, validators);
            if (point.isEmpty()) {
                return outcome.note("Not measured: this user cannot create control groups for CPU time.")
                        .build();
            }
            Point found = point.get();
            one = validators == 1 ? found.updatesPerSecond() : one;
            outcome.figure(Capacity.updates(validators), found.updatesPerSecond(), "/s")
                    .figure(count(validators) + ", ratio to one", found.updatesPerSecond() / one, "×")
                    .figure(count(validators) + ", CPU", found.cpuMicros(), "µs/update")
                    .figure(count(validators) + ", used part of the share", found.used() * 100, "%")
                    .point(validators, found.updatesPerSecond(), validators * one)
                    .threads(Capacity.updates(validators), found.threads());
            cpu.put(Capacity.updates(validators), found.cpuMicros());
            if (validators == 1) {
                outcome.figure(Capacity.ROUTES, routes, "")
                        .figure(Capacity.KEYS, workload.keys().size(), "")
                        .figure(Capacity.HEAP, (double) found.heap() / routes, "B")
                        .figure(Capacity.API_HEAP, (double) found.apiHeap() / routes, "B")
                        .figure(Capacity.ROUTES_BYTES, found.routesBytes(), "B/update")
                        .figure(Capacity.VERDICTS_BYTES, found.verdictsBytes(), "B/update")
                        .figure(Capacity.CHANGELOG_BYTES, found.changelogBytes(), "B/update");
            }
        }
        return outcome.cpu(cpu)
                .note(
                        "Rates are those between the first tenth and the last tenth of the verdicts. CPU time is that of the whole run.")
                .build();
    }

    private static String count(int validators) {
        return validators + (validators == 1 ? " validator" : " validators");
    }

    private record Point(
            double updatesPerSecond,
            double cpuMicros,
            double used,
            long heap,
            long apiHeap,
            double routesBytes,
            double verdictsBytes,
            double changelogBytes,
            Map<String, Double> threads) {}

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
            try (ProcessGroup processes = bench.processes()) {
                SiteOptions options = SiteOptions.plain()
                        .withValidators(0)
                        .withSettings(
                                Map.of("collector", PARTITIONS, "validator", PARTITIONS, "policy-api", PARTITIONS));
                Site site = Site.start(processes, bench.cached(options));
                for (int i = 0; i < validators; i++) {
                    site.startValidator(i + 1, quotas.get(i).wrapper());
                }
                try (Run run = Run.start(site, workload)) {
                    return Optional.of(measure(bench, run, workload, quotas));
                }
            }
        } finally {
            for (CpuQuota quota : quotas) {
                quota.close();
            }
        }
    }

    private static Point measure(Bench bench, Run run, Workload workload, List<CpuQuota> quotas)
            throws IOException, InterruptedException {
        Memory before = run.memory("validator");
        Memory apiBefore = run.memory("policy-api");
        bench.progress().print("the table");
        Measured table = run.flatOut(workload.streams("table"));
        int updates = table.arrivals().total();
        Memory after = run.memory("validator");
        Memory apiAfter = run.memory("policy-api");
        double routesBytes = run.site().kafkaBytes("pathproof.routes-") / updates;
        double verdictsBytes = run.site().kafkaBytes("pathproof.verdicts-") / updates;
        double changelogBytes = run.site().kafkaBytes("-changelog-") / updates;
        bench.progress().print("warming up");
        for (int i = 0; i < quotas.size(); i++) { // each validator gets the same warm-up
            run.flatOut(workload.streams("again-1"));
            run.flatOut(workload.streams("table-1"));
        }
        run.awaitCompilers("validator");
        for (CpuQuota quota : quotas) {
            quota.limit(Capacity.SHARE);
        }
        bench.progress().print("playing");
        Measured measured = run.flatOut(workload.streams("again-2"));
        double cpu = measured.cpu().micros().getOrDefault("validator", 0L);
        return new Point(
                middle(measured.arrivals()),
                cpu / measured.arrivals().total(),
                cpu / 1e6 / measured.seconds() / quotas.size() / Capacity.SHARE,
                after.heap() - before.heap(),
                apiAfter.heap() - apiBefore.heap(),
                routesBytes,
                verdictsBytes,
                changelogBytes,
                Bench.threads(measured, "validator"));
    }

    private static double middle(Arrivals arrivals) {
        long[] sorted = arrivals.micros();
        Arrays.sort(sorted);
        int from = sorted.length / 10;
        int to = sorted.length - from - 1;
        return (to - from) * 1e6 / Math.max(1, sorted[to] - sorted[from]);
    }
}
