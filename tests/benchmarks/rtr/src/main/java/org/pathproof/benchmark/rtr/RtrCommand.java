// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rtr;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.BenchmarkCommand;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof bench rtr}. */
@Command(
        name = "pathproof bench rtr",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the RTR server: time and CPU time of a change until 1,000 routers with 600,000 VRPs have it, and"
                    + " memory with 10,000 connected routers.",
            "The server is a process of its own. Each process needs as many open files as there are routers (ulimit -n).",
            "With --quick: 50 routers with 20,000 VRPs, 200 connected routers, half a minute."
        })
public final class RtrCommand extends BenchmarkCommand {
    private static final int CHANGED = 100;
    private static final int ROUNDS = 10;
    private static final int MAX_VRPS = 10_000_000;
    private static final int MAX_ROUTERS = 28_000; // ephemeral ports of one address

    @Option(names = "--vrps", paramLabel = "N", description = "VRPs of the set (default: 600000).")
    private @Nullable Integer vrps;

    @Option(names = "--routers", paramLabel = "N", description = "Routers of the changes (default: 1000).")
    private @Nullable Integer routers;

    @Option(names = "--connected", paramLabel = "N", description = "Routers for the memory (default: 10000).")
    private @Nullable Integer connected;

    public static void main(String[] args) {
        exit(new RtrCommand(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        int set = checked("--vrps", vrps, isQuick() ? 20_000 : 600_000, 10 * CHANGED, MAX_VRPS);
        int readers = checked("--routers", routers, isQuick() ? 50 : 1_000, 1, MAX_ROUTERS);
        int all = checked("--connected", connected, Math.max(readers, isQuick() ? 200 : 10_000), readers, MAX_ROUTERS);
        Machine machine = Machine.here();
        Result result;
        try (ProcessGroup processes = ProcessGroup.in(buildFolder("bench"))) {
            result = new RtrRun(set, readers, all, CHANGED, ROUNDS, progress()).measure(processes);
        }
        publish(new Report(machine, result), "rtr.md", vrps == null && routers == null && connected == null);
        return 0;
    }
}
