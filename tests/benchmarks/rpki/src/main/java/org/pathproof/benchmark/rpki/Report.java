// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rpki;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.pathproof.benchmark.kit.Figures;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Page;
import org.pathproof.benchmark.kit.Results;

/** The results, as JSON or as a page in Markdown. */
record Report(Machine machine, BenchmarkSet.Sizes sizes, List<Result> results) implements Results {
    private static final double TARGET_MS = 5_000;
    private static final double MIB = 1 << 20;

    private static final Figures<Result> FIGURES = figures();

    private static Figures<Result> figures() {
        Figures<Result> figures = new Figures<Result>()
                .member("kind", Result::redis)
                .number("write_ms", "the writer writes the first set, ms", "%,.0f", Result::writeMilliseconds);
        spread(figures, "load", "load: median (least to greatest), ms", Result::loadMilliseconds);
        spread(figures, "process", "the same from the start of the process, ms", Result::processMilliseconds);
        spread(figures, "process_cpu", "CPU time of the process until then, ms", Result::cpuMilliseconds);
        figures.row("loads, each in a new process", r -> count(r.loads()));
        spread(
                figures,
                "change",
                "change of one key until it is in force: median (least to greatest), ms",
                Result::changes);
        spread(figures, "change_write", "time of the writer in it, ms", Result::writes);
        return figures.row("changes", r -> count(r.changes()))
                .number(
                        "heap_bytes",
                        "heap of the validator with the set, MiB",
                        "%,.0f",
                        MIB,
                        r -> r.memory().heap())
                .number(
                        "resident_bytes",
                        "resident memory after a collection, MiB",
                        "%,.0f",
                        MIB,
                        r -> r.memory().resident())
                .number(
                        "resident_peak_bytes",
                        "maximum of resident memory, MiB",
                        "%,.0f",
                        MIB,
                        r -> r.memory().peak());
    }

    /** Adds median, least and greatest value, in one row. */
    private static void spread(
            Figures<Result> figures, String key, String name, Function<Result, List<Double>> values) {
        figures.row(name, result -> spread(values.apply(result)))
                .member(key + "_p50_ms", result -> Result.median(values.apply(result)))
                .member(key + "_min_ms", result -> Result.least(values.apply(result)))
                .member(key + "_max_ms", result -> Result.greatest(values.apply(result)))
                .member(key + "_runs", result -> values.apply(result).size());
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> members = new LinkedHashMap<>(machine.members());
        members.put("router_keys", sizes.routerKeys());
        members.put("vrps", sizes.vrps());
        members.put("aspas", sizes.aspas());
        members.put("target_ms", TARGET_MS);
        members.put("redis", results.stream().map(FIGURES::json).toList());
        return members;
    }

    @Override
    public Page page() {
        return new Page(
                        "RPKI set from Redis into a validator",
                        "For operators who need the time after which a started validator has the RPKI set, and the delay"
                                + " of a new router key. Results of `./pathproof bench rpki`.",
                        machine,
                        "Set: %,d router keys, %,d VRPs, %,d ASPAs with 4 providers each"
                                .formatted(sizes.routerKeys(), sizes.vrps(), sizes.aspas()))
                .lines(FIGURES.table(results, Result::redis))
                .lines("""

                        - Target for each load, from the start of the process: %.0f ms (%s).
                        - *load*: from the creation of the follower of Redis until the hub of the validator's tasks has the
                          set. The process is a JVM with `-Xmx2g -XX:+UseCompactObjectHeaders`, without a start cache and
                          without Kafka.
                        - *change*: key-sync's code compares the whole set with the one before, writes the difference, and
                          the follower applies it. A change withdraws a key and announces another one.
                        - Redis, the writer and the validator run on the same processors.
                        """.formatted(TARGET_MS, isMet() ? "met" : "missed"));
    }

    private boolean isMet() {
        return results.stream().allMatch(result -> Result.greatest(result.processMilliseconds()) <= TARGET_MS);
    }

    private static String count(List<?> values) {
        return Integer.toString(values.size());
    }

    private static String spread(List<Double> values) {
        String format = Result.median(values) < 100 ? "%.1f (%.1f to %.1f)" : "%,.0f (%,.0f to %,.0f)";
        return String.format(Locale.ROOT, format, Result.median(values), Result.least(values), Result.greatest(values));
    }
}
