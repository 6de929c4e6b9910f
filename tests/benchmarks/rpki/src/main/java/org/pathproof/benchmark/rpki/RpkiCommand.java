// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rpki;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.BenchmarkCommand;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.harness.RedisCluster;
import org.pathproof.harness.RedisServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof bench rpki}. */
@Command(
        name = "pathproof bench rpki",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the RPKI set from Redis into a validator: time until 100,000 router keys, 600,000 VRPs and 50,000"
                    + " ASPAs are in force, memory, and time of a change of one key.",
            "Redis is a single server, and then a cluster of three masters. Each load has a process of its own.",
            "With --quick: a tenth of the set, 3 loads, within a minute."
        })
public final class RpkiCommand extends BenchmarkCommand {
    private static final BenchmarkSet.Sizes FULL = new BenchmarkSet.Sizes(100_000, 600_000, 50_000);
    private static final BenchmarkSet.Sizes SMALL = new BenchmarkSet.Sizes(10_000, 60_000, 5_000);
    private static final int MAX_LOADS = 1_000;

    /** A key whose master gets the replica of the cluster. All keys of the set have its slot. */
    private static final String CLUSTER_KEY = "{pathproof:rpki}";

    @Option(names = "--loads", paramLabel = "N", description = "Loads, and changes of one key (default: 10).")
    private @Nullable Integer loads;

    public static void main(String[] args) {
        exit(new RpkiCommand(), args);
    }

    @Override
    public Integer call() throws IOException {
        int runs = checked("--loads", loads, isQuick() ? 3 : 10, 1, MAX_LOADS);
        BenchmarkSet.Sizes sizes = isQuick() ? SMALL : FULL;
        Machine machine = Machine.here();
        RpkiRun run = new RpkiRun(BenchmarkSet.of(sizes, runs + 1), sizes, runs, progress());
        List<Result> results = new ArrayList<>();
        try (ProcessGroup processes = ProcessGroup.in(buildFolder("bench"))) {
            try (RedisServer server = RedisServer.with(processes.folder("redis"))) {
                results.add(run.measure(processes, "standalone", server.uri()));
            }
            try (RedisCluster cluster = new RedisCluster(processes.folder("redis"), CLUSTER_KEY)) {
                results.add(run.measure(processes, "cluster", cluster.uri()));
            }
        }
        publish(new Report(machine, sizes, results), "rpki.md", loads == null);
        return 0;
    }
}
