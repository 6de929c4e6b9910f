// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.pathproof.benchmark.kit.Figures;

/**
 * The results of runs of the read side, as JSON or as a table in Markdown.
 *
 * @param outcomes at least one, the newest last
 */
record Report(List<Outcome> outcomes) {
    private static final double MIB = 1 << 20;
    private static final double MB = 1e6;

    private static final Figures<Outcome> FIGURES = figures();

    private static Figures<Outcome> figures() {
        Figures<Outcome> figures = new Figures<Outcome>()
                .row(
                        "processor",
                        o -> o.machine().processor() + " × " + o.machine().processors())
                .row("time", o -> o.machine().when().toString())
                .row("load before the run", o -> o.machine().load())
                .row("prefixes and paths", Outcome::paths)
                .row(
                        "sessions × prefixes",
                        o -> "%,d × %,d"
                                .formatted(o.sizes().sessions(), o.sizes().prefixes()))
                .number("rows", "rows", "%,.0f", o -> o.sizes().rows())
                .number(
                        "heap_max_bytes",
                        "largest heap (-Xmx), MiB",
                        "%,.0f",
                        MIB,
                        o -> o.sizes().heapBytes())
                .number(
                        "kafka_bytes",
                        "table in Kafka (lz4), MB",
                        "%,.0f",
                        MB,
                        o -> o.table().kafkaBytes())
                .number(
                        "heap_bytes",
                        "heap with all rows, MiB",
                        "%,.0f",
                        MIB,
                        o -> o.table().heap())
                .number(
                        "empty_heap_bytes",
                        "heap without routes, MiB",
                        "%,.0f",
                        MIB,
                        o -> o.table().emptyHeap())
                .number(
                        "bytes_per_row",
                        "**heap a row, without that of an empty process, bytes**",
                        "%.1f",
                        Outcome::bytesPerRow)
                .number(
                        "process_bytes_per_row",
                        "heap a row, all of the process, bytes",
                        "%.1f",
                        Outcome::processBytesPerRow)
                .number(
                        "changed_bytes_per_row",
                        "heap a row after all changes, bytes",
                        "%.1f",
                        Outcome::changedBytesPerRow)
                .number(
                        "resident_bytes",
                        "resident memory, MiB",
                        "%,.0f",
                        MIB,
                        o -> o.table().resident())
                .number(
                        "changed_resident_bytes",
                        "resident memory after all changes, MiB",
                        "%,.0f",
                        MIB,
                        o -> o.table().changedResident());
        starts(figures);
        requests(figures);
        changes(figures);
        samples(
                figures,
                "pause_loading",
                "garbage collector's pauses, reading the table, ms",
                "%.1f",
                o -> o.pauses().loading());
        samples(
                figures,
                "pause_live",
                "garbage collector's pauses, live, ms",
                "%.1f",
                o -> o.pauses().live());
        return figures;
    }

    private static void starts(Figures<Outcome> figures) {
        figures.number(
                        "load_rows_per_s",
                        "**rows read from Kafka a second**",
                        "%,.0f",
                        o -> o.starts().rowsPerSecond())
                .number(
                        "load_rows_per_cpu_s",
                        "rows by the CPU time of the reading threads, a second",
                        "%,.0f",
                        o -> o.starts().rowsPerCpuSecond())
                .number(
                        "cold_ready_s",
                        "**start without a snapshot, until ready, s**",
                        "%.1f",
                        o -> o.starts().coldReady())
                .number(
                        "empty_ready_s",
                        "start without routes, until ready, s",
                        "%.1f",
                        o -> o.starts().emptyReady())
                .number(
                        "ready_s",
                        "**start with a snapshot, until ready, s**",
                        "%.1f",
                        o -> o.starts().snapshotReady())
                .number(
                        "snapshot_load_s",
                        "of which reading the snapshot, s",
                        "%.2f",
                        o -> o.starts().snapshotLoad())
                .number(
                        "busy_ready_s",
                        "**the same while routes change, s**",
                        "%.1f",
                        o -> o.busyStart() == null ? null : o.busyStart().ready())
                .number(
                        "busy_changes_per_s",
                        "changes a second meanwhile",
                        "%,.0f",
                        o -> o.busyStart() == null ? null : o.busyStart().perSecond())
                .number(
                        "busy_behind_s",
                        "last change shown after the end of the changes, s",
                        "%.2f",
                        o -> o.busyStart() == null ? null : o.busyStart().behind())
                .number(
                        "busy_compared_rows",
                        "routes compared with their records then, all equal",
                        "%,.0f",
                        o -> o.busyStart() == null ? null : o.busyStart().compared())
                .number(
                        "snapshot_bytes",
                        "snapshot, MB",
                        "%,.0f",
                        MB,
                        o -> o.starts().snapshotBytes())
                .number(
                        "snapshot_write_s",
                        "writing a snapshot, s",
                        "%.2f",
                        o -> o.starts().snapshotWrite());
    }

    private static void requests(Figures<Outcome> figures) {
        request(
                figures,
                "liveness_us",
                "HTTP alone (liveness), µs",
                "%,.0f",
                o -> o.requests().livenessUs());
        request(
                figures,
                "absent_us",
                "routes of a prefix without routes, µs",
                "%,.0f",
                o -> o.requests().absentUs());
        request(
                figures,
                "prefix_us",
                "**all routes of a prefix, µs**",
                "%,.0f",
                o -> o.requests().prefixUs());
        request(
                figures,
                "rare_ms",
                "**NOT_VALID among all, ms**",
                "%.1f",
                o -> o.requests().rareMs());
        figures.number(
                "rare_rows", "rows of this answer", "%,.0f", o -> o.requests().rareRows());
        request(
                figures,
                "rule_ms",
                "one rule among all, ms",
                "%.1f",
                o -> o.requests().ruleMs());
        request(
                figures,
                "summary_ms",
                "counts of all (summary), ms",
                "%.1f",
                o -> o.requests().summaryMs());
    }

    private static void request(
            Figures<Outcome> figures, String key, String name, String format, Function<Outcome, Outcome.Request> of) {
        samples(figures, key, name, format, o -> of.apply(o).times());
        figures.number(
                key.substring(0, key.lastIndexOf('_')) + "_cpu_us",
                "its CPU time, µs",
                "%,.0f",
                o -> of.apply(o).cpuMicros());
    }

    private static void changes(Figures<Outcome> figures) {
        figures.number(
                        "changes",
                        "random changes of a round",
                        "%,.0f",
                        o -> o.changes().count())
                .number(
                        "changes_per_s",
                        "**changes applied a second**",
                        "%,.0f",
                        o -> o.changes().perSecond())
                .number(
                        "changes_per_cpu_s",
                        "changes by the CPU time of the applying threads, a second",
                        "%,.0f",
                        o -> o.changes().perCpuSecond())
                .number(
                        "change_cpu_us",
                        "CPU time of the process for a change, µs",
                        "%.2f",
                        o -> o.changes().processMicros());
        samples(
                figures,
                "one_record_ms",
                "one changed route until shown, ms",
                "%.1f",
                o -> o.events().oneRecordMs());
        samples(
                figures,
                "roa_ms",
                "one ROA: all routes of a prefix until shown, ms",
                "%.1f",
                o -> o.events().roaMs());
        samples(
                figures,
                "session_end_ms",
                "**end of a session until the counts are without it, ms**",
                "%.1f",
                o -> o.events().sessionEndMs());
        figures.number(
                        "withdrawn_rows",
                        "rows of a withdrawn key",
                        "%,.0f",
                        o -> o.events().withdrawnRows())
                .number(
                        "withdrawn_written_s",
                        "their records are in Kafka after, s",
                        "%.2f",
                        o -> o.events().withdrawnWritten())
                .number(
                        "withdrawn_shown_s",
                        "**the counts have all after, s**",
                        "%.2f",
                        o -> o.events().withdrawnShown())
                .number(
                        "withdrawn_cpu_s",
                        "CPU time of the policy API until then, s",
                        "%.2f",
                        o -> o.events().withdrawnCpu())
                .number(
                        "withdrawn_thread_cpu_s",
                        "of which the applying threads, s",
                        "%.2f",
                        o -> o.events().withdrawnThreadCpu())
                .number(
                        "restored_shown_s",
                        "the key comes back: the counts have all after, s",
                        "%.2f",
                        o -> o.events().restoredShown())
                .number(
                        "router_rows",
                        "rows of a router that leaves",
                        "%,.0f",
                        o -> o.events().routerRows())
                .number(
                        "router_hidden_ms",
                        "the counts are without them after, ms",
                        "%.1f",
                        o -> o.events().routerHiddenMs())
                .number(
                        "router_gone_s",
                        "all are deleted after, s",
                        "%.2f",
                        o -> o.events().routerGone())
                .number(
                        "router_heap_bytes",
                        "heap then, MiB",
                        "%,.0f",
                        MIB,
                        o -> o.events().routerHeap());
    }

    private static void samples(
            Figures<Outcome> figures, String key, String name, String format, Function<Outcome, Samples> of) {
        figures.member(key, o -> of.apply(o)).row(name + ": p50 / p99 / worst", o -> {
            Samples samples = of.apply(o);
            return samples.count() == 0
                    ? "none"
                    : format.formatted(samples.p50()) + " / " + format.formatted(samples.p99()) + " / "
                            + format.formatted(samples.max());
        });
    }

    private Outcome last() {
        return outcomes.getLast();
    }

    /** Returns the members of a quick run: one object with the main figures. */
    Map<String, Object> quickJson() {
        Outcome o = last();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("rows", o.sizes().rows());
        members.put("sessions", o.sizes().sessions());
        members.put("bytes_per_row", rounded(o.bytesPerRow(), 10));
        members.put("load_rows_per_s", Math.round(o.starts().rowsPerSecond()));
        members.put("changes_per_s", Math.round(o.changes().perSecond()));
        members.put("prefix_p99_us", rounded(o.requests().prefixUs().times().p99(), 10));
        members.put("rare_state_ms", rounded(o.requests().rareMs().times().p50(), 100));
        members.put("session_end_ms", rounded(o.events().sessionEndMs().p50(), 100));
        members.put("snapshot_load_s", rounded(o.starts().snapshotLoad(), 1000));
        members.put("ready_s", rounded(o.starts().snapshotReady(), 100));
        members.put("pause_p99_ms", rounded(o.pauses().all().p99(), 100));
        return members;
    }

    private static double rounded(double value, double parts) {
        return Math.round(value * parts) / parts;
    }

    /** Returns the members of the newest run. */
    Map<String, Object> json() {
        return FIGURES.json(last());
    }

    /** Returns the table: a column for each size. */
    String table() {
        return FIGURES.table(outcomes, o -> "%,.0fM rows".formatted(o.sizes().rows() / 1e6));
    }

    /** Returns remarks on the table. */
    static String notes() {
        return """

                - A broker, Redis and the policy API are processes of this machine, each with its default settings, 12
                  partitions of verdicts, and the options of the image. The benchmark stands for the validators.
                - Sessions 2i and 2i + 1 are a peering before and after policy, with one path. A router has two peerings.
                  %d neighbors have another path to each prefix. The records of a session are written together, in the
                  order of prefixes. They are compressed with lz4, which validators do not do by default.
                - Heap is measured after a full collection. "Rows read from Kafka a second" leaves out the start of the
                  JVM and of Spring.
                - Each start is that of a killed process. The first start reads the table from Kafka and writes a
                  snapshot; later ones read the snapshot. Times are medians.
                - The start while routes change is that of a killed process, too: random routes change at a steady rate from
                  before the start until it is ready. Then path, state and time of each route are those of its last record.
                - Requests come one at a time over one connection. The liveness probe is the cost of HTTP itself.
                - Random changes: the process stands still until Kafka has all of them. A third of them changes the path.
                - "Until shown" runs from the first record to the HTTP response with the result, so it has Kafka's time,
                  too: compare it with that of one changed route.
                - The AS that is in the most paths has signed half of all signed paths. Its key is withdrawn: the benchmark
                  writes the verdicts as fast as Kafka accepts them, on the same processors. No signature is verified.
                - CPU time of a request is that of the threads that serve requests. Other CPU times are those of the whole
                  process, with compilers and garbage collector.
                - Each run compares the number of routes, the counts, and the routes that are NOT_VALID with those that
                  the records should give: after each start, after the random changes, and at its end.
                """.formatted(Sizes.NEIGHBORS);
    }
}
