// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The command {@code ./pathproof up} as a process on free ports, and HTTP requests to it. */
public final class StandaloneProcess implements AutoCloseable {
    /** Upper bound for a start with Kafka and Redis on a busy machine of two cores. */
    public static final Duration START_TIMEOUT = Duration.ofMinutes(4);

    private final Path launcher;
    private final Path data;
    private final Path log;
    private final List<String> options;
    private final int bmpPort = Ports.free();
    private final int httpPort = Ports.free();
    private final int rtrPort = Ports.free();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private ChildProcess process;

    /**
     * Starts the program without waiting for it.
     *
     * @param launcher the script {@code pathproof} of a checkout
     * @param data data folder, which may have the data of an earlier run
     * @param log file for standard output and error
     * @param options further options of {@code up}
     */
    public StandaloneProcess(Path launcher, Path data, Path log, List<String> options) {
        this.launcher = launcher;
        this.data = data;
        this.log = log;
        this.options = List.copyOf(options);
        this.process = launch();
    }

    /** Starts the program again on the same data and ports, without waiting for it. */
    public void relaunch() {
        process = launch();
    }

    private ChildProcess launch() {
        List<String> command = new ArrayList<>(List.of(
                launcher.toString(),
                "up",
                "--bmp-port",
                Integer.toString(bmpPort),
                "--http-port",
                Integer.toString(httpPort),
                "--rtr-port",
                Integer.toString(rtrPort),
                "--data",
                data.toString()));
        command.addAll(options);
        return ChildProcess.start(log, command);
    }

    /** Waits until every port accepts connections and the REST interface responds to a request for routes. */
    public void awaitServing() {
        Conditions.await("an answer of ./pathproof up", START_TIMEOUT, () -> {
            process.requireAlive();
            return Ports.accepts(httpPort)
                    && Ports.accepts(bmpPort)
                    && Ports.accepts(rtrPort)
                    && answers("/api/v1/routes?limit=1");
        });
    }

    private boolean answers(String path) {
        try {
            return send(HttpRequest.newBuilder(uri(path))
                                    .timeout(Duration.ofMinutes(1))
                                    .build())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** Sends a request and returns the response, whatever its status. */
    public HttpResponse<String> send(HttpRequest request) throws IOException {
        return send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Sends a request and returns the response, whatever its status, with the body that {@code handler} makes. */
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) throws IOException {
        try {
            return http.send(request, handler);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Returns the URI of a path and query such as {@code /api/v1/routes?limit=1}. */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + httpPort + path);
    }

    /** Returns the Redis processes that the program started. */
    public List<ProcessHandle> redisServers() {
        try (Stream<ProcessHandle> descendants = process.process().descendants()) {
            return descendants
                    .filter(p -> p.info().command().orElse("").contains("redis"))
                    .toList();
        }
    }

    /** Returns the process of the latest start. */
    public ChildProcess process() {
        return process;
    }

    public int bmpPort() {
        return bmpPort;
    }

    public int httpPort() {
        return httpPort;
    }

    public int rtrPort() {
        return rtrPort;
    }

    @Override
    public void close() {
        http.close();
        process.close();
    }
}
