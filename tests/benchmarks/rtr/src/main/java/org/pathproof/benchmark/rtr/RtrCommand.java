// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rtr;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.harness.CommandErrors;
import org.pathproof.harness.Machine;
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ./pathproof bench rtr}. */
@Command(
        name = "pathproof bench rtr",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the RTR server: time and CPU time of a change until 1,000 routers with 600,000 VRPs have it, and"
                    + " memory with 10,000 connected routers.",
            "The server is a process of its own. Each process needs as many open files as there are routers (ulimit -n)."
        })
public final class RtrCommand implements Callable<Integer> {
    /** Folder of the repository, which the launcher passes. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    private static final int CHANGED = 100;
    private static final int ROUNDS = 10;
    private static final int MAX_VRPS = 10_000_000;
    private static final int MAX_ROUTERS = 28_000; // ephemeral ports of one address

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--quick",
            description = "Do a small run, within half a minute: 50 routers with 20,000 VRPs, 200 connected routers.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON object instead of a page.")
    private boolean json;

    @Option(names = "--vrps", paramLabel = "N", description = "VRPs of the set (default: 600000).")
    private @Nullable Integer vrps;

    @Option(names = "--routers", paramLabel = "N", description = "Routers of the changes (default: 1000).")
    private @Nullable Integer routers;

    @Option(names = "--connected", paramLabel = "N", description = "Routers for the memory (default: 10000).")
    private @Nullable Integer connected;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Folder for rtr.md (default: docs/benchmarks for a run with default sizes, else none).")
    private @Nullable Path folder;

    public static void main(String[] args) {
        System.exit(CommandErrors.commandLine(new RtrCommand(), IllegalStateException.class)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        int set = checked("--vrps", vrps, quick ? 20_000 : 600_000, 10 * CHANGED, MAX_VRPS);
        int readers = checked("--routers", routers, quick ? 50 : 1_000, 1, MAX_ROUTERS);
        int all = checked("--connected", connected, Math.max(readers, quick ? 200 : 10_000), readers, MAX_ROUTERS);
        Machine machine = Machine.here();
        Result result;
        try (ProcessGroup processes = ProcessGroup.in(ROOT.resolve(".build").resolve("bench"))) {
            result = new RtrRun(
                            set,
                            readers,
                            all,
                            CHANGED,
                            ROUNDS,
                            spec.commandLine().getErr())
                    .measure(processes);
        }
        Report report = new Report(machine, result);
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? report.json() : report.page());
        out.flush();
        boolean whole = !quick && vrps == null && routers == null && connected == null;
        Path results = folder == null && whole ? ROOT.resolve("docs", "benchmarks") : folder;
        if (results != null) {
            Files.createDirectories(results);
            Files.writeString(results.resolve("rtr.md"), report.page());
        }
        return 0;
    }

    private int checked(String option, @Nullable Integer value, int usual, int min, int max) {
        if (value != null && (value < min || value > max)) {
            throw new ParameterException(
                    spec.commandLine(), option + " " + value + " is not possible: use " + min + " to " + max);
        }
        return value == null ? usual : value;
    }
}
