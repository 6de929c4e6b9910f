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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./pathproof bench p256}. */
@Command(
        name = "pathproof bench p256",
        mixinStandardHelpOptions = true,
        version = "the benchmark of P-256 verification",
        description = {
            "Measures P-256 verification: our engines, OpenSSL, and providers of the JDK, in one run.",
            "The engine to be measured with --quick is the one that Pathproof would use: PATHPROOF_P256_ENGINE names another."
        })
public final class BenchmarkCommand implements Callable<Integer> {
    private static final int USAGE = 2;
    /** The launcher tells where the repository is. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--quick",
            description = "Only the engine of this machine beside OpenSSL, under 1,000 keys, in half a minute.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    @Option(
            names = "--cache",
            paramLabel = "FOLDER",
            description = "Where signatures to be verified are kept from run to run (${DEFAULT-VALUE}).")
    private Path cache = ROOT.resolve(".build", "bench");

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchmarkCommand())
                .setParameterExceptionHandler(BenchmarkCommand::refuse)
                .setExecutionExceptionHandler((thrown, command, parsed) -> report(thrown, command));
    }

    private static int refuse(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        command.getErr().println(command.getCommandName() + ": " + e.getMessage() + " (--help tells what there is)");
        return USAGE;
    }

    private static int report(Exception thrown, CommandLine command) throws Exception {
        if (thrown instanceof IOException || thrown instanceof IllegalArgumentException) {
            command.getErr().println(command.getCommandName() + ": " + thrown.getMessage());
            return USAGE;
        }
        throw thrown;
    }

    @Override
    public Integer call() throws IOException {
        if (!quick) {
            throw new ParameterException(spec.commandLine(), "--quick is needed");
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Files.createDirectories(cache);
        Path scratch = Files.createTempDirectory(cache, "run-");
        try {
            QuickRun.Result result = QuickRun.run(cache, scratch, err);
            if (json) {
                out.println(new JsonMapper().writeValueAsString(result));
            } else {
                QuickRun.print(result, out);
            }
            out.flush();
        } finally {
            delete(scratch);
        }
        return 0;
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
