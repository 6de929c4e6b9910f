// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rpki;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.pathproof.harness.Machine;
import tools.jackson.databind.json.JsonMapper;

/** The results, as JSON or as a page in Markdown. */
record Report(Machine machine, BenchmarkSet.Sizes sizes, List<Result> results) {
    private static final double TARGET_MS = 5_000;
    private static final double MIB = 1 << 20;

    String json() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("processor", machine.processor());
        values.put("processors", machine.processors());
        values.put("system", machine.system());
        values.put("load", machine.load());
        values.put("when", machine.when().toString());
        values.put("router_keys", sizes.routerKeys());
        values.put("vrps", sizes.vrps());
        values.put("aspas", sizes.aspas());
        values.put("target_ms", TARGET_MS);
        values.put("redis", results.stream().map(Report::values).toList());
        return JsonMapper.shared().writeValueAsString(values);
    }

    private static Map<String, Object> values(Result result) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("kind", result.redis());
        values.put("write_ms", result.writeMilliseconds());
        spread(values, "load", result.loadMilliseconds());
        spread(values, "process", result.processMilliseconds());
        spread(values, "process_cpu", result.cpuMilliseconds());
        spread(values, "change", result.changes());
        spread(values, "change_write", result.writes());
        values.put("heap_bytes", result.memory().heap());
        values.put("resident_bytes", result.memory().resident());
        values.put("resident_peak_bytes", result.memory().peak());
        return values;
    }

    private static void spread(Map<String, Object> values, String name, List<Double> milliseconds) {
        values.put(name + "_p50_ms", Result.median(milliseconds));
        values.put(name + "_min_ms", Result.least(milliseconds));
        values.put(name + "_max_ms", Result.greatest(milliseconds));
        values.put(name + "_runs", milliseconds.size());
    }

    String page() {
        StringBuilder page = new StringBuilder("""
                # RPKI set from Redis into a validator

                For operators who ask for the time after which a started validator has the RPKI set, and for the delay of
                a new router key. Results of `./pathproof bench rpki`.

                - Machine: %s, %d processors, %s, %s
                - Load before the run: %s
                - Set: %,d router keys, %,d VRPs, %,d ASPAs with 4 providers each

                """.formatted(
                        machine.processor(),
                        machine.processors(),
                        machine.system(),
                        machine.when(),
                        machine.load(),
                        sizes.routerKeys(),
                        sizes.vrps(),
                        sizes.aspas()));
        if (machine.isBusy()) {
            page.append("**The machine was busy. Measure again before you cite these figures.**\n\n");
        }
        row(page, "figure", Result::redis);
        page.append("|---|").append("---|".repeat(results.size())).append('\n');
        row(page, "the writer writes the first set, ms", r -> number(r.writeMilliseconds()));
        row(page, "load: median (least to greatest), ms", r -> spread(r.loadMilliseconds()));
        row(page, "the same from the start of the process, ms", r -> spread(r.processMilliseconds()));
        row(page, "CPU time of the process until then, ms", r -> spread(r.cpuMilliseconds()));
        row(page, "loads, each in a new process", r -> number(r.loads().size()));
        row(page, "change of one key until it is in force: median (least to greatest), ms", r -> spread(r.changes()));
        row(page, "time of the writer in it, ms", r -> spread(r.writes()));
        row(page, "changes", r -> number(r.changes().size()));
        row(
                page,
                "heap of the validator with the set, MiB",
                r -> number(r.memory().heap() / MIB));
        row(
                page,
                "resident memory after a collection, MiB",
                r -> number(r.memory().resident() / MIB));
        row(page, "maximum of resident memory, MiB", r -> number(r.memory().peak() / MIB));
        page.append("""

                - Target for each load, from the start of the process: %.0f ms (%s).
                - *load*: from the creation of the follower of Redis until the hub of the validator's tasks has the set.
                  The process is a JVM with `-Xmx2g -XX:+UseCompactObjectHeaders`, without a start cache and without Kafka.
                - *change*: key-sync's code compares the whole set with the one before, writes the difference, and the
                  follower applies it. A change withdraws a key and announces another one.
                - Redis, the writer and the validator run on the same processors.
                """.formatted(TARGET_MS, isMet() ? "met" : "missed"));
        return page.toString();
    }

    private boolean isMet() {
        return results.stream().allMatch(result -> Result.greatest(result.processMilliseconds()) <= TARGET_MS);
    }

    private void row(StringBuilder page, String name, Function<Result, String> cell) {
        List<String> cells = new ArrayList<>(List.of(name));
        results.forEach(result -> cells.add(cell.apply(result)));
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String spread(List<Double> values) {
        String format = Result.median(values) < 100 ? "%.1f (%.1f to %.1f)" : "%,.0f (%,.0f to %,.0f)";
        return String.format(Locale.ROOT, format, Result.median(values), Result.least(values), Result.greatest(values));
    }
}
