// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code ./pathproof bench feeds}. */
@Command(
        name = "pathproof bench feeds",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the time from a tampered path to the valid one in real routers: GoBGP, FRR and optionally BIRD as border router, BIRD and FRR behind it.",
            "Runs in a network namespace of its own where the kernel permits it, else on loopback addresses without kernel routes."
        })
public final class BenchmarkCommand implements Callable<Integer> {
    private static final int KEY_REPETITIONS = 5;
    private static final int REPLICA_KILLS = 3;
    /** Folder of the repository, which the launcher passes. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "Do a few repetitions, within a minute.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON object for each border router instead of a table.")
    private boolean json;

    @Option(
            names = "--daemon",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Border routers, one after the other: gobgp, frr, and bird with --bird (default: all of these).")
    private List<String> names = List.of();

    @Option(
            names = "--bird",
            paramLabel = "PROGRAM",
            description = "A BIRD with BMP, 2.14 or later, as a further border router. Debian 12 has no such BIRD.")
    private @Nullable Path bird;

    @Option(
            names = "--repetitions",
            paramLabel = "NUMBER",
            description = "Number of tampered paths of each kind, 1 to 100 (default: ${DEFAULT-VALUE}).")
    private int repetitions = 20;

    @Option(
            names = "--without-expiry",
            description = "Leave out the end of the keys' Expire Interval, 10 minutes for each border router.")
    private boolean withoutExpiry;

    @Option(
            names = "--loopback",
            description = "Use loopback addresses also where a network namespace is possible. The launcher reads it.")
    private boolean loopback;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Folder for the page of results (default: docs/benchmarks, none for a quick run).")
    private @Nullable Path folder;

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return CommandErrors.commandLine(new BenchmarkCommand(), IllegalStateException.class);
    }

    @Override
    public Integer call() throws Exception {
        List<Daemon> daemons = daemons();
        if (repetitions < 1 || repetitions > 100) {
            throw new ParameterException(
                    spec.commandLine(), "--repetitions is " + repetitions + ": use a number from 1 to 100");
        }
        Daemon.requirePrograms();
        String birdVersion = bird == null ? null : BirdBorder.requireBmp(bird);
        if (Lan.isOwnNamespace()) {
            Lan.create();
        }
        PrintWriter out = spec.commandLine().getOut();
        Machine machine = Machine.here();
        List<Result> results = new ArrayList<>();
        for (Daemon daemon : daemons) {
            Result result = run(daemon);
            results.add(result);
            if (json) {
                out.println(JsonMapper.shared().writeValueAsString(result.json()));
                out.flush();
            }
        }
        if (!json) {
            out.println(Report.table(results));
        }
        Path page = folder == null && !quick ? ROOT.resolve("docs", "benchmarks") : folder;
        if (page != null) {
            new Report(machine, results, birdVersion).write(page);
        }
        out.flush();
        return 0;
    }

    private List<Daemon> daemons() {
        List<Daemon> known = new ArrayList<>(List.of(Daemon.GOBGP, Daemon.FRR));
        if (bird != null) {
            known.add(Daemon.bird(bird));
        }
        List<Daemon> daemons = new ArrayList<>();
        for (String name : names) {
            daemons.add(known.stream()
                    .filter(daemon -> daemon.label().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new ParameterException(spec.commandLine(), unknown(name))));
        }
        return daemons.isEmpty() ? known : daemons;
    }

    private static String unknown(String name) {
        return name.equals(Daemon.BIRD)
                ? "--daemon bird needs a BIRD with BMP: add --bird PROGRAM"
                : "unknown daemon '" + name + "': use gobgp, frr or bird";
    }

    private String place() {
        if (Lan.isOwnNamespace()) {
            return "in a network namespace";
        }
        return loopback ? "on loopback addresses" : "on loopback addresses: no network namespace is permitted";
    }

    private Result run(Daemon daemon) throws Exception {
        FeedRun.Amounts amounts = quick
                ? new FeedRun.Amounts(3, 2, 1, 1, false)
                : new FeedRun.Amounts(repetitions, repetitions, KEY_REPETITIONS, REPLICA_KILLS, !withoutExpiry);
        PrintWriter err = spec.commandLine().getErr();
        err.println("border router " + daemon.label() + ", " + place());
        err.flush();
        Path temporary = Files.createTempDirectory("pathproof-feeds");
        try (ProcessGroup files = ProcessGroup.in(temporary);
                OpenParts parts = new OpenParts()) {
            return new FeedRun(parts, files, ROOT.resolve("pathproof"), daemon, amounts).run();
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
