// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.benchmark.pipeline.measure.KeyMemory;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.EngineChoice;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.ProcessGroup;

/** The memory of a router key in a process that verifies, with and without tables. */
final class RouterKeys implements Bench.Scenario {
    private static final double BYTES = 150;
    private static final double MINIMUM = 115;
    /** A serial collector compacts the heap, so that the heap in use after a collection is live memory. */
    private static final String JVM = "-Xmx2g -XX:+UseSerialGC ";

    /**
     * The output of {@link KeyMemory}.
     *
     * @param keys number of keys
     * @param set bytes of heap that an unused RPKI set takes
     * @param all bytes of heap that a used RPKI set takes, with the results of its use
     * @param stays bytes of heap that tables keep
     * @param tables bytes of tables outside the heap
     */
    private record Taken(double keys, double set, double all, double stays, double tables) {}

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Workload workload = ColdStart.table(bench, bench.routes());
        Taken without;
        Taken with;
        try (ProcessGroup processes = bench.processes()) {
            without = measure(processes, workload, Map.of("pathproof.p256.uses-before-table", "1000000"));
            with = measure(processes, workload, Map.of());
        }
        double all = without.all() / without.keys();
        double set = without.set() / without.keys();
        return new Outcome.Builder("keys", "Memory of a router key")
                .workload("%,.0f router keys, each used for one signature".formatted(without.keys()))
                .atMost("a key, without its table", all, "B", BYTES)
                .figure("of these, in the RPKI set", set, "B")
                .figure("of these, in the verifier", all - set, "B")
                .figure("published: RTRlib", 215, "B")
                .figure("published: BGP-SRx", 1_859, "B")
                .figure("AS, SKI and SubjectPublicKeyInfo alone", MINIMUM, "B")
                .figure("smallest table, on the heap", (with.stays() + with.all() - without.all()) / with.keys(), "B")
                .figure("smallest table, outside the heap", with.tables() / with.keys(), "B")
                .note(
                        "Heap of a JVM after full collections, with compact object headers. The figures leave out the registry entry of a key (40 bytes) and its index entry (8 to 16 bytes), in each partition with a route that the key verifies.")
                .build();
    }

    private static Taken measure(ProcessGroup processes, Workload workload, Map<String, String> settings)
            throws IOException, InterruptedException {
        Map<String, String> all = new HashMap<>(EngineChoice.settings());
        all.putAll(settings);
        ChildProcess child = processes.java(
                "keys",
                JVM + Site.JVM,
                KeyMemory.class.getName(),
                all,
                workload.folder().toString());
        int status = child.process().waitFor();
        List<String> lines = Files.readAllLines(child.log());
        if (status != 0 || lines.isEmpty()) {
            throw new IllegalStateException(
                    "the process that measures router keys ended with status " + status + ": " + lines);
        }
        double[] numbers = Arrays.stream(lines.getLast().split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
        return new Taken(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    }
}
