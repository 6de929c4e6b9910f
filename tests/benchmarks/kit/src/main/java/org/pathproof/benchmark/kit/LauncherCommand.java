// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that {@code ./pathproof} runs. A wrong option, and an exception whose message explains the error, are one
 * line on standard error, with exit code 2. Other exceptions have a stack trace, with exit code 1.
 */
public abstract class LauncherCommand implements Callable<Integer> {
    /** Folder of the repository, which the launcher passes. */
    protected static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    private static final int USAGE = 2;

    @Spec
    private @Nullable CommandSpec spec;

    /** Runs a command and ends this process with its exit code. */
    protected static void exit(LauncherCommand command, String... arguments) {
        System.exit(command.commandLine().execute(arguments));
    }

    /** Returns the command line of this command. */
    public final CommandLine commandLine() {
        return new CommandLine(this)
                .setParameterExceptionHandler((e, _) -> refuse(e))
                .setExecutionExceptionHandler((thrown, line, _) -> report(thrown, line));
    }

    private static int refuse(ParameterException e) {
        return print(e.getCommandLine(), e.getMessage() + " (see --help)");
    }

    private static int report(Exception thrown, CommandLine line) throws Exception {
        if (thrown instanceof IOException
                || thrown instanceof IllegalStateException
                || thrown instanceof IllegalArgumentException) {
            return print(line, String.valueOf(thrown.getMessage()));
        }
        throw thrown;
    }

    private static int print(CommandLine line, String message) {
        line.getErr().println(line.getCommandName() + ": " + message);
        return USAGE;
    }

    /** Returns an exception that names a wrong option. */
    protected final ParameterException wrongOption(String message) {
        return new ParameterException(line(), message);
    }

    /**
     * Returns the value of an option, or its default.
     *
     * @param value null if the user did not set the option
     * @throws ParameterException if the value is below {@code min} or above {@code max}
     */
    protected final int checked(String option, @Nullable Integer value, int defaultValue, int min, int max) {
        if (value != null && (value < min || value > max)) {
            throw wrongOption(option + " " + value + " is not possible: use " + min + " to " + max);
        }
        return value == null ? defaultValue : value;
    }

    /** Returns the standard output, for results. */
    protected final PrintWriter out() {
        return line().getOut();
    }

    /** Returns the standard error, for progress. */
    protected final PrintWriter err() {
        return line().getErr();
    }

    /** Returns the progress of a run that begins now, on the standard error. */
    protected final Progress progress() {
        return new Progress(err());
    }

    /** Prints lines on the standard output. */
    protected final void print(String lines) {
        out().println(lines);
        out().flush();
    }

    /** Returns a folder below {@code .build} for files of runs. Creates it if it does not exist. */
    protected static Path buildFolder(String name) throws IOException {
        return Files.createDirectories(ROOT.resolve(".build").resolve(name));
    }

    private CommandLine line() {
        if (spec == null) {
            throw new IllegalStateException("the command is not run by a command line");
        }
        return spec.commandLine();
    }
}
