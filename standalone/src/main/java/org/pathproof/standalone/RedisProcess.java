// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis server as a child process, on 127.0.0.1 only, behind a password that is made for each start, with its data in an
 * append-only file. The {@code redis-server} of the machine is used where there is one, else the one that the embedded-redis library
 * carries. A server that a killed Pathproof left behind is recognised by its process id and start time, and replaced.
 */
final class RedisProcess implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RedisProcess.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final String PID_FILE = "pathproof-redis.pid";

    private final Process process;
    private final String uri;
    private final Path pidFile;

    private RedisProcess(Process process, String uri, Path pidFile) {
        this.process = process;
        this.uri = uri;
        this.pidFile = pidFile;
    }

    /**
     * Starts a server on what is in {@code folder}; it answers on return. Throws StartFailure when it does not.
     *
     * @param output where what it prints goes
     */
    static RedisProcess start(Path folder, Path output) {
        try {
            Path pidFile = folder.resolve(PID_FILE);
            endOrphan(pidFile);
            int port = Ports.free();
            String password = HexFormat.of().formatHex(SecureRandom.getSeed(16));
            Process process = new ProcessBuilder(program(folder).toString(), "-")
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                    .start();
            Files.writeString(pidFile, identity(process.toHandle()));
            try (OutputStream settings = process.getOutputStream()) {
                settings.write(settings(folder, port, password).getBytes(StandardCharsets.UTF_8));
            }
            RedisProcess redis = new RedisProcess(process, "redis://:" + password + "@127.0.0.1:" + port, pidFile);
            redis.awaitAnswer(output);
            log.info("Redis on 127.0.0.1:{}, process {}, data in {}", port, process.pid(), folder);
            return redis;
        } catch (IOException e) {
            throw new StartFailure("Redis did not start in " + folder + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted while Redis started", e);
        }
    }

    /** Where it answers, password included. */
    String uri() {
        return uri;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() throws IOException {
        process.destroy(); // SIGTERM: Redis writes its file and ends
        end(process.toHandle());
        Files.deleteIfExists(pidFile);
    }

    private static String settings(Path folder, int port, String password) {
        return String.join(
                "\n",
                "bind 127.0.0.1",
                "port " + port,
                "requirepass " + password,
                "dir \"" + folder + "\"",
                "daemonize no",
                "appendonly yes",
                "appendfsync everysec",
                "aof-load-truncated yes",
                "save \"\"",
                "");
    }

    private void awaitAnswer(Path output) throws InterruptedException {
        RedisClient client = RedisClient.create(RedisURI.create(uri));
        try {
            boolean answers = Waiting.until(() -> answers(client) || !process.isAlive(), PAUSE, PATIENCE);
            if (!process.isAlive()) {
                throw new StartFailure("redis-server ended with status " + process.exitValue() + ": see " + output);
            }
            if (!answers) {
                process.destroyForcibly();
                throw new StartFailure("redis-server does not answer within " + PATIENCE + ": see " + output);
            }
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    /** Whether it is there and has read its file: while it loads, it answers PING with an error. */
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
                .completeOnTimeout(process, 10, TimeUnit.SECONDS)
                .thenApply(p -> p.isAlive() && p.destroyForcibly())
                .join();
        process.onExit().join();
    }

    private static Path program(Path folder) throws IOException {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        Optional<Path> installed = Stream.concat(
                        Stream.of(path.split(File.pathSeparator)), List.of("/usr/sbin", "/usr/local/bin").stream())
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst();
        return installed.isPresent() ? installed.get() : carried(folder);
    }

    /** The server inside embedded-redis, unpacked into the folder. */
    static Path carried(Path folder) throws IOException {
        return ExecutableProvider.newJarResourceProvider(
                        Files.createDirectories(folder.resolve("bin")).toFile())
                .get()
                .toPath();
    }
}
