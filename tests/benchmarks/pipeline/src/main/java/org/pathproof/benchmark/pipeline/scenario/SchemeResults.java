// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.measure.Latencies;
import org.pathproof.benchmark.pipeline.measure.VerdictReader;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.SchemeState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * The latency of the results of experimental schemes (docs/adr/0058) from the router's BMP to the committed record.
 * One router sends honest routes of 4 hops, scheme after scheme, at a low rate.
 */
final class SchemeResults implements Bench.Scenario {
    private static final int ROUTES = 1_200;
    /** Routes of each scheme that do not count. These routes are sent before those that count. */
    private static final int WARM_UP = 200;

    private static final int RATE = 100;
    private static final Duration SILENCE = Duration.ofMinutes(1);
    private static final Duration SIGNING = Duration.ofMinutes(5);
    private static final int ROUTE_MONITORING = 0; // RFC 7854 section 4.1
    private static final int TYPE_OFFSET = 5;
    private static final int LENGTH_OFFSET = 1;
    private static final Path LIBRARY =
            Path.of(System.getProperty("pathproof.root", ""), "research", "scheme-lab", "target", "lib");

    /** A route of the lab with its times, in microseconds since 1970. */
    private static final class Timed {
        private final Bytes message;
        private long sent;
        private volatile long received;
        private volatile long validated;
        private volatile long read;

        Timed(Bytes message) {
            this.message = message;
        }
    }

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Outcome.Builder outcome = new Outcome.Builder("schemes", "Results of experimental schemes");
        try (ProcessGroup processes = bench.processes()) {
            bench.progress().print("signing routes of all schemes");
            Path lab = processes.folder("schemes");
            sign(lab);
            Map<String, Map<Prefix, Timed>> schemes = new LinkedHashMap<>();
            List<Bytes> begin = read(lab, schemes);
            bench.progress().print("starting all parts");
            Site site = ready(processes, lab);
            try (VerdictReader reader = VerdictReader.start(site.bootstrapServers());
                    Socket router = connect(site)) {
                OutputStream out = new BufferedOutputStream(router.getOutputStream(), 1 << 16);
                for (Bytes message : begin) {
                    out.write(message.toArray());
                }
                out.flush();
                bench.progress().print("warming up with all schemes");
                for (Map.Entry<String, Map<Prefix, Timed>> scheme : schemes.entrySet()) {
                    play(site, reader, out, scheme.getKey(), part(scheme.getValue(), 0, WARM_UP));
                }
                for (Map.Entry<String, Map<Prefix, Timed>> scheme : schemes.entrySet()) {
                    bench.progress().print(scheme.getKey());
                    Map<Prefix, Timed> routes = part(scheme.getValue(), WARM_UP, ROUTES);
                    play(site, reader, out, scheme.getKey(), routes);
                    report(outcome, scheme.getKey(), routes);
                }
            } finally {
                site.close();
            }
        }
        return outcome.workload(
                        "%,d routes of 4 hops of each scheme with published parameters, %d a second; the first %d do not count"
                                .formatted(ROUTES, RATE, WARM_UP))
                .note(
                        "Validators validate these routes one at a time, without batches and without proofs in memory. The row"
                                + " BGPsec is a path in the same experimental attribute.")
                .build();
    }

    /** Returns routes of a scheme by their positions. */
    private static Map<Prefix, Timed> part(Map<Prefix, Timed> routes, int from, int to) {
        Map<Prefix, Timed> part = new LinkedHashMap<>();
        routes.entrySet().stream()
                .skip(from)
                .limit(to - from)
                .forEach(each -> part.put(each.getKey(), each.getValue()));
        return part;
    }

    /** Sends routes, and waits for their results. */
    private static void play(
            Site site, VerdictReader reader, OutputStream out, String scheme, Map<Prefix, Timed> routes)
            throws IOException {
        Map<Prefix, Timed> awaited = new ConcurrentHashMap<>(routes);
        reader.sendRecordsTo((record, micros) -> onVerdict(record, micros, awaited));
        send(routes, out);
        await(site, reader, scheme, awaited);
    }

    private static void sign(Path folder) {
        ChildProcess.Outcome signed = ChildProcess.run(
                SIGNING,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        LIBRARY.resolve("*").toString(),
                        "org.pathproof.research.lab.SchemesCommand",
                        "--honest",
                        Integer.toString(ROUTES),
                        "--out",
                        folder.toString()));
        if (signed.exitCode() != 0) {
            throw new IllegalStateException("./pathproof lab schemes failed: " + signed.output());
        }
    }

    /** Reads the routes of the lab by scheme, and returns the messages before the first route. */
    private static List<Bytes> read(Path folder, Map<String, Map<Prefix, Timed>> schemes) throws IOException {
        Bytes stream = Bytes.wrap(Files.readAllBytes(folder.resolve("routes.bmp")));
        List<Bytes> messages = new ArrayList<>();
        for (int at = 0; at < stream.length(); ) {
            int end = at + (int) stream.u32(at + LENGTH_OFFSET);
            messages.add(stream.slice(at, end));
            at = end;
        }
        int first = 0;
        while (messages.get(first).u8(TYPE_OFFSET) != ROUTE_MONITORING) {
            first++;
        }
        int next = first;
        for (String line : Files.readAllLines(folder.resolve("routes.txt"))) {
            String[] fields = line.split(" +", -1);
            if (!fields[0].equals("PREFIX")) {
                schemes.computeIfAbsent(fields[1], _ -> new LinkedHashMap<>())
                        .put(Prefix.parse(fields[0]), new Timed(messages.get(next++)));
            }
        }
        return messages.subList(0, first);
    }

    private static SiteOptions options(Path lab) {
        Map<String, String> experiment = Map.of(
                "pathproof.schemes.experimental", "true",
                "pathproof.schemes.keys", lab.resolve("keys.txt").toString(),
                "pathproof.schemes.library", LIBRARY.toString());
        return SiteOptions.plain().withSettings(Map.of("collector", experiment, "validator", experiment));
    }

    private static Site ready(ProcessGroup processes, Path lab) throws IOException, InterruptedException {
        Site site = Site.start(processes, options(lab));
        site.rpki().replace(List.of(new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64_496)));
        site.awaitReady();
        return site;
    }

    private static Socket connect(Site site) throws IOException {
        Socket router = new Socket(InetAddress.getLoopbackAddress(), site.bmpPort());
        router.setTcpNoDelay(true);
        return router;
    }

    private static void send(Map<Prefix, Timed> routes, OutputStream out) throws IOException {
        long start = System.nanoTime();
        int sent = 0;
        for (Timed route : routes.values()) {
            long due = start + sent++ * (1_000_000_000L / RATE);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            route.sent = Arrivals.now();
            out.write(route.message.toArray());
            out.flush();
        }
    }

    private static void onVerdict(ConsumerRecord<byte[], byte[]> record, long micros, Map<Prefix, Timed> awaited)
            throws IOException {
        if (record.value() == null || RouteKey.isSessionMarker(record.key())) {
            return;
        }
        Prefix prefix = RouteKey.ofBytes(record.key()).prefix();
        Timed route = awaited.get(prefix);
        if (route == null) {
            return;
        }
        Verdict verdict = Verdict.parseFrom(record.value());
        if (verdict.getSchemeResult().getState() != SchemeState.SCHEME_PATH_VERIFIES) {
            throw new IOException("an honest route to " + prefix + " has the result " + verdict.getSchemeResult());
        }
        route.received = verdict.getReceivedUs();
        route.validated = verdict.getValidatedUs();
        route.read = micros;
        awaited.remove(prefix);
    }

    private static void await(Site site, VerdictReader reader, String scheme, Map<Prefix, Timed> awaited) {
        Conditions.await("results of " + scheme, SILENCE, () -> {
            reader.check();
            Run.STAGES.forEach(stage -> site.of(stage).forEach(ChildProcess::requireAlive));
            return awaited.isEmpty();
        });
    }

    private static void report(Outcome.Builder outcome, String scheme, Map<Prefix, Timed> routes) {
        List<Timed> counted = List.copyOf(routes.values());
        Latencies whole = Latencies.of(
                counted.stream().mapToLong(route -> route.read - route.sent).toArray());
        Latencies validator = Latencies.of(counted.stream()
                .mapToLong(route -> route.validated - route.received)
                .toArray());
        outcome.figure(scheme + ": to the result, p50", whole.percentile(50), "ms")
                .figure(scheme + ": to the result, p99", whole.percentile(99), "ms")
                .figure(scheme + ": from the collector to the validator's result, p50", validator.percentile(50), "ms");
    }
}
