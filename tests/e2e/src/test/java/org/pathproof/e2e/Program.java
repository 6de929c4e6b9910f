// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A program of the machine that a test runs: its output goes to a log file, and it ends with the test. */
final class Program implements AutoCloseable {
    private final Process process;
    private final Path log;

    private Program(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts a program; its standard output and error go to {@code log}. */
    static Program start(Path log, String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            return new Program(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a program that ends by itself printed, and its exit code. */
    record Outcome(int exitCode, String output) {}

    /** Runs a program to its end, standard output and error together. Fails the test after {@code limit}. */
    static Outcome run(Duration limit, List<String> command) {
        try {
            Path output = Files.createTempFile("pathproof-e2e", ".out");
            try (Program program = start(output, command.toArray(String[]::new))) {
                if (!program.process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new AssertionError(command + " did not end in " + limit + ": " + program.output());
                }
                return new Outcome(program.process.exitValue(), program.output());
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    static Outcome run(String... command) {
        return run(Duration.ofMinutes(1), Arrays.asList(command));
    }

    /** Skips the test, loudly, when a program is not on this machine. */
    static void require(String name) {
        boolean found = Arrays.stream((System.getenv("PATH") + ":/usr/sbin:/usr/lib/frr").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        Assumptions.assumeTrue(found, () -> "SKIPPED: " + name + " is not installed");
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String output() {
        try {
            return Files.readString(log, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** kill -9, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** A signal by its name, such as HUP or STOP. */
    void signal(String name) {
        Outcome outcome = run("kill", "-" + name, Long.toString(pid()));
        if (outcome.exitCode() != 0) {
            throw new AssertionError("kill -" + name + ": " + outcome.output());
        }
    }

    /** Asks it to end (SIGTERM) and waits; after 30 s it is killed. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until it has ended by itself; its exit status. */
    int awaitEnd(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("it did not end in " + limit + ": " + output());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private void awaitEnd() {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
