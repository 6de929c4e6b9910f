// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.Figures;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Page;
import org.pathproof.benchmark.kit.Results;

/** The results of all runs, as JSON or as a page in Markdown. */
record Report(Machine machine, List<Outcome> outcomes) implements Results {
    private static final int TARGET_ROUTES = 100_000;
    /** Highest time of a change of {@link #TARGET_ROUTES} until it is in every feed. */
    private static final double TARGET_MS = 2000;

    private static final double MB = 1e6;
    private static final double KIB = 1 << 10;
    private static final double MIB = 1 << 20;

    private static final Figures<Outcome> FIGURES = new Figures<Outcome>()
            .member("run", Outcome::run)
            .number("sessions", "BGP sessions", "%,.0f", o -> o.sizes().sessions())
            .number(
                    "routes_per_session",
                    "routes of a session",
                    "%,.0f",
                    o -> o.sizes().routes())
            .row("routes in all sessions", o -> "%,d".formatted(o.sizes().allRoutes()))
            .number("fill_s", "start of sessions until every router has all routes, s", "%.1f", Outcome::fillSeconds)
            .number(
                    "changed_routes",
                    "routes of one change",
                    "%,.0f",
                    o -> o.sizes().allChanged())
            .number(
                    "change_p50_ms",
                    "change until it is in every feed, median, ms",
                    "%.0f",
                    o -> Outcome.median(o.changeMs()))
            .number("change_worst_ms", "the same, worst", "%.0f", o -> Outcome.worst(o.changeMs()))
            .number(
                    "back_p50_ms",
                    "end of the change until it is in every feed, median, ms",
                    "%.0f",
                    o -> Outcome.median(o.backMs()))
            .number("back_worst_ms", "the same, worst", "%.0f", o -> Outcome.worst(o.backMs()))
            .number(
                    "slow_reader_dropped_s",
                    "a router stops reading: end of its session after, s",
                    "%.1f",
                    o -> ofSlow(o, Outcome.SlowReader::droppedSeconds))
            .member(
                    "slow_reader_reason",
                    o -> o.slow() == null ? null : o.slow().reason())
            .number(
                    "slow_reader_change_p50_ms",
                    "change until all other routers have it, median, ms",
                    "%.0f",
                    o -> ofSlow(o, slow -> Outcome.median(slow.changeMs())))
            .number(
                    "slow_reader_change_worst_ms",
                    "the same, worst",
                    "%.0f",
                    o -> ofSlow(o, slow -> Outcome.worst(slow.changeMs())))
            .number("heap_before_bytes", "heap before the feeds, MiB", "%,.0f", MIB, Outcome::heapBefore)
            .number("heap_bytes", "heap with all routes sent, MiB", "%,.0f", MIB, Outcome::heap)
            .number(
                    "heap_per_session_bytes",
                    "heap of the feeds for a session, KiB",
                    "%,.1f",
                    KIB,
                    o -> Math.round(o.heapPerSession()))
            .number("heap_per_route_bytes", "heap of the feeds for a route, bytes", "%.1f", Outcome::heapPerRoute)
            .number("resident_bytes", "resident memory, MiB", "%,.0f", MIB, Outcome::resident)
            .number("peak_resident_bytes", "highest resident memory, MiB", "%,.0f", MIB, Outcome::peakResident)
            .number("sent_bytes", "bytes sent, MB", "%,.0f", MB, Outcome::sentBytes);

    @Override
    public Map<String, Object> json() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("machine", machine.processors() + " processors, " + machine.system() + ", " + machine.java());
        members.put("load", machine.loadOfMinute());
        members.put("when", machine.when().toString());
        members.put("runs", outcomes.stream().map(FIGURES::json).toList());
        return members;
    }

    @Override
    public Page page() {
        return new Page(
                        "Feeds to a thousand routers",
                        "For operators who plan the memory of the policy API. Results of `./pathproof bench feed-scale`."
                                + " Simulated routers in a process of their own read UPDATEs over real BGP sessions and"
                                + " count the prefixes.",
                        machine)
                .lines(FIGURES.table(outcomes, Outcome::run))
                .lines("""

                        - Target for a change of %,d routes: %.0f ms (%s).
                        - `overrides`: the policy API's table of verdicts, its override feeds, the Adj-RIBs-Out and the BGP
                          speaker. Each router has two signed paths to each prefix. A change is the withdrawal of a router
                          key: the better paths to some prefixes become NOT_VALID. The time begins with the first verdict
                          that the policy API reads. The time of the validator is in [pipeline.md](pipeline.md). "Heap
                          before the feeds" is the table of verdicts.
                        - `tables`: the Adj-RIBs-Out and the BGP speaker alone. A change gives routes other attributes.
                        - One router has a Hold Time of 9 s, or of 60 s in runs with 10 million routes or more. It stops
                          reading and still sends KEEPALIVEs. Its session ends when it has read nothing for the Send Hold
                          Time, which is 4/3 of the Hold Time (RFC 9687). All routes of this router change meanwhile.
                        - %d consecutive prefixes of a router share their attributes. Two routers never share attributes,
                          because their next hops differ.
                        - The simulated routers run on the same processors. Heap is measured after a full collection.
                        """.formatted(TARGET_ROUTES, TARGET_MS, target(), Sizes.PREFIXES_OF_A_PATH));
    }

    private static @Nullable Double ofSlow(Outcome outcome, Function<Outcome.SlowReader, Double> value) {
        return outcome.slow() == null ? null : value.apply(outcome.slow());
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
}
