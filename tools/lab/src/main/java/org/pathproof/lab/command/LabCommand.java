// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Parent of the {@code pathproof lab} commands. Exit codes: 0 for success, 1 if no collector accepts the table, 2 for
 * wrong arguments or an I/O error.
 */
@Command(
        name = "lab",
        description =
                "Creates signed BGPsec paths for tests and benchmarks. The private keys are public: never trust them.",
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            PathsCommand.class,
            PlayCommand.class,
            NetworkCommand.class,
            KeygenCommand.class,
            SpkiCacheCommand.class,
            DummyRouterCommand.class,
            CaptureToBmpCommand.class,
            HelpCommand.class
        })
public final class LabCommand implements Runnable {
    private static final int FAILED = 2;

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new LabCommand()).setExecutionExceptionHandler((thrown, command, parsed) -> {
            Throwable cause = thrown instanceof UncheckedIOException unchecked ? unchecked.getCause() : thrown;
            if (cause instanceof IOException) {
                command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + cause);
                return FAILED;
            }
            throw thrown;
        });
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
