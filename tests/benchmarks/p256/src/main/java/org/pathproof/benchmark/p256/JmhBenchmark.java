// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.P256PublicKey;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;

/** Runs the tasks of {@link GroupRun} under JMH. {@link JmhRun} starts a JVM for each contestant and job. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class JmhBenchmark {
    static final int KEYS = 1000;
    /** Folder of the workload. */
    static final String CACHE = "pathproof.bench.cache";

    @Param("")
    public String contestant = "";

    @Param("")
    public String job = "";

    private Task task = () -> 0;

    /** The signatures of a thread in an iteration, and their CPU time. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Work {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        public long signatures;
        public long cpuNanos;
        private long start;

        @Setup(Level.Iteration)
        public void start() {
            start = THREADS.getCurrentThreadCpuTime();
        }

        @TearDown(Level.Iteration)
        public void end() {
            cpuNanos = THREADS.getCurrentThreadCpuTime() - start;
        }
    }

    @Setup(Level.Trial)
    public void prepare() throws IOException {
        List<Integer> processors = Processors.ofCores();
        if (!processors.isEmpty()) {
            Processors.bind(processors.getFirst());
        }
        Workload workload = Workload.of(KEYS, Path.of(System.getProperty(CACHE, "")));
        Contestant.InJvm found = contestant(workload);
        Job wanted = Arrays.stream(Job.values())
                .filter(one -> one.label().equals(job))
                .findFirst()
                .orElseThrow();
        task = found.task(wanted, found.batches() ? GroupRun.BATCH : 1, 0);
    }

    private Contestant.InJvm contestant(Workload workload) {
        Optional<SignatureEngine> named = new SignatureEngines(EngineSettings.fromSystem()).named(contestant);
        if (named.isPresent()) {
            SignatureEngine engine = named.get();
            List<P256PublicKey> keys = EngineContestant.keys(workload);
            engine.prepare(keys);
            return new EngineContestant(engine, workload, keys);
        }
        return Providers.contestants(workload, new ArrayList<>()).stream()
                .filter(provider -> provider.name().equals(contestant))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("unknown contestant " + contestant));
    }

    @Benchmark
    public int verify(Work work) {
        int signatures = task.next();
        work.signatures += signatures;
        return signatures;
    }
}
