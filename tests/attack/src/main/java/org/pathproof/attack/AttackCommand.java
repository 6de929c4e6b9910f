// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.pathproof.attack.attacks.Attack;
import org.pathproof.attack.attacks.Attacks;
import org.pathproof.benchmark.kit.LauncherCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof test attack}. */
@Command(
        name = "pathproof test attack",
        mixinStandardHelpOptions = true,
        description = {
            "Attacks the standalone program under load: hostile requests, routers, RTR clients, event clients and router keys, a killed Redis, a full disk.",
            "Health is compared with the table every second, and the table with a reference model at the end."
        })
public final class AttackCommand extends LauncherCommand {
    @Option(names = "--rate", description = "Load in updates a second (default: ${DEFAULT-VALUE}).")
    private int rate = 1_000;

    @Option(names = "--heap", description = "Maximum heap of the program under attack (default: ${DEFAULT-VALUE}).")
    private String heap = "768m";

    @Option(
            names = "--disk",
            paramLabel = "MB",
            description = "Size of the file system of the data folder (default: ${DEFAULT-VALUE}).")
    private int diskMegabytes = 3_072;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description = "Names of the attacks to run, separated by commas (default: all).")
    private List<String> only = List.of();

    @Option(
            names = "--records",
            paramLabel = "FOLDER",
            description = "Folder for the logs (default: ${DEFAULT-VALUE}).")
    private Path records = ROOT.resolve(".build", "attack");

    public static void main(String[] args) {
        exit(new AttackCommand(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = out();
        List<Attack> attacks = Attacks.all();
        for (String name : only) {
            if (attacks.stream().noneMatch(attack -> attack.name().equals(name))) {
                throw wrongOption("--only " + name + ": no such attack; the attacks are "
                        + attacks.stream().map(Attack::name).toList());
            }
        }
        List<Attack> chosen = attacks.stream()
                .filter(attack -> only.isEmpty() || only.contains(attack.name()))
                .toList();
        try (AttackRun run = new AttackRun(ROOT.resolve("pathproof"), records, heap, diskMegabytes, rate, out)) {
            int failed = run.run(chosen);
            out.printf("%d passed, %d failed%n", chosen.size() + AttackRun.CHECKS - failed, failed);
            out.flush();
            return failed == 0 ? 0 : 1;
        }
    }
}
