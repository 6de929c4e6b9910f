// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rpki;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.harness.CommandErrors;
import org.pathproof.harness.Machine;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.harness.RedisCluster;
import org.pathproof.harness.RedisServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ./pathproof bench rpki}. */
@Command(
        name = "pathproof bench rpki",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the RPKI set from Redis into a validator: time until 100,000 router keys, 600,000 VRPs and 50,000"
                    + " ASPAs are in force, memory, and time of a change of one key.",
            "Redis is a single server, and then a cluster of three masters. Each load has a process of its own."
        })
public final class RpkiCommand implements Callable<Integer> {
    /** Folder of the repository, which the launcher passes. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    private static final BenchmarkSet.Sizes FULL = new BenchmarkSet.Sizes(100_000, 600_000, 50_000);
    private static final BenchmarkSet.Sizes SMALL = new BenchmarkSet.Sizes(10_000, 60_000, 5_000);
    private static final int MAX_LOADS = 1_000;

    /** A key whose master gets the replica of the cluster. All keys of the set have its slot. */
    private static final String CLUSTER_KEY = "{pathproof:rpki}";

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "Do a small run, within a minute: a tenth of the set, 3 loads.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON object instead of a page.")
    private boolean json;

    @Option(names = "--loads", paramLabel = "N", description = "Loads, and changes of one key (default: 10).")
    private @Nullable Integer loads;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Folder for rpki.md (default: docs/benchmarks for a run with default sizes, else none).")
    private @Nullable Path folder;

    public static void main(String[] args) {
        System.exit(CommandErrors.commandLine(new RpkiCommand(), IllegalStateException.class)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException {
        int runs = loads == null ? (quick ? 3 : 10) : loads;
        if (runs < 1 || runs > MAX_LOADS) {
            throw new ParameterException(
                    spec.commandLine(), "--loads " + runs + " is not possible: use 1 to " + MAX_LOADS);
        }
        BenchmarkSet.Sizes sizes = quick ? SMALL : FULL;
        Machine machine = Machine.here();
        RpkiRun run = new RpkiRun(
                BenchmarkSet.of(sizes, runs + 1),
                sizes,
                runs,
                spec.commandLine().getErr());
        List<Result> results = new ArrayList<>();
        try (ProcessGroup processes = ProcessGroup.in(ROOT.resolve(".build").resolve("bench"))) {
            try (RedisServer server = RedisServer.with(processes.folder("redis"))) {
                results.add(run.measure(processes, "standalone", server.uri()));
            }
            try (RedisCluster cluster = new RedisCluster(processes.folder("redis"), CLUSTER_KEY)) {
                results.add(run.measure(processes, "cluster", cluster.uri()));
            }
        }
        Report report = new Report(machine, sizes, results);
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? report.json() : report.page());
        out.flush();
        boolean whole = !quick && loads == null;
        Path written = folder == null && whole ? ROOT.resolve("docs", "benchmarks") : folder;
        if (written != null) {
            Files.createDirectories(written);
            Files.writeString(written.resolve("rpki.md"), report.page());
        }
        return 0;
    }
}
