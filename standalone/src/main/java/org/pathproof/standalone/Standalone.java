// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import org.pathproof.standalone.command.DemoCommand;
import org.pathproof.standalone.command.TokenCommand;
import org.pathproof.standalone.command.UpCommand;
import org.pathproof.standalone.console.StartFailure;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** The program behind {@code ./pathproof up}, {@code demo} and {@code token}. */
@Command(
        name = "pathproof",
        subcommands = {UpCommand.class, DemoCommand.class, TokenCommand.class},
        mixinStandardHelpOptions = true,
        scope = ScopeType.LOCAL)
public final class Standalone {
    /** Exit status for wrong options, settings, ports or folders. */
    static final int USAGE = 2;

    private Standalone() {}

    public static void main(String[] args) {
        int status = commandLine().execute(args);
        System.exit(status);
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Standalone()).setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((exception, commandLine, _) -> {
            if (exception instanceof StartFailure failure) {
                commandLine.getErr().println("pathproof: " + failure.getMessage());
                return USAGE;
            }
            throw exception;
        });
        return line;
    }
}
