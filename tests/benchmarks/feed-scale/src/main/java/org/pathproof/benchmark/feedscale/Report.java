// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.json.JsonMapper;

/** The results of all runs, as JSON or as a page in Markdown. */
record Report(String machine, String load, String when, List<Outcome> outcomes) {
    private static final int TARGET_ROUTES = 100_000;
    /** Highest time of a change of {@link #TARGET_ROUTES} until it is in every feed. */
    private static final double TARGET_MS = 2000;

    private static final double MIB = 1 << 20;

    /** Creates a report, with the load that the machine had before the runs. */
    static Report of(String load, List<Outcome> outcomes) {
        return new Report(
                Runtime.getRuntime().availableProcessors() + " processors, " + System.getProperty("os.name") + " "
                        + System.getProperty("os.version") + ", " + System.getProperty("java.vm.name") + " "
                        + System.getProperty("java.vm.version"),
                load,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                outcomes);
    }

    static String loadNow() throws IOException {
        return Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0];
    }

    String json() {
        List<Map<String, Object>> runs = new ArrayList<>();
        for (Outcome o : outcomes) {
            Map<String, Object> run = new LinkedHashMap<>();
            run.put("run", o.run());
            run.put("sessions", o.sizes().sessions());
            run.put("routes_per_session", o.sizes().routes());
            run.put("changed_routes", o.sizes().allChanged());
            run.put("fill_s", o.fillSeconds());
            run.put("change_p50_ms", Outcome.median(o.changeMs()));
            run.put("change_worst_ms", Outcome.worst(o.changeMs()));
            if (!o.backMs().isEmpty()) {
                run.put("back_p50_ms", Outcome.median(o.backMs()));
                run.put("back_worst_ms", Outcome.worst(o.backMs()));
            }
            if (o.slow() != null) {
                run.put("slow_reader_dropped_s", o.slow().droppedSeconds());
                run.put("slow_reader_reason", o.slow().reason());
                run.put("slow_reader_change_p50_ms", Outcome.median(o.slow().changeMs()));
                run.put("slow_reader_change_worst_ms", Outcome.worst(o.slow().changeMs()));
            }
            run.put("heap_per_session_bytes", Math.round(o.heapPerSession()));
            run.put("heap_per_route_bytes", o.heapPerRoute());
            run.put("heap_before_bytes", o.heapBefore());
            run.put("heap_bytes", o.heap());
            run.put("resident_bytes", o.resident());
            run.put("peak_resident_bytes", o.peakResident());
            run.put("sent_bytes", o.sentBytes());
            runs.add(run);
        }
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("machine", machine);
        whole.put("load", load);
        whole.put("when", when);
        whole.put("runs", runs);
        return new JsonMapper().writeValueAsString(whole);
    }

    /** Writes the page into a folder. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("feed-scale.md"), text());
    }

    String text() {
        StringBuilder page = new StringBuilder("""
                # Feeds to a thousand routers

                For operators who plan the memory of the policy API. Results of `./pathproof bench feed-scale`.
                Simulated routers in a process of their own read UPDATEs over real BGP sessions and count the prefixes.

                - Machine: %s, %s
                - Load before the run: %s

                """.formatted(machine, when, load));
        if (Double.parseDouble(load) >= 1) {
            page.append("**The machine was busy. Measure again before you cite these figures.**\n\n");
        }
        page.append("""
                | figure | %s |
                |---|%s
                """.formatted(
                String.join(" | ", outcomes.stream().map(Outcome::run).toList()), "---|".repeat(outcomes.size())));
        row(page, "BGP sessions", "%,.0f", o -> o.sizes().sessions());
        row(page, "routes of a session", "%,.0f", o -> o.sizes().routes());
        row(page, "routes in all sessions", "%,.0f", o -> o.sizes().allRoutes());
        row(page, "start of sessions until every router has all routes, s", "%.1f", Outcome::fillSeconds);
        row(page, "routes of one change", "%,.0f", o -> o.sizes().allChanged());
        row(page, "change until it is in every feed, median, ms", "%.0f", o -> Outcome.median(o.changeMs()));
        row(page, "the same, worst", "%.0f", o -> Outcome.worst(o.changeMs()));
        row(page, "end of the change until it is in every feed, median, ms", "%.0f", o -> Outcome.median(o.backMs()));
        row(page, "the same, worst", "%.0f", o -> Outcome.worst(o.backMs()));
        row(
                page,
                "a router stops reading: end of its session after, s",
                "%.1f",
                o -> ofSlow(o, Outcome.SlowReader::droppedSeconds));
        row(
                page,
                "change until all other routers have it, median, ms",
                "%.0f",
                o -> ofSlow(o, slow -> Outcome.median(slow.changeMs())));
        row(page, "the same, worst", "%.0f", o -> ofSlow(o, slow -> Outcome.worst(slow.changeMs())));
        row(page, "heap before the feeds, MiB", "%,.0f", o -> o.heapBefore() / MIB);
        row(page, "heap with all routes sent, MiB", "%,.0f", o -> o.heap() / MIB);
        row(page, "heap of the feeds for a session, KiB", "%,.1f", o -> o.heapPerSession() / 1024);
        row(page, "heap of the feeds for a route, bytes", "%.1f", Outcome::heapPerRoute);
        row(page, "resident memory, MiB", "%,.0f", o -> o.resident() / MIB);
        row(page, "highest resident memory, MiB", "%,.0f", o -> o.peakResident() / MIB);
        row(page, "bytes sent, MB", "%,.0f", o -> o.sentBytes() / 1e6);
        page.append("""

                - Target for a change of %,d routes: %.0f ms (%s).
                - `overrides`: the policy API's table of verdicts, its override feeds, the Adj-RIBs-Out and the BGP
                  speaker. Each router has two signed paths to each prefix. A change is the withdrawal of a router key:
                  the better paths to some prefixes become NOT_VALID. The time begins with the first verdict that the
                  policy API reads. The time of the validator is in [pipeline.md](pipeline.md). "Heap before the feeds" is
                  the table of verdicts.
                - `tables`: the Adj-RIBs-Out and the BGP speaker alone. A change gives routes other attributes.
                - One router has a Hold Time of 9 s, or of 60 s in runs with 10 million routes or more. It stops reading and
                  still sends KEEPALIVEs. Its session ends when it has read nothing for the Send Hold Time, which is 4/3 of the
                  Hold Time (RFC 9687). All routes of this router change meanwhile.
                - %d consecutive prefixes of a router share their attributes. Two routers never share attributes, because their
                  next hops differ.
                - The simulated routers run on the same processors. Heap is measured after a full collection.
                """.formatted(TARGET_ROUTES, TARGET_MS, target(), Sizes.PREFIXES_OF_A_PATH));
        return page.toString();
    }

    private static double ofSlow(Outcome outcome, ToDoubleFunction<Outcome.SlowReader> value) {
        return outcome.slow() == null ? Double.NaN : value.applyAsDouble(outcome.slow());
    }

    private String target() {
        if (outcomes.stream().anyMatch(outcome -> outcome.sizes().allChanged() < TARGET_ROUTES)) {
            return "not measured: fewer routes changed";
        }
        boolean met = outcomes.stream()
                .allMatch(outcome -> Outcome.worst(outcome.changeMs()) <= TARGET_MS
                        && (outcome.backMs().isEmpty() || Outcome.worst(outcome.backMs()) <= TARGET_MS));
        return met ? "met" : "missed";
    }

    private void row(StringBuilder page, String name, String format, ToDoubleFunction<Outcome> value) {
        page.append("| ").append(name).append(" |");
        for (Outcome outcome : outcomes) {
            double number = value.applyAsDouble(outcome);
            page.append(' ')
                    .append(Double.isNaN(number) ? "" : String.format(Locale.ROOT, format, number))
                    .append(" |");
        }
        page.append('\n');
    }
}
