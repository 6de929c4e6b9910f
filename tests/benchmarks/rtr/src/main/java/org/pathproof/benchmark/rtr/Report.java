// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rtr;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.benchmark.kit.Figures;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Page;
import org.pathproof.benchmark.kit.Results;

/** The results, as JSON or as a page in Markdown. */
record Report(Machine machine, Result result) implements Results {
    private static final double TARGET_MS = 2000;
    private static final double MB = 1e6;
    private static final double KIB = 1 << 10;
    private static final double MIB = 1 << 20;

    private static final Figures<Result> FIGURES = new Figures<Result>()
            .number("vrps", "VRPs", "%,.0f", Result::vrps)
            .number("routers", "routers", "%,.0f", Result::routers)
            .number("fill_s", "all routers connect and read the whole set, s", "%.1f", Result::fillSeconds)
            .number("fill_cpu_s", "CPU time of the server for it, s", "%.1f", Result::fillCpuSeconds)
            .number("fill_bytes", "bytes sent for it, MB", "%,.0f", MB, Result::fillBytes)
            .number(
                    "changed_vrps",
                    "VRPs of one change, withdrawn and announced with another AS",
                    "%,.0f",
                    Result::changed)
            .number("change_p50_ms", "change until all routers have it, median, ms", "%.0f", Result::medianMilliseconds)
            .number("change_worst_ms", "the same, worst", "%.0f", Result::worstMilliseconds)
            .number(
                    "change_cpu_ms",
                    "CPU time of the server for a change, mean, ms",
                    "%.0f",
                    Result::meanCpuMilliseconds)
            .number("connected_routers", "connected routers", "%,.0f", Result::idleRouters)
            .number(
                    "connected_change_ms",
                    "change until all connected routers have it, ms",
                    "%.0f",
                    r -> r.idleChange().milliseconds())
            .number(
                    "connected_change_cpu_ms",
                    "CPU time of the server for it, ms",
                    "%.0f",
                    r -> r.idleChange().cpuMilliseconds())
            .number(
                    "heap_empty_bytes",
                    "heap without routers, MiB",
                    "%,.0f",
                    MIB,
                    r -> r.empty().heap())
            .number(
                    "heap_filled_bytes",
                    "heap after all routers have read the whole set, MiB",
                    "%,.0f",
                    MIB,
                    r -> r.filled().heap())
            .number(
                    "heap_connected_bytes",
                    "heap with all connected routers, MiB",
                    "%,.0f",
                    MIB,
                    r -> r.idle().heap())
            .number(
                    "heap_per_router_bytes",
                    "heap for a connected router, KiB",
                    "%.1f",
                    KIB,
                    r -> Math.round(r.heapPerRouter()))
            .number(
                    "resident_empty_bytes",
                    "resident memory without routers, MiB",
                    "%,.0f",
                    MIB,
                    r -> r.empty().resident())
            .member("resident_filled_bytes", r -> r.filled().resident())
            .number(
                    "resident_connected_bytes",
                    "resident memory with all connected routers, MiB",
                    "%,.0f",
                    MIB,
                    r -> r.idle().resident())
            .member("resident_per_router_bytes", r -> Math.round(r.residentPerRouter()));

    @Override
    public Map<String, Object> json() {
        Map<String, Object> members = new LinkedHashMap<>(machine.members());
        members.putAll(FIGURES.json(result));
        return members;
    }

    @Override
    public Page page() {
        return new Page(
                        "RTR server with many routers",
                        "For operators who plan the RTR server of the policy API. Results of `./pathproof bench rtr`."
                                + " Simulated routers in a process of their own read PDUs over TCP and count the prefixes.",
                        machine)
                .lines(FIGURES.table(List.of(result), _ -> "value"))
                .lines("""

                        - Target for a change: %.0f ms (%s).
                        - The time of a change includes the wait of up to 100 ms for the next Serial Notify, the Serial
                          Queries of the routers and the responses. Routers that were notified within `rtr-notify-interval`
                          (1 min) get the next Serial Notify after this interval, as RFC 8210 section 8.2 requires; the
                          benchmark sets 100 ms.
                        - The heap is measured after a full collection. The server keeps the encoded set, about 20 bytes a
                          VRP, from the first query for the whole set until the next change.
                        - The simulated routers run on the same processors.
                        """.formatted(TARGET_MS, result.worstMilliseconds() <= TARGET_MS ? "met" : "missed"));
    }
}
