// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.pathproof.benchmark.pipeline.measure.CpuUse;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.ProcessGroup;

/** The CPU time of all stages that hold a table while no router sends an update. */
final class Idle implements Bench.Scenario {
    private static final int ROUTES = 200_000;
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final double PERCENT_OF_VALIDATOR = 2;

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = ColdStart.table(bench, Math.min(ROUTES, bench.routes()));
        Outcome.Builder outcome = new Outcome.Builder("idle", "No updates");
        try (ProcessGroup processes = bench.processes();
                Run run = bench.start(processes, SiteOptions.plain(), workload)) {
            bench.progress().print("the table");
            Measured table = run.flatOut(workload.streams("table"));
            bench.progress().print("waiting for the compilers");
            Run.STAGES.stream().filter(stage -> !stage.equals("redis")).forEach(run::awaitCompilers);
            bench.progress().print("no updates");
            long begun = System.nanoTime();
            CpuUse before = run.look().cpu();
            Conditions.await("the end of the measured time", () -> System.nanoTime() - begun >= WINDOW.toNanos());
            CpuUse used = run.look().cpu().since(before);
            double percentOfMicros = 100_000.0 / (System.nanoTime() - begun);
            outcome.workload("%,d routes, then no update for %d s"
                            .formatted(table.arrivals().total(), WINDOW.toSeconds()))
                    .atMost(
                            "validator",
                            used.micros().getOrDefault("validator", 0L) * percentOfMicros,
                            "% of a core",
                            PERCENT_OF_VALIDATOR)
                    .figure("all stages", used.total() * percentOfMicros, "% of a core");
            Run.STAGES.forEach(stage -> {
                if (!stage.equals("validator")) {
                    outcome.figure(stage, used.micros().getOrDefault(stage, 0L) * percentOfMicros, "% of a core");
                }
                Map<String, Double> threads = new LinkedHashMap<>();
                used.threads().getOrDefault(stage, Map.of()).entrySet().stream()
                        .limit(Bench.THREADS_SHOWN)
                        .forEach(e -> threads.put(e.getKey(), e.getValue() * percentOfMicros));
                threads.forEach((thread, percent) -> outcome.figure(stage + ": " + thread, percent, "% of a core"));
            });
        }
        return outcome.build();
    }
}
