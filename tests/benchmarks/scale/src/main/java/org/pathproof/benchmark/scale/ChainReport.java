// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.pathproof.benchmark.kit.Figures;

/**
 * The results of runs of the whole chain, as JSON or as a table in Markdown.
 *
 * @param outcomes at least one, the newest last
 */
record ChainReport(List<ChainOutcome> outcomes) {
    private static final double MIB = 1 << 20;
    private static final Map<String, String> STAGES = Map.of(
            "collector", "collector",
            "broker", "Kafka broker",
            "validator", "validator",
            "policy-api", "policy API");
    private static final List<String> ORDER = List.of("collector", "broker", "validator", "policy-api");

    private static final Figures<ChainOutcome> FIGURES = figures();

    private static Figures<ChainOutcome> figures() {
        Figures<ChainOutcome> figures = new Figures<ChainOutcome>()
                .row(
                        "processor",
                        o -> o.machine().processor() + " × " + o.machine().processors())
                .row("time", o -> o.machine().when().toString())
                .row("load before the run", o -> o.machine().load())
                .row("paths", ChainOutcome::paths)
                .number("routers", "routers", "%,.0f", o -> o.sizes().routers())
                .number("sessions", "sessions of all routers", "%,.0f", ChainOutcome::sessions)
                .number("rows", "routes of all routers", "%,.0f", ChainOutcome::rows)
                .number(
                        "first_rows_per_s",
                        "first router: routes a second, until the policy API shows all",
                        "%,.0f",
                        o -> o.first().rowsPerSecond())
                .number(
                        "first_signatures",
                        "signatures verified for it",
                        "%,.0f",
                        o -> o.first().verified())
                .number(
                        "copies_s",
                        "**the other routers at once: to the last verdict, s**",
                        "%.1f",
                        o -> o.copies().seconds())
                .number(
                        "copies_rows_per_s",
                        "their routes a second",
                        "%,.0f",
                        o -> o.copies().rowsPerSecond())
                .number(
                        "copies_signatures",
                        "signatures verified for them",
                        "%,.0f",
                        o -> o.copies().verified());
        stages(figures, "copy", "**CPU time for a copy, µs**", o -> o.copies().cpuMicros());
        figures.number(
                        "validator_heap_bytes",
                        "heap of the validator with all rows, less that without, MiB",
                        "%,.0f",
                        MIB,
                        o -> o.heap().validator())
                .number(
                        "validator_bytes_per_row",
                        "heap of the validator a row, bytes",
                        "%.1f",
                        o -> (double) o.heap().validator() / o.rows())
                .number(
                        "api_bytes_per_row",
                        "heap of the policy API a row, bytes",
                        "%.1f",
                        o -> (double) o.heap().policyApi() / o.rows())
                .number(
                        "key_rows",
                        "routes of a withdrawn key",
                        "%,.0f",
                        o -> o.key().rows())
                .number(
                        "key_shown_s",
                        "**the policy API shows all as NOT_VALID after, s**",
                        "%.2f",
                        o -> o.key().shown())
                .number(
                        "key_restored_s",
                        "the key comes back: all are VALID after, s",
                        "%.2f",
                        o -> o.key().restored());
        stages(
                figures,
                "key",
                "CPU time for a route of the key, µs",
                o -> o.key().cpuMicros());
        figures.number("roa_rows", "routes of a prefix whose ROA changes", "%,.0f", ChainOutcome::roaRows)
                .member("roa_ms", ChainOutcome::roaMs)
                .row(
                        "**all are shown as invalid after, ms**: p50 / worst",
                        o -> "%.0f / %.0f".formatted(o.roaMs().p50(), o.roaMs().max()))
                .number(
                        "leave_rows",
                        "routes of a router that leaves",
                        "%,.0f",
                        o -> o.leave().rows())
                .number(
                        "leave_hidden_ms",
                        "**the counts are without them after, ms**",
                        "%,.0f",
                        o -> o.leave().hiddenMs())
                .number(
                        "leave_gone_s",
                        "all are deleted after, s",
                        "%.2f",
                        o -> o.leave().gone());
        return figures;
    }

    private static void stages(
            Figures<ChainOutcome> figures, String key, String name, Function<ChainOutcome, Map<String, Double>> of) {
        for (String stage : ORDER) {
            figures.number(
                    key + "_" + stage.replace('-', '_') + "_us",
                    name + ": " + STAGES.get(stage),
                    "%.1f",
                    o -> of.apply(o).get(stage));
        }
    }

    /** Returns the members of the newest run. */
    Map<String, Object> json() {
        return FIGURES.json(outcomes.getLast());
    }

    /** Returns the table: a column for each size. */
    String table() {
        return FIGURES.table(
                outcomes,
                o -> "%d × %,d".formatted(o.sizes().routers(), o.sizes().routes()));
    }

    /** Returns remarks on the table. */
    static String notes() {
        return """

                - Routers, collector, broker, Redis, key-sync, a validator and the policy API are processes of this machine,
                  with default settings, 4 partitions, and the options of their images. The RPKI cache is in the benchmark.
                - All routers send the same signed table over connections of their own, as Adj-RIB-In before policy. The first
                  router sends it alone, so its signatures are new. The other routers send theirs at the same time.
                - Times run from the first byte, or from the change at the RPKI cache, to the HTTP response of the policy API
                  with the result. CPU time is that of the whole process, with compilers and garbage collector.
                - The withdrawn key has signed about a tenth of the routes. The ROA of a prefix is replaced by one of another
                  AS. The neighbors of the last router go down: its routes are hidden by the records of its sessions, and
                  deleted by those of the validator.
                """;
    }
}
