// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.pathproof.history.changes.Change;
import org.pathproof.history.changes.ChangeDetector;
import org.pathproof.history.changes.PartitionClocks;
import org.pathproof.history.changes.RouteStates;
import org.pathproof.history.changes.SessionDeaths;
import org.pathproof.history.engine.Archive;
import org.pathproof.history.engine.Engine;
import org.pathproof.history.engine.ParquetWriter;
import org.pathproof.history.engine.SliceWriter;
import org.pathproof.history.engine.Upkeep;
import org.pathproof.history.engine.Verifier;
import org.pathproof.history.files.DataFile;
import org.pathproof.history.files.DataFolder;
import org.pathproof.history.files.Dataset;
import org.pathproof.history.files.Manifest;
import org.pathproof.history.questions.ChangeQuestions;
import org.pathproof.history.questions.Filter;
import org.pathproof.history.questions.Period;
import org.pathproof.history.questions.PrefixRange.Match;
import org.pathproof.history.questions.Question;
import org.pathproof.history.questions.QuestionRunner;
import org.pathproof.history.questions.RollupQuestions;

/**
 * Measures the history without Kafka: arguments are the folder, the number of changes, prefixes and sessions. Prints
 * one line of JSON. Records are parsed, compared and appended as the writer does, and a slice is written each simulated
 * minute.
 */
public final class HistoryBench {
    private static final int CHANGES_A_SECOND = 1_000;
    private static final long MEMORY = 700L << 20;
    private static final int ROUNDS = 5;

    private final Archive archive;
    private final Engine engine;
    private final ParquetWriter parquet;
    private final SliceWriter slices;
    private final QuestionRunner runner;
    private final long startMs;
    private long changes;

    private HistoryBench(Path folder, long total) throws IOException, SQLException {
        DataFolder data = DataFolder.open(folder);
        archive = new Archive(data);
        engine = Engine.open(data.root(), data.temporary(), MEMORY, 1);
        parquet = new ParquetWriter(data);
        startMs = System.currentTimeMillis() - total * 1_000 / CHANGES_A_SECOND - TimeUnit.HOURS.toMillis(1);
        archive.commit(manifest -> manifest.restarted(
                        Map.of("t", "1"),
                        List.of(0L),
                        Collections.nCopies(BenchRecords.PARTITIONS, 0L),
                        Collections.nCopies(BenchRecords.PARTITIONS, 0L))
                .complete(startMs * 1_000));
        slices = new SliceWriter(archive, parquet, engine);
        runner = new QuestionRunner(engine, archive, Duration.ofMinutes(2), 1);
    }

    /** Runs the benchmark. */
    public static void main(String[] arguments) throws IOException, SQLException {
        Path folder = Path.of(arguments[0]);
        Files.createDirectories(folder);
        int total = Integer.parseInt(arguments[1]);
        BenchRecords records = new BenchRecords(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        new HistoryBench(folder, total + records.routes()).run(records, total);
    }

    private void run(BenchRecords records, int total) throws IOException, SQLException {
        Map<String, Object> result = new TreeMap<>();
        double generation = generation(records);
        RouteStates states = new RouteStates();
        ChangeDetector detector = new ChangeDetector(
                states,
                new SessionDeaths(),
                new PartitionClocks(Clock.systemUTC(), new long[BenchRecords.PARTITIONS]),
                this::append);
        double cpu = cpu();
        long wall = System.nanoTime();
        long slowest = 0;
        int all = total + records.routes();
        for (int i = 0; i < all; i++) {
            if (i < records.routes()) {
                records.first(i);
            } else {
                records.next();
            }
            detector.read(
                    records.partition, i, startMs + (long) i * 1_000 / CHANGES_A_SECOND, records.key, records.value);
            if (i % 10_000 == 0) {
                slices.flush();
            }
            if (slices.rows() >= CHANGES_A_SECOND * 60 || i == all - 1) {
                long begin = System.nanoTime();
                int read = i;
                slices.write("", System.currentTimeMillis() * 1_000, manifest -> advance(manifest, read));
                slowest = Math.max(slowest, System.nanoTime() - begin);
            }
        }
        double ingest = cpu() - cpu - generation * all;
        result.put("records", all);
        result.put("changes", changes);
        result.put("ingest_per_cpu_s", Math.round(changes / ingest));
        result.put("ingest_wall_s", seconds(wall));
        result.put("slowest_slice_ms", slowest / 1_000_000);
        result.put("state_bytes_a_route", states.bytes() / states.size());
        cpu = cpu();
        Upkeep upkeep = new Upkeep(
                engine,
                archive,
                parquet,
                new Verifier(archive),
                new Upkeep.Limits(Duration.ofDays(1), Duration.ofSeconds(1), Duration.ofDays(30), 1L << 40),
                Clock.systemUTC());
        upkeep.run();
        result.put("upkeep_cpu_s", Math.round(10 * (cpu() - cpu)) / 10.0);
        put(result, "changes", Dataset.CHANGES, changes);
        put(result, "rollups", Dataset.FLOW, changes);
        put(result, "snapshot", Dataset.SNAPSHOT, states.size());
        ask(result, records);
        result.put("peak_rss_mb", peak());
        StringBuilder line = new StringBuilder();
        result.forEach((name, value) -> line.append(line.isEmpty() ? "{" : ", ")
                .append('"')
                .append(name)
                .append("\": ")
                .append(value));
        System.out.println(line.append('}'));
        slices.close();
        engine.close();
    }

    private void append(Change change) {
        try {
            slices.append(change);
            changes++;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Manifest advance(Manifest manifest, int read) {
        return manifest.withOffsets(
                manifest.sequence() + 1,
                manifest.sessions(),
                manifest.verdicts(),
                manifest.lastUs(),
                (startMs + (long) read * 1_000 / CHANGES_A_SECOND) * 1_000);
    }

    /** Returns the CPU time of making a record, in seconds. */
    private static double generation(BenchRecords records) {
        int rounds = 2_000_000;
        long bytes = 0;
        double cpu = 0;
        for (int round = 0; round < 2; round++) {
            cpu = cpu();
            for (int i = 0; i < rounds; i++) {
                records.next();
                bytes += records.key.length;
            }
        }
        return bytes == 0 ? 0 : (cpu() - cpu) / rounds;
    }

    private void put(Map<String, Object> result, String name, Dataset dataset, long rows) {
        long bytes =
                archive.manifest().files(dataset).mapToLong(DataFile::bytes).sum();
        result.put(name + "_bytes_a_row", Math.round(100.0 * bytes / rows) / 100.0);
        result.put(name + "_files", archive.manifest().files(dataset).count());
    }

    private void ask(Map<String, Object> result, BenchRecords records) {
        long endUs = startMs * 1_000 + changes * 1_000_000 / CHANGES_A_SECOND + 1;
        Period all = new Period(startMs * 1_000, endUs);
        Period tenMinutes = new Period(endUs - TimeUnit.MINUTES.toMicros(10), endUs);
        measure(
                result,
                "prefix_ms",
                session -> ChangeQuestions.ofPrefix(
                        session.view(), session.book(), records.prefix(20), Match.ALL, all, Filter.NONE));
        measure(
                result,
                "window_ms",
                session -> ChangeQuestions.inPeriod(session.view(), session.book(), tenMinutes, Filter.NONE));
        measure(
                result,
                "top_ms",
                session ->
                        RollupQuestions.top(session.view(), session.book(), RollupQuestions.Top.ASN, all, Filter.NONE));
        measure(result, "flaps_ms", session -> RollupQuestions.flaps(session.view(), all));
        measure(
                result,
                "coverage_ms",
                session -> RollupQuestions.coverage(
                        session.view(),
                        session.book(),
                        all,
                        TimeUnit.MINUTES.toMicros(5),
                        RollupQuestions.Group.NONE,
                        Filter.NONE));
        measure(
                result,
                "table_ms",
                session -> ChangeQuestions.tableAt(session.view(), session.book(), endUs, Filter.NONE));
    }

    private interface Asked {
        Question of(QuestionRunner.Session session);
    }

    private void measure(Map<String, Object> result, String name, Asked asked) {
        long[] times = new long[ROUNDS];
        int rows = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long begin = System.nanoTime();
            rows = runner.run(
                    session -> session.ask(asked.of(session), 1_000).rows().size());
            times[i] = System.nanoTime() - begin;
        }
        Arrays.sort(times);
        result.put(name, times[ROUNDS / 2] / 1_000_000);
        result.put(name.replace("_ms", "_rows"), rows);
    }

    private static double cpu() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e9;
    }

    private static String seconds(long since) {
        return String.format(Locale.ROOT, "%.1f", (System.nanoTime() - since) / 1e9);
    }

    private static long peak() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
                .findFirst()
                .orElse(0);
    }
}
