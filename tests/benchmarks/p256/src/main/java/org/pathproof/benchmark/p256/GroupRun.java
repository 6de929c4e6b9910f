// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.P256PublicKey;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;

/**
 * Measures all contestants for one number of keys, in a separate JVM. The measurements cover each job and batch size of
 * a contestant, with one and two threads.
 */
public final class GroupRun {
    static final List<Integer> BATCHES = List.of(1, 8, 64, 128, 256, 512, 1024);
    /** Batch size in the result tables that show only one batch size. */
    static final int BATCH = 512;
    /** Maximum number of keys for the native kernels, which use the largest table for each key. */
    private static final int MAX_KEYS_FOR_KERNELS = 1000;

    private static final int MIN_KEYS_FOR_MEMORY = 1000;
    private static final Duration WARM_UP = Duration.ofMillis(700);
    private static final Duration TURN = Duration.ofMillis(100);

    private final Workload workload;
    private final List<Integer> processors = Processors.ofCores();
    private final List<String> remarks = new ArrayList<>();
    private final List<GroupResult.Memory> memory = new ArrayList<>();

    private GroupRun(Workload workload) {
        this.workload = workload;
    }

    /**
     * Runs the measurements. The arguments are the number of keys, the duration in seconds, the folder of workloads, a
     * scratch folder and the result file.
     */
    public static void main(String[] args) throws IOException {
        long end =
                System.nanoTime() + Duration.ofSeconds(Long.parseLong(args[1])).toNanos();
        Workload workload = Workload.of(Integer.parseInt(args[0]), Path.of(args[2]));
        GroupResult result = new GroupRun(workload).run(Path.of(args[3]), end);
        Files.writeString(Path.of(args[4]), Report.MAPPER.writeValueAsString(result));
        System.exit(0);
    }

    private GroupResult run(Path scratch, long end) throws IOException {
        String load = Machine.loadNow();
        List<Contestant> contestants = new ArrayList<>(engines());
        try (OpenSsl openSsl = OpenSsl.open(workload, scratch, processors);
                Turns turns = new Turns(workload, processors, threads())) {
            openSsl.remark().ifPresent(remarks::add);
            openSsl.contestant().ifPresent(contestants::add);
            Optional<NativeRunner> runner = openSsl.runner();
            if (runner.isPresent()) {
                contestants.add(runner.get().openSslEvp());
                if (workload.keys() <= MAX_KEYS_FOR_KERNELS) {
                    contestants.addAll(runner.get().kernels());
                }
            }
            contestants.addAll(Providers.contestants(workload, remarks));
            List<Cell> cells = cells(contestants);
            Cell reference = openSsl.contestant()
                    .map(peer -> new Cell(peer, Job.VERIFY, 1, 1))
                    .orElse(null);
            warmUp(turns, contestants);
            Rounds rounds = new Rounds(turns, reference, cells, TURN);
            rounds.warmUp();
            rounds.run(end, 1);
            return new GroupResult(
                    workload.keys(),
                    workload.size(),
                    load + " before, " + Machine.loadNow() + " after",
                    reference == null ? null : Spread.of(rounds.referenceRates()),
                    cells.stream()
                            .map(cell -> figures(cell, rounds.of(cell), reference))
                            .toList(),
                    memory,
                    remarks);
        }
    }

    private int threads() {
        return Math.min(2, Math.max(1, processors.size()));
    }

    /** Returns the engines, each with keys of its own, so that the memory of each is measured separately. */
    private List<EngineContestant> engines() {
        List<EngineContestant> engines = new ArrayList<>();
        EngineContestant.keys(workload); // the first keys also load classes
        for (SignatureEngine engine : new SignatureEngines(EngineSettings.fromSystem()).available()) {
            long empty = heap();
            List<P256PublicKey> keys = EngineContestant.keys(workload);
            long parsed = heap();
            engine.prepare(keys);
            long prepared = heap();
            engines.add(new EngineContestant(engine, workload, keys));
            if (keys.size() >= MIN_KEYS_FOR_MEMORY) {
                memory.add(new GroupResult.Memory(
                        engine.name(),
                        perKey(parsed - empty),
                        perKey(engine.figures().tableBytes()),
                        perKey(prepared - parsed)));
            }
        }
        // A parsed key takes the same memory for all engines. The maximum excludes effects of the first collections.
        double publicKey =
                memory.stream().mapToDouble(GroupResult.Memory::publicKey).max().orElse(0);
        memory.replaceAll(m -> new GroupResult.Memory(m.engine(), publicKey, m.tables(), m.bookkeeping()));
        return engines;
    }

    private double perKey(long bytes) {
        return Math.max(0, bytes) / (double) workload.keys();
    }

    /** Returns the bytes in use after a full collection. */
    private static long heap() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }

    private List<Cell> cells(List<Contestant> contestants) {
        List<Cell> cells = new ArrayList<>();
        for (Contestant contestant : contestants) {
            for (Job job : Job.values()) {
                if (!contestant.jobs().contains(job)) {
                    continue;
                }
                for (int batch : contestant.batches() ? BATCHES : List.of(1)) {
                    for (int threads = 1; threads <= threads(); threads++) {
                        cells.add(new Cell(contestant, job, batch, threads));
                    }
                }
            }
        }
        return cells;
    }

    private static void warmUp(Turns turns, List<Contestant> contestants) {
        for (Contestant contestant : contestants) {
            for (Job job : contestant.jobs()) {
                turns.take(new Cell(contestant, job, contestant.batches() ? BATCH : 1, 1), WARM_UP);
            }
        }
    }

    private static GroupResult.Figures figures(Cell cell, Rounds.Measured measured, @Nullable Cell reference) {
        Contestant contestant = cell.contestant();
        return new GroupResult.Figures(
                contestant.name(),
                contestant.version(),
                contestant.ours(),
                contestant instanceof Contestant.InJvm,
                contestant.batches(),
                cell.job(),
                cell.batch(),
                cell.threads(),
                Spread.of(measured.rates()),
                Spread.of(measured.wallRates()),
                reference == null ? null : Spread.of(measured.ratios()));
    }
}
