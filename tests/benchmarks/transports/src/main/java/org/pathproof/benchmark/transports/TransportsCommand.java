// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.pipeline.Progress;
import org.pathproof.benchmark.pipeline.measure.Latencies;
import org.pathproof.benchmark.pipeline.report.Machine;
import org.pathproof.benchmark.pipeline.workload.RealTables;
import org.pathproof.harness.CommandErrors;
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code ./pathproof bench transports}. */
@Command(
        name = "pathproof bench transports",
        mixinStandardHelpOptions = true,
        description = {
            "Measures BMP over each transport: a route every 50 ms through ten relays of 15 ms into a real collector,"
                    + " a full table, the CPU time of the transport alone, and forged packets.",
            "Runs in a network namespace of its own where the kernel permits it. The attacks need root."
        })
public final class TransportsCommand implements Callable<Integer> {
    /** Folder of the repository, which the launcher passes. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    private static final int WARM_UP = 50_000;
    private static final int UPDATES_PER_SECOND = 20;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--quick",
            description = "Do a small run: 100 updates and a table of 20,000 routes for each transport.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON object for each transport instead of a table.")
    private boolean json;

    @Option(
            names = "--updates",
            paramLabel = "NUMBER",
            description = "Updates through the line, a multiple of 20 (default: ${DEFAULT-VALUE}).")
    private int updates = 3_000;

    @Option(
            names = "--routes",
            paramLabel = "NUMBER",
            description = "Routes of a full table (default: ${DEFAULT-VALUE}).")
    private int routes = 1_200_000;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            split = ",",
            description = "Transports to measure (default: all that this machine has).")
    private List<String> names = List.of();

    @Option(
            names = "--attacks",
            description = "Send the forged packets only, and print a JSON object for each transport.")
    private boolean attacks;

    @Option(names = "--loopback", description = "Use the loopback interface of this machine. The launcher reads it.")
    private boolean loopback;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Folder for the page of results (default: docs/benchmarks, none for a quick run).")
    private @Nullable Path folder;

    @Option(
            names = "--tables",
            paramLabel = "FOLDER",
            description = "Folder with MRT table dumps of real routers (default: ${DEFAULT-VALUE}).")
    private Path tables = ROOT.resolve("..", "shared", "data", "mrt").normalize();

    private final Path cache = ROOT.resolve(".build", "bench", "transports");

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return CommandErrors.commandLine(new TransportsCommand(), IllegalStateException.class);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Sizes sizes = quick ? Sizes.QUICK : new Sizes(WARM_UP, updates, routes);
        if (updates < UPDATES_PER_SECOND || updates % UPDATES_PER_SECOND != 0 || routes < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--updates is a multiple of 20, and --routes is at least 1");
        }
        List<Kind> kinds = kinds();
        PrintWriter out = spec.commandLine().getOut();
        List<TransportResult> results = new ArrayList<>();
        Progress progress = new Progress(spec.commandLine().getErr());
        if (loopback) {
            progress.print("forged packets are sent on the loopback interface of this machine");
        }
        Files.createDirectories(cache);
        if (attacks) {
            attack(kinds, out);
            return 0;
        }
        try (ProcessGroup processes = ProcessGroup.in(cache)) {
            Credentials credentials = new Credentials(processes.folder("certificates"));
            progress.print("signing routes, and starting all parts");
            RealTables real = new RealTables(tables, spec.commandLine().getErr());
            try (ChainRun chain = ChainRun.start(processes, cache, real, sizes, credentials)) {
                for (Kind kind : kinds) {
                    TransportResult result = measure(kind, sizes, chain, credentials, progress);
                    results.add(result);
                    if (json) {
                        out.println(JsonMapper.shared().writeValueAsString(result));
                        out.flush();
                    }
                }
            }
        }
        if (!json) {
            out.println(Report.table(results));
        }
        Path page = folder == null && !quick ? ROOT.resolve("docs", "benchmarks") : folder;
        if (page != null) {
            new Report(Machine.here(), sizes, results).write(page);
        }
        out.flush();
        return 0;
    }

    private void attack(List<Kind> kinds, PrintWriter out) throws IOException, InterruptedException {
        try (ProcessGroup processes = ProcessGroup.in(cache)) {
            Credentials credentials = new Credentials(processes.folder("certificates"));
            for (Kind kind : kinds) {
                Optional<String> missing = kind.unavailable();
                Attack attack = new Attack(kind, credentials);
                Object result = missing.isPresent()
                        ? Map.of("transport", kind.label(), "unavailable", missing.get())
                        : Map.of(
                                "transport", kind.label(),
                                "survives_rst", attack.survivesReset(),
                                "survives_injection", attack.survivesInjection());
                out.println(JsonMapper.shared().writeValueAsString(result));
                out.flush();
            }
        }
    }

    private List<Kind> kinds() {
        if (names.isEmpty()) {
            return List.of(Kind.values());
        }
        List<Kind> kinds = new ArrayList<>();
        for (String name : names) {
            kinds.add(Arrays.stream(Kind.values())
                    .filter(kind -> kind.label().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(),
                            "unknown transport '" + name + "': use "
                                    + Arrays.stream(Kind.values())
                                            .map(Kind::label)
                                            .toList())));
        }
        return kinds;
    }

    private static TransportResult measure(
            Kind kind, Sizes sizes, ChainRun chain, Credentials credentials, Progress progress)
            throws IOException, InterruptedException {
        Optional<String> missing = kind.unavailable();
        if (missing.isPresent()) {
            return TransportResult.unavailable(kind, missing.get());
        }
        progress.print(kind.label() + ": a route every 50 ms");
        ChainRun.LineTimes line = chain.line(kind, sizes.updates());
        progress.print(kind.label() + ": a table");
        double seconds = chain.table(kind);
        progress.print(kind.label() + ": CPU time and attacks");
        double cpu = TransportCost.of(kind, chain.bytes(), credentials);
        Attack attack = new Attack(kind, credentials);
        return new TransportResult(
                kind.label(),
                null,
                line.updates(),
                millis(line.received(), 50),
                millis(line.received(), 99),
                millis(line.verdict(), 50),
                millis(line.verdict(), 99),
                sizes.routes(),
                rounded(seconds, 100),
                rounded(cpu, 100),
                attack.survivesReset(),
                attack.survivesInjection());
    }

    private static double millis(Latencies latencies, double percent) {
        return rounded(latencies.percentile(percent), 100);
    }

    private static double rounded(double value, int parts) {
        return Math.round(value * parts) / (double) parts;
    }
}
