// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.pathproof.benchmark.kit.BenchmarkCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof bench p256}. */
@Command(
        name = "pathproof bench p256",
        mixinStandardHelpOptions = true,
        version = "benchmark of P-256 verification",
        description = {
            "Measures P-256 verification by Pathproof's engines, OpenSSL and Java providers, in one run.",
            "With --quick, measures the engine that Pathproof uses on this machine. PATHPROOF_P256_ENGINE selects another.",
            "A quick run has 1,000 keys and takes half a minute."
        })
public final class P256Command extends BenchmarkCommand {
    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "18",
            description = "Approximate duration in minutes (default: ${DEFAULT-VALUE}). A longer run has more rounds.")
    private int minutes;

    @Option(
            names = "--keys",
            paramLabel = "N",
            split = ",",
            description = "Numbers of keys, of 50, 1000, 31000 and 100000 (default: all).")
    private List<Integer> keys = FullRun.allKeys();

    @Option(
            names = "--cache",
            paramLabel = "FOLDER",
            description = "Folder in which signatures are kept for later runs (default: ${DEFAULT-VALUE}).")
    private Path cache = ROOT.resolve(".build", "bench");

    public static void main(String[] args) {
        exit(new P256Command(), args);
    }

    @Override
    public Integer call() throws IOException {
        if (minutes < 1) {
            throw wrongOption("--minutes " + minutes + " is too small: the minimum is 1");
        }
        if (!FullRun.allKeys().containsAll(keys)) {
            throw wrongOption("--keys " + keys + ": permitted numbers are " + FullRun.allKeys());
        }
        Files.createDirectories(cache);
        Path scratch = Files.createTempDirectory(cache, "run-");
        try {
            if (isQuick()) {
                runQuick(scratch);
            } else {
                runFull(scratch);
            }
        } finally {
            delete(scratch);
        }
        return 0;
    }

    private void runQuick(Path scratch) throws IOException {
        QuickRun.Result result = QuickRun.run(cache, scratch, err());
        if (isJson()) {
            printJson(result);
        } else {
            QuickRun.print(result, out());
        }
    }

    private void runFull(Path scratch) throws IOException {
        List<Integer> ascending = keys.stream().distinct().sorted().toList();
        Report report = FullRun.run(ascending, minutes, cache, scratch, err());
        print(isJson() ? Report.MAPPER.writeValueAsString(report) : new MarkdownReport(report).text());
        Path folder = results(PAGES, true).orElseThrow();
        report.write(folder);
        err().println("written to " + folder);
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
