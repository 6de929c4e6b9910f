// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.redis;

import static org.slf4j.MarkerFactory.getMarker;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.pathproof.lab.site.Polling;
import org.pathproof.standalone.console.StartFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a Redis server as a child process, on 127.0.0.1 only, with its data in an append-only file. A start first
 * ends an orphaned server of a killed Pathproof. A random token in the title of the process identifies it. Times of
 * processes do not, because they change when the clock of the machine is set.
 */
final class RedisProcess implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RedisProcess.class);
    private static final Duration START_TIMEOUT = Duration.ofMinutes(1);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);
    private static final Duration LOG_TIMEOUT = Duration.ofSeconds(5);
    private static final int END_TIMEOUT_SECONDS = 10;
    private static final String PID_FILE = "pathproof-redis.pid";
    /** Base of exit statuses after a signal: the status is this base plus the number of the signal. */
    private static final int SIGNAL_BASE = 128;

    /** Beginning of the title of the process; a token follows. */
    private static final String TITLE = "pathproof-redis-";

    private static final int TOKEN_BYTES = 16;

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final Process process;
    private final Path pidFile;
    private final Thread logFollower;

    private RedisProcess(Process process, Path pidFile, Thread logFollower) {
        this.process = process;
        this.pidFile = pidFile;
        this.logFollower = logFollower;
    }

    /**
     * Address of a server.
     *
     * @param port port on 127.0.0.1
     * @param password password of all clients
     */
    record Address(int port, String password) {
        String uri() {
            return "redis://:" + password + "@127.0.0.1:" + port;
        }
    }

    /** A server ended before its first response. */
    static final class EndedEarly extends Exception {
        private static final long serialVersionUID = 1L;
        private final int status;

        EndedEarly(int status, Path output) {
            super("redis-server ended with status " + status + ": see " + output);
            this.status = status;
        }

        /** Returns true if a signal of a user or of the kernel (out of memory) ended the server. */
        boolean wasKilled() {
            return status == SIGNAL_BASE + 2 || status == SIGNAL_BASE + 9 || status == SIGNAL_BASE + 15;
        }
    }

    /**
     * Starts a server with the data in {@code folder}. On return, it responds.
     *
     * @param output log file of the server, of bounded size ({@link BoundedLog})
     * @throws EndedEarly if the server ended, for example because its data are damaged
     * @throws StartFailure if the server cannot be started or does not respond
     */
    static RedisProcess start(RedisProgram program, Path folder, Path output, Address address) throws EndedEarly {
        try {
            Path pidFile = folder.resolve(PID_FILE);
            endOrphan(pidFile);
            String token = token();
            Process process = new ProcessBuilder(command(program, token))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            Thread follower = new BoundedLog(output, BoundedLog.MAX_FILE_BYTES).follow(process.getInputStream());
            RedisProcess redis = new RedisProcess(process, pidFile, follower);
            try {
                Files.writeString(pidFile, process.pid() + " " + token);
                try (OutputStream settings = process.getOutputStream()) {
                    settings.write(settings(folder, address).getBytes(StandardCharsets.UTF_8));
                }
                redis.awaitAnswer(address, output);
            } catch (EndedEarly | IOException | InterruptedException | RuntimeException e) {
                process.destroyForcibly();
                throw e;
            }
            log.info(
                    "Redis started: version={} address=127.0.0.1:{} process={} folder={}",
                    program.version(),
                    address.port(),
                    process.pid(),
                    folder);
            return redis;
        } catch (IOException e) {
            throw new StartFailure("Redis did not start in " + folder + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted during the start of Redis", e);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Describes the end of the server without a subject, such as "ended with status 1". */
    String end() {
        int status = process.exitValue();
        return status > SIGNAL_BASE ? "was ended by signal " + (status - SIGNAL_BASE) : "ended with status " + status;
    }

    /** Waits for the end of the server. Returns false after the time limit. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Kills a server that does not respond. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() throws IOException {
        process.destroy(); // Redis writes its file on SIGTERM
        end(process.toHandle());
        Files.deleteIfExists(pidFile);
    }

    /**
     * Returns the command. With {@code setsid}, Redis starts in a separate session, so that Ctrl-C ends the services
     * before Redis. The token is an argument, and Redis keeps it in the title of its process.
     */
    private static List<String> command(RedisProgram program, String token) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            command.add(SETSID.toString());
        }
        command.add(program.path().toString());
        command.add("-");
        command.add("--proc-title-template");
        command.add(TITLE + token);
        return command;
    }

    /**
     * Returns the configuration. Each change is on disk before its acknowledgement, so that serials never decrease.
     */
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
            boolean answers = Polling.until(() -> !process.isAlive() || answers(client), POLL_INTERVAL, START_TIMEOUT);
            if (!process.isAlive()) {
                BoundedLog.await(logFollower, LOG_TIMEOUT);
                throw new EndedEarly(process.exitValue(), output);
            }
            if (!answers) {
                throw new StartFailure("redis-server does not answer within " + START_TIMEOUT + ": see " + output);
            }
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    /** Returns true if the server has loaded its file. During the load, it responds to PING with an error. */
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
        String[] known = Files.readString(pidFile).strip().split(" ", 2);
        Optional<ProcessHandle> orphan = known[0].matches("\\d{1,18}") && known.length == 2
                ? ProcessHandle.of(Long.parseLong(known[0])).filter(process -> isOf(process, known[1]))
                : Optional.empty();
        if (orphan.isPresent()) {
            log.warn(
                    getMarker("redis-orphan-ended"),
                    "ending orphaned Redis of a killed Pathproof: process={}",
                    known[0]);
            orphan.get().destroy();
            end(orphan.get());
        }
        Files.deleteIfExists(pidFile);
    }

    private static String token() {
        byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        return HexFormat.of().formatHex(token);
    }

    /**
     * Returns true if a process is the server with a token. Earlier versions wrote the start time instead of a token;
     * their process is a server if its command line says so.
     */
    private static boolean isOf(ProcessHandle process, String token) {
        String line = commandLine(process);
        return token.length() == 2 * TOKEN_BYTES
                ? line.contains(TITLE + token)
                : line.contains("redis-server") || line.contains("valkey-server");
    }

    /** Returns the command line, or the title that the process has set; empty if it is not readable. */
    private static String commandLine(ProcessHandle process) {
        Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
        try {
            return Files.isReadable(file)
                    ? Files.readString(file, StandardCharsets.ISO_8859_1).replace('\0', ' ')
                    : process.info().commandLine().orElse("");
        } catch (IOException e) {
            log.debug("command line not readable: process={}", process.pid(), e);
            return "";
        }
    }

    private static void end(ProcessHandle process) {
        var _ = process.onExit()
                .completeOnTimeout(process, END_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .thenApply(p -> p.isAlive() && p.destroyForcibly())
                .join();
        process.onExit().join();
    }
}
