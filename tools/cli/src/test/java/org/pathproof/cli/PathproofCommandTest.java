// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.cli.io.ExitCode;

/** Tests exit codes and error messages that all commands share. */
class PathproofCommandTest {
    @TempDir
    Path folder;

    @Test
    void requiresACommand() {
        Run run = Run.of();
        assertThat(run.exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(run.err()).contains("missing command").contains("decode").contains("replay");
    }

    @Test
    void refusesUnknownCommandsAndOptions() {
        assertThat(Run.of("decode").exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(Run.of("decode", "--format", "xml", "x").exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(Run.of("nonsense").exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
    }

    @Test
    void namesAMissingFile() {
        Run run = Run.of("decode", "/no/such/file");
        assertThat(run.exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(run.err()).isEqualTo("pathproof decode: /no/such/file: no such file" + System.lineSeparator());
    }

    @Test
    void refusesAFolder() {
        Run run = Run.of("decode", folder.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(run.err())
                .isEqualTo("pathproof decode: " + folder + ": a folder, not a file" + System.lineSeparator());
        assertThat(Run.of("verify", "--keys", folder.toString(), "--batch", folder.toString())
                        .exitCode())
                .isEqualTo(ExitCode.CANNOT_RUN);
    }

    @Test
    void endsWhenItsOutputFails() {
        StringWriter err = new StringWriter();
        StandardOutput bytes = new StandardOutput(new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException("No space left on device");
            }
        });
        int exitCode = PathproofCommand.commandLine()
                .setOut(new PrintWriter(new OutputStreamWriter(bytes, UTF_8)))
                .setErr(new PrintWriter(err))
                .execute("decode", "--format", "bgp", keepalives());
        assertThat(exitCode).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(err)
                .hasToString("pathproof decode: cannot write to standard output: No space left on device"
                        + System.lineSeparator());
        assertThat(bytes.failed()).isTrue();
    }

    private String keepalives() {
        try {
            Path file = folder.resolve("keepalives");
            return Files.writeString(file, ("ff".repeat(16) + "001304").repeat(1000))
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void printsItsVersion() {
        assertThat(Run.of("--version").out()).contains("pathproof").contains("Java");
        assertThat(Run.of("decode", "--help").exitCode()).isEqualTo(ExitCode.OK);
    }
}
