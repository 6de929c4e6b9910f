// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The error handling of benchmark commands. A wrong option and an expected exception are one line on standard error,
 * with exit code 2. Other exceptions have a stack trace, with exit code 1.
 */
public final class CommandErrors {
    private static final int USAGE = 2;

    private CommandErrors() {}

    /**
     * Returns the command line of a command.
     *
     * @param expected exceptions, besides IOException, whose message explains the error to a user
     */
    public static CommandLine commandLine(Object command, Class<? extends RuntimeException> expected) {
        return new CommandLine(command)
                .setParameterExceptionHandler((e, arguments) -> refuse(e))
                .setExecutionExceptionHandler((thrown, line, parsed) -> report(thrown, line, expected));
    }

    private static int refuse(ParameterException e) {
        return print(e.getCommandLine(), e.getMessage() + " (see --help)");
    }

    private static int report(Exception thrown, CommandLine line, Class<? extends RuntimeException> expected)
            throws Exception {
        if (thrown instanceof IOException || expected.isInstance(thrown)) {
            return print(line, String.valueOf(thrown.getMessage()));
        }
        throw thrown;
    }

    private static int print(CommandLine line, String message) {
        line.getErr().println(line.getCommandName() + ": " + message);
        return USAGE;
    }
}
