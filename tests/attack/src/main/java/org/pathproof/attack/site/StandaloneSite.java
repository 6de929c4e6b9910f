// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./pathproof up} as a process, and its REST interface. */
public final class StandaloneSite implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Path data;
    private final Path console;
    private final Process process;
    private final int bmpPort = freePort();
    private final int httpPort = freePort();
    private final int rtrPort = freePort();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ANSWER)
            .build();

    /** An answer over HTTP. */
    public record Answer(int status, String contentType, String body) {
        /** Returns the body as JSON, a missing node when it is none. */
        public JsonNode json() {
            return JSON.readTree(body);
        }
    }

    /**
     * Starts the program.
     *
     * @param launcher the script {@code pathproof} of a checkout
     * @param folder for the data folder and the console's output
     * @param heap maximum heap, as {@code --heap} takes it
     * @param cachePort port of an RTR cache on 127.0.0.1
     */
    public StandaloneSite(Path launcher, Path folder, String heap, int cachePort, List<String> options)
            throws IOException {
        data = folder.resolve("data");
        console = Files.createDirectories(folder).resolve("console.log");
        List<String> command = new ArrayList<>(List.of(
                launcher.toString(),
                "up",
                "--heap",
                heap,
                "--bmp-port",
                Integer.toString(bmpPort),
                "--http-port",
                Integer.toString(httpPort),
                "--rtr-port",
                Integer.toString(rtrPort),
                "--rtr",
                "127.0.0.1:" + cachePort,
                "--data",
                data.toString()));
        command.addAll(options);
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(console.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .start();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Waits until {@link #get} of the summary answers with 200 and BMP is accepted; throws IllegalStateException when the program ends first. */
    public void awaitServing() throws InterruptedException {
        await("an answer of ./pathproof up", START, () -> {
            requireAlive();
            return isOpen(bmpPort) && isOpen(httpPort) && status("/api/v1/summary") == 200;
        });
    }

    /** Waits for a condition; throws IllegalStateException, which names it, when it is not met in {@code limit}. */
    public void await(String what, Duration limit, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("no " + what + " within " + limit.toSeconds() + " s");
            }
            requireAlive();
            if (process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                requireAlive();
            }
        }
    }

    /** Throws IllegalStateException with the end of the console's output when the program has ended. */
    public void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException(
                    "./pathproof up ended with status " + process.exitValue() + ": " + consoleTail());
        }
    }

    private String consoleTail() {
        try {
            List<String> lines = Files.readAllLines(console);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private boolean isOpen(int port) {
        try (var socket = new java.net.Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private int status(String path) {
        try {
            return get(path).status();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Sends a GET, with 10 s for the answer. */
    public Answer get(String path) throws IOException {
        return get(path, "application/json", ANSWER);
    }

    /** Sends a GET. Throws IOException when there is no answer in {@code limit}. */
    public Answer get(String path, String accept, Duration limit) throws IOException {
        return send(HttpRequest.newBuilder(uri(path))
                .timeout(limit)
                .header("Accept", accept)
                .build());
    }

    /** Sends any request. */
    public Answer send(HttpRequest request) throws IOException {
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Returns the methods that the answer to a request allows (RFC 9110 section 10.2.1), none where it does not say. */
    public List<String> allowed(HttpRequest request) throws IOException {
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).headers().allValues("Allow").stream()
                    .flatMap(value -> Stream.of(value.split(",")))
                    .map(String::strip)
                    .toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + httpPort + path);
    }

    public InetSocketAddress bmp() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), bmpPort);
    }

    public InetSocketAddress httpAddress() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), httpPort);
    }

    public InetSocketAddress rtr() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), rtrPort);
    }

    public Path data() {
        return data;
    }

    /** The program's log, and what it printed. */
    public List<Path> logs() {
        return List.of(data.resolve("logs").resolve("pathproof.log"), console);
    }

    /** Returns the processes named {@code redis-server} that the program started. */
    public List<ProcessHandle> redisServers() {
        try (Stream<ProcessHandle> descendants = process.descendants()) {
            return descendants
                    .filter(p -> p.info().command().orElse("").contains("redis"))
                    .toList();
        }
    }

    @Override
    public void close() {
        http.close();
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
