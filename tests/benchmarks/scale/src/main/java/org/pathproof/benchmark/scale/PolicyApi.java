// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.benchmark.pipeline.measure.CpuUse;
import org.pathproof.benchmark.pipeline.measure.Memory;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.policyapi.PolicyApiApplication;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A policy API as a process, and requests to it. Not thread-safe. */
final class PolicyApi implements AutoCloseable {
    private static final String NAME = "policy-api";
    /** Percentages of memory for the heap of an image, at its start and at most (packaging/images/jvm.args). */
    private static final int INITIAL_PERCENT = 40;

    private static final int MAX_PERCENT = 75;
    private static final int MIB = 1 << 20;
    private static final int MAIN_THREADS = 6;
    private static final Pattern WRITTEN = Pattern.compile("snapshot written: bytes=(\\d+) .*milliseconds=(\\d+)");
    private static final Pattern RESTORED = Pattern.compile("table read from a snapshot: .*milliseconds=(\\d+)");

    private final ChildProcess process;
    private final KeepAliveClient client;
    private final int port;
    private final GcLog gcLog;
    private final long started = System.nanoTime();

    private PolicyApi(ChildProcess process, int port, GcLog gcLog) {
        this.process = process;
        this.client = new KeepAliveClient(port);
        this.port = port;
        this.gcLog = gcLog;
    }

    /**
     * Starts a policy API with the options of its image, and default settings except for addresses, the heap and
     * snapshots.
     *
     * @param name name of the process, which differs from those of earlier ones
     * @param snapshots directory of snapshots
     */
    static PolicyApi start(ReadSide side, String name, long heapBytes, Path snapshots, Duration snapshotInterval) {
        int port = Ports.free();
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("server.port", port);
        settings.put("server.address", "127.0.0.1");
        settings.put("pathproof.kafka.bootstrap-servers", side.bootstrapServers());
        settings.put("pathproof.kafka.replication-factor", 1);
        settings.put("pathproof.redis.uri", side.redisUri());
        settings.put("pathproof.policy-api.rtr-bind", "127.0.0.1");
        settings.put("pathproof.policy-api.rtr-port", 0);
        settings.put("pathproof.policy-api.http.max-rate-per-client", 1_000_000);
        settings.put("pathproof.policy-api.snapshot-directory", snapshots);
        settings.put("pathproof.policy-api.snapshot-interval", snapshotInterval);
        GcLog gcLog = new GcLog(side.processes().folder().resolve(name + "-gc.log"));
        long max = heapBytes / MIB;
        ChildProcess process = side.processes()
                .java(
                        NAME,
                        "-Xms" + max * INITIAL_PERCENT / MAX_PERCENT + "m -Xmx" + max + "m " + Site.JVM + " "
                                + gcLog.arguments(),
                        PolicyApiApplication.class.getName(),
                        settings);
        return new PolicyApi(process, port, gcLog);
    }

    /**
     * The start of a policy API.
     *
     * @param readySeconds time from the start of the process until it is ready
     * @param rowsPerSecond records read a second, from the first to the last look at the reading; NaN for a short one
     * @param rowsPerCpuSecond the same by the CPU time of the threads that read and decode
     * @param cpuSeconds CPU time of the process until it is ready
     */
    record Load(double readySeconds, double rowsPerSecond, double rowsPerCpuSecond, double cpuSeconds) {}

    /** A look at the reading. */
    private record Look(long nanos, long left, long loaderMicros) {}

    /** Waits until all records are read. */
    Load awaitReady() {
        List<Look> looks = new ArrayList<>();
        Conditions.await("the policy API to be ready", ReadSide.STEP, () -> {
            process.requireAlive();
            try {
                JsonNode store = json("/api/v1/health").path("components").path("store");
                if (client.get("/actuator/health/readiness").status() == 200) {
                    return true;
                }
                if (store.has("lag") && store.get("lag").asLong() > 0) {
                    looks.add(new Look(System.nanoTime(), store.get("lag").asLong(), loaderMicros()));
                }
            } catch (IOException | IllegalStateException e) {
                return false; // the process does not listen yet
            }
            return false;
        });
        double seconds = seconds();
        double cpu = cpuMicros() / 1e6;
        if (looks.size() < 2) {
            return new Load(seconds, Double.NaN, Double.NaN, cpu);
        }
        Look first = looks.getFirst();
        Look last = looks.getLast();
        double rows = first.left() - last.left();
        return new Load(
                seconds,
                rows * 1e9 / (last.nanos() - first.nanos()),
                rows * 1e6 / (last.loaderMicros() - first.loaderMicros()),
                cpu);
    }

    /** Returns the seconds since the start of the process. */
    private double seconds() {
        return (System.nanoTime() - started) / 1e9;
    }

    private long loaderMicros() {
        return micros("verdict-load");
    }

    /** Returns the CPU time of the threads that apply changes, in microseconds. */
    long followerMicros() {
        return micros("verdict-follow") + micros("verdict-apply");
    }

    private long micros(String thread) {
        return CpuUse.of(List.of(process)).threads().getOrDefault(NAME, Map.of()).entrySet().stream()
                .filter(kind -> kind.getKey().startsWith(thread))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Returns the CPU time of the threads that serve requests, in microseconds. */
    long requestMicros() {
        return micros("ForkJoinPool") + micros("http-nio");
    }

    /** Returns the CPU time of each kind of threads. */
    CpuUse cpuUse() {
        return CpuUse.of(List.of(process));
    }

    /** Returns the kinds of threads that used the most CPU time since then, each with its seconds. */
    String mainThreads(CpuUse before) {
        return cpuUse().since(before).threads().getOrDefault(NAME, Map.of()).entrySet().stream()
                .limit(MAIN_THREADS)
                .map(kind -> String.format(Locale.ROOT, "%s %.2f s", kind.getKey(), kind.getValue() / 1e6))
                .collect(Collectors.joining(", "));
    }

    /** Returns the CPU time of the process, in microseconds. */
    long cpuMicros() {
        return CpuUse.of(List.of(process)).total();
    }

    /**
     * Sends a request.
     *
     * @throws IllegalStateException if the response has another status than 200
     */
    KeepAliveClient.Response get(String path) {
        try {
            KeepAliveClient.Response response = client.get(path);
            if (response.status() != 200) {
                throw new IllegalStateException(
                        "GET " + path + ": status " + response.status() + ": " + response.text());
            }
            return response;
        } catch (IOException e) {
            process.requireAlive();
            throw new UncheckedIOException("GET " + path + " failed", e);
        }
    }

    /** Returns the JSON objects of a response that has one a line. The caller closes the stream. */
    Stream<JsonNode> lines(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Accept", "application/x-ndjson")
                .build();
        HttpResponse<Stream<String>> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofLines());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("GET " + path + ": status " + response.statusCode());
        }
        return response.body().map(JsonMapper.shared()::readTree);
    }

    JsonNode json(String path) throws IOException {
        return JsonMapper.shared().readTree(client.get(path).text());
    }

    /** Returns the counts over all routes. */
    JsonNode summary() {
        return JsonMapper.shared().readTree(get("/api/v1/summary").text());
    }

    Memory memory() {
        return Memory.of(process);
    }

    /** Stops all threads of the process until {@link #resume}. */
    void pause() {
        process.signal("STOP");
    }

    void resume() {
        process.signal("CONT");
    }

    /**
     * A snapshot.
     *
     * @param seconds time of the writing, beside other work of the process
     */
    record Snapshot(long bytes, double seconds) {}

    /** Waits until the process has written a snapshot. */
    Snapshot awaitSnapshot() {
        Conditions.await("a snapshot", ReadSide.STEP, () -> {
            process.requireAlive();
            return lastMatch(WRITTEN).isPresent();
        });
        MatchResult written = lastMatch(WRITTEN).orElseThrow();
        return new Snapshot(Long.parseLong(written.group(1)), Long.parseLong(written.group(2)) / 1e3);
    }

    /**
     * Returns the seconds in which the process has read its snapshot.
     *
     * @throws IllegalStateException if it has not used the snapshot
     */
    double snapshotLoadSeconds() {
        return lastMatch(RESTORED)
                .map(read -> Long.parseLong(read.group(1)) / 1e3)
                .orElseThrow(() -> new IllegalStateException("the policy API did not use its snapshot:\n"
                        + process.output()
                                .lines()
                                .filter(line -> line.contains("snapshot"))
                                .toList()));
    }

    private Optional<MatchResult> lastMatch(Pattern pattern) {
        return pattern.matcher(process.output()).results().reduce((_, second) -> second);
    }

    /** Returns the lengths of the collector's pauses in milliseconds. */
    List<Double> pauses() throws IOException {
        return gcLog.pauses();
    }

    /** Kills the process. */
    @Override
    public void close() {
        client.close();
        process.kill();
    }
}
