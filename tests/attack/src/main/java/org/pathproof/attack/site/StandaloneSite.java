// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.StandaloneProcess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./pathproof up} as a process, and its REST interface. */
public final class StandaloneSite implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    private final Path data;
    private final Path console;
    private final StandaloneProcess program;
    private final String heap;

    /** A response over HTTP. */
    public record Answer(int status, String contentType, String body) {
        /** Returns the body, which must be JSON; a missing node if the body is empty. */
        public JsonNode json() {
            return JSON.readTree(body);
        }
    }

    /**
     * Starts the program.
     *
     * @param launcher the script {@code pathproof} of a checkout
     * @param folder folder for the data and the output of the console
     * @param heap maximum heap, as {@code --heap} takes it
     * @param cachePort port of an RTR cache on 127.0.0.1
     * @param options further options of {@code up}
     */
    public StandaloneSite(Path launcher, Path folder, String heap, int cachePort, List<String> options)
            throws IOException {
        data = folder.resolve("data");
        console = Files.createDirectories(folder).resolve("console.log");
        List<String> all = new ArrayList<>(List.of("--heap", heap, "--rtr", "127.0.0.1:" + cachePort));
        all.addAll(options);
        program = new StandaloneProcess(launcher, data, console, all);
        this.heap = heap;
    }

    /** Kills the program, and starts it again on the same data. Returns when it responds. */
    public void restart() {
        program.process().process().destroyForcibly().onExit().join();
        program.relaunch();
        program.awaitServing();
    }

    /** Returns the maximum heap in MiB. */
    public long heapMebibytes() {
        long number = Long.parseLong(heap.substring(0, heap.length() - 1));
        return heap.endsWith("g") || heap.endsWith("G") ? 1_024 * number : number;
    }

    /** Returns the memory of the program in MiB, without that of Redis. */
    public long residentMebibytes() throws IOException {
        return Files.readAllLines(proc().resolve("status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1_024)
                .findFirst()
                .orElse(0);
    }

    /** Returns the number of open file descriptors of the program. */
    public long openDescriptors() throws IOException {
        try (Stream<Path> all = Files.list(proc().resolve("fd"))) {
            return all.count();
        }
    }

    /** Writes all threads of the program to a file, and returns a summary of those that run code of this project. */
    public List<String> threads(Path file) throws IOException {
        ThreadDump.write(program.process().process().pid(), file);
        return ThreadDump.summarize(file);
    }

    private Path proc() {
        return Path.of("/proc", Long.toString(program.process().process().pid()));
    }

    /** Waits until the program responds; throws IllegalStateException if it ends first. */
    public void awaitServing() {
        program.awaitServing();
    }

    /**
     * Waits for a condition; throws IllegalStateException with {@code what} if the condition does not hold within
     * {@code limit}.
     */
    public void await(String what, Duration limit, BooleanSupplier condition) {
        Conditions.await(what, limit, () -> {
            requireAlive();
            return condition.getAsBoolean();
        });
    }

    /** Throws IllegalStateException with the end of the console's output if the program has ended. */
    public void requireAlive() {
        program.process().requireAlive();
    }

    /** Sends a GET, with 10 s for the response. */
    public Answer get(String path) throws IOException {
        return get(path, "application/json", ANSWER_TIMEOUT);
    }

    /**
     * Sends a GET.
     *
     * @throws IOException when there is no response within {@code limit}
     */
    public Answer get(String path, String accept, Duration limit) throws IOException {
        return send(HttpRequest.newBuilder(uri(path))
                .timeout(limit)
                .header("Accept", accept)
                .build());
    }

    /** Sends a request. */
    public Answer send(HttpRequest request) throws IOException {
        HttpResponse<String> response = program.send(request);
        return new Answer(
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse(""),
                response.body());
    }

    /**
     * Sends a request and returns the methods of the Allow header (RFC 9110 section 10.2.1). Empty without the header.
     */
    public List<String> allowed(HttpRequest request) throws IOException {
        return program.send(request, HttpResponse.BodyHandlers.discarding()).headers().allValues("Allow").stream()
                .flatMap(value -> Stream.of(value.split(",")))
                .map(String::strip)
                .toList();
    }

    public URI uri(String path) {
        return program.uri(path);
    }

    public InetSocketAddress bmp() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), program.bmpPort());
    }

    public InetSocketAddress httpAddress() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), program.httpPort());
    }

    public InetSocketAddress rtr() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), program.rtrPort());
    }

    public Path data() {
        return data;
    }

    /** Returns the log file of the program and the file of its standard output. */
    public List<Path> logs() {
        return List.of(data.resolve("logs").resolve("pathproof.log"), console);
    }

    /** Returns the Redis processes that the program started. */
    public List<ProcessHandle> redisServers() {
        return program.redisServers();
    }

    @Override
    public void close() {
        program.close();
    }
}
