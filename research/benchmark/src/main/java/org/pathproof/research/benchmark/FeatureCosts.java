// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pathproof.benchmark.kit.MarkdownText;
import org.pathproof.research.benchmark.operations.PipelineResults;
import org.pathproof.research.schemes.PathVerifier;

/**
 * Costs of a scheme in situations that its paper leaves out.
 *
 * @param verifyMicros verification of a path with 4 hops
 * @param copiesMicros verification of 35 copies of this path in one call
 * @param noticesWithdrawal true if the path is no longer valid after the published keys of a transit AS are withdrawn
 * @param withdrawnMicros verification of the path after the withdrawal
 */
record FeatureCosts(
        String scheme,
        String parameters,
        double verifyMicros,
        double copiesMicros,
        boolean noticesWithdrawal,
        double withdrawnMicros) {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final String NONE = "–";
    /** Scenario of {@code ./pathproof bench pipeline} that measures all schemes. */
    private static final String SCENARIO = "schemes";

    static FeatureCosts measure(Measurement measurement, Workload workload) {
        PathVerifier withdrawn = workload.withoutTransitKeys();
        return new FeatureCosts(
                workload.scheme().name(),
                workload.parameters().name(),
                measurement.nanos(workload::verify) / NANOS_PER_MICRO,
                measurement.nanos(workload::verifyCopies) / NANOS_PER_MICRO,
                !workload.verifyWith(withdrawn, 0).isValid(),
                measurement.nanos(i -> workload.verifyWith(withdrawn, i)) / NANOS_PER_MICRO);
    }

    /** Returns the table of the costs of all schemes. */
    static String table(List<FeatureCosts> costs) {
        StringBuilder text = new StringBuilder("| published parameters | ")
                .append(costs.stream().map(FeatureCosts::scheme).collect(Collectors.joining(" | ")))
                .append(" |\n|---")
                .append("|--:".repeat(costs.size()))
                .append("|\n");
        addRow(text, "a path of 4 hops, µs", costs, cost -> micros(cost.verifyMicros));
        addRow(text, "35 copies of it in one call, µs", costs, cost -> micros(cost.copiesMicros));
        addRow(
                text,
                "a withdrawn key of a transit AS makes the path invalid",
                costs,
                cost -> cost.noticesWithdrawal ? "yes" : "no");
        addRow(text, "the path after the withdrawal, µs", costs, cost -> micros(cost.withdrawnMicros));
        return text.toString();
    }

    private static void addRow(
            StringBuilder text, String name, List<FeatureCosts> costs, Function<FeatureCosts, String> cell) {
        text.append("| ").append(name);
        costs.forEach(cost -> text.append(" | ").append(cell.apply(cost)));
        text.append(" |\n");
    }

    private static String micros(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    /**
     * Returns the table of the same situations in the running system, with BGPsec.
     *
     * @param results runs of the pipeline; each figure comes from the first run that has it
     */
    static String pipelineTable(List<PipelineResults> results) {
        StringBuilder text = new StringBuilder("| BGPsec in Pathproof | here | run |\n|---|--:|---|\n");
        addPipelineRow(text, results, "verdict of a new update, p50, ms", "c", "to the verdict, p50");
        addPipelineRow(text, results, "verdict of a new update, p99, ms", "c", "to the verdict, p99");
        String withdrawal = "from the cache's change to the last verdict";
        addPipelineRow(text, results, "key of a transit AS withdrawn: to the last verdict, s", "f", withdrawal);
        addPipelineRow(
                text,
                results,
                "key of a transit AS withdrawn: signatures verified",
                "f",
                "signatures verified for the withdrawal");
        addPipelineRow(
                text,
                results,
                "the same prefixes from 35 peers of four routers: signatures answered from memory, %",
                "b",
                "signatures remembered, all routers");
        return text.toString();
    }

    /**
     * Returns the table of the latencies of all schemes in the running system.
     *
     * @param results runs of the pipeline; the figures come from the first run with the scenario {@code schemes}
     */
    static String latencyTable(List<FeatureCosts> costs, List<PipelineResults> results) {
        PipelineResults result = results.stream()
                .filter(each -> each.figures().containsKey(SCENARIO))
                .findFirst()
                .orElse(PipelineResults.NONE);
        StringBuilder text = new StringBuilder("| ms | ")
                .append(costs.stream().map(FeatureCosts::scheme).collect(Collectors.joining(" | ")))
                .append(" |\n|---")
                .append("|--:".repeat(costs.size()))
                .append("|\n");
        addLatencyRow(text, "from the router to the result, p50", costs, result, "to the result, p50");
        addLatencyRow(text, "from the router to the result, p99", costs, result, "to the result, p99");
        addLatencyRow(
                text,
                "of this, from the collector to the validated route, p50",
                costs,
                result,
                "from the collector to the validator's result, p50");
        String run = result.machine().isEmpty() ? "not measured" : result.machine();
        return text.append('\n')
                .append(MarkdownText.wrap(
                        "Run: " + run + "; " + result.workloads().getOrDefault(SCENARIO, NONE) + "."))
                .append('\n')
                .toString();
    }

    private static void addLatencyRow(
            StringBuilder text, String name, List<FeatureCosts> costs, PipelineResults result, String figure) {
        addRow(text, name, costs, cost -> {
            OptionalDouble value = result.figure(SCENARIO, cost.scheme + ": " + figure);
            return value.isPresent() ? String.format(Locale.ROOT, "%.2f", value.getAsDouble()) : NONE;
        });
    }

    private static void addPipelineRow(
            StringBuilder text, List<PipelineResults> results, String name, String scenario, String figure) {
        for (PipelineResults result : results) {
            OptionalDouble value = result.figure(scenario, figure);
            if (value.isPresent()) {
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %s: %s |%n",
                        name,
                        value.getAsDouble() < 100 && value.getAsDouble() > 0
                                ? String.format(Locale.ROOT, "%.2f", value.getAsDouble())
                                : String.format(Locale.ROOT, "%,.0f", value.getAsDouble()),
                        result.machine(),
                        result.workloads().get(scenario)));
                return;
            }
        }
        text.append("| ").append(name).append(" | ").append(NONE).append(" | not measured |\n");
    }
}
