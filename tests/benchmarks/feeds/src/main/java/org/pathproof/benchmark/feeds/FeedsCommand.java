// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.feeds.table.Lan;
import org.pathproof.benchmark.kit.BenchmarkCommand;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof bench feeds}. */
@Command(
        name = "pathproof bench feeds",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the time from a tampered path to the valid one in real routers: GoBGP, FRR and optionally BIRD as border router, BIRD and FRR behind it.",
            "Then runs scenarios with two border routers of one AS, each router in a network namespace of its own.",
            "Runs in a network namespace of its own where the kernel permits it, else on loopback addresses without kernel routes.",
            "With --quick: a few repetitions, within four minutes."
        })
public final class FeedsCommand extends BenchmarkCommand {
    private static final int KEY_REPETITIONS = 5;
    private static final int REPLICA_KILLS = 3;

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
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Scenarios: one-border, two-borders-mesh, two-borders-reflector, fed-and-unfed, next-hop-self, add-path-upstream, localpref-policy (default: all of these; those with two border routers need a network namespace).")
    private List<String> scenarioNames = List.of();

    @Option(
            names = "--random",
            paramLabel = "MINUTES",
            description =
                    "Run random events instead, for this time, in networks of FRR and GoBGP and of two GoBGPs. Ends with status 1 if something is wrong.")
    private int randomMinutes;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "Seed of --random (default: a new one; the output has it).")
    private @Nullable Long seed;

    @Option(
            names = "--repetitions",
            paramLabel = "NUMBER",
            description = "Number of tampered paths of each kind, 1 to 100 (default: ${DEFAULT-VALUE}).")
    private int repetitions = 20;

    @Option(
            names = "--without-expiry",
            description = "Leave out the expiry of the keys, which takes 10 minutes for each border router.")
    private boolean withoutExpiry;

    @Option(
            names = "--loopback",
            description = "Use loopback addresses also where a network namespace is possible. The launcher reads it.")
    private boolean loopback;

    public static void main(String[] args) {
        exit(new FeedsCommand(), args);
    }

    @Override
    public Integer call() throws Exception {
        List<Daemon> daemons = daemons();
        List<Scenario> scenarios = scenarios();
        if (randomMinutes > 0) {
            return runRandom();
        }
        if (repetitions < 1 || repetitions > 100) {
            throw wrongOption("--repetitions is " + repetitions + ": use a number from 1 to 100");
        }
        Daemon.requirePrograms();
        String birdVersion = bird == null ? null : BirdBorder.requireBmp(bird);
        if (Lan.isOwnNamespace()) {
            Lan.create();
        }
        Machine machine = Machine.here();
        List<Result> results = new ArrayList<>();
        if (isSelected(Result.SCENARIO)) {
            for (Daemon daemon : daemons) {
                Result result = run(daemon);
                results.add(result);
                if (isJson()) {
                    printJson(result.json());
                }
            }
        }
        List<ScenarioResult> networks = run(daemons, scenarios);
        if (!isJson()) {
            print(Report.table(results) + "\n" + NetworkReport.table(networks));
        }
        Optional<Path> pages = results(PAGES, !isQuick());
        if (pages.isPresent()) {
            new Report(machine, results, birdVersion).write(pages.get());
            if (!networks.isEmpty()) {
                NetworkReport.write(machine, networks, pages.get());
            }
        }
        return 0;
    }

    private boolean isSelected(String scenario) {
        return scenarioNames.isEmpty() || scenarioNames.contains(scenario);
    }

    private List<Scenario> scenarios() {
        List<String> known = Stream.of(Scenario.values()).map(Scenario::label).toList();
        for (String name : scenarioNames) {
            if (!name.equals(Result.SCENARIO) && !known.contains(name)) {
                throw wrongOption(
                        "unknown scenario '" + name + "': use " + Result.SCENARIO + ", " + String.join(", ", known));
            }
        }
        return Stream.of(Scenario.values())
                .filter(scenario -> isSelected(scenario.label()))
                .toList();
    }

    /** Runs all scenarios with two border routers against one Pathproof. */
    private List<ScenarioResult> run(List<Daemon> daemons, List<Scenario> scenarios) throws Exception {
        List<ScenarioResult> results = new ArrayList<>();
        if (scenarios.isEmpty() || !Lan.isOwnNamespace()) {
            progress().print("no scenario with two border routers is selected, or no network namespace is permitted");
            return results;
        }
        try (Networks networks = new Networks(ROOT.resolve("pathproof"), isQuick())) {
            for (Daemon daemon : daemons) {
                if (daemon.label().equals(Daemon.BIRD)) {
                    progress().print("border routers bird: no scenarios with two border routers");
                    continue;
                }
                for (Scenario scenario : scenarios) {
                    progress().print("scenario " + scenario.label() + ", border routers " + daemon.label());
                    ScenarioResult result = networks.run().run(scenario, daemon.label());
                    results.add(result);
                    result.notes().forEach(note -> progress().print("  " + note));
                    if (isJson()) {
                        printJson(result.json());
                    }
                }
            }
        }
        return results;
    }

    /** Runs random events in four networks, each for a part of the time. Returns the exit status. */
    private int runRandom() throws Exception {
        if (!Lan.isOwnNamespace()) {
            throw wrongOption("--random needs a network namespace, and none is permitted here");
        }
        Lan.create();
        long used = seed == null ? System.nanoTime() : seed;
        int wrong = 0;
        try (Networks networks = new Networks(ROOT.resolve("pathproof"), false)) {
            String goBgp = Daemon.GOBGP.label();
            for (String first : List.of(Daemon.FRR.label(), goBgp)) {
                for (Scenario scenario : List.of(Scenario.TWO_BORDERS_MESH, Scenario.TWO_BORDERS_REFLECTOR)) {
                    progress().print(scenario.label() + ", " + first + " and " + goBgp + ", seed " + used);
                    RandomResult result = new RandomEvents(networks.chain(), networks.run(), used)
                            .run(
                                    scenario.shapes(first, goBgp).getFirst(),
                                    Duration.ofMinutes(randomMinutes).dividedBy(4));
                    result.notes.forEach(note -> progress().print("  " + note));
                    printJson(result.json(first + "+" + goBgp, "random-" + scenario.label(), used));
                    wrong += result.ghosts + result.falseClaims + result.restless;
                }
            }
        }
        return wrong == 0 ? 0 : 1;
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
                    .orElseThrow(() -> wrongOption(unknown(name))));
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
        FeedRun.Amounts amounts = isQuick()
                ? new FeedRun.Amounts(3, 2, 1, 1, false)
                : new FeedRun.Amounts(repetitions, repetitions, KEY_REPETITIONS, REPLICA_KILLS, !withoutExpiry);
        progress().print("border router " + daemon.label() + ", " + place());
        Path temporary = Files.createTempDirectory("pathproof-feeds");
        try (ProcessGroup files = ProcessGroup.in(temporary);
                OpenParts parts = new OpenParts()) {
            return new FeedRun(parts, files, ROOT.resolve("pathproof"), daemon, amounts).run();
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
