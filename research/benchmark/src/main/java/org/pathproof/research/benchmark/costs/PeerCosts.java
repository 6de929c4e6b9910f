// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.costs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.harness.ChildProcess;

/** Measures a library in C with the programs in the folder {@code peers}, on the input of a workload. */
final class PeerCosts {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final Pattern RESULT =
            Pattern.compile("^(?<kind>[a-z_]+) (?<x>\\d+) (?<y>\\d+) (?<value>[\\d.]+)$", Pattern.MULTILINE);

    private PeerCosts() {}

    /** A library. */
    enum Library {
        RTRLIB("RTRlib"),
        SRX("BGP-SRx");

        final String system;

        Library(String system) {
            this.system = system;
        }
    }

    /**
     * Compiles the program of a library and runs it.
     *
     * @param peers folder with the script {@code measure}
     * @param built folder of the built library
     * @throws IOException if the program cannot be compiled, or if it finds a valid path not valid
     */
    static List<Cost> measure(Library library, Path peers, Path built, CostWorkload workload) throws IOException {
        Path folder = Files.createTempDirectory("pathproof-peers");
        Path keys = folder.resolve("keys.txt");
        Path paths = folder.resolve("paths.txt");
        try {
            workload.writeKeys(keys);
            workload.writePaths(paths);
            ChildProcess.Outcome outcome = ChildProcess.run(
                    LIMIT,
                    List.of(
                            peers.resolve("measure").toString(),
                            library.name().toLowerCase(Locale.ROOT),
                            built.toString(),
                            keys.toString(),
                            paths.toString()));
            if (outcome.exitCode() != 0) {
                throw new IOException(library.system + " in " + built + " cannot be measured: " + outcome.output());
            }
            return parse(library.system, outcome.output());
        } finally {
            Files.deleteIfExists(keys);
            Files.deleteIfExists(paths);
            Files.deleteIfExists(folder);
        }
    }

    /** Returns the figures in the output of a program. Other lines are ignored. */
    static List<Cost> parse(String system, String output) {
        List<Cost> costs = new ArrayList<>();
        Matcher line = RESULT.matcher(output);
        while (line.find()) {
            Cost.Kind kind = Cost.Kind.valueOf(line.group("kind").toUpperCase(Locale.ROOT));
            int x = Integer.parseInt(line.group("x"));
            int y = Integer.parseInt(line.group("y"));
            // Lines of keys begin with their number, lines of paths with their hops.
            boolean ofKeys = y == 0;
            costs.add(new Cost(system, kind, ofKeys ? 0 : x, ofKeys ? x : y, Double.parseDouble(line.group("value"))));
        }
        return costs;
    }
}
