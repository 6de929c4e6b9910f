// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import org.pathproof.cli.certificate.CertificateCommand;
import org.pathproof.cli.decode.DecodeCommand;
import org.pathproof.cli.engine.EngineCommand;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.query.QueryCommand;
import org.pathproof.cli.query.TopCommand;
import org.pathproof.cli.relay.RelayCommand;
import org.pathproof.cli.replay.ReplayCommand;
import org.pathproof.cli.size.SizeCommand;
import org.pathproof.cli.verify.VerifyCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The {@code pathproof} command. The command runs the subcommand, and converts exceptions to an error message and an
 * exit code.
 *
 * <p>A subcommand is a {@code Callable<Integer>} with a {@code @Command} annotation, listed below. Its result is the
 * exit code.
 */
@Command(
        name = "pathproof",
        description = "Tools for BGPsec paths: in files, in captures, and in a running Pathproof.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionFromManifest.class,
        scope = CommandLine.ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DecodeCommand.class,
            VerifyCommand.class,
            ReplayCommand.class,
            RelayCommand.class,
            CertificateCommand.class,
            QueryCommand.class,
            TopCommand.class,
            EngineCommand.class,
            SizeCommand.class,
            HelpCommand.class
        })
public final class PathproofCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    public static void main(String[] args) {
        // JSON is UTF-8 on any terminal.
        StandardOutput bytes = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        PrintWriter out = new PrintWriter(new OutputStreamWriter(bytes, UTF_8));
        int exitCode = commandLine().setOut(out).execute(args);
        if (!bytes.failed()) {
            exitCode = Math.max(exitCode, flush(out));
        }
        System.exit(exitCode);
    }

    /** Returns the command line. Tests set its writers and call {@code execute}. */
    public static CommandLine commandLine() {
        return new CommandLine(new PathproofCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, args) -> usageError(wrong))
                .setExecutionExceptionHandler((thrown, command, parsed) -> report(thrown, command));
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "missing command; the commands are "
                        + String.join(", ", spec.subcommands().keySet()));
    }

    private static int flush(PrintWriter out) {
        try {
            out.flush();
            return ExitCode.OK;
        } catch (StandardOutput.Failure e) {
            return report(e, commandLine());
        }
    }

    /** Prints a usage error in one line, without the help text. */
    private static int usageError(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + wrong.getMessage() + " (see --help)");
        command.getErr().flush();
        return ExitCode.CANNOT_RUN;
    }

    private static int report(Exception thrown, CommandLine command) {
        PrintWriter err = command.getErr();
        String name = command.getCommandSpec().qualifiedName() + ": ";
        switch (thrown) {
            case StandardOutput.Failure e -> {
                if (!e.readerIsGone()) {
                    err.println(name + "cannot write to standard output: " + e.getMessage());
                }
            }
            case CommandFailure e -> err.println(name + e.getMessage());
            case UncheckedIOException e -> err.println(name + describe(Objects.requireNonNull(e.getCause())));
            case IOException e -> err.println(name + describe(e));
            default -> {
                err.println(name + "internal error; please report it with this stack trace:");
                thrown.printStackTrace(err);
                return ExitCode.INTERNAL_ERROR;
            }
        }
        return ExitCode.CANNOT_RUN;
    }

    private static String describe(IOException e) {
        return switch (e) {
            case NoSuchFileException n -> n.getFile() + ": no such file";
            case AccessDeniedException a -> a.getFile() + ": not readable";
            case FileSystemException f -> f.getFile() + ": " + f.getReason();
            default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        };
    }
}
