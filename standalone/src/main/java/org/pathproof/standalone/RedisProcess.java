// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a Redis server as a child process, on 127.0.0.1 only, with its data in an append-only file. A server that a killed
 * Pathproof left behind is recognised by its process id and start time, and ended first.
 */
final class RedisProcess implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RedisProcess.class);
    private static final Duration START_LIMIT = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int END_SECONDS = 10;
    private static final String PID_FILE = "pathproof-redis.pid";
    /** Exit statuses above this one name the signal that ended a process. */
    private static final int SIGNAL = 128;

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final Process process;
    private final Path pidFile;

    private RedisProcess(Process process, Path pidFile) {
        this.process = process;
        this.pidFile = pidFile;
    }

    /**
     * Port of a server, and the password that clients need.
     *
     * @param port on 127.0.0.1
     */
    record Address(int port, String password) {
        String uri() {
            return "redis://:" + password + "@127.0.0.1:" + port;
        }
    }

    /** A server ended before it answered, although nobody ended it. */
    static final class EndedEarly extends Exception {
        private static final long serialVersionUID = 1L;
        private final int status;

        EndedEarly(int status, Path output) {
            super("redis-server ended with status " + status + ": see " + output);
            this.status = status;
        }

        /** Tells if somebody ended the server: a person, or the kernel for want of memory. */
        boolean wasKilled() {
            return status == SIGNAL + 2 || status == SIGNAL + 9 || status == SIGNAL + 15;
        }
    }

    /**
     * Starts a server on what is in {@code folder}; it answers on return. Throws StartFailure when it does not.
     *
     * @param output the file that its output is appended to
     * @throws EndedEarly when the server ended by itself: what is in the folder may be damaged
     */
    static RedisProcess start(RedisProgram program, Path folder, Path output, Address address) throws EndedEarly {
        try {
            Path pidFile = folder.resolve(PID_FILE);
            endOrphan(pidFile);
            Process process = new ProcessBuilder(command(program))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                    .start();
            RedisProcess redis = new RedisProcess(process, pidFile);
            try {
                Files.writeString(pidFile, identity(process.toHandle()));
                try (OutputStream settings = process.getOutputStream()) {
                    settings.write(settings(folder, address).getBytes(StandardCharsets.UTF_8));
                }
                redis.awaitAnswer(address, output);
            } catch (EndedEarly | IOException | InterruptedException | RuntimeException e) {
                process.destroyForcibly();
                throw e;
            }
            log.info(
                    "Redis {} on 127.0.0.1:{}, process {}, data in {}",
                    program.version(),
                    address.port(),
                    process.pid(),
                    folder);
            return redis;
        } catch (IOException e) {
            throw new StartFailure("Redis did not start in " + folder + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted while Redis started", e);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns how the server ended: a sentence without a full stop. */
    String end() {
        int status = process.exitValue();
        return status > SIGNAL ? "was ended by signal " + (status - SIGNAL) : "ended with status " + status;
    }

    /** Waits so long for the end of the server: whether it has ended. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends the server without asking it: for one that does not answer. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() throws IOException {
        process.destroy(); // SIGTERM: Redis writes its file and ends
        end(process.toHandle());
        Files.deleteIfExists(pidFile);
    }

    /** In a session of its own, so that Ctrl-C in the terminal ends the services first, and Redis after them. */
    private static List<String> command(RedisProgram program) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            command.add(SETSID.toString());
        }
        command.add(program.path().toString());
        command.add("-");
        return command;
    }

    /** The set is small and changes rarely, so each change is on the disk before it is acknowledged: serials never go back. */
    private static String settings(Path folder, Address address) {
        return String.join(
                "\n",
                "bind 127.0.0.1",
                "port " + address.port(),
                "requirepass " + address.password(),
                "dir \"" + folder + "\"",
                "daemonize no",
                "appendonly yes",
                "appendfsync always",
                "aof-load-truncated yes",
                "save \"\"",
                "");
    }

    private void awaitAnswer(Address address, Path output) throws InterruptedException, EndedEarly {
        RedisClient client = RedisClient.create(RedisURI.create(address.uri()));
        try {
            boolean answers = Waiting.until(() -> !process.isAlive() || answers(client), PAUSE, START_LIMIT);
            if (!process.isAlive()) {
                throw new EndedEarly(process.exitValue(), output);
            }
            if (!answers) {
                throw new StartFailure("redis-server does not answer within " + START_LIMIT + ": see " + output);
            }
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    /** Tells if the server is there and has read its file: while it loads, it answers PING with an error. */
    private static boolean answers(RedisClient client) {
        try (var connection = client.connect()) {
            return "PONG".equals(connection.sync().ping());
        } catch (RedisException e) {
            log.trace("Redis does not answer yet", e);
            return false;
        }
    }

    private static void endOrphan(Path pidFile) throws IOException {
        if (!Files.exists(pidFile)) {
            return;
        }
        String known = Files.readString(pidFile).strip();
        String pid = known.split(" ", 2)[0];
        Optional<ProcessHandle> orphan =
                pid.matches("\\d{1,18}") ? ProcessHandle.of(Long.parseLong(pid)) : Optional.empty();
        if (orphan.isPresent() && identity(orphan.get()).equals(known)) {
            log.warn("ending Redis process {}, left behind by a Pathproof that was killed", pid);
            orphan.get().destroy();
            end(orphan.get());
        }
        Files.deleteIfExists(pidFile);
    }

    /** Process ids are used again; together with the start time one names a process. */
    private static String identity(ProcessHandle process) {
        return process.pid()
                + " "
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    private static void end(ProcessHandle process) {
        var _ = process.onExit()
                .completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS)
                .thenApply(p -> p.isAlive() && p.destroyForcibly())
                .join();
        process.onExit().join();
    }
}
