// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A real redis-server on a free port of 127.0.0.1, which can be stopped and started again on the same port. */
public final class RedisServer implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

    private final int port = Ports.free();
    private final Path folder;
    private final boolean durable;
    private @Nullable ChildProcess process;

    private RedisServer(Path folder, boolean durable) {
        this.folder = folder;
        this.durable = durable;
        start();
    }

    /** Starts a server that loses its data when it ends. Aborts the test if Redis is not installed. */
    public static RedisServer inMemory() {
        try {
            Path folder = Files.createTempDirectory("pathproof-redis");
            folder.toFile().deleteOnExit();
            folder.resolve("redis.log").toFile().deleteOnExit();
            return new RedisServer(folder, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a server whose data, in {@code folder}, survive a kill. Aborts the test if Redis is not installed. */
    public static RedisServer durable(Path folder) {
        return new RedisServer(folder, true);
    }

    /** Starts the server after {@link #stop} or {@link #kill} and waits until it answers. */
    public void start() {
        process = ChildProcess.start(
                folder.resolve("redis.log"),
                List.of(
                        Programs.require("redis-server"),
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--dir",
                        folder.toString(),
                        "--appendonly",
                        durable ? "yes" : "no",
                        "--save",
                        ""));
        await("Redis on port " + port)
                .atMost(START_TIMEOUT)
                .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                .until(() -> command("PING").equals("+PONG"));
    }

    public int port() {
        return port;
    }

    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** Ends the server in an orderly way. */
    public void stop() {
        if (process != null) {
            process.close();
        }
    }

    /** Ends the server with SIGKILL. */
    public void kill() {
        if (process != null) {
            process.kill();
        }
    }

    public void restart() {
        stop();
        start();
    }

    /** Deletes all keys. */
    public void flush() {
        String answer = command("FLUSHALL");
        if (!answer.equals("+OK")) {
            throw new IllegalStateException("Redis on port " + port + " answered FLUSHALL with " + answer);
        }
    }

    /** Sends an inline command and returns the first line of the answer, in the wire format of Redis (RESP). */
    private String command(String command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                BufferedReader answers =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            socket.setSoTimeout(Math.toIntExact(START_TIMEOUT.toMillis()));
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            String answer = answers.readLine();
            return answer == null ? "" : answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
