// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.benchmark.pipeline.measure.Memory;
import org.pathproof.contracts.Topics;
import org.pathproof.networkrecords.NetworkRecords;

/** One run: writes a table, and measures a policy API that reads it. */
final class ScaleRun {
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final int ENDED_SESSIONS = 5;
    private static final int WARM_UP_ROUNDS = 2;

    private final Sizes sizes;
    private final RealNetwork network;
    private final NetworkRecords records;
    private final Expectation expected;
    private final Progress progress;

    ScaleRun(Sizes sizes, RealNetwork network, Progress progress) {
        this.sizes = sizes;
        this.network = network;
        this.progress = progress;
        records = new NetworkRecords(network.table(), sizes.sessions(), Sizes.NEIGHBORS, sizes.signedPercent());
        expected = new Expectation(records);
    }

    /** A policy API that has read the whole table from Kafka, and the snapshot that it left. */
    private record Cold(PolicyApi.Load load, Memory memory, PolicyApi.Snapshot snapshot, List<Double> pauses) {}

    /** Runs all measurements. */
    Outcome measure(Machine machine, ReadSide side) throws IOException, InterruptedException {
        Path snapshots = side.processes().folder("snapshots");
        try (RecordWriter writer = new RecordWriter(records, expected, side.bootstrapServers())) {
            PolicyApi.Load empty;
            Memory emptyMemory;
            try (PolicyApi api = start(side, "empty", side.processes().folder("no-snapshots"), NEVER)) {
                empty = api.awaitReady();
                emptyMemory = api.memory();
            }
            progress.print("an empty policy API is ready after %.1f s".formatted(empty.readySeconds()));
            double written = writeTable(writer);
            long kafka = side.kafkaBytes(Topics.VERDICTS);
            progress.print("%,d records are in Kafka: %,.0f a second, %,d MB"
                    .formatted(sizes.rows(), written, kafka / 1_000_000));
            Cold cold = readAll(side, snapshots);
            List<PolicyApi.Load> starts = new ArrayList<>();
            List<Double> loads = new ArrayList<>();
            for (int i = 1; i < sizes.starts(); i++) {
                try (PolicyApi api = start(side, "restart-" + i, snapshots, NEVER)) {
                    restart(api, starts, loads);
                }
            }
            Outcome.BusyStart busy =
                    new BusyStart(records, expected, writer).measure(() -> start(side, "busy", snapshots, NEVER));
            progress.print("ready after %.1f s with %,.0f changes a second; %,d routes equal their records"
                    .formatted(busy.ready(), busy.perSecond(), busy.compared()));
            try (PolicyApi api = start(side, "live", snapshots, NEVER)) {
                restart(api, starts, loads);
                Live live = measureLive(api, writer);
                return new Outcome(
                        machine,
                        network.origin(),
                        sizes,
                        new Outcome.Table(
                                kafka,
                                written,
                                emptyMemory.heap(),
                                cold.memory().heap(),
                                cold.memory().resident(),
                                live.memory().heap(),
                                live.memory().resident()),
                        new Outcome.Starts(
                                empty.readySeconds(),
                                cold.load().readySeconds(),
                                cold.load().rowsPerSecond(),
                                cold.load().rowsPerCpuSecond(),
                                cold.snapshot().bytes(),
                                cold.snapshot().seconds(),
                                Samples.of(loads).p50(),
                                median(starts, PolicyApi.Load::readySeconds),
                                empty.cpuSeconds(),
                                cold.load().cpuSeconds(),
                                median(starts, PolicyApi.Load::cpuSeconds)),
                        busy,
                        live.requests(),
                        live.changes(),
                        live.events(),
                        pauses(cold.pauses(), api.pauses()));
            }
        }
    }

    private PolicyApi start(ReadSide side, String name, Path snapshots, Duration interval) {
        return PolicyApi.start(side, name, sizes.heapBytes(), snapshots, interval);
    }

    private static double median(List<PolicyApi.Load> starts, Function<PolicyApi.Load, Double> value) {
        return Samples.of(starts.stream().map(value).toList()).p50();
    }

    private static Outcome.Pauses pauses(List<Double> loading, List<Double> live) {
        List<Double> all = new ArrayList<>(loading);
        all.addAll(live);
        return new Outcome.Pauses(Samples.of(loading), Samples.of(live), Samples.of(all));
    }

    /** Writes all sessions, and then the routes of one session after the other. Returns the records a second. */
    private double writeTable(RecordWriter writer) throws IOException {
        long begin = System.nanoTime();
        for (int session = 0; session < sizes.sessions(); session++) {
            writer.up(session);
        }
        for (int session = 0; session < sizes.sessions(); session++) {
            for (int prefix = 0; prefix < sizes.prefixes(); prefix++) {
                writer.route(prefix, session);
            }
        }
        writer.flush();
        writer.takeMarks();
        return sizes.rows() * 1e9 / (System.nanoTime() - begin);
    }

    private Cold readAll(ReadSide side, Path snapshots) throws IOException {
        try (PolicyApi api = start(side, "cold", snapshots, SOON)) {
            PolicyApi.Load load = api.awaitReady();
            progress.print("ready after %.1f s without a snapshot: %,.0f rows a second"
                    .formatted(load.readySeconds(), load.rowsPerSecond()));
            new Shown(records, api).check(expected);
            List<Double> pauses = api.pauses();
            PolicyApi.Snapshot snapshot = api.awaitSnapshot();
            Memory memory = api.memory();
            progress.print("%.1f bytes of heap a row".formatted((double) memory.heap() / sizes.rows()));
            return new Cold(load, memory, snapshot, pauses);
        }
    }

    private void restart(PolicyApi api, List<PolicyApi.Load> starts, List<Double> loads) throws IOException {
        PolicyApi.Load load = api.awaitReady();
        starts.add(load);
        loads.add(api.snapshotLoadSeconds());
        progress.print(
                "ready after %.1f s with a snapshot, read in %.2f s".formatted(load.readySeconds(), loads.getLast()));
        new Shown(records, api).check(expected);
    }

    /** Measurements of a live policy API. */
    private record Live(Outcome.Requests requests, Outcome.Changes changes, Outcome.Events events, Memory memory) {}

    private Live measureLive(PolicyApi api, RecordWriter writer) throws IOException {
        Shown shown = new Shown(records, api);
        Outcome.Requests requests =
                new RequestTimes(api).measure(records, shown, sizes.requests(), expected.notValid());
        progress.print("the routes of a prefix: %.0f µs (median)"
                .formatted(requests.prefixUs().times().p50()));
        LiveChanges live = new LiveChanges(records, expected, writer, api, shown, progress);
        for (int i = 0; i < WARM_UP_ROUNDS; i++) {
            live.random(sizes.changes() / 4);
        }
        Outcome.Changes changes = live.random(sizes.changes());
        progress.print("%,.0f changes a second".formatted(changes.perSecond()));
        shown.check(expected);
        Samples one = live.oneRecord(sizes.rounds());
        Samples roa = live.roa(sizes.rounds());
        int asn = expected.keyOfATenth();
        LiveChanges.KeyChange withdrawn = live.key(asn, true);
        LiveChanges.KeyChange restored = live.key(asn, false);
        Memory memory = api.memory();
        Samples ends = live.sessionEnds(0, ENDED_SESSIONS);
        progress.print("the end of a session is shown after %.1f ms (median)".formatted(ends.p50()));
        LiveChanges.Leave leave = live.lastRouter();
        progress.print("a router with %,d routes has left after %.1f s".formatted(leave.rows(), leave.goneSeconds()));
        shown.check(expected);
        Outcome.Events events = new Outcome.Events(
                one,
                roa,
                ends,
                asn,
                withdrawn.rows(),
                withdrawn.written(),
                withdrawn.shown(),
                withdrawn.cpu(),
                withdrawn.threadCpu(),
                restored.shown(),
                leave.rows(),
                leave.hiddenMs(),
                leave.goneSeconds(),
                api.memory().heap());
        return new Live(requests, changes, events, memory);
    }
}
