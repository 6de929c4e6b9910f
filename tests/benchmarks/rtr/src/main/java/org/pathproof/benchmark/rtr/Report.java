// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rtr;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.pathproof.harness.Machine;
import tools.jackson.databind.json.JsonMapper;

/** The results, as JSON or as a page in Markdown. */
record Report(Machine machine, Result result) {
    private static final double TARGET_MS = 2000;
    private static final double MIB = 1 << 20;

    String json() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("processor", machine.processor());
        values.put("processors", machine.processors());
        values.put("system", machine.system());
        values.put("load", machine.load());
        values.put("when", machine.when().toString());
        values.put("vrps", result.vrps());
        values.put("routers", result.routers());
        values.put("changed_vrps", result.changed());
        values.put("fill_s", result.fillSeconds());
        values.put("fill_cpu_s", result.fillCpuSeconds());
        values.put("fill_bytes", result.fillBytes());
        values.put("change_p50_ms", result.medianMilliseconds());
        values.put("change_worst_ms", result.worstMilliseconds());
        values.put("change_cpu_ms", result.meanCpuMilliseconds());
        values.put("connected_routers", result.idleRouters());
        values.put("connected_change_ms", result.idleChange().milliseconds());
        values.put("connected_change_cpu_ms", result.idleChange().cpuMilliseconds());
        values.put("heap_empty_bytes", result.empty().heap());
        values.put("heap_filled_bytes", result.filled().heap());
        values.put("heap_connected_bytes", result.idle().heap());
        values.put("resident_empty_bytes", result.empty().resident());
        values.put("resident_filled_bytes", result.filled().resident());
        values.put("resident_connected_bytes", result.idle().resident());
        values.put("heap_per_router_bytes", Math.round(result.heapPerRouter()));
        values.put("resident_per_router_bytes", Math.round(result.residentPerRouter()));
        return JsonMapper.shared().writeValueAsString(values);
    }

    String page() {
        StringBuilder page = new StringBuilder("""
                # RTR server with many routers

                For operators who plan the RTR server of the policy API. Results of `./pathproof bench rtr`. Simulated
                routers in a process of their own read PDUs over TCP and count the prefixes.

                - Machine: %s, %d processors, %s, %s
                - Load before the run: %s

                """.formatted(
                        machine.processor(), machine.processors(), machine.system(), machine.when(), machine.load()));
        if (machine.isBusy()) {
            page.append("**The machine was busy. Measure again before you cite these figures.**\n\n");
        }
        page.append("| figure | value |\n|---|---|\n");
        row(page, "VRPs", "%,.0f", result.vrps());
        row(page, "routers", "%,.0f", result.routers());
        row(page, "all routers connect and read the whole set, s", "%.1f", result.fillSeconds());
        row(page, "CPU time of the server for it, s", "%.1f", result.fillCpuSeconds());
        row(page, "bytes sent for it, MB", "%,.0f", result.fillBytes() / 1e6);
        row(page, "VRPs of one change, withdrawn and announced with another AS", "%,.0f", result.changed());
        row(page, "change until all routers have it, median, ms", "%.0f", result.medianMilliseconds());
        row(page, "the same, worst", "%.0f", result.worstMilliseconds());
        row(page, "CPU time of the server for a change, mean, ms", "%.0f", result.meanCpuMilliseconds());
        row(page, "connected routers", "%,.0f", result.idleRouters());
        row(
                page,
                "change until all connected routers have it, ms",
                "%.0f",
                result.idleChange().milliseconds());
        row(
                page,
                "CPU time of the server for it, ms",
                "%.0f",
                result.idleChange().cpuMilliseconds());
        row(page, "heap without routers, MiB", "%,.0f", result.empty().heap() / MIB);
        row(
                page,
                "heap after all routers have read the whole set, MiB",
                "%,.0f",
                result.filled().heap() / MIB);
        row(page, "heap with all connected routers, MiB", "%,.0f", result.idle().heap() / MIB);
        row(page, "heap for a connected router, KiB", "%.1f", result.heapPerRouter() / 1024);
        row(
                page,
                "resident memory without routers, MiB",
                "%,.0f",
                result.empty().resident() / MIB);
        row(
                page,
                "resident memory with all connected routers, MiB",
                "%,.0f",
                result.idle().resident() / MIB);
        page.append("""

                - Target for a change: %.0f ms (%s).
                - The time of a change includes the wait of up to 100 ms for the next Serial Notify, the Serial Queries of the
                  routers and the answers. Routers that were notified within `rtr-notify-interval` (1 min) get the next Serial
                  Notify after this interval, as RFC 8210 section 8.2 requires; the benchmark sets 100 ms.
                - The heap is measured after a full collection. The server keeps the encoded set, about 20 bytes a VRP, from the
                  first query for the whole set until the next change.
                - The simulated routers run on the same processors.
                """.formatted(TARGET_MS, result.worstMilliseconds() <= TARGET_MS ? "met" : "missed"));
        return page.toString();
    }

    private static void row(StringBuilder page, String name, String format, double value) {
        page.append("| ")
                .append(name)
                .append(" | ")
                .append(String.format(Locale.ROOT, format, value))
                .append(" |\n");
    }
}
