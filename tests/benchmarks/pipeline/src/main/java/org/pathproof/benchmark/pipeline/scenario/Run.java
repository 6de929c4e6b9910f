// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.pathproof.benchmark.pipeline.load.Schedule;
import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.measure.CpuUse;
import org.pathproof.benchmark.pipeline.measure.Memory;
import org.pathproof.benchmark.pipeline.measure.Scrape;
import org.pathproof.benchmark.pipeline.measure.VerdictReader;
import org.pathproof.benchmark.pipeline.site.EngineChoice;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.ProcessGroup;

/** A site with the RPKI of a workload and a reader of its verdicts. */
final class Run implements AutoCloseable {
    /** Longest time without a verdict before a run fails. */
    private static final Duration SILENCE = Duration.ofMinutes(3);

    private static final Duration SENDING = Duration.ofMinutes(15);
    private static final Duration COMPILING = Duration.ofSeconds(30);
    /** CPU time of compilers in a second, in microseconds, up to which they count as idle. */
    private static final long IDLE_MICROS = 30_000;

    /** Stages whose CPU time counts. The player and this JVM are the load. */
    static final List<String> STAGES = List.of("collector", "broker", "validator", "policy-api", "redis", "key-sync");

    private final Site site;
    private final VerdictReader verdicts;
    private final Set<Integer> connected = new HashSet<>();

    private Run(Site site, VerdictReader verdicts) {
        this.site = site;
        this.verdicts = verdicts;
    }

    /** Starts a site and waits until it is ready to validate. */
    static Run start(ProcessGroup processes, SiteOptions options, Workload workload)
            throws IOException, InterruptedException {
        Site site = Site.start(processes, options);
        return start(site, workload);
    }

    /** Waits until a started site is ready to validate. */
    static Run start(Site site, Workload workload) throws InterruptedException {
        site.rpki().replace(workload.rpki());
        site.awaitReady();
        if (!site.of("validator").isEmpty()) {
            Conditions.await(
                    "the router keys to reach the validators",
                    () -> Scrape.of(site, "validator").sum(ValidatorMetricNames.VALIDATOR_KEYS)
                            >= (double) workload.keys().size()
                                    * site.of("validator").size());
        }
        checkEngine(site);
        return new Run(site, VerdictReader.start(site.bootstrapServers()));
    }

    /** Throws IllegalStateException if a validator uses another engine than the demanded one. */
    private static void checkEngine(Site site) {
        EngineChoice.demanded().ifPresent(name -> {
            if (Scrape.of(site, "validator").sum(EngineMetricNames.ENGINE_NAME, "engine", name)
                    < site.of("validator").size()) {
                throw new IllegalStateException("a validator does not use the engine " + name);
            }
        });
    }

    Site site() {
        return site;
    }

    VerdictReader verdicts() {
        return verdicts;
    }

    /** Connects routers, which send their streams. Waits until the streams are sent. */
    void playGreetings(List<Workload.Recorded> streams) throws InterruptedException {
        for (Workload.Recorded stream : streams) {
            connect(stream.router());
            site.player().play(stream);
            site.player().awaitEnd(stream.router(), SENDING);
        }
    }

    private void connect(int router) throws InterruptedException {
        if (connected.add(router)) {
            site.player().open(router, site.bmpPort());
        }
    }

    /** Plays streams as fast as the collector reads, all routers at the same time, and waits for the verdicts. */
    Measured flatOut(List<Workload.Recorded> streams) throws InterruptedException {
        Arrivals arrivals = arrivals(streams);
        Before before = begin(streams, arrivals);
        long begun = Long.MAX_VALUE;
        for (Workload.Recorded stream : streams) {
            begun = Math.min(begun, site.player().play(stream));
        }
        return end(streams, arrivals, before, begun);
    }

    /**
     * Plays streams as fast as the collector reads, and returns the verdicts per second within {@code seconds} of their
     * begin, or until the last verdict if it arrives earlier. Waits for all verdicts.
     */
    double early(List<Workload.Recorded> streams, int seconds) throws InterruptedException {
        Arrivals arrivals = arrivals(streams);
        begin(streams, arrivals);
        long begun = Long.MAX_VALUE;
        for (Workload.Recorded stream : streams) {
            begun = Math.min(begun, site.player().play(stream));
        }
        long end = begun + Duration.ofSeconds(seconds).toMillis() * 1000;
        Conditions.await("the end of " + seconds + " s", () -> {
            check();
            return Arrivals.now() >= end || arrivals.complete();
        });
        int arrived = arrivals.arrived();
        long until = arrivals.complete() ? Math.min(end, arrivals.last()) : end;
        awaitAll(streams, arrivals);
        return arrived * 1e6 / (until - begun);
    }

    private static Arrivals arrivals(List<Workload.Recorded> streams) {
        return Arrivals.valid(streams.stream()
                .flatMapToLong(stream -> LongStream.of(stream.index().digests()))
                .toArray());
    }

    /** Plays a stream by a schedule, and waits for the verdicts of as many updates as are in the schedule. */
    Measured paced(Workload.Recorded stream, Schedule schedule) throws InterruptedException {
        int updates = Math.min(schedule.updates(), stream.updates());
        Arrivals arrivals =
                Arrivals.valid(java.util.Arrays.copyOf(stream.index().digests(), updates));
        Before before = begin(List.of(stream), arrivals);
        long begun = site.player().pace(stream, schedule);
        return end(List.of(stream), arrivals, before, begun);
    }

    /** CPU time and metrics at one time. */
    record Before(CpuUse cpu, Scrape validator) {}

    /** Returns CPU time and metrics now. */
    Before look() {
        return new Before(CpuUse.of(stages()), Scrape.of(site, "validator"));
    }

    private Before begin(List<Workload.Recorded> streams, Arrivals arrivals) throws InterruptedException {
        for (Workload.Recorded stream : streams) {
            connect(stream.router());
        }
        verdicts.sendTo(arrivals);
        return look();
    }

    private Measured end(List<Workload.Recorded> streams, Arrivals arrivals, Before before, long begun)
            throws InterruptedException {
        awaitAll(streams, arrivals);
        return measured(begun, arrivals, before);
    }

    private void awaitAll(List<Workload.Recorded> streams, Arrivals arrivals) throws InterruptedException {
        arrivals.await(SILENCE, this::check);
        for (Workload.Recorded stream : streams) {
            site.player().awaitEnd(stream.router(), SENDING);
        }
    }

    /** Waits until the policy API has read all verdicts, and returns the differences to an earlier state. */
    Measured measured(long begun, Arrivals arrivals, Before before) throws InterruptedException {
        awaitPolicyApi();
        Before now = look();
        verdicts.sendTo(null);
        return new Measured(
                begun,
                arrivals,
                now.cpu().since(before.cpu()),
                difference(now, before, EngineMetricNames.SIGNATURES),
                difference(now, before, EngineMetricNames.SIGNATURES_REMEMBERED));
    }

    private static long difference(Before now, Before before, String metric) {
        return Math.round(now.validator().sum(metric) - before.validator().sum(metric));
    }

    /** Throws IllegalStateException if a process has ended or the reader has failed. */
    void check() {
        verdicts.check();
        stages().forEach(ChildProcess::requireAlive);
    }

    /** Waits until the policy API has read all verdicts. */
    void awaitPolicyApi() throws InterruptedException {
        if (!site.of("policy-api").isEmpty()) {
            Conditions.await(
                    "the policy API to read all verdicts",
                    () -> Scrape.of(site, "policy-api").sum(StoreMetricNames.STORE_LAG) < 1);
        }
    }

    /** Waits until the JIT compilers of a stage are idle for a second, for half a minute at most. */
    void awaitCompilers(String stage) {
        AtomicLong before = new AtomicLong(compilers(stage));
        boolean _ = Conditions.holds(COMPILING, Duration.ofSeconds(1), () -> {
            long now = compilers(stage);
            return now - before.getAndSet(now) <= IDLE_MICROS;
        });
    }

    private long compilers(String stage) {
        return CpuUse.of(site.of(stage)).compilers();
    }

    /** Waits until each partition has a standby replica without lag. */
    void awaitStandbys() throws InterruptedException {
        Conditions.await("copies of all partitions", () -> {
            Scrape scrape = Scrape.of(site, "validator");
            return scrape.sum(ValidatorMetricNames.VALIDATOR_STANDBY_PARTITIONS) >= Site.PARTITIONS
                    && scrape.sum(ValidatorMetricNames.VALIDATOR_RESTORE_LAG) < 1;
        });
    }

    List<ChildProcess> stages() {
        List<ChildProcess> all = new ArrayList<>();
        STAGES.forEach(stage -> all.addAll(site.of(stage)));
        return all;
    }

    /** Returns the sum of the memory of the JVMs of a stage after a full collection. */
    Memory memory(String stage) {
        long heap = 0;
        long resident = 0;
        for (ChildProcess jvm : site.of(stage)) {
            Memory memory = Memory.of(jvm);
            heap += memory.heap();
            resident += memory.resident();
        }
        return new Memory(heap, resident);
    }

    /** Returns CPU microseconds per update by stage. */
    static Map<String, Double> perUpdate(CpuUse cpu, int updates) {
        Map<String, Double> shares = new LinkedHashMap<>();
        cpu.micros().forEach((stage, micros) -> shares.put(stage, (double) micros / updates));
        return shares;
    }

    @Override
    public void close() {
        verdicts.close();
        site.close();
    }
}
