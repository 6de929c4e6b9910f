// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that a test or a run starts. Its output goes to a log file. */
public final class ChildProcess implements AutoCloseable {
    private static final int LAST_LINES = 15;
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    private final String name;
    private final Process process;
    private final Path log;

    ChildProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** Starts a program. Its standard output and error are appended to {@code log}; its standard input is empty. */
    public static ChildProcess start(Path log, List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            return new ChildProcess(command.getFirst(), process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(command.getFirst() + " cannot be started", e);
        }
    }

    public static ChildProcess start(Path log, String... command) {
        return start(log, List.of(command));
    }

    /**
     * The result of a program that has ended.
     *
     * @param output standard output and error together
     */
    public record Outcome(int exitCode, String output) {}

    /** Runs a program to its end. Fails the test if the program runs for longer than {@code limit}. */
    public static Outcome run(Duration limit, List<String> command) {
        try {
            Path output = Files.createTempFile("pathproof-run", ".out");
            try (ChildProcess program = start(output, command)) {
                return new Outcome(program.awaitEnd(limit), program.output());
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a program to its end, for one minute at most. */
    public static Outcome run(String... command) {
        return run(Duration.ofMinutes(1), List.of(command));
    }

    /** Returns the name under which reports and errors mention this process. */
    public String name() {
        return name;
    }

    public Process process() {
        return process;
    }

    public Path log() {
        return log;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Throws IllegalStateException with the last lines of the log if the process has ended. */
    public void requireAlive() {
        if (!process.isAlive()) {
            List<String> lines = output().lines().toList();
            String last = String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
            throw new IllegalStateException(name + " ended with status " + process.exitValue() + ":\n" + last);
        }
    }

    /** Returns the log as it is now. */
    public String output() {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGKILL and waits for the end. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Sends SIGKILL to the process and to all that it started, and waits for the end of each. */
    public void killTree() {
        List<ProcessHandle> descendants = process.descendants().toList();
        kill();
        descendants.forEach(ProcessHandle::destroyForcibly);
        descendants.forEach(descendant -> descendant.onExit().join());
    }

    /**
     * Sends a signal.
     *
     * @param signal name of the signal, such as {@code HUP} or {@code STOP}
     */
    public void signal(String signal) {
        Outcome outcome = run("kill", "-" + signal, Long.toString(pid()));
        if (outcome.exitCode() != 0) {
            throw new IllegalStateException("kill -" + signal + " of " + name + " failed: " + outcome.output());
        }
    }

    /** Sends SIGTERM and waits for the end; sends SIGKILL after {@code limit}. */
    public void stop(Duration limit) {
        process.destroy();
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the process has ended by itself and returns its exit status. Fails the test after {@code limit}. */
    public int awaitEnd(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError(name + " did not end within " + limit + ": " + output());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Stops the process, with SIGKILL after 30 seconds. */
    @Override
    public void close() {
        stop(STOP_TIMEOUT);
    }
}
