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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A real redis-server on a free port of 127.0.0.1, which can be stopped and started again on the same port. */
public final class RedisServer implements AutoCloseable {
    /** Stands for the port of the server in {@link #with}, after {@code --tls-port}. The server has no other port. */
    public static final String OWN_PORT = "OWN-PORT";

    /** Options of redis-server, and those of redis-cli for the same files. */
    private static final Map<String, String> TLS_OPTIONS =
            Map.of("--tls-ca-cert-file", "--cacert", "--tls-cert-file", "--cert", "--tls-key-file", "--key");

    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

    private final int port = Ports.free();
    private final Path folder;
    private final List<String> options;
    private @Nullable ChildProcess process;

    private RedisServer(Path folder, String... options) {
        this.folder = folder;
        this.options = List.of(options);
        start();
    }

    /** Starts a server that loses its data when it ends. Aborts the test if Redis is not installed. */
    public static RedisServer inMemory() {
        try {
            Path folder = Files.createTempDirectory("pathproof-redis");
            folder.toFile().deleteOnExit();
            folder.resolve("redis.log").toFile().deleteOnExit();
            return new RedisServer(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a server whose data, in {@code folder}, survive a kill. Aborts the test if Redis is not installed. */
    public static RedisServer durable(Path folder) {
        return new RedisServer(folder, "--appendonly", "yes");
    }

    /**
     * Starts a server with further options. Its data and log are in a folder of its own inside {@code parent}. Aborts
     * the test if Redis is not installed.
     */
    public static RedisServer with(Path parent, String... options) {
        try {
            return new RedisServer(Files.createTempDirectory(parent, "redis-"), options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the server after {@link #stop} or {@link #kill} and waits until it responds. */
    public void start() {
        List<String> command = new ArrayList<>(List.of(
                Programs.require("redis-server"),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                folder.toString(),
                "--appendonly",
                "no",
                "--save",
                ""));
        // Of two equal options, the last one counts.
        options.forEach(option -> command.add(option.replace(OWN_PORT, Integer.toString(port))));
        ChildProcess started = ChildProcess.start(folder.resolve("redis.log"), command);
        process = started;
        boolean isPlain = !options.contains(OWN_PORT) && !options.contains("--aclfile");
        await("Redis on port " + port)
                .atMost(START_TIMEOUT)
                .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                .until(() -> {
                    started.requireAlive();
                    return isPlain ? command("PING").equals("+PONG") : Ports.accepts(port);
                });
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

    /** Stops the server with SIGSTOP, or continues it with SIGCONT. */
    public void signal(String signal) {
        if (process != null) {
            process.signal(signal);
        }
    }

    /** Sends a command by redis-cli and returns the response. With TLS, it has the certificate of the server. */
    public String cli(String... command) {
        List<String> all = new ArrayList<>();
        if (options.contains(OWN_PORT)) {
            all.add("--tls");
            TLS_OPTIONS.forEach((ofServer, ofClient) -> {
                all.add(ofClient);
                all.add(options.get(options.indexOf(ofServer) + 1));
            });
        }
        all.addAll(List.of(command));
        return cli(port, all.toArray(String[]::new));
    }

    /** Sends a command by redis-cli to a port of 127.0.0.1 and returns the response. */
    static String cli(int port, String... command) {
        List<String> all = new ArrayList<>(List.of(Programs.require("redis-cli"), "-p", Integer.toString(port)));
        all.addAll(List.of(command));
        return ChildProcess.run(Duration.ofMinutes(1), all).output();
    }

    /** Waits until the replica of this server has confirmed all commands until now. */
    public void awaitReplication() {
        long written = offset("master_repl_offset:(\\d+)");
        await("replication of port " + port)
                .atMost(Duration.ofMinutes(1))
                .until(() -> offset("slave0:.*offset=(\\d+)") >= written);
    }

    private long offset(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(cli("info", "replication"));
        return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
    }

    /** Deletes all keys. */
    public void flush() {
        String answer = command("FLUSHALL");
        if (!answer.equals("+OK")) {
            throw new IllegalStateException("Redis on port " + port + " answered FLUSHALL with " + answer);
        }
    }

    /** Sends an inline command and returns the first line of the response, in the wire format of Redis (RESP). */
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
