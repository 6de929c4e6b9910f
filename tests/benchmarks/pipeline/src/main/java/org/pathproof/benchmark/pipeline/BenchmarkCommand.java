// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.pathproof.benchmark.pipeline.scenario.QuickRun;
import org.pathproof.benchmark.pipeline.site.Children;
import org.pathproof.benchmark.pipeline.workload.RealTables;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./pathproof bench pipeline}. */
@Command(
        name = "pathproof bench pipeline",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the whole pipeline on this machine: Kafka, Redis, all services, and routers that send signed updates over BMP.",
            "Everything is started for the run, on free ports of 127.0.0.1, and is gone afterwards."
        })
public final class BenchmarkCommand implements Callable<Integer> {
    private static final int USAGE = 2;
    /** The launcher tells where the repository is. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "A small run, within a minute.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    @Option(
            names = "--cache",
            paramLabel = "FOLDER",
            description = "Where signed updates are kept from run to run (${DEFAULT-VALUE}).")
    private Path cache = ROOT.resolve(".build", "bench", "pipeline");

    @Option(
            names = "--tables",
            paramLabel = "FOLDER",
            description = "Where the table dumps of real routers are (${DEFAULT-VALUE}).")
    private Path tables = ROOT.resolve("..", "shared", "data", "mrt").normalize();

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
        if (thrown instanceof IOException || thrown instanceof IllegalStateException) {
            command.getErr().println(command.getCommandName() + ": " + thrown.getMessage());
            return USAGE;
        }
        throw thrown;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!quick) {
            throw new ParameterException(spec.commandLine(), "--quick is needed");
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        RealTables real = new RealTables(tables, err);
        try (Children children = Children.in(cache)) {
            QuickRun.Result result = QuickRun.run(cache, real, children, new Progress(err));
            if (json) {
                out.println(new JsonMapper().writeValueAsString(result));
            } else {
                QuickRun.print(result, out);
            }
            out.flush();
        }
        return 0;
    }
}
