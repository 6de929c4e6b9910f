// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.pathproof.harness.CommandErrors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code ./pathproof bench p256}. */
@Command(
        name = "pathproof bench p256",
        mixinStandardHelpOptions = true,
        version = "benchmark of P-256 verification",
        description = {
            "Measures P-256 verification by Pathproof's engines, OpenSSL and Java providers, in one run.",
            "With --quick, measures the engine that Pathproof uses on this machine. PATHPROOF_P256_ENGINE selects another."
        })
public final class BenchmarkCommand implements Callable<Integer> {
    /** Folder of the repository, which the launcher passes. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--quick",
            description = "Measure only the engine of this machine and OpenSSL, with 1,000 keys, for half a minute.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

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
            names = "--out",
            paramLabel = "FOLDER",
            description =
                    "Folder for p256.json, p256.md and p256.svg (default: ${DEFAULT-VALUE}). Unused with --quick.")
    private Path out = ROOT.resolve("docs", "benchmarks");

    @Option(
            names = "--cache",
            paramLabel = "FOLDER",
            description = "Folder in which signatures are kept for later runs (default: ${DEFAULT-VALUE}).")
    private Path cache = ROOT.resolve(".build", "bench");

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return CommandErrors.commandLine(new BenchmarkCommand(), IllegalArgumentException.class);
    }

    @Override
    public Integer call() throws IOException {
        if (minutes < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--minutes " + minutes + " is too small: the minimum is 1");
        }
        if (!FullRun.allKeys().containsAll(keys)) {
            throw new ParameterException(
                    spec.commandLine(), "--keys " + keys + ": permitted numbers are " + FullRun.allKeys());
        }
        Files.createDirectories(cache);
        Path scratch = Files.createTempDirectory(cache, "run-");
        try {
            if (quick) {
                quick(scratch);
            } else {
                full(scratch);
            }
        } finally {
            delete(scratch);
        }
        return 0;
    }

    private void quick(Path scratch) throws IOException {
        PrintWriter to = spec.commandLine().getOut();
        QuickRun.Result result = QuickRun.run(cache, scratch, spec.commandLine().getErr());
        if (json) {
            to.println(new JsonMapper().writeValueAsString(result));
        } else {
            QuickRun.print(result, to);
        }
        to.flush();
    }

    private void full(Path scratch) throws IOException {
        List<Integer> ascending = keys.stream().distinct().sorted().toList();
        Report report = FullRun.run(
                ascending, minutes, cache, scratch, spec.commandLine().getErr());
        report.write(out);
        PrintWriter to = spec.commandLine().getOut();
        to.println(json ? Report.MAPPER.writeValueAsString(report) : new MarkdownReport(report).text());
        to.flush();
        spec.commandLine().getErr().println("written to " + out);
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
